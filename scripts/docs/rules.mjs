// What the declared rule of an argument means, in words.
import { code, value } from "./markdown.mjs";

/** What a change of the argument does. */
export function changeOf({ replaces, announces, refuses, steps, sentIn, onlyAtCreate }) {
  if (onlyAtCreate) return "changes nothing";
  if (replaces)
    return announces && !announces.startsWith("replaces") ? `replaces: ${announces}` : (announces ?? "replaces");
  if (sentIn === "nowhere" && !steps) return "sends nothing";
  if (announces) return refuses ? `${announces}; other changes are refused` : announces;
  if (refuses) return steps ? "in place where it can be; else refused" : "refused";
  return "in place";
}

/** What becomes of the object when the argument is taken out of the program; tests/lifecycle/removals.test.ts proves it. */
export function removalOf(definition, name) {
  const { required, neededBy } = definition.args[name];
  if (required) return "cannot be removed";
  if (neededBy?.always) return `is refused: ${neededBy.what} needs it`;
  return `${effectOf(definition, name)}${neededBy ? `; refused where ${neededBy.what} needs it` : ""}`;
}

function effectOf(definition, name) {
  const { whenRemoved, whenRemovedFrom, whenLeftOut, replaces, sentIn, onlyAtCreate } = definition.args[name];
  if (definition.action) return "runs it again";
  if (definition.set)
    return `sends nothing by itself, and counts as ${whenRemoved === null ? "never given" : value(whenRemoved)}`;
  if (sentIn === "origin" || onlyAtCreate) return "changes nothing";
  if (name === definition.content?.hash) return "replaces, unless it is the hash of the data";
  if (replaces && dependsOnArguments(whenLeftOut)) return "replaces, unless it is the default";
  const kept = whenLeftOut?.({});
  if (replaces && kept !== undefined) return `replaces, unless it is ${value(kept)}`;
  if (replaces) return "replaces";
  if (name === definition.identity.generated) return "generates one";
  if (whenRemovedFrom) return whenRemovedFrom.says;
  return whenRemoved === undefined ? "keeps the value, sends nothing" : `sends ${value(whenRemoved)}`;
}

function dependsOnArguments(rule) {
  return rule !== undefined && rule.length > 0;
}

/** What holds where the program leaves the argument out. */
export function defaultOf(definition, name, doc) {
  const { required, neededBy, whenLeftOut, whenRemoved } = definition.args[name];
  if (required) return "**required**";
  if (neededBy?.always) return `**required** for ${neededBy.what}`;
  if (name === definition.identity.generated) return "generated";
  if (dependsOnArguments(whenLeftOut)) return "see meaning";
  const known = whenLeftOut?.({}) ?? whenRemoved;
  const isEmpty = known === null || known === "" || (Array.isArray(known) && known.length === 0);
  if (known !== undefined) return isEmpty ? "none" : typeof known === "object" ? "see meaning" : value(known);
  return defaultIn(doc);
}

const SWITCHES = { off: "false", no: "false", on: "true", yes: "true" };

/** "default none", "`primary` (default)", "`weekly`, the default". */
function defaultIn(doc) {
  const [, after] = /\b[Dd]efault (`[^`]+`|none|off|on|no|yes|true|false|\d+)(?![\w`])/.exec(doc) ?? [];
  const [, before] = /(`[^`]+`|\b\w+)(?:, the default\b| \(default\))/.exec(doc) ?? [];
  const word = after ?? before ?? "";
  const found = SWITCHES[word] ?? word;
  return /^(true|false|\d+)$/.test(found) ? code(found) : found;
}

/** One row for the argument and one for each member of the objects that it holds: name, type, docstring. */
export function rowsOf(name, type, member, sources) {
  const inner = type.members ?? type.item?.members;
  const words = !inner ? type.describes : type.members ? "object" : arrayOf(type);
  const below = member ? sources.membersBelow(member) : new Map();
  const rows = Object.entries(inner ?? {}).flatMap(([part, partType]) =>
    rowsOf(`${name}${type.members ? "" : "[]"}.${part}`, partType, below.get(part), sources),
  );
  return [{ name, words, doc: member?.doc ?? "" }, ...rows];
}

function arrayOf({ describes }) {
  const [array] = describes.split(" of: ");
  return array === "array" ? "array of objects" : `${array} objects`;
}
