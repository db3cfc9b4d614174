// What the sources of the lookups say: their docstrings, and the names of the types of their arguments and results.
import ts from "typescript";

import { docOf, sentence, throwsOf } from "./docstrings.mjs";
import { parsedFiles } from "./sources.mjs";

/** @returns for each lookup: `{ doc, throws, args, result, isOpen, isPlain }`, by its name without "Output" */
export function readLookups(folder) {
  const rules = new Map();
  const docs = new Map();
  const statements = parsedFiles(folder).flatMap((file) => [...file].filter((node) => ts.isVariableStatement(node)));
  for (const statement of statements) {
    const [{ name, initializer }] = statement.declarationList.declarations;
    if (isRule(initializer)) rules.set(nameIn(initializer), initializer);
    else docs.set(name.text, { doc: sentence(docOf(statement)), throws: throwsOf(statement) });
  }
  return new Map([...rules].map(([name, call]) => [name, saidOf(name, call, docs)]));
}

function saidOf(name, { expression, typeArguments }, docs) {
  const [args, result] = typeArguments.map((type) => type.getText());
  const isPlain = docs.has(name);
  return {
    ...docs.get(isPlain ? name : `${name}Output`),
    args,
    result,
    isPlain,
    isOpen: expression.text === "openLookup",
  };
}

/** `lookup<Args, Result>({ name: "getThing", … })` */
function isRule(node) {
  return (
    node !== undefined && ts.isCallExpression(node) && ["lookup", "openLookup"].includes(node.expression.getText())
  );
}

function nameIn({ arguments: [rule] }) {
  return rule.properties.find((property) => property.name.text === "name").initializer.text;
}
