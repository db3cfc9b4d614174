// What the declared rule of an argument means, in words.
import { code, value } from "./markdown.mjs";

/** What a change of the argument does. */
export function changeOf({ change = {}, sent }) {
  const { replaces, notice, refusal, steps, onlyAtCreate } = change;
  if (onlyAtCreate) return "changes nothing";
  if (replaces) return notice && !notice.startsWith("replaces") ? `replaces: ${notice}` : (notice ?? "replaces");
  if (sent?.in === "nowhere" && !steps) return "sends nothing";
  if (notice) return refusal ? `${notice}; other changes are rejected` : notice;
  if (refusal) return steps ? "in place if possible; otherwise rejected" : "rejected";
  return "in place";
}

/** What becomes of the object when the argument is taken out of the program; tests/lifecycle/removals.test.ts proves it. */
export function removalOf(definition, name) {
  const { required } = definition.args[name];
  if (required === true) return "cannot be removed";
  if (required?.always) return `is rejected: ${required.by} requires it`;
  return `${effectOf(definition, name)}${required ? `; rejected where ${required.by} requires it` : ""}`;
}

function effectOf(definition, name) {
  const { removal, serverDefault, change = {}, sent } = definition.args[name];
  const { replaces, onlyAtCreate } = change;
  if (definition.action) return onlyAtCreate ? "changes nothing" : "runs it again";
  if (definition.set)
    return `sends nothing by itself, and counts as ${removal.sends === null ? "never given" : value(removal.sends)}`;
  if (sent?.in === "origin" || onlyAtCreate) return "changes nothing";
  if (name === definition.creation?.upload?.hash) return "replaces, unless it is the hash of the data";
  if (replaces && dependsOnArguments(serverDefault)) return "replaces, unless it is the default";
  const kept = serverDefault?.value({});
  if (replaces && kept !== undefined) return `replaces, unless it is ${value(kept)}`;
  if (replaces) return "replaces";
  if (name === definition.identity.generated) return "generates one";
  if (!removal) return "keeps the value, sends nothing";
  return typeof removal.sends === "function" ? removal.sends.says : `sends ${value(removal.sends)}`;
}

function dependsOnArguments(rule) {
  return rule !== undefined && rule.value.length > 0;
}

/** What holds where the program leaves the argument out. */
export function defaultOf(definition, name, doc) {
  const { required, serverDefault, removal } = definition.args[name];
  if (required === true) return "**required**";
  if (required?.always) return `**required** for ${required.by}`;
  if (name === definition.identity.generated) return "generated";
  if (dependsOnArguments(serverDefault)) return "see meaning";
  const fixed = typeof removal?.sends === "function" ? undefined : removal?.sends;
  const known = serverDefault?.value({}) ?? fixed;
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

/** One row for the argument and one for each member of the objects that it holds. */
export function rowsOf(name, type, member, sources) {
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
