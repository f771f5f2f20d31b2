// Puts the parts together: head, filters, keys.
const KINDS = ["breadcrumb", "paging", "site_info", "blog_utility", "in_page"];

function select(block, from) {
  mark(state.block, false);
  markRegion(state.region, false);
  state.block = block;
  state.region = -1;
  if (state.tab !== "blocks") choose("blocks");
  mark(block, true);
  SHEETS.forEach((sheet, number) => number !== from && scrollTo(sheet.spans[block][0]));
  const position = shown.indexOf(block);
  if (position >= 0) reveal(position);
  listRows();
  showBlock(block);
}

function selectRegion(number) {
  mark(state.block, false);
  markRegion(state.region, false);
  state.region = number;
  state.block = -1;
  if (state.tab !== "regions") choose("regions");
  markRegion(number, true);
  const first = DATA.regions[number].elements[0];
  if (first !== undefined) for (const sheet of SHEETS) scrollTo(sheet.elements[first]);
  reveal(number);
  listRows();
  showRegion(number);
}

function deselect() {
  mark(state.block, false);
  markRegion(state.region, false);
  state.block = state.region = -1;
  listRows();
  showNothing();
}

function mark(block, on) {
  if (block >= 0) for (const sheet of SHEETS) for (const span of sheet.spans[block]) span.classList.toggle("current", on);
}

function markRegion(number, on) {
  if (number >= 0) for (const sheet of SHEETS) for (const element of DATA.regions[number].elements) sheet.elements[element].classList.toggle("current", on);
}

// Twice: what was left undrawn above gets its size only when it is passed.
function scrollTo(element) {
  element.scrollIntoView({ block: "center", inline: "nearest" });
  requestAnimationFrame(() => element.scrollIntoView({ block: "center", inline: "nearest" }));
}

function choose(tab) {
  state.tab = tab;
  for (const name of ["blocks", "regions"]) {
    byId(`tab-${name}`).setAttribute("aria-selected", name === tab);
    byId(`tab-${name}`).tabIndex = name === tab ? 0 : -1;
  }
  byId("list").setAttribute("aria-label", tab === "blocks" ? "Text blocks" : "Regions");
  byId("list").scrollTop = 0;
  listRows();
}

function step(by) {
  if (state.tab === "regions") {
    const next = Math.min(DATA.regions.length - 1, Math.max(0, state.region + by));
    if (DATA.regions.length) selectRegion(next);
    return;
  }
  if (!shown.length) return;
  let position = shown.findIndex((block) => block >= state.block);
  if (position < 0) position = shown.length;
  if (shown[position] === state.block) position += by;
  else if (by < 0) position -= 1;
  select(shown[Math.min(shown.length - 1, Math.max(0, position))]);
}

function nextDifference() {
  for (let away = 1; away <= COUNT; away++) {
    const block = (state.block + away + COUNT) % COUNT;
    if (differs(block)) return select(block);
  }
  return undefined;
}

const KEYS = {
  j: () => step(1), k: () => step(-1), ArrowDown: () => step(1), ArrowUp: () => step(-1), d: nextDifference,
  "/": () => byId("search").focus(),
  r: () => choose(state.tab === "blocks" ? "regions" : "blocks"),
  "?": () => byId("help-button").click(),
  Enter: () => { if (state.block >= 0 || state.region >= 0) byId("detail").focus(); },
  Escape: deselect,
};

function onKey(event) {
  const target = event.target, isField = target.matches("input, select, textarea");
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (isField && event.key === "Escape") {
    if (target === byId("search") && target.value) setSearch("");
    else byId("list").focus();
    return;
  }
  if (isField && target === byId("search") && event.key === "Enter") {
    byId("list").focus();
    step(1);
    event.preventDefault();
    return;
  }
  if (isField || (event.key === "Enter" && target.matches("button"))) return;
  if (event.key.startsWith("Arrow") && target !== byId("list")) return;
  const action = KEYS[event.key];
  if (action) {
    event.preventDefault();
    action();
  }
}

function setSearch(text) {
  byId("search").value = text;
  state.query = text.toLowerCase();
  filter();
}

function setWhich(which) {
  state.which = which;
  for (const button of byId("which").children) {
    button.setAttribute("aria-checked", button.dataset.which === which);
    button.tabIndex = button.dataset.which === which ? 0 : -1;
  }
  filter();
}

