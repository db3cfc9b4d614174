// The types of a page: those that a program can import by name.
import ts from "typescript";

import { code, table } from "./markdown.mjs";
import { docOf, sentence } from "./docstrings.mjs";

/** @param names of types; those that they refer to come in addition, unless they are on a page of their own */
export function typesSection(names, { sources, publicNames, elsewhere }) {
  const own = new Set(names);
  const shown = reached(names, sources)
    .filter((name) => own.has(name) || !elsewhere.has(name))
    .filter((name) => publicNames.has(name));
  const rows = shown.map((name) => [code(name), sentence(docOf(sources.typesNamed(name).at(-1)))]);
  return rows.length > 0 ? ["## Types", table(["type", "is"], rows)] : [];
}

function reached(names, sources) {
  const found = new Set(names);
  for (const name of found) {
    for (const node of sources.typesNamed(name)) for (const other of namesIn(node)) found.add(other);
  }
  return [...found];
}

/** Types that a declaration mentions. */
function namesIn(node) {
  const own = ts.isTypeReferenceNode(node) ? [node.typeName] : [];
  const base = ts.isExpressionWithTypeArguments(node) ? [node.expression] : [];
  const below = [];
  ts.forEachChild(node, (child) => void below.push(...namesIn(child)));
  return [...[...own, ...base].map((each) => each.getText()), ...below];
}
