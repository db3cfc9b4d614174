// All generated pages except docs/reference/conformance.md, and the package schema, by path below docs/reference/, and which of them are not up to date.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

import { compiledFolder, projectFolder } from "../shared/paths.mjs";
import { valuesFile } from "./code.mjs";
import { dataSourcePage, dataSourcesIndexPage, readDataSources } from "./data-source-pages.mjs";
import {
  beyondPage,
  decisionsPage,
  emulatorPage,
  modulesPage,
  removalsPage,
  dependenciesPage,
} from "./other-pages.mjs";
import { COMMON_TYPES, indexPage, kindPage, providerPage, zonePage } from "./resource-pages.mjs";
import { packageSchema } from "./schema.mjs";
import { readSources, undocumented } from "./sources.mjs";
import { refusalsPage } from "./validation.mjs";

const SOURCES = path.join(projectFolder, "provider");
const EMULATOR = path.join(projectFolder, "emulator");

/**
 * Requires a build.
 * @returns the pages by path, and a message for each export that none of them documents
 */
export async function generatedPages() {
  const load = createRequire(path.join(compiledFolder, "_"));
  const { actions, allKinds: kinds, objects, sets } = load("./provider/resources/registry.js");
  const { dataSourceRules } = load("./provider/data-sources/registry.js");
  const { argumentsOf } = load("./provider/data-sources/rule.js");
  const { listingOf } = load("./provider/data-sources/listing.js");
  const definitions = [...objects, ...sets, ...kinds.filter(({ isGeneric }) => isGeneric)];
  const sources = readSources(path.join(SOURCES, "index.ts"));
  const emulatorSources = readSources(path.join(EMULATOR, "index.ts"));
  const fromService = JSON.parse(readFileSync(new URL("./service-refusals.json", import.meta.url), "utf8"));
  const classes = [...kinds.map(({ kind }) => kind), "Zone", "Provider"];
  const elsewhere = new Set([...COMMON_TYPES, ...classes.flatMap((name) => sources.typesBeside(name))]);
  const { exportedNames } = sources;
  const about = { sources, elsewhere, fromService };
  const kindOf = (name) => kinds.find(({ kind }) => kind === name);
  const said = readDataSources(sources);
  const dataSources = dataSourceRules.map((rule) => ({ rule, said: said.get(rule.name), args: argumentsOf(rule) }));
  const manifest = readJson("package.json");
  const parts = { domain: kindOf("Domain"), domainRecord: kindOf("DomainRecord") };
  const schema = packageSchema({ definitions: kinds, dataSources, listingOf, sources, examplesOf, manifest });
  const pages = new Map([
    ["resources/README.md", indexPage({ definitions, actions }, sources)],
    ...kinds.map((each) => [
      `resources/${each.kind}.md`,
      kindPage(each, { ...about, examples: examplesOf("resources", each.kind) }),
    ]),
    ["resources/Zone.md", zonePage(parts, { ...about, examples: examplesOf("resources", "Zone") })],
    ["resources/Provider.md", providerPage({ ...about, examples: examplesOf("resources", "Provider") })],
    ...dataSourcePages(dataSources, about),
    ["emulator-api.md", emulatorPage(emulatorSources, examplesOf("emulator", "startEmulator"))],
    ["dependencies.md", dependenciesPage(manifest, readJson("package-lock.json"))],
    ["removed-inputs.md", removalsPage(kinds.filter(({ isGeneric }) => !isGeneric))],
    ["modules.md", modulesPage(SOURCES)],
    ["../decisions/README.md", decisionsPage(path.join(projectFolder, "docs", "decisions"))],
    ["../../provider/native/schema.json", `${JSON.stringify(schema, undefined, 2)}\n`],
    ...(await valuesFile(schema, exportedNames)),
    ["validation.md", refusalsPage(kinds, sources, fromService)],
    [
      "undocumented-endpoints.md",
      beyondPage(
        kinds,
        dataSourceRules.filter(({ beyondDocuments }) => beyondDocuments),
      ),
    ],
  ]);
  return { pages, undocumented: undocumented([...exportedNames, ...emulatorSources.exportedNames], pages) };
}

function readJson(name) {
  return JSON.parse(readFileSync(path.join(projectFolder, name), "utf8"));
}

function dataSourcePages(dataSources, about) {
  const single = dataSources.filter(({ rule }) => !rule.list);
  const pageOf = (type, from) => {
    const found = single.find((dataSource) => dataSource.said.result === type && dataSource.rule.name !== from);
    return found && `${found.rule.name}.md`;
  };
  const pages = dataSources.map((dataSource) => {
    const { name } = dataSource.rule;
    return [
      `data-sources/${name}.md`,
      dataSourcePage(dataSource, { ...about, pageOf, examples: examplesOf("data-sources", name) }),
    ];
  });
  return [["data-sources/README.md", dataSourcesIndexPage(dataSources)], ...pages];
}

/** The programs of a page, from examples/, where they are type-checked. */
function examplesOf(folder, name) {
  const inFolder = path.join(projectFolder, "examples", folder);
  const [main, ...others] = [`${name}.ts`, ...variantsOf(name, readdirSync(inFolder))];
  if (!existsSync(path.join(inFolder, main))) {
    throw new Error(`${name} has no example. Add examples/${folder}/${main}.`);
  }
  const textOf = (file) => readFileSync(path.join(inFolder, file), "utf8").trim();
  return [{ program: textOf(main) }, ...others.map((file) => withTitle(textOf(file)))];
}

/** Additional programs, like `Instance.clone.ts` for the page of `Instance`. */
function variantsOf(name, files) {
  return files.filter((file) => file.startsWith(`${name}.`) && file.endsWith(".ts") && file !== `${name}.ts`).sort();
}

/** The first line of an additional program is a comment with its title. */
function withTitle(text) {
  const [first, ...program] = text.split("\n");
  return { title: first.replace(/^\/\/ /, ""), program: program.join("\n") };
}

/** Folders of docs/reference/ in which every page is generated. */
export const FOLDERS = ["resources", "data-sources"];

/** A message for each page that is stale, missing or obsolete. */
export function wrongPages(folder, pages) {
  const stale = [...pages].filter(([name, text]) => {
    const file = path.join(folder, name);
    return !existsSync(file) || readFileSync(file, "utf8") !== text;
  });
  return [
    ...stale.map(([name]) => `${path.posix.join("docs/reference", name)} is not up to date.`),
    ...tooMany(folder, pages).map((name) => `docs/reference/${name} documents something that no longer exists.`),
  ];
}

/** Pages of resources and data sources that no longer exist. */
export function tooMany(folder, pages) {
  const present = FOLDERS.flatMap((name) => {
    const below = path.join(folder, name);
    return existsSync(below) ? readdirSync(below).map((file) => `${name}/${file}`) : [];
  });
  return present.filter((name) => !pages.has(name));
}
