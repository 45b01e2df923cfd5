// The table of items: sorted, filtered, drawn a piece at a time.

const PIECE = 200;

const core = json("core");
const items = core.items.map(([problem, year, language, tags, cells], at) => ({
  at,
  problem,
  year,
  language: core.languages[language],
  tags: tags.map((tag) => core.tags[tag]),
  cells: cells.map(
    (cell) => cell && Object.fromEntries(core.cell_fields.map((name, index) => [name, cell[index]])),
  ),
}));
for (const item of items) {
  const reasons = item.cells.map((cell) => (cell ? cell.reason : ""));
  item.haystack = [item.problem, ...item.tags, ...reasons].join("\n").toLowerCase();
}
const single = core.runs.length === 1;
const code = (kind) => String.fromCharCode(97 + kind);
const provedCode = code(core.kinds.indexOf("proved"));

function provedAttempts(cell) {
  return cell.verdicts.split(provedCode).length - 1;
}

function outcome(cell) {
  if (!cell) return element("span", { class: "quiet" }, "—");
  const name = core.outcomes[cell.outcome];
  const made = cell.verdicts.length;
  const counts = made ? ` ${provedAttempts(cell)}/${made}` : "";
  return element(
    "span",
    {},
    element("span", { class: `outcome ${name.replace(" ", "-")}` }, name),
    element("span", { class: "quiet number" }, counts),
    cell.review ? element("span", { class: "chip" }, "needs review") : null,
  );
}

function strip(cell) {
  // One element for all attempts, so that hundreds of rows stay cheap.
  const shown = [...cell.verdicts].slice(0, 64);
  const stops = shown.map((letter, at) => {
    const tone = core.tones[letter.charCodeAt(0) - 97];
    return `var(--${tone}) ${(100 * at) / shown.length}% ${(100 * (at + 0.82)) / shown.length}%, ` +
      `var(--sunk) 0 ${(100 * (at + 1)) / shown.length}%`;
  });
  const counts = core.kinds
    .map((name, kind) => [name, cell.verdicts.split(code(kind)).length - 1])
    .filter(([, number]) => number)
    .map(([name, number]) => `${name} ${number}`);
  return element("span", {
    class: "strip",
    role: "img",
    title: counts.join(", "),
    "aria-label": counts.join(", "),
    style: `width:${Math.min(14, 0.7 * shown.length)}rem;background-image:linear-gradient(90deg, ${stops.join(", ")})`,
  });
}

// What a column is called, what it sorts by (null goes last), what it shows, and its class.
const columns = [
  {
    title: "Problem",
    by: (item) => item.problem,
    show: null,
  },
];
if (core.languages.length > 1) {
  columns.push({ title: "Language", by: (i) => i.language, show: (i) => i.language, class: "extra" });
}
core.runs.forEach((run, at) => {
  columns.push({
    title: single ? "Outcome" : run.letter,
    label: single ? null : `${run.letter}: ${run.label}`,
    by: ({ cells: { [at]: cell } }) => cell && cell.outcome - provedAttempts(cell) / (1 + cell.verdicts.length),
    show: (item) => outcome(item.cells[at]),
  });
});
if (single) {
  const cell = (item) => item.cells[0];
  columns.push(
    { title: "Attempts", by: (i) => cell(i).verdicts.length, show: (i) => strip(cell(i)), class: "extra" },
    { title: "First proof", by: (i) => cell(i).first, show: (i) => cell(i).first ?? "", class: "extra number" },
    { title: "Time", by: (i) => cell(i).ms, show: (i) => span(cell(i).ms), class: "number extra" },
  );
  if (items.some((i) => cell(i).tokens !== null)) {
    const tokens = (i) => (cell(i).tokens === null ? "" : whole.format(cell(i).tokens));
    columns.push({ title: "Tokens", by: (i) => cell(i).tokens, show: tokens, class: "number extra" });
  }
  if (items.some((i) => cell(i).cost !== null)) {
    columns.push({ title: "Cost", by: (i) => cell(i).cost, show: (i) => dollars(cell(i).cost), class: "number extra" });
  }
}

// A filter is a choice among predicates.
const some = (test) => (item) => item.cells.some((cell) => cell && test(cell));
const filters = [
  {
    title: "Outcome",
    options: [
      ...core.outcomes.map((name, at) => [name, some((cell) => cell.outcome === at)]),
      ["needs review", some((cell) => cell.review)],
    ].filter(([, test]) => items.some(test)),
  },
  {
    title: "Between runs",
    options: single ? [] : [
      ["proved in all", (item) => item.cells.every((cell) => cell && cell.outcome === 0)],
      ["proved in some only", (item) => some((cell) => cell.outcome === 0)(item) && !item.cells.every((cell) => cell && cell.outcome === 0)],
      ["proved in none", (item) => !some((cell) => cell.outcome === 0)(item)],
      ...core.runs.map((run, at) => [
        `proved in ${run.letter} only`,
        (item) => item.cells.every((cell, other) => (cell !== null && cell.outcome === 0) === (other === at)),
      ]),
    ],
  },
  { title: "Language", options: core.languages.map((name) => [name, (item) => item.language === name]) },
  { title: "Tag", options: core.tags.map((name) => [name, (item) => item.tags.includes(name)]) },
  {
    title: "Decade",
    options: [...new Set(items.map((item) => item.year && Math.floor(item.year / 10)))]
      .filter(Boolean).sort()
      .map((decade) => [`${decade}0s`, (item) => item.year && Math.floor(item.year / 10) === decade]),
  },
  {
    title: "Has a verdict",
    options: core.kinds
      .map((name, kind) => [name, some((cell) => cell.verdicts.includes(code(kind)))])
      .filter(([, test]) => items.some(test)),
  },
];

