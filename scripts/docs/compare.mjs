// Which of the generated pages in a folder are not what they should be.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** A line for each page that is stale or missing, and for each that is there too much. */
export function wrongPages(folder, pages) {
  const stale = [...pages].filter(([name, text]) => {
    const file = path.join(folder, name);
    return !existsSync(file) || readFileSync(file, "utf8") !== text;
  });
  return [
    ...stale.map(([name]) => `docs/${name} is not up to date.`),
    ...tooMany(folder, pages).map((name) => `docs/${name} belongs to no resource kind.`),
  ];
}

/** Pages of kinds that are no more. */
export function tooMany(folder, pages) {
  const kinds = path.join(folder, "resources");
  const present = existsSync(kinds) ? readdirSync(kinds) : [];
  return present.map((name) => `resources/${name}`).filter((name) => !pages.has(name));
}
