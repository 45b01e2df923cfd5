// What is shown of an item once it is opened: its attempts, each drawn only when it is opened itself.
// An item's data are in a script element of their own, parsed here and not before.

function attemptsOf(core, cell) {
  const data = json(cell.details);
  if (!data) return null;
  return data.attempts.map((values) => {
    const attempt = Object.fromEntries(core.fields.map((name, at) => [name, values[at]]));
    attempt.text = (index) => data.texts[index];
    return attempt;
  });
}

function verdictChip(core, kind) {
  return element("span", { class: `verdict v-${core.tones[kind]}` }, core.kinds[kind]);
}

function facts(pairs, wide) {
  const list = element("dl", { class: wide ? "facts wide" : "facts" });
  for (const [name, value] of pairs) {
    if (value === null || value === undefined || value === "") continue;
    const parts = [element("dt", {}, name), element("dd", {}, String(value))];
    list.append(...(wide ? [element("div", {}, ...parts)] : parts));
  }
  return list;
}

function block(text) {
  return element("pre", { tabindex: "0" }, text === "" ? "(empty)" : text);
}

function place([, line, column]) {
  if (line === null) return "in the benchmark’s part of the file";
  return `line ${line}` + (column === null ? "" : `, column ${column}`);
}

function tree(node) {
  const line = [node.text, node.note ? element("span", { class: "quiet" }, `  ${node.note}`) : null];
  if (!node.children || !node.children.length) return element("li", {}, ...line);
  const below = element("ul", {}, ...node.children.map(tree));
  return element("li", {}, element("details", { open: true }, element("summary", {}, ...line), below));
}

function privateParts(core, own) {
  const parts = [];
  const titled = (title, ...content) => parts.push(element("h4", {}, title), ...content);
  if (own.given !== undefined) {
    titled(
      "Solutions, which people must compare",
      element(
        "div",
        { class: "side-by-side" },
        element("div", {}, element("p", { class: "place" }, "given"), block(own.given)),
        element("div", {}, element("p", { class: "place" }, "reference"), block(own.reference)),
      ),
    );
  }
  if (own.solution !== undefined) titled("Solution", block(own.solution));
  if (own.code !== undefined) titled("Candidate", block(own.code));
  if (own.search) titled("Search", element("ul", { class: "tree" }, tree(own.search)));
  if (own.transcript !== undefined) titled("Transcript", block(own.transcript));
  return parts;
}

function attemptBody(core, attempt) {
  const { text } = attempt;
  const body = element("div", {});
  const said = attempt.messages.some(([message]) => message === attempt.reason);
  if (attempt.reason !== null && !said) body.append(element("p", {}, text(attempt.reason)));
  body.append(
    facts(
      [
        ["decided by", attempt.decided_by],
        ["limit met", attempt.clock],
        ["prover", span(attempt.prover_ms)],
        ["check", span(attempt.check_ms)],
        ["CPU of the check", span(attempt.cpu_ms)],
        ["after the run’s start", span(attempt.finished_ms)],
        ["requests", attempt.requests && whole.format(attempt.requests)],
        ["prompt tokens", attempt.prompt_tokens !== null && whole.format(attempt.prompt_tokens)],
        ["completion tokens", attempt.completion_tokens !== null && whole.format(attempt.completion_tokens)],
        ["cached tokens", attempt.cached_tokens && whole.format(attempt.cached_tokens)],
        ["reasoning tokens", attempt.reasoning_tokens && whole.format(attempt.reasoning_tokens)],
        ["cost", dollars(attempt.cost_usd)],
        ["seed", attempt.seed],
      ].filter(([, value]) => value !== false && value !== 0),
      true,
    ),
  );
  if (attempt.messages.length) {
    const list = element("ul", { class: "messages" });
    for (const message of attempt.messages) {
      list.append(element("li", {}, element("span", { class: "place" }, place(message)), block(text(message[0]))));
    }
    body.append(element("h4", {}, "Messages"), list);
  }
  if (attempt.evidence.length) {
    const pairs = attempt.evidence.map(([name, value]) => [text(name), text(value)]);
    body.append(element("h4", {}, "Evidence"), facts(pairs));
  }
  if (attempt.left_out !== null) body.append(element("p", { class: "note" }, text(attempt.left_out)));
  if (attempt.private) body.append(...privateParts(core, attempt.private));
  return body;
}

function attemptLine(core, attempt) {
  const tokens = (attempt.prompt_tokens || 0) + (attempt.completion_tokens || 0);
  const taken = [
    span(attempt.prover_ms + attempt.check_ms),
    tokens ? `${whole.format(tokens)} tokens` : "",
    dollars(attempt.cost_usd),
  ];
  const opened = element(
    "details",
    { class: "attempt" },
    element(
      "summary",
      {},
      element("span", { class: "number" }, `#${attempt.attempt}`),
      verdictChip(core, attempt.kind),
      attempt.review ? element("span", { class: "chip" }, "needs review") : null,
      element("span", { class: "reason" }, attempt.reason === null ? "" : attempt.text(attempt.reason)),
      element("span", { class: "number quiet" }, taken.filter(Boolean).join(" · ")),
    ),
  );
  opened.addEventListener("toggle", () => {
    if (opened.open && opened.childElementCount === 1) opened.append(attemptBody(core, attempt));
  });
  return opened;
}

function itemDetail(core, item) {
  const parts = [];
  if (item.tags.length) parts.push(element("p", { class: "note" }, `Tags: ${item.tags.join(", ")}`));
  item.cells.forEach((cell, at) => {
    if (core.runs.length > 1) {
      const letter = element("span", { class: `run run-${at % 6}` }, core.runs[at].letter);
      parts.push(element("h3", {}, letter, ` ${core.runs[at].label}`));
    }
    if (!cell) {
      parts.push(element("p", { class: "note" }, "Not an item of this run."));
      return;
    }
    if (cell.reason) parts.push(element("p", {}, cell.reason));
    const attempts = attemptsOf(core, cell);
    if (!cell.verdicts.length) parts.push(element("p", { class: "note" }, "No attempt was made."));
    else if (attempts) parts.push(...attempts.map((attempt) => attemptLine(core, attempt)));
    else parts.push(element("p", { class: "note" }, core.left_out));
  });
  return parts;
}
