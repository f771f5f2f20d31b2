// The panel at the side: why a text block is in or out, and what a region is.
const NEAR = 0.005; // what rounding may make of a score
const PLACED = /^placement: ([^;]*)$/; // the place decided alone
const COVERED = /\(region: ([^)]*)\)$/; // the text block is a region's
const WEIGHED = /\(placement: ([^)]*)\)$/; // placement is evidence among others
const PUT_OUT = /^(placement: )?([^;]*); /; // what took the text block out, before the method's own reason

function part(title, ...inside) {
  return make("section", "", make("h3", "", title), ...inside);
}

function link(text, action) {
  const button = make("button", "", text);
  button.type = "button";
  button.addEventListener("click", action);
  return button;
}

function pairs(rows) {
  const list = make("dl");
  for (const [name, ...value] of rows) list.append(make("dt", "", name), make("dd", "", ...value));
  return list;
}

function scoreBar(view, block) {
  const bar = make("div", "score"), fill = make("span", `fill ${isMain(view, block) ? "m" : "o"}`);
  fill.style.width = `${view.scores[block] / 10}%`;
  bar.append(fill);
  if (view.cut !== null) {
    const cut = make("span", "cut");
    cut.style.left = `min(${view.cut / 10}%, calc(100% - 2px))`;
    bar.append(cut);
  }
  return bar;
}

// Why a method took or left a text block, in a sentence.
function verdict(view, block) {
  const reason = view.wordings[view.reasons[block]];
  const cut = view.cut === null ? null : (view.cut / 1000).toFixed(2);
  const out = PUT_OUT.exec(reason);
  if (out) return out[1] ? `Its score is in the selection, but its place takes it out: ${named(out[2])}` : `Out, whatever its score. ${DATA.rules[out[2]] || out[2]}`;
  const rule = PLACED.exec(reason);
  if (rule) return `Its place decides: ${named(rule[1])}`;
  const region = COVERED.exec(reason);
  if (region) return `Out: it is navigation. ${named(region[1])}`;
  const lowered = loweredBy(view, block, reason);
  if (lowered) return lowered;
  if (view.empty) return `Nothing of the page was selected: ${view.empty}.`;
  if (cut === null) return isMain(view, block) ? "Selected." : "Left out.";
  return isMain(view, block)
    ? `Selected: the selection goes down to a score of ${cut}.`
    : `Left out: the selection ends at a score of ${cut}.`;
}

// Why a score of method crf is less than its parts make: copies, placement and what a page says of its parts.
function loweredBy(view, block, reason) {
  const why = view.why, score = view.scores[block] / 1000;
  if (why.kind !== "crf") return "";
  const mixed = why.share * why.chain[block] + (1 - why.share) * why.trees[block];
  if (mixed - score < NEAR) return "";
  const parts = `Trees and chain together give ${mixed.toFixed(2)}.`;
  if (reason.includes(why.copy)) return `${parts} But the text stands twice on the page, and only the likelier copy counts.`;
  const end = view.cut === null ? "" : ` The selection ends at ${(view.cut / 1000).toFixed(2)}.`;
  const placed = WEIGHED.exec(reason);
  if (placed) return `${parts} Its place speaks against it, which leaves ${score.toFixed(2)}: ${named(placed[1])}${end}`;
  return `${parts} What the page says of its parts leaves ${score.toFixed(2)}.${end}`;
}

function named(rule) {
  return DATA.rules[rule] ? `${rule}. ${DATA.rules[rule]}` : rule;
}

function viewPart(view, block) {
  const main = isMain(view, block);
  const chip = make("span", `chip ${main ? "main" : "other"}`, main ? "main content" : "not main content");
  const score = make("b", "number", (view.scores[block] / 1000).toFixed(3));
  const reason = make("p", "soft", "Reason: ", make("code", "", view.wordings[view.reasons[block]]));
  const section = part(view.model ? `${view.method} (${view.model})` : view.method, make("p", "", chip, " score ", score), scoreBar(view, block), make("p", "", verdict(view, block)));
  section.dataset.view = view.method;
  if (view.why.kind === "crf") section.append(...crfPart(view, block));
  if (view.why.kind === "tree" && !PLACED.test(view.wordings[view.reasons[block]])) section.append(...treePart(view.why, block));
  section.append(reason);
  return section;
}

function crfPart(view, block) {
  const why = view.why, odds = why.odds[block];
  const share = Math.round(100 * why.share);
  const list = make("ul", "parts");
  const largest = Math.max(0.5, ...why.top[block].map(([, added]) => Math.abs(added)));
  let rest = odds - why.base;
  for (const [feature, added, value] of why.top[block]) {
    rest -= added;
    list.append(contribution(why.features[feature], added, largest, value));
  }
  list.append(contribution(["", "all other features"], rest, Math.max(largest, Math.abs(rest)), null));
  return [
    make("p", "", `Trees ${why.trees[block].toFixed(2)}, chain ${why.chain[block].toFixed(2)}; the chain counts ${share} %.`),
    make("p", "soft", `What parts it from the page's mean block, in log odds of the trees: ${signed(why.base)} there, ${signed(odds)} here.`),
    list,
  ];
}