const table = document.getElementById("table");
const head = table.tHead;
const body = table.tBodies[0];
const more = document.getElementById("more");
const search = document.getElementById("search");
const state = { column: 0, descending: false, tests: new Map(), shown: [], drawn: 0 };

function sorted(list) {
  const { by } = columns[state.column];
  const sign = state.descending ? -1 : 1;
  const missing = (value) => value === null || value === undefined;
  return list
    .map((item) => [by(item), item])
    .sort(([a, first], [b, second]) => {
      if (missing(a) || missing(b)) return missing(a) - missing(b) || first.at - second.at;
      return sign * (a < b ? -1 : a > b ? 1 : 0) || first.at - second.at;
    })
    .map(([, item]) => item);
}

function row(item) {
  // A long name is broken between its words.
  const words = item.problem.split(/(?<=_)/).flatMap((word) => [element("wbr", {}), word]).slice(1);
  const opener = element("button", { type: "button", class: "opener", "aria-expanded": "false" }, ...words);
  // On a narrow screen the language has no column of its own.
  const language = core.languages.length > 1 ? element("span", { class: "narrow quiet" }, item.language) : null;
  const made = element("tr", { class: "item" }, element("th", { scope: "row" }, opener, language));
  for (const column of columns.slice(1)) {
    made.append(element("td", { class: column.class }, column.show(item)));
  }
  made.addEventListener("click", (event) => {
    if (event.target === opener || !document.getSelection().toString()) toggle(item, made, opener);
  });
  return made;
}

function toggle(item, made, opener) {
  const open = opener.getAttribute("aria-expanded") === "true";
  opener.setAttribute("aria-expanded", String(!open));
  if (open) {
    made.nextElementSibling.remove();
    return;
  }
  const inside = element("div", {});
  const cell = element("td", { colspan: columnsSeen() }, inside);
  made.after(element("tr", { class: "detail" }, cell));
  const draw = () => inside.replaceChildren(...itemDetail(core, item));
  if (document.readyState === "loading" && !attemptsHere(item)) {
    inside.append("The page is still being read …");
    document.addEventListener("DOMContentLoaded", draw, { once: true });
  } else {
    draw();
  }
}

function columnsSeen() {
  return [...head.rows[0].cells].filter((cell) => cell.offsetWidth > 0).length;
}

function attemptsHere(item) {
  return item.cells.every((cell) => !cell || document.getElementById(cell.details));
}

function draw(upTo) {
  const part = document.createDocumentFragment();
  for (const item of state.shown.slice(state.drawn, upTo)) part.append(row(item));
  state.drawn = Math.min(upTo, state.shown.length);
  body.append(part);
  const left = state.shown.length - state.drawn;
  more.hidden = left === 0;
  more.textContent = `Show ${whole.format(Math.min(left, 5 * PIECE))} more of ${whole.format(left)}`;
}

function update() {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  const tests = [...state.tests.values()];
  state.shown = sorted(
    items.filter(
      (item) => words.every((word) => item.haystack.includes(word)) && tests.every((test) => test(item)),
    ),
  );
  state.drawn = 0;
  body.replaceChildren();
  draw(PIECE);
  const all = whole.format(items.length);
  document.getElementById("count").textContent =
    state.shown.length === items.length ? `${all} items` : `${whole.format(state.shown.length)} of ${all} items`;
  [...head.rows[0].cells].forEach((cell, at) => {
    const direction = state.descending ? "descending" : "ascending";
    cell.setAttribute("aria-sort", at === state.column ? direction : "none");
  });
}

function build() {
  const heads = element("tr", {});
  columns.forEach((column, at) => {
    const button = element("button", { type: "button", title: column.label }, column.title);
    button.addEventListener("click", () => {
      state.descending = state.column === at && !state.descending;
      state.column = at;
      update();
    });
    heads.append(element("th", { scope: "col", class: column.class }, button));
  });
  head.append(heads);
  const form = document.getElementById("filters");
  for (const { title, options } of filters) {
    if (options.length < 2) continue;
    const choice = element("select", { name: title }, element("option", { value: "" }, "all"));
    options.forEach(([name], at) => choice.append(element("option", { value: at }, name)));
    choice.addEventListener("change", () => {
      if (choice.value === "") state.tests.delete(title);
      else state.tests.set(title, options[choice.value][1]);
      update();
    });
    form.append(element("label", {}, title, choice));
  }
  const reset = element("button", { type: "reset" }, "Reset");
  form.append(reset);
  form.addEventListener("reset", () => {
    state.tests.clear();
    setTimeout(update);
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  let waiting;
  search.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(update, 60);
  });
  more.addEventListener("click", () => {
    const first = state.drawn;
    draw(state.drawn + 5 * PIECE);
    body.querySelectorAll(".opener")[first]?.focus();
  });
  body.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || !event.target.classList.contains("opener")) return;
    const openers = [...body.querySelectorAll(".opener")];
    openers[openers.indexOf(event.target) + step]?.focus();
    event.preventDefault();
  });
  addEventListener("resize", () => {
    for (const cell of body.querySelectorAll(".detail > td")) cell.colSpan = columnsSeen();
  });
  addEventListener("beforeprint", () => draw(state.shown.length));
  update();
}

build();
performance.mark("putnam-table");
