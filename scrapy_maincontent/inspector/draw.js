"use strict";
// Draws the page: real elements, made one by one. No parser reads anything of the page, and texts become text nodes.
const DATA = JSON.parse(document.getElementById("data").textContent);
const VIEWS = DATA.views;
const COUNT = DATA.count;
const TEXTS = new Array(COUNT).fill("");
const CLOSE = -1, BEGIN = -2, END = -3, BREAK = -4, SPANS = -5;
const LEVELS = 10;
// Steps of what the browser may leave undrawn until it is looked at: few enough to be quick, enough to be worth it.
const FEW_STEPS = 3000, MANY_STEPS = 100;
const NO_DATA = new Set(["table", "ul", "ol", "dl", "h1", "h2", "h3", "h4"]); // in a table they tell that it is a layout
const CELLS = new Set(["TD", "TH", "CAPTION"]);
const ROWS = new Set(["TABLE", "TBODY", "THEAD", "TFOOT"]);

function byId(id) {
  return document.getElementById(id);
}

function make(tag, className, ...inside) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  element.append(...inside);
  return element;
}

function isMain(view, block) {
  return view.labels[block] === "1";
}

function differs(block) {
  return VIEWS.length > 1 && VIEWS[0].labels[block] !== VIEWS[1].labels[block];
}

// How sure a method is: strong colours for clear decisions, pale ones for close ones.
function colour(view, block) {
  const score = view.scores[block] / 1000;
  const sure = isMain(view, block) ? score : 1 - score;
  return `${isMain(view, block) ? "m" : "o"} s${Math.min(LEVELS - 1, Math.floor(sure * LEVELS))}`;
}

// The number of the block, of those that start there, that a text block is in.
function within(starts, block) {
  let low = 0, high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (starts[middle] <= block) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

function startsAt(starts) {
  const found = new Map();
  starts.forEach((block, number) => found.set(block, number + 1)); // the last one of a place has the text
  return found;
}

// Marks what may stay undrawn below an element of many steps: its children of few, small ones in groups.
function chunk(element) {
  if (ROWS.has(element.tagName)) element.classList.add("long");
  let group = [], sum = 0;
  const flush = () => {
    if (sum >= MANY_STEPS && group.length > 1) {
      const wrapper = make("div", "chunk");
      group[0].before(wrapper);
      wrapper.append(...group);
    }
    group = [];
    sum = 0;
  };
  for (const child of [...element.children]) {
    const fits = child.isBlock && child.size <= FEW_STEPS && !CELLS.has(child.tagName) && !child.nextSibling?.data?.trim();
    if (!fits || child.size >= MANY_STEPS) flush();
    if (fits && child.size >= MANY_STEPS) child.classList.add("chunk");
    else if (fits) {
      group.push(child);
      sum += child.size;
      if (sum >= FEW_STEPS) flush();
    }
  }
  flush();
}

class Sheet {
  constructor(view, root) {
    this.view = view;
    this.root = root;
    this.spans = Array.from({ length: COUNT }, () => []);
    this.elements = [];
    this.here = root;
    this.block = -1;
    this.objects = 0;
  }

  draw() {
    const { steps, names } = DATA;
    const borders = [startsAt(DATA.before), startsAt(DATA.after)];
    const begun = [];
    let next = 0;
    for (let at = 0; at < steps.length; at++) {
      const step = steps[at];
      if (typeof step === "string") this.text(step);
      else if (step >= 0) {
        begun.push(at);
        this.open(names[step]);
      } else if (step === CLOSE) this.close(at - begun.pop());
      else if (step === BEGIN) this.block = next++;
      else if (step === END) this.end(borders);
      else if (step === BREAK) this.here.append(make("br"));
      else if (step === SPANS) {
        this.here.colSpan = steps[++at];
        this.here.rowSpan = steps[++at];
      }
    }
  }

  open([place, tag, isBlock]) {
    const element = tag === "object" ? this.object() : make(tag);
    element.place = place;
    element.isBlock = isBlock;
    this.here.append(element);
    this.elements.push(element);
    if (NO_DATA.has(tag)) this.here.closest("table")?.classList.add("layout");
    this.here = element;
  }

  object() {
    const [tag, alt, chosen] = DATA.objects[this.objects++];
    return make("span", chosen ? "object chosen" : "object", alt ? `${tag}: ${alt}` : tag);
  }

  close(size) {
    const element = this.here;
    this.here = element.parentNode;
    element.size = size;
    if (size > FEW_STEPS) chunk(element);
  }

  text(text) {
    if (this.block < 0) {
      this.here.append(text);
      return;
    }
    if (this === SHEETS[0]) TEXTS[this.block] += text;
    if (text.trim()) this.mark(text);
    else this.here.append(text);
  }

  mark(text) {
    const span = make("span", `b ${colour(this.view, this.block)}${differs(this.block) ? " d" : ""}`, text);
    span.block = this.block;
    this.here.append(span);
    this.spans[this.block].push(span);
  }

  end([before, after]) {
    const block = this.block;
    if (!this.spans[block].length) this.mark("\u200b");
    const first = this.spans[block][0];
    if (before.has(block)) {
      first.dataset.before = before.get(block);
      first.classList.add("cut-before");
    }
    if (after.has(block)) {
      first.dataset.after = after.get(block);
      first.classList.add("cut-after");
    }
    this.block = -1;
  }

  outline() {
    for (const region of DATA.regions) {
      region.elements.forEach((number, position) => {
        const element = this.elements[number];
        element.classList.add("region", `k-${region.kind}`);
        element.title = region.kind.replace("_", " ");
        if (!position) element.dataset.kind = region.kind.replace("_", " ");
      });
    }
    for (const number of DATA.hiding) this.elements[number].classList.add("hiding");
  }

  // The absolute xpath of the block-level element that a text block stands in.
  xpath(block) {
    let element = this.spans[block][0].parentNode;
    while (element !== this.root && !element.isBlock && element.parentNode !== this.root) element = element.parentNode;
    const steps = [];
    for (; element !== this.root; element = element.parentNode) if (element.place) steps.unshift(element.place);
    return [DATA.root, ...steps].join("/");
  }
}

const SHEETS = [];

function drawSheets() {
  VIEWS.forEach((view, number) => {
    const root = make("div", "sheet");
    const name = `${view.method}${view.model ? ` (${view.model})` : ""}`;
    root.tabIndex = 0;
    root.setAttribute("role", "region");
    root.setAttribute("aria-label", `The page as ${name} sees it`);
    if (DATA.rtl) root.dir = "rtl";
    const sheet = new Sheet(view, root);
    SHEETS.push(sheet);
    sheet.draw();
    sheet.outline();
    const pane = make("div", "pane");
    if (VIEWS.length > 1) pane.append(make("h2", "", name));
    pane.append(root);
    byId("panes").append(pane);
    root.addEventListener("click", (event) => {
      const span = event.target.closest(".b");
      if (span) select(span.block, number);
    });
  });
  for (let block = 0; block < COUNT; block++) TEXTS[block] = TEXTS[block].replace(/\s+/g, " ").trim();
}
