// The review queue: two things side by side. All texts are set as text, never as HTML.

const KEYS = { m: "merge", k: "apart", l: "later", u: "undo" };

function make(tag, name, text) {
  const node = document.createElement(tag);
  if (name) node.className = name;
  if (text !== undefined) node.textContent = text;
  return node;
}

function excerpt(of) {
  const line = make("p", "excerpt");
  line.append(of.before, make("mark", "", of.mention), of.after);
  if (of.where) line.append(make("span", "where", " " + of.where));
  return line;
}

function side(of) {
  const box = make("section", "side");
  box.append(make("h3", "", of.name), make("p", "type", `${of.type} · ${of.mentions} mention${of.mentions === 1 ? "" : "s"}`));
  if (of.aliases.length) box.append(make("p", "aliases", "also: " + of.aliases.join(", ")));
  if (of.neighbours.length) {
    const list = make("ul", "neighbours");
    of.neighbours.forEach((text) => list.append(make("li", "", text)));
    box.append(list);
  }
  of.excerpts.forEach((one) => box.append(excerpt(one)));
  return box;
}

function signals(of) {
  const box = make("div", "signals");
  for (const [name, value] of Object.entries(of)) {
    const bar = make("div", "bar");
    const fill = make("div", "fill");
    fill.style.width = `${Math.round(100 * Math.min(1, Math.max(0, value)))}%`;
    bar.append(fill);
    box.append(make("span", "name", name), bar, make("span", "value", value.toFixed(2)));
  }
  return box;
}

function bought(progress) {
  const parts = [`${progress.merged} merged`, `${progress.kept_apart} kept apart`, `${progress.waiting} waiting`];
  const first = progress.measured[0];
  const last = progress.measured[progress.measured.length - 1];
  for (const name of Object.keys(last || {})) {
    const gain = last[name] - first[name];
    parts.push(`${name} ${last[name].toFixed(3)} (${gain < 0 ? "−" : "+"}${Math.abs(gain).toFixed(3)})`);
  }
  return parts.join(" · ");
}

function render({ model, el }) {
  const root = make("div", "memkit-review");
  root.tabIndex = 0;
  root.setAttribute("data-lm-suppress-shortcuts", "true"); // letters are ours here, not the notebook's
  el.append(root);

  function act(action) {
    const view = model.get("view");
    if (view.pair) model.send({ action, left_id: view.pair.left.id, right_id: view.pair.right.id });
    else if (action === "undo") model.send({ action });
  }

  function button(action, label, key) {
    const one = make("button", action, label);
    one.append(make("kbd", "", key));
    one.addEventListener("click", () => act(action));
    return one;
  }

  function draw() {
    const view = model.get("view");
    const held = root.contains(document.activeElement);
    root.replaceChildren();
    root.append(make("p", "counts", bought(view.progress)));
    if (view.message) root.append(make("p", "message", view.message));
    if (view.pair) {
      const sides = make("div", "sides");
      sides.append(side(view.pair.left), side(view.pair.right));
      root.append(sides, make("p", "reason", `${view.pair.reason} (score ${view.pair.score.toFixed(2)})`));
      root.append(signals(view.pair.signals));
    } else {
      root.append(make("p", "done", "No pair is waiting."));
    }
    const row = make("div", "actions");
    if (view.pair) row.append(button("merge", "Merge", "m"), button("apart", "Keep apart", "k"), button("later", "Later", "l"));
    row.append(button("undo", "Undo", "u"));
    root.append(row);
    if (held) root.focus();
  }

  root.addEventListener("keydown", (event) => {
    const action = KEYS[event.key.toLowerCase()];
    if (!action || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    act(action);
  });
  model.on("change:view", draw);
  draw();
}

export default { render };
