// All generated pages but docs/conformance.md: paths below docs/, and their texts.
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

import { projectFolder } from "../paths.mjs";
import { beyondPage } from "./beyond-page.mjs";
import { indexPage } from "./index-page.mjs";
import { kindPage } from "./kind-page.mjs";
import { refusalsPage } from "./refusals-page.mjs";
import { removalsPage } from "./removals-page.mjs";
import { roomsPage } from "./rooms-page.mjs";
import { readSources } from "./sources.mjs";

/** @returns the pages by path; the build must exist */
export function generatedPages() {
  const load = createRequire(import.meta.url);
  const { actions, objects, sets } = load("../../dist/provider/resources/registry.js");
  load("../../dist/provider/index.js");
  const { everyLookup } = load("../../dist/provider/lookups/rule.js");
  const definitions = [...objects, ...sets];
  const all = [...definitions, ...actions];
  const sources = readSources(path.join(projectFolder, "provider"));
  const kinds = all.map((definition) => [
    `resources/${definition.kind}.md`,
    kindPage(definition, { sources, example: exampleOf(definition) }),
  ]);
  return new Map([
    ["resources/README.md", indexPage({ definitions, actions }, sources)],
    ...kinds,
    ["removals.md", removalsPage(all)],
    ["rooms.md", roomsPage(path.join(projectFolder, "provider"))],
    ["refusals.md", refusalsPage(all, sources, serviceRefusals())],
    [
      "beyond-documents.md",
      beyondPage(
        all,
        everyLookup.filter(({ beyondDocuments }) => beyondDocuments),
      ),
    ],
  ]);
}

/** The program of the kind; one that has none shows the program of its docstring. */
function exampleOf({ kind }) {
  const file = path.join(projectFolder, "examples", "resources", `${kind}.ts`);
  return existsSync(file) ? readFileSync(file, "utf8") : undefined;
}

function serviceRefusals() {
  return JSON.parse(readFileSync(new URL("./service-refusals.json", import.meta.url), "utf8"));
}
