// The tables of a resource type's inputs: type and range, default, description, and what changing or removing an input does.
import { code, list, table, value } from "./markdown.mjs";

/** @param names of inputs, in the order of the table */
export function inputsTable(definition, sources, names = Object.keys(definition.args)) {
  return table(["input", "type and range", "default", "description"], inputRows(definition, sources, names));
}

export function inputRows(definition, sources, names) {
  const { kind, args } = definition;
  const members = sources.membersOf(`${kind}Args`);
  return names.flatMap((name) =>
    rowsOf(name, args[name].type, members.get(name), sources).map((row, index) => [
      code(row.name),
      row.words + (index === 0 ? notesOn(definition, name) : ""),
      index === 0 ? defaultOf(definition, name, row.doc) : row.isOptional ? "" : "**required**",
      withoutReplacement(row.doc),
    ]),
  );
}

/** Omits the sentence on replacement: the type column and the table of changes show it. */
function withoutReplacement(doc) {
  return doc.replace(/ Changing (?:it|them) replaces the \w+\./, "");
}

/** What changing each input does, and removing it from the program. */
export function changesSection(definition) {
  const { action, args } = definition;
  const names = Object.keys(args).filter((name) => name !== "triggers" || !action);
  return [
    "### Changes",
    changesLine(definition),
    table(
      ["input", "when changed", "when removed"],
      names.map((name) => [code(name), changeIn(definition, name), removalOf(definition, name)]),
    ),
    ...unpublished(args),
  ];
}

/** A set sends the records that differ, whichever input has changed. Upload data is compared by its hash. */
function changeIn({ records, creation, args }, name) {
  if (name === creation?.upload?.from) return "replaces, if the data differs";
  return records && !args[name].change?.replaces ? "in place" : changeOf(name, args[name]);
}

function notesOn(definition, name) {
  const { secret, writeOnly } = definition.args[name];
  const replaces = !definition.action && changeIn(definition, name).startsWith("replaces");
  return [secret && "; secret", writeOnly && "; never read back", replaces && "; **replaces**"]
    .filter(Boolean)
    .join("");
}

function changesLine({ action, args, identity, loses }) {
  const triggers = args.triggers ? " Change `triggers` to run it again on purpose." : "";
  const except = Object.keys(args).filter((name) => args[name].sent?.in === "creation");
  const any = except.length > 0 ? `any input except ${list(except.map(code))}` : "any input";
  const lost = loses?.deleted;
  if (action)
    return `Changing ${any} replaces the resource, which runs the action again${lost ? ` and loses ${lost}` : ""}. The new one is created first.${triggers}`;
  const loss = lost ? ` It loses ${lost}.` : "";
  if (!Object.values(args).some(({ change }) => change?.replaces)) return "No change replaces the resource.";
  if (identity.coexistence) return `A replacement deletes the old resource before it creates the new one.${loss}`;
  const fixed = identity.unique
    ? `, unless the program sets ${list(identity.by.map(code))}: that value is unique, so the old resource is deleted first`
    : "";
  return `A replacement creates the new resource first${fixed}.${loss}`;
}

function unpublished(args) {
  const names = Object.keys(args).filter((name) => args[name].change?.beyondDocuments);
  if (names.length === 0) return [];
  return [
    `Updating ${list(names.map(code))} in place uses endpoints that the API documents mention but don't describe. See [Undocumented endpoints](../undocumented-endpoints.md) for what happens without them.`,
  ];
}

// The declared rules of an input, in words.

/** What changing the input does. */
export function changeOf(name, { change = {}, sent }) {
  const { replaces, notice, steps } = change;
  if (sent?.in === "creation") return "changes nothing";
  if (typeof replaces === "function") return `replaces; ${replaces.says}`;
  if (replaces) return notice ? `replaces: ${notice}` : "replaces";
  if (sent?.in === "nowhere" && !steps) return "sends nothing";
  const isLimited = steps && [true, false].some((wanted) => typeof steps({ [name]: wanted }, {}) === "string");
  if (notice) return isLimited ? `${notice}; other changes are rejected` : notice;
  return isLimited ? "in place if possible; otherwise rejected" : "in place";
}

