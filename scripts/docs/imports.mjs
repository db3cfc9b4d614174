// How an existing object of a kind is imported.
import { code } from "./markdown.mjs";

const IMPORT_ID = /Import id: (.+?)\.(?: |$)/;

/** @param prose docstring of the class, which says what the import id is made of */
export function importLines(definition, prose) {
  const { kind, action, collection } = definition;
  const isImportable = !action || action.evidence.shows === "object";
  const heading = "## Import";
  if (!isImportable)
    return [heading, "It cannot be imported: it is something that is done, and the service keeps no object for it."];
  const [, said] = IMPORT_ID.exec(prose) ?? [];
  const [, form = [...parentsIn(collection), "id"].join("/")] = /`([^`]+)`/.exec(said ?? "") ?? [];
  return [
    heading,
    `The import id is ${said ?? code(form)}. The option ${code("import")} takes over an existing object:`,
    ["```ts", `new compute.${kind}("NAME", { /* as it is */ }, { import: "${exampleOf(form)}" });`, "```"],
    "The arguments must match the object; the error names those that do not. Nothing is written. Arguments that are never read back are not compared. The option can be removed afterwards.",
    ...(action
      ? []
      : [
          `${code(`compute.${kind}.get("NAME", "${exampleOf(form)}")`)} reads an object that the stack does not manage.`,
        ]),
  ];
}

/** The paragraph without the sentence that its own section repeats. */
export function withoutImportId(paragraph) {
  return paragraph.replace(IMPORT_ID, "").trim();
}

function parentsIn(collection) {
  return [...collection.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
}

/** A number for each part that is called an id; an example in the docstring stays. */
function exampleOf(form) {
  let next = 0;
  return form.replace(/\b(?:id|\w+Id)\b/g, () => String(12345 + 111 * next++));
}
