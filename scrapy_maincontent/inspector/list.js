// The list at the side: only the rows that are in view exist.
const ROW = 44, SPARE = 6;
const state = { tab: "blocks", which: "all", kind: "", low: 0, high: 1000, query: "", block: -1, region: -1 };
let shown = []; // numbers of the text blocks that pass the filter
let covered = []; // for each text block the numbers of the regions that cover it

function coverBlocks() {
  covered = Array.from({ length: COUNT }, () => []);
  DATA.regions.forEach((region, number) => {
    for (let block = region.blocks[0]; block < region.blocks[1]; block++) covered[block].push(number);
  });
}

function passes(block) {
  const view = VIEWS[0], score = view.scores[block];
  if (state.which === "main" && !isMain(view, block)) return false;
  if (state.which === "other" && isMain(view, block)) return false;
  if (state.which === "differing" && !differs(block)) return false;
  if (score < state.low || score > state.high) return false;
  if (state.kind === "none" && covered[block].length) return false;
  if (state.kind && state.kind !== "none" && !covered[block].some((number) => DATA.regions[number].kind === state.kind)) return false;
  return !state.query || TEXTS[block].toLowerCase().includes(state.query);
}

function filter() {
  shown = [];
  for (let block = 0; block < COUNT; block++) if (passes(block)) shown.push(block);
  const isFiltered = shown.length < COUNT;
  const on = new Set(shown);
  for (const sheet of SHEETS) {
    sheet.root.classList.toggle("filtered", isFiltered);
    sheet.spans.forEach((spans, block) => spans.forEach((span) => span.classList.toggle("on", isFiltered && on.has(block))));
  }
  const sum = shown.reduce((words, block) => words + TEXTS[block].length, 0);
  byId("count-blocks").textContent = isFiltered ? `${shown.length} of ${COUNT}` : `${COUNT}`;
  byId("note").textContent = isFiltered ? `${shown.length} of ${COUNT} text blocks, ${sum} characters` : "";
  listRows();
}

function entries() {
  return state.tab === "blocks" ? shown.length : DATA.regions.length;
}

function listRows() {
  const list = byId("list"), room = byId("room");
  const count = entries();
  room.style.height = `${count * ROW}px`;
  const first = Math.max(0, Math.floor(list.scrollTop / ROW) - SPARE);
  const last = Math.min(count, Math.ceil((list.scrollTop + list.clientHeight) / ROW) + SPARE);
  const rows = [];
  for (let position = first; position < last; position++) {
    const row = state.tab === "blocks" ? blockRow(shown[position]) : regionRow(position);
    row.style.top = `${position * ROW}px`;
    row.setAttribute("role", "option");
    row.setAttribute("aria-posinset", position + 1);
    row.setAttribute("aria-setsize", count);
    rows.push(row);
  }
  if (!count) rows.push(make("p", "nothing", nothing()));
  room.replaceChildren(...rows);
  const current = room.querySelector("[aria-selected=true]");
  if (current) list.setAttribute("aria-activedescendant", current.id);
  else list.removeAttribute("aria-activedescendant");
}

function nothing() {
  if (state.tab === "regions") return "No navigation region was found.";
  return COUNT ? "No text block passes the filter." : "The page has no text.";
}

function blockRow(block) {
  const row = make("div", "row");
  row.id = `block-${block}`;
  row.dataset.block = block;
  row.setAttribute("aria-selected", block === state.block);
  const marks = make("span", "marks", ...VIEWS.map((view) => make("span", `mark ${colour(view, block)}`)));
  const labels = VIEWS.map((view) => `${view.method}: ${isMain(view, block) ? "main" : "not main"}`).join(", ");
  row.setAttribute("aria-label", `${block + 1}, ${labels}${differs(block) ? ", differs" : ""}: ${TEXTS[block].slice(0, 120)}`);
  const numbers = make("span", "number", VIEWS.map((view) => (view.scores[block] / 1000).toFixed(2)).join("\n"));
  if (differs(block)) numbers.prepend(make("b", "", "\u2260 "));
  row.append(marks, make("span", "said", TEXTS[block].slice(0, 160)), numbers);
  return row;
}

function regionRow(number) {
  const region = DATA.regions[number];
  const row = make("div", `row k-${region.kind}`);
  row.id = `region-${number}`;
  row.dataset.region = number;
  row.setAttribute("aria-selected", number === state.region);
  const name = make("b", "", region.kind.replace("_", " "));
  row.append(make("span", "marks", make("span", "mark kind")), make("span", "said", name, ` ${region.text}`), make("span", "number", region.rule.split(".").pop()));
  return row;
}

function reveal(position) {
  const list = byId("list"), top = position * ROW;
  if (top < list.scrollTop) list.scrollTop = top;
  else if (top + ROW > list.scrollTop + list.clientHeight) list.scrollTop = top + ROW - list.clientHeight;
}
