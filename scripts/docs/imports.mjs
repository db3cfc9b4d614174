// How an existing object of a kind is imported.
import { code } from "./markdown.mjs";

const IMPORT_ID = /Import (?:id|ID): (.+?)\.(?: |$)/;

/** @param prose docstring of the class, which says what the import id is made of */
export function importLines(definition, prose) {
  const { kind, action, collection } = definition;
  const isImportable = !action || action.evidence.shows === "object";
  const heading = "## Import";
  if (!isImportable) return [heading, "This action can't be imported: the API stores no object for it."];
  const [, said] = IMPORT_ID.exec(prose) ?? [];
  const [, form = [...parentsIn(collection), "id"].join("/")] = /`([^`]+)`/.exec(said ?? "") ?? [];
  return [
    heading,
    `The import ID is ${said ?? code(form)}. The option ${code("import")} adopts an existing resource:`,
    ["```ts", `new compute.${kind}("NAME", { /* matching inputs */ }, { import: "${exampleOf(form)}" });`, "```"],
    "The inputs must match the existing resource; the error shows those that don't. An import writes nothing. Inputs that are never read back are not compared. You can remove the option afterwards.",
    ...(action
      ? []
      : [
          `${code(`compute.${kind}.get("NAME", "${exampleOf(form)}")`)} reads a resource that the stack doesn't manage.`,
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
