// What the package exports, and whether a page documents it.
import { readFileSync } from "node:fs";

/** `export class Name`, and `export { Name_2 as Name }` for what has the name of something global. */
const EXPORTED =
  /^export (?:(?:declare )?(?:abstract )?(?:class|interface|type|const|function) (\w+)|\{ \w+ as (\w+) \})/gm;

/** @param files the reports of the public surface (npm run api-report), which have a line for each export */
export function publicNames(files) {
  return files.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(EXPORTED)].map(([, name, alias]) => name ?? alias),
  );
}

/** A line for each name that no page has as a heading, in the first cell of a row, or as the beginning of a signature. */
export function undocumented(names, pages) {
  const text = [...pages.values()].join("\n");
  const isDocumented = (name) => new RegExp(`^(?:#+ (?:.*\\W)?${name}\\b|\\| \`${name}\`|${name}\\()`, "m").test(text);
  return names.filter((name) => !isDocumented(name)).map((name) => `${name} is exported, but no page documents it.`);
}