function buildTools() {
  const names = [["all", "All"], ["main", "Main"], ["other", "Not main"]];
  if (VIEWS.length > 1) names.push(["differing", "Differing"]);
  for (const [which, words] of names) {
    const button = make("button", "", words);
    button.type = "button";
    button.dataset.which = which;
    button.setAttribute("role", "radio");
    button.addEventListener("click", () => setWhich(which));
    byId("which").append(button);
  }
  byId("which").addEventListener("keydown", (event) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const next = by && names[(names.findIndex(([which]) => which === state.which) + by + names.length) % names.length][0];
    if (!next) return;
    setWhich(next);
    byId("which").querySelector("[aria-checked=true]").focus();
  });
  for (const [kind, words] of [["", "any"], ["none", "in none"], ...KINDS.map((kind) => [kind, kind.replace("_", " ")])]) byId("kind").append(new Option(words, kind));
  byId("kind").addEventListener("change", (event) => { state.kind = event.target.value; filter(); });
  byId("search").addEventListener("input", (event) => { state.query = event.target.value.toLowerCase(); filter(); });
  for (const [id, other] of [["low", 0], ["high", 1]]) {
    byId(id).addEventListener("input", (event) => {
      const number = Number.parseFloat(event.target.value);
      state[id] = Math.round(1000 * (Number.isNaN(number) ? other : number));
      filter();
    });
  }
  for (const [id, name] of [["show-regions", "regions"], ["show-before", "cuts-before"], ["show-after", "cuts-after"]]) {
    const set = () => byId("panes").classList.toggle(name, byId(id).checked);
    byId(id).addEventListener("change", set);
    set();
  }
  byId("help-button").addEventListener("click", () => {
    byId("legend").hidden = !byId("legend").hidden;
    byId("help-button").setAttribute("aria-expanded", !byId("legend").hidden);
  });
}

function buildLegend() {
  const colours = make("ul", "",
    make("li", "", make("span", "b m s9", "Main content"), " and ", make("span", "b o s9", "not main content"), ": strong where the score is clear"),
    make("li", "", make("span", "b m s1", "pale"), " where it is close"),
    make("li", "", make("span", "b m s5 d", "wavy line"), ": the two methods differ"),
    make("li", "", make("span", "object", "img"), " a picture or player; ", make("span", "object chosen", "img"), " one of the main content"));
  const kinds = make("ul", "", ...KINDS.map((kind) => make("li", `k-${kind}`, make("span", "chip kind", kind.replace("_", " ")))));
  const keys = make("ul", "", ...[["j", "next"], ["k", "previous"], ["Enter", "read why"], ["d", "next difference"], ["/", "filter by text"], ["r", "blocks or regions"], ["Esc", "clear"], ["?", "legend"]].map(([key, words]) => make("li", "", make("kbd", "", key), ` ${words}`)));
  byId("legend").append(
    make("div", "", make("h3", "", "Text blocks"), colours),
    make("div", "", make("h3", "", "Regions of navigation are outlined"), kinds),
    make("div", "", make("h3", "", "Keys"), keys),
    make("div", "", make("h3", "", "The page"), make("p", "", "Shown without its own styles, scripts, pictures and links. What it hides is shown, paler and with a dotted edge. Blocks are runs of text blocks: before, as the page's structure gives them; after, cut and joined at the regions.")));
}

function buildHead() {
  byId("title").textContent = DATA.title || DATA.url || "Inspected page";
  const more = [DATA.url, DATA.encoding, DATA.type, ...DATA.said, DATA.truncated ? "cut short by a limit" : ""];
  byId("sub").textContent = more.filter(Boolean).join("  \u00b7  ");
  for (const view of VIEWS) {
    const count = [...view.labels].filter((label) => label === "1").length;
    const answer = make("div", "answer", make("b", "", view.method || view.asked), ` ${view.model}`);
    if (view.method && view.asked !== view.method) answer.append(` (in place of ${view.asked})`);
    answer.append(make("div", "", view.empty ? `no main text: ${view.empty}` : `${count} of ${COUNT} text blocks, ${view.characters} characters`));
    if (view.quality !== null) answer.append(make("div", "", `quality ${view.quality.toFixed(2)}`));
    byId("answers").append(answer);
  }
  if (VIEWS.length > 1) {
    let count = 0;
    for (let block = 0; block < COUNT; block++) count += differs(block);
    byId("answers").append(make("div", "answer", make("b", "", `${count} differ`), make("div", "", "press d")));
  }
  byId("count-regions").textContent = DATA.regions.length;
}

function start() {
  buildHead();
  buildLegend();
  drawSheets();
  coverBlocks();
  buildTools();
  choose("blocks");
  setWhich("all");
  showNothing();
  byId("list").addEventListener("scroll", listRows, { passive: true });
  byId("list").addEventListener("click", (event) => {
    const row = event.target.closest(".row");
    if (!row) return;
    if (row.dataset.block !== undefined) select(Number(row.dataset.block));
    else selectRegion(Number(row.dataset.region));
    byId("list").focus();
  });
  for (const tab of ["blocks", "regions"]) byId(`tab-${tab}`).addEventListener("click", () => choose(tab));
  byId("tabs").addEventListener("keydown", (event) => {
    if (event.key !== "ArrowRight" && event.key !== "ArrowLeft") return;
    choose(state.tab === "blocks" ? "regions" : "blocks");
    byId(`tab-${state.tab}`).focus();
  });
  document.addEventListener("keydown", onKey);
  addEventListener("resize", listRows);
  const first = [...VIEWS[0].labels].indexOf("1");
  if (first >= 0) select(first);
  document.body.dataset.ready = "yes";
}

start();