/** What removing the input from the program does; tests/diff-and-preview/removed-arguments.lifecycle.test.ts proves it. */
export function removalOf(definition, name) {
  const { required } = definition.args[name];
  if (required === true) return "cannot be removed";
  if (required?.always) return `is rejected: ${required.by} requires it`;
  return `${effectOf(definition, name)}${required ? `; rejected where ${required.by} requires it` : ""}`;
}

function effectOf(definition, name) {
  const { removal, serverDefault, change = {}, sent } = definition.args[name];
  const { replaces } = change;
  const onlyAtCreate = sent?.in === "creation";
  if (definition.action) return onlyAtCreate ? "changes nothing" : "runs it again";
  if (definition.records && !removal) return "removes its records";
  if (definition.records)
    return `sends nothing by itself, and counts as ${removal.sends === null ? "not set" : value(removal.sends)}`;
  if (sent?.in === "origin" || onlyAtCreate) return "changes nothing";
  if (name === definition.creation?.upload?.by) return "replaces, unless it is the hash of the data";
  if (replaces && dependsOnArguments(serverDefault)) return "replaces, unless it is the default";
  const kept = serverDefault?.value({});
  if (replaces && kept !== undefined) return `replaces, unless it is ${value(kept)}`;
  if (replaces) return "replaces";
  if (name === definition.identity.generated) return "generates one";
  if (!removal) return "keeps the value, sends nothing";
  return typeof removal.sends === "function" ? removal.sends.says : `sends ${value(removal.sends)}`;
}

function dependsOnArguments(rule) {
  return rule !== undefined && rule.value.length === 1;
}

/** What applies if the program omits the input. */
function defaultOf(definition, name, doc) {
  const { required, serverDefault, removal } = definition.args[name];
  if (required === true) return "**required**";
  if (required?.always) return `**required** for ${required.by}`;
  if (name === definition.identity.generated) return "generated";
  if (dependsOnArguments(serverDefault)) return "see description";
  const fixed = typeof removal?.sends === "function" ? undefined : removal?.sends;
  const known = serverDefault?.value({}) ?? fixed;
  const isEmpty = known === null || known === "" || (Array.isArray(known) && known.length === 0);
  if (known !== undefined) return isEmpty ? "none" : typeof known === "object" ? "see description" : value(known);
  return defaultIn(doc);
}

const SWITCHES = { off: "false", no: "false", on: "true", yes: "true" };

/** The default that a docstring names: "default none", "`primary` (default)", "`weekly`, the default". */
function defaultIn(doc) {
  const [, after] = /\b[Dd]efault (`[^`]+`|none|off|on|no|yes|true|false|\d+)(?![\w`])/.exec(doc) ?? [];
  const [, before] = /(`[^`]+`|\b\w+)(?:, the default\b| \(default\))/.exec(doc) ?? [];
  const word = after ?? before ?? "";
  const found = SWITCHES[word] ?? word;
  return /^(true|false|\d+)$/.test(found) ? code(found) : found;
}

/** One row for the input, and one for each property of the objects in it. */
function rowsOf(name, type, member, sources) {
  const inner = type.members ?? type.item?.members;
  const words = !inner ? type.describes : type.members ? "object" : arrayOf(type);
  const below = member ? sources.membersBelow(member) : new Map();
  const rows = Object.entries(inner ?? {}).flatMap(([part, partType]) =>
    rowsOf(`${name}${type.members ? "" : "[]"}.${part}`, partType, below.get(part), sources),
  );
  return [{ name, words, doc: member?.doc ?? "", isOptional: member?.isOptional ?? true }, ...rows];
}

function arrayOf({ describes }) {
  const [array] = describes.split(" of: ");
  return array === "array" ? "array of objects" : `${array} objects`;
}
