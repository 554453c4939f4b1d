// Ask, Decisions, Graph, Write: one page over a memory. All texts are set as text, never as HTML.

const SVG = "http://www.w3.org/2000/svg";
const INCH = 80; // pixels

function make(tag, name, ...children) {
  const node = document.createElement(tag);
  if (name) node.className = name;
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

function shape(tag, attributes, text) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  if (text !== undefined) node.textContent = text;
  return node;
}

function field(label, kind = "input") {
  const input = document.createElement(kind);
  const box = make("label", "field", label);
  box.append(input);
  box.input = input;
  return box;
}

function citations(answer) {
  const list = make("ol", "citations");
  for (const one of answer.citations) {
    const quote = make("div", "quote", one.quote);
    list.append(make("li", "", make("div", "claim", one.claim), quote, make("div", "where", one.title || one.source || one.passage_id)));
  }
  return list;
}

function paths(answer) {
  const list = make("ul", "paths");
  for (const way of answer.graph_paths) {
    const steps = way.statements.map((s) => `${s.source} ${s.type} ${s.target}`.trim());
    if (steps.length) list.append(make("li", "", steps.join("  →  ")));
  }
  return list;
}

function decision(row, open) {
  const box = make("section", `decision ${row.status}`);
  box.append(make("span", "status", row.status), make("strong", "", row.statement));
  for (const p of row.positions || []) box.append(make("p", `position ${p.stance}`, `${p.person} ${p.stance}: ${p.claim}`));
  for (const text of row.supersedes || []) box.append(make("p", "note", `supersedes: ${text}`));
  for (const text of row.superseded_by || []) box.append(make("p", "note", `superseded by: ${text}`));
  for (const text of row.conflicts || []) box.append(make("p", "note", `in conflict with: ${text}`));
  if ((row.dissenters || []).length) box.append(make("p", "note", `against: ${row.dissenters.join(", ")}`));
  if (open && row.topic) {
    const more = make("button", "link", `all on ${row.topic}`);
    more.addEventListener("click", () => open(row.topic));
    box.append(more);
  }
  return box;
}

function thing(side) {
  const box = make("div", "thing", make("h3", "", side.name), make("p", "note", `${side.type} · ${side.mentions} mentions`));
  if (side.aliases.length) box.append(make("p", "note", `also: ${side.aliases.join(", ")}`));
  const facts = make("ul", "");
  side.neighbours.forEach((text) => facts.append(make("li", "", text)));
  box.append(facts);
  for (const e of side.excerpts) {
    box.append(make("p", "excerpt", e.before, make("mark", "", e.mention), e.after, make("span", "where", ` ${e.where}`)));
  }
  return box;
}

// Where the line from the middle of one box to that of another leaves the first.
function edge(from, to) {
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  const share = Math.min(dx ? from.width / 2 / Math.abs(dx) : Infinity, dy ? from.height / 2 / Math.abs(dy) : Infinity, 1);
  return [from.x + dx * share, from.y + dy * share];
}

function picture(graph, chosen, recentred) {
  const [width, height] = graph.size;
  const svg = shape("svg", { viewBox: `0 0 ${width * INCH} ${height * INCH}`, width: width * INCH, class: "graph" });
  const arrow = shape("marker", { id: "memkit-arrow", viewBox: "0 0 8 8", refX: 8, refY: 4, markerWidth: 7, markerHeight: 7, orient: "auto" });
  arrow.append(shape("path", { d: "M0,0 L8,4 L0,8 z", fill: "#7a7a7a" }));
  svg.append(arrow);
  const at = ([x, y]) => [x * INCH, (height - y) * INCH];
  for (const tie of graph.ties) {
    const [source, target] = [graph.boxes[tie.source_id], graph.boxes[tie.target_id]];
    const [[x1, y1], [x2, y2]] = [at(edge(source, target)), at(edge(target, source))];
    const line = shape("line", { x1, y1, x2, y2, stroke: "#7a7a7a", "marker-end": "url(#memkit-arrow)" });
    line.append(shape("title", {}, tie.label));
    svg.append(line);
  }
  for (const node of graph.nodes) {
    const box = graph.boxes[node.id];
    const [x, y] = at([box.x, box.y]);
    const group = shape("g", { class: node.centre ? "node centre" : "node", tabindex: 0, role: "button", "data-id": node.id });
    const [w, h] = [box.width * INCH, box.height * INCH];
    group.append(shape("rect", { x: x - w / 2, y: y - h / 2, width: w, height: h, rx: 4, fill: graph.fills[node.kind] || "#eee" }));
    const lines = box.text.replaceAll("\\$", "$").split("\n");
    lines.forEach((text, n) => group.append(shape("text", { x, y: y + 12 * (n - (lines.length - 1) / 2) + 4 }, text)));
    group.append(shape("title", {}, `${node.name} (${node.kind})`));
    group.addEventListener("click", () => chosen(node.id));
    group.addEventListener("dblclick", () => recentred(node.id));
    group.addEventListener("keydown", (event) => event.key === "Enter" && chosen(node.id));
    svg.append(group);
  }
  return svg;
}

