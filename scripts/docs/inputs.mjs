// The arguments of a kind, and of what is made of it: name, type and range, default, meaning.
import { code, list, table } from "./markdown.mjs";
import { changeOf, defaultOf, removalOf, rowsOf } from "./rules.mjs";

/** @param names of arguments, in the order of the table */
export function inputsTable(definition, sources, names = Object.keys(definition.args)) {
  return table(["argument", "type and range", "default", "meaning"], inputRows(definition, sources, names));
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
      ["argument", "a change", "removed from the program"],
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
  const triggers = args.triggers ? " `triggers` is there for that." : "";
  const except = Object.keys(args).filter((name) => args[name].change?.onlyAtCreate);
  const any = except.length > 0 ? `any argument but ${list(except.map(code))}` : "any argument";
  if (action) return `Changing ${any} runs it again: a replacement that creates the new one first.${triggers}`;
  if (!Object.values(args).some(({ change }) => change?.replaces)) return "Nothing replaces it.";
  if (creation?.deleteBeforeReplace) return "A replacement deletes the old object first.";
  const fixed = identity.unique
    ? `, unless the program sets ${list(identity.by.map(code))}, which the old object must release first`
    : "";
  return `A replacement creates the new object first${fixed}.`;
}

function unpublished(args) {
  const names = Object.keys(args).filter((name) => args[name].change?.beyondDocuments);
  if (names.length === 0) return [];
  return [
    `In-place changes of ${list(names.map(code))} use endpoints that the service's interface documents mention without describing them. [What happens on a service that lacks them](../undocumented-endpoints.md).`,
  ];
}
