/**
 * Writes each element's box into the element itself: "left top width height", in whole CSS pixels from the top left
 * corner of the document, or "none" where the element is not shown. Returns how many elements were written to.
 *
 * Everything is measured before anything is written, so that the page is laid out once.
 */
(name) => {
  const elements = Array.from(document.querySelectorAll("*"));
  const left = window.scrollX;
  const top = window.scrollY;
  const measured = (element) => {
    if (element.getClientRects().length) {
      return element.getBoundingClientRect();
    }
    if (getComputedStyle(element).display === "contents") {
      // It has no box of its own, but shows what stands in it.
      const range = document.createRange();
      range.selectNodeContents(element);
      return range.getClientRects().length ? range.getBoundingClientRect() : null;
    }
    return null;
  };
  const stamps = elements.map((element) => {
    const box = measured(element);
    return box === null
      ? "none"
      : [box.left + left, box.top + top, box.width, box.height].map(Math.round).join(" ");
  });
  elements.forEach((element, number) => element.setAttribute(name, stamps[number]));
  return elements.length;
}