function render({ model, el }) {
  const root = make("div", "memkit-explore");
  root.setAttribute("data-lm-suppress-shortcuts", "true"); // letters typed here are not the notebook's
  el.append(root);
  const waiting = new Map();
  let number = 0;
  model.on("msg:custom", (message) => {
    const answered = waiting.get(message.id);
    waiting.delete(message.id);
    if (answered) answered(message);
  });

  function call(name, given, into, show) {
    into.replaceChildren(make("p", "note", "…"));
    return new Promise((resolve) => {
      number += 1;
      waiting.set(`${model.model_id || ""}${number}`, (message) => {
        into.replaceChildren();
        if (message.error) into.append(make("p", "error", message.error));
        else show(message.result, into);
        if (message.result && (message.result.degraded || []).length) into.append(make("p", "note", `degraded: ${message.result.degraded.join(", ")}`));
        resolve(!message.error);
      });
      model.send({ id: `${model.model_id || ""}${number}`, call: name, arguments: given });
    });
  }

  function asking(label, place, run) {
    const input = make("input", "");
    input.placeholder = place;
    const button = make("button", "", label);
    const form = make("div", "asking", input, button);
    const go = () => input.value.trim() && run(input.value);
    button.addEventListener("click", go);
    input.addEventListener("keydown", (event) => event.key === "Enter" && go()); // a form's own Enter, JupyterLab takes
    return form;
  }

  const again = {}; // what each tab shows, to show it anew after a write
  const tabs = {
    Ask() {
      const out = make("div", "out");
      const run = (question) => {
        again.Ask = () => run(question);
        call("ask", { question }, out, (answer, into) => into.append(make("p", "answer", answer.answer), citations(answer), paths(answer)));
      };
      return make("div", "", asking("Ask", "a question", run), out);
    },
    Decisions() {
      const out = make("div", "out");
      const open = (topic) => {
        again.Decisions = () => open(topic);
        call("timeline", { topic }, out, (found, into) => {
          into.append(make("h3", "", topic));
          found.rows.forEach((row) => into.append(decision({ ...row, positions: [] })));
        });
      };
      const run = (question) => {
        again.Decisions = () => run(question);
        call("recall", { question }, out, (found, into) => {
          found.rows.forEach((row) => into.append(decision(row, open)));
          if (!found.rows.length) into.append(make("p", "note", "No decision is known."));
        });
      };
      return make("div", "", asking("Recall", "what was decided about …", run), out);
    },
    Graph() {
      const [left, right] = [make("div", "out picture"), make("div", "out details")];
      const list = make("select", "things");
      const shown = (id) => call("thing", { id }, right, (side, into) => into.append(thing(side)));
      const run = (entity) => {
        again.Graph = () => run(entity);
        call("graph", { entity }, left, (graph, into) => {
          into.append(picture(graph, shown, run));
          if (graph.note) into.append(make("p", "note", graph.note));
        });
        shown(entity);
      };
      const fill = () => {
        list.replaceChildren(make("option", "", "choose a thing"));
        for (const one of model.get("things")) {
          const option = make("option", "", `${one.name} (${one.type})`);
          option.value = one.id;
          list.append(option);
        }
      };
      list.addEventListener("change", () => list.selectedIndex && run(list.value));
      model.on("change:things", fill);
      fill();
      return make("div", "", list, make("p", "note", "Click a thing to see its facts and passages, twice to go there."), make("div", "two", left, right));
    },
    Write() {
      const [text, source, who] = [field("text", "textarea"), field("source"), field("speaker")];
      const said = make("div", "out");
      const [ingest, remember] = [make("button", "", "Ingest"), make("button", "", "Remember")];
      const note = make("div", "", text, source, who, ingest);
      ingest.addEventListener("click", async () => {
        const given = { content: text.input.value, source: source.input.value, speaker: who.input.value };
        if (await call("ingest", given, said, (done, into) => into.append(make("p", "note", `${done.entity_count} things, ${done.relation_count} relations`)))) refresh();
      });
      const [speaker, claims, topic, statement] = [field("speaker"), field("claims, one a line", "textarea"), field("topic"), field("decision")];
      const stance = field("stance", "select");
      for (const one of ["proposes", "supports", "disagrees", "withdraws", "reaffirms"]) stance.input.append(make("option", "", one));
      const kept = make("div", "out");
      const claim = make("div", "", speaker, claims, topic, statement, stance, remember);
      remember.addEventListener("click", async () => {
        const given = {
          session_id: "notebook",
          speaker: speaker.input.value,
          claims: claims.input.value.split("\n").filter((line) => line.trim()),
          topic: topic.input.value,
          decision: statement.input.value ? { statement: statement.input.value, stance: stance.input.value } : null,
        };
        if (await call("remember", given, kept, (done, into) => into.append(make("p", "note", `${done.claim_ids.length} claims kept${done.status ? `; the decision is ${done.status}` : ""}`)))) refresh();
      });
      return make("div", "two", make("div", "", make("h3", "", "A text"), note, said), make("div", "", make("h3", "", "What somebody said"), claim, kept));
    },
  };

  function refresh() {
    Object.values(again).forEach((show) => show());
  }

  const bar = make("div", "tabs");
  const pages = {};
  function open(name) {
    for (const [other, page] of Object.entries(pages)) page.hidden = other !== name;
    for (const button of bar.children) button.setAttribute("aria-selected", String(button.textContent === name));
  }
  for (const [name, build] of Object.entries(tabs)) {
    const button = make("button", "tab", name);
    button.addEventListener("click", () => open(name));
    bar.append(button);
    pages[name] = make("div", `page ${name.toLowerCase()}`, build());
  }
  root.addEventListener("keydown", (event) => event.stopPropagation());
  root.append(bar, ...Object.values(pages));
  open("Ask");
}

export default { render };
