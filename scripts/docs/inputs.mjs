// The arguments of a kind, and of what is made of it: name, type and range, default, meaning.
import { code, list, table } from "./markdown.mjs";
import { changeOf, defaultOf, removalOf, rowsOf } from "./rules.mjs";

/** @param names of arguments, in the order of the table */
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

/** The type's column says that it replaces, and the table of changes says how. */
function withoutReplacement(doc) {
  return doc.replace(/ Changing (?:it|them) replaces the \w+(?:, and its data is lost)?\./, "");
}

/** What a change of each argument does, and its removal from the program. */
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

/** A set sends what differs of its members, whichever argument has changed; data is compared by its hash. */
function changeIn({ set, creation, args }, name) {
  if (name === creation?.upload?.from) return "replaces, if the data differs";
  return set && !args[name].change?.replaces ? "in place" : changeOf(args[name]);
}

function notesOn(definition, name) {
  const { secret, writeOnly } = definition.args[name];
  const replaces = !definition.action && changeIn(definition, name).startsWith("replaces");
  return [secret && "; secret", writeOnly && "; never read back", replaces && "; **replaces**"]
    .filter(Boolean)
    .join("");
}

function changesLine({ action, args, creation, identity }) {
  const triggers = args.triggers ? " Change `triggers` to run it again on purpose." : "";
  const except = Object.keys(args).filter((name) => args[name].change?.onlyAtCreate);
  const any = except.length > 0 ? `any input except ${list(except.map(code))}` : "any input";
  if (action)
    return `Changing ${any} replaces the resource, which runs the action again. The new one is created first.${triggers}`;
  if (!Object.values(args).some(({ change }) => change?.replaces)) return "No change replaces the resource.";
  if (creation?.deleteBeforeReplace) return "A replacement deletes the old resource before it creates the new one.";
  const fixed = identity.unique
    ? `, unless the program sets ${list(identity.by.map(code))}: that value is unique, so the old resource is deleted first`
    : "";
  return `A replacement creates the new resource first${fixed}.`;
}

function unpublished(args) {
  const names = Object.keys(args).filter((name) => args[name].change?.beyondDocuments);
  if (names.length === 0) return [];
  return [
    `Updating ${list(names.map(code))} in place uses endpoints that the API documents mention but don't describe. See [Undocumented endpoints](../undocumented-endpoints.md) for what happens without them.`,
  ];
}
