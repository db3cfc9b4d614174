// What the docstrings in the sources say: of types and their members, of classes, and of functions.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";

import { docOf } from "./docstrings.mjs";
import { membersOf, membersOfType, ownMembers } from "./members.mjs";

/** Reads all TypeScript files below a folder. */
export function readSources(folder) {
  const found = { files: [], interfaces: new Map(), aliases: new Map(), classes: new Map(), functions: new Map() };
  for (const statements of parsedFiles(folder)) {
    found.files.push(statements);
    for (const node of statements) note(node, found);
  }
  const { interfaces, aliases, classes, functions } = found;
  return {
    classDoc: (name) => (classes.has(name) ? docOf(classes.get(name)) : ""),
    classMembersOf: (name) => new Map(ownMembers(classes.get(name).members)),
    interfaceDoc: (name) => (interfaces.has(name) ? docOf(interfaces.get(name)) : ""),
    functionDoc: (name) => functions.get(name) ?? "",
    /** Its declarations, the public one last: a plain interface may have the name of the public type made from it. */
    typesNamed: (name) => [interfaces.get(name), aliases.get(name)].filter(Boolean),
    /** Names of the types that the file of the class exports. */
    typesBeside: (name) => typesIn(found.files.find((statements) => statements.includes(classes.get(name)))),
    membersOf: (name) => membersOf(name, found),
    membersBelow: (member) => membersOfType(member.type, found),
  };
}

/** The statements of each TypeScript file below a folder. */
export function parsedFiles(folder) {
  const files = readdirSync(folder, { recursive: true }).filter((file) => file.endsWith(".ts"));
  return files.map((file) => {
    const text = readFileSync(path.join(folder, file), "utf8");
    return ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true).statements;
  });
}

function note(node, { interfaces, aliases, classes, functions }) {
  if (ts.isInterfaceDeclaration(node)) interfaces.set(node.name.text, node);
  if (ts.isTypeAliasDeclaration(node)) aliases.set(node.name.text, node);
  if (ts.isClassDeclaration(node) && node.name) classes.set(node.name.text, node);
  if (ts.isFunctionDeclaration(node) && node.name) functions.set(node.name.text, docOf(node));
}

function typesIn(statements) {
  return statements.flatMap((node) => {
    if (ts.isExportDeclaration(node)) return node.exportClause.elements.map(({ name }) => name.text);
    const isType = ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node);
    const isExported = node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
    return isType && isExported ? [node.name.text] : [];
  });
}
