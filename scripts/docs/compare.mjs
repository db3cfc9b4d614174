// Which of the generated pages in a folder are not what they should be.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** Folders of docs/reference/ in which every page is generated. */
export const FOLDERS = ["resources", "data-sources"];

/** A line for each page that is stale or missing, and for each that is there too much. */
export function wrongPages(folder, pages) {
  const stale = [...pages].filter(([name, text]) => {
    const file = path.join(folder, name);
    return !existsSync(file) || readFileSync(file, "utf8") !== text;
  });
  return [
    ...stale.map(([name]) => `${path.posix.join("docs/reference", name)} is not up to date.`),
    ...tooMany(folder, pages).map((name) => `docs/reference/${name} documents nothing that exists.`),
  ];
}

/** Pages of resources and lookups that are no more. */
export function tooMany(folder, pages) {
  const present = FOLDERS.flatMap((name) => {
    const below = path.join(folder, name);
    return existsSync(below) ? readdirSync(below).map((file) => `${name}/${file}`) : [];
  });
  return present.filter((name) => !pages.has(name));
}