function contribution([name, words], added, largest, value) {
  const bar = make("span", "bar"), fill = make("i", added < 0 ? "minus" : "plus");
  fill.style.width = `${Math.min(50, (50 * Math.abs(added)) / largest)}%`;
  bar.append(fill);
  const label = make("span", "", words);
  if (value !== null) label.append(" ", make("span", "soft number", `=\u00a0${value}`));
  label.title = name;
  return make("li", "", label, bar, make("span", "number", signed(added)));
}

function signed(number) {
  return `${number < 0 ? "\u2212" : "+"}${Math.abs(number).toFixed(2)}`;
}

function treePart(why, block) {
  const leaf = why.leaf[block];
  const list = make("ol", "path");
  why.paths[leaf].forEach(([feature, threshold, above], position) => {
    const [name, words] = why.features[feature];
    const item = make("li", "", `${words}: `, make("b", "number", String(why.values[block][position])), ` ${above ? ">" : "\u2264"} ${threshold}`);
    item.title = name;
    list.append(item);
  });
  return [make("p", "soft", "The tree's questions, and the answers:"), list];
}

function placementPart(block) {
  const number = within(DATA.after, block);
  const found = DATA.evidence[number] || [];
  if (!found.length) return part("Placement", make("p", "soft", "No region's place is evidence for this block."));
  const list = make("ul");
  for (const [label, rule] of found) {
    const methods = VIEWS.filter((view) => (view.why.applied || []).includes(rule) || pageBlock(view, block)[5] === rule).map((view) => view.method);
    const who = methods.length ? `Applied by ${methods.join(" and ")}.` : "Not applied.";
    list.append(make("li", "", make("span", `chip ${label}`, label), " ", make("code", "", rule), ` ${DATA.rules[rule]} `, make("span", "soft", who)));
  }
  return part("Placement", list);
}

// The page block that a text block is in: kind, first text block, label, score, region, placement.
function pageBlock(view, block) {
  return view.page_blocks[within(view.page_blocks.map(([, first]) => first), block)] || [];
}

function wherePart(block) {
  const before = within(DATA.before, block), after = within(DATA.after, block);
  const last = (DATA.after[after + 1] ?? COUNT);
  const rows = [
    ["Block", `${before + 1} of ${DATA.before.length} before re-blocking, ${after + 1} of ${DATA.after.length} after it (text blocks ${DATA.after[after] + 1} to ${last})`],
    ["XPath", make("code", "", SHEETS[0].xpath(block))],
  ];
  VIEWS.forEach((view) => {
    const [kind, first, label, score, , placement] = pageBlock(view, block);
    if (kind) rows.push([`${view.method}'s page block`, `${kind.replace("_", " ")}, from text block ${first + 1}, ${label === "main" ? "main content" : "not main content"}, score ${(score / 1000).toFixed(2)}${placement ? `, ${placement}` : ""}`]);
    if (view.starts[block] >= 0) rows.push([`In ${view.method}'s text`, `from character ${view.starts[block]}`]);
  });
  if (HIDDEN.has(block)) rows.push(["Hidden", "the page does not show it at first"]);
  if (covered[block].length) {
    const list = make("ul");
    for (const number of covered[block]) list.append(make("li", "", link(`${DATA.regions[number].kind.replace("_", " ")}, ${DATA.regions[number].rule}`, () => selectRegion(number))));
    rows.push(["Regions", list]);
  }
  return part("Where it stands", pairs(rows));
}

const HIDDEN = new Set(DATA.hidden);

function showBlock(block) {
  const head = make("h2", "", `Text block ${block + 1} of ${COUNT}`);
  if (differs(block)) head.append(" ", make("span", "chip differ", "the methods differ"));
  byId("detail").replaceChildren(head, make("p", "quote", TEXTS[block].slice(0, 600)), ...VIEWS.map((view) => viewPart(view, block)), placementPart(block), wherePart(block));
  byId("detail").scrollTop = 0;
}

function showRegion(number) {
  const region = DATA.regions[number];
  const links = make("ul");
  for (const [text, address] of region.links) links.append(make("li", "", text || "(no text)", " ", make("span", "sub", address)));
  if (region.more) links.append(make("li", "soft", `and ${region.more} more`));
  const head = make("h2", `k-${region.kind}`, `Region ${number + 1} of ${DATA.regions.length} `, make("span", "chip kind", region.kind.replace("_", " ")));
  const rows = [["Subtype", region.subtype], ["Found by", make("code", "", region.rule), ` ${DATA.rules[region.rule] || ""}`], ["XPath", make("code", "", region.xpath)]];
  const parts = [head, make("p", "quote", region.text), pairs(rows)];
  if (region.blocks[0] < region.blocks[1]) rows.push(["Text blocks", link(`${region.blocks[0] + 1} to ${region.blocks[1]}`, () => select(region.blocks[0]))]);
  parts[2] = pairs(rows);
  byId("detail").replaceChildren(...parts, part(`Links (${region.links.length + region.more})`, links));
  byId("detail").scrollTop = 0;
}

function showNothing() {
  const inside = COUNT ? [make("p", "soft", "Click a text block, or press j, to see why it is main content or not.")] : [make("p", "", "The page has no text.")];
  byId("detail").replaceChildren(make("h2", "", "Why"), ...inside);
}
