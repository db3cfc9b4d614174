/** Contents come from requests, so they are inserted as text, never as markup. */

/** An element with properties (`class`, `data-…` and `aria-…` as attributes) and children. */
export function element(tag, properties = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name === "class" || name.includes("-")) node.setAttribute(name, value);
    else node[name] = value;
  }
  node.append(...children);
  return node;
}

export function byId(id) {
  return document.getElementById(id);
}

/** Sets a text only if it differs, so that selections and screen readers are not disturbed. */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

const shown = new WeakMap();

/**
 * Renders one child of `parent` for each item. Children of existing items are updated in place, so that they keep
 * their focus, their input, and whether they are open. `create` returns `{ node, update(item) }`.
 */
export function renderList(parent, items, keyOf, create) {
  const before = shown.get(parent) ?? new Map();
  const after = new Map(items.map((item) => [keyOf(item), before.get(keyOf(item)) ?? create(item)]));
  for (const [key, { node }] of before) if (!after.has(key)) node.remove();
  let place = parent.firstElementChild;
  for (const item of items) {
    const part = after.get(keyOf(item));
    part.update(item);
    if (part.node === place) place = place.nextElementSibling;
    else parent.insertBefore(part.node, place);
  }
  shown.set(parent, after);
}
