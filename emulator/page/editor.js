import { change } from "./control.js";
import { element, renderList } from "./dom.js";

/** A form for the fields of one resource. It sends only changed fields. */
export function editorOf(path, name) {
  const fields = element("div", { class: "fields" });
  const save = element("button", { disabled: true }, "Change");
  const node = element("form", { class: "editor", "aria-label": `Fields of ${name}` }, fields, save);
  const inputs = new Map();
  const touched = () => [...inputs].filter(([, field]) => field.isTouched());
  const look = () => (save.disabled = touched().length === 0);
  node.addEventListener("input", look);
  node.addEventListener("submit", async (event) => {
    event.preventDefault();
    const changed = touched();
    const patch = Object.fromEntries(changed.map(([key, field]) => [key, field.value()]));
    const worked = await change(`Changed ${Object.keys(patch).join(", ")} of ${name}.`, "POST", path, patch);
    if (worked) for (const [, field] of changed) field.settle();
    look();
  });
  const update = (values) => {
    const entries = Object.entries(values);
    node.hidden = entries.length === 0;
    renderList(
      fields,
      entries,
      ([key]) => key,
      ([key, value]) => fieldOf(key, value, inputs),
    );
  };
  return { node, update };
}

/** One field. A new stored value does not overwrite unsaved input. */
function fieldOf(key, first, inputs) {
  const type = kindOf(first);
  const input = element("input", { type: TYPES[type], name: key, spellcheck: false });
  if (type === "number") input.step = "any";
  if (type === "array") input.placeholder = "none; separate with commas";
  const property = type === "boolean" ? "checked" : "value";
  const toInput = (value) => (type === "array" ? value.join(", ") : type === "boolean" ? value : String(value ?? ""));
  let stored = toInput(first);
  input[property] = stored;
  inputs.set(key, {
    isTouched: () => input[property] !== stored,
    settle: () => (stored = input[property]),
    value: () => READ[type](input),
  });
  const update = ([, value]) => {
    const isTouched = input[property] !== stored;
    stored = toInput(value);
    if (!isTouched) input[property] = stored;
  };
  const text = element("span", {}, key);
  const label =
    type === "boolean" ? element("label", { class: "check" }, input, text) : element("label", {}, text, input);
  return { node: label, update };
}

const TYPES = { number: "number", boolean: "checkbox", array: "text", text: "text" };

const READ = {
  number: (input) => Number(input.value),
  boolean: (input) => input.checked,
  array: (input) =>
    input.value
      .split(",")
      .map((item) => item.trim())
      .filter(Boolean),
  text: (input) => input.value,
};

function kindOf(value) {
  if (Array.isArray(value)) return "array";
  return ["number", "boolean"].includes(typeof value) ? typeof value : "text";
}
