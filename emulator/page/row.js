import { change } from "./control.js";
import { element, renderList, setText } from "./dom.js";
import { editorOf } from "./editor.js";
import { duration, readable, toneOf } from "./words.js";

/** One resource: a line that opens to show out-of-band changes and the resources that belong to it. */
export function rowOf({ row: { id, nested }, section: { facts, noun, control } }, sectionOf) {
  const opens = control || nested.length > 0;
  const status = element("span", { class: "status tinted" });
  const title = element("span", { class: "title" });
  const next = element("span", { class: "next" });
  const cells = facts.map(() => element("span", { class: "fact" }));
  const number = element("span", { class: "id" }, String(id));
  const name = element("span", { class: "name" }, title, next);
  const line = element(opens ? "summary" : "div", { class: "line" }, status, name, ...cells, number);
  const details = element(opens ? "details" : "div", {}, line);
  const node = element("li", { "data-id": id, "data-noun": noun }, details);
  let current;
  let inside;
  const showInside = () => {
    if (!details.open) return;
    inside ??= insideOf(current, sectionOf);
    if (!inside.node.isConnected) details.append(inside.node);
    inside.update(current);
  };
  details.addEventListener("toggle", showInside);
  const update = (item) => {
    const { row } = item;
    const isChanged = current !== undefined && current.row.status !== row.status;
    current = item;
    setText(title, row.title);
    title.title = row.title;
    setText(next, row.job === null ? "" : outlook(row.job));
    next.title = next.textContent;
    setText(status, row.status === null ? "" : readable(row.status));
    if (row.status !== null) status.dataset.tone = toneOf(row.status);
    cells.forEach((cell, index) => {
      setText(cell, row.facts[index]);
      cell.title = `${facts[index]}: ${row.facts[index]}`;
    });
    if (isChanged) flash(node);
    showInside();
  };
  return { node, update };
}

/** The next step of a job, for example `running in 2.1 s`. */
export function outlook({ next, inMs }) {
  return next === null ? `${duration(inMs)} to go` : `${readable(next)} in ${duration(inMs)}`;
}

function insideOf({ row: { id }, section: { kind, noun, control, pokes } }, sectionOf) {
  const path = `/${kind}/${id}`;
  const node = element("div", { class: "inside" });
  const editor = control ? editorOf(path, `${noun} ${id}`) : undefined;
  if (control) {
    const buttons = Object.entries(pokes).map(([label, patch]) =>
      button(label, "", () => change(`${label}: ${noun} ${id}.`, "POST", path, patch)),
    );
    const remove = button("Delete", "danger", () => change(`Deleted ${noun} ${id}.`, "DELETE", path));
    const hint = element("p", { class: "soft" }, "Out-of-band changes, as if made by someone else:");
    node.append(hint, element("div", { class: "buttons" }, ...buttons, remove), editor.node);
  }
  const nested = element("div", { class: "nested" });
  node.append(nested);
  const update = ({ row }) => {
    editor?.update(row.edit);
    const present = row.nested.filter(({ total }) => total > 0);
    renderList(nested, present, (section) => section.kind, sectionOf);
  };
  return { node, update };
}

function button(label, kind, act) {
  const node = element("button", { type: "button", class: kind }, label);
  node.addEventListener("click", act);
  return node;
}

function flash(node) {
  node.classList.remove("changed");
  requestAnimationFrame(() => node.classList.add("changed"));
}
