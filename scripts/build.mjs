// The last step of `npm run build`: adds to dist/ what the compiler doesn't write.
import { createHash } from "node:crypto";
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

import { build } from "esbuild";
import ts from "typescript";

import { PAGE_FOLDERS, PLUGIN_FOLDER, projectFolder, SCHEMA_FILE } from "./shared/paths.mjs";

// Static files of the HTML pages.
for (const page of PAGE_FOLDERS) {
  cpSync(path.join(projectFolder, page), path.join(projectFolder, "dist", page), { recursive: true });
}

// p-retry is published as ES modules only, which Jest can't load without a transform. dist/ contains it as one CommonJS file.
const ENTRY = "p-retry";
const OUTPUT = path.join(projectFolder, "dist", "provider", "api", "p-retry.js");

const modules = [];
const licenses = [];
collect(ENTRY, import.meta.url);

writeFileSync(
  OUTPUT,
  `"use strict";
/*
${licenses.join("\n\n")}
*/
const modules = {
${modules.join("\n")}
};
const loaded = {};
function load(name) {
  if (!(name in modules)) return require(name);
  if (!(name in loaded)) modules[name]((loaded[name] = {}), load);
  return loaded[name];
}
exports.pRetry = load(${JSON.stringify(ENTRY)}).default;
`,
);

// The native plugin: one file that needs only Node, and what the engine needs to start it.
const plugin = path.join(projectFolder, PLUGIN_FOLDER);
const bundle = path.join(plugin, "bundle.cjs");
rmSync(plugin, { recursive: true, force: true });
const { version } = JSON.parse(readFileSync(path.join(projectFolder, "package.json"), "utf8"));
const { metafile } = await build({
  entryPoints: [path.join(projectFolder, "provider", "native", "main.ts")],
  outfile: bundle,
  bundle: true,
  platform: "node",
  target: "node20",
  format: "cjs",
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: "none",
  logLevel: "warning",
  metafile: true,
  plugins: [{ name: "components", setup: prepareComponents }],
});
const bundled = Object.keys(metafile.inputs).flatMap(
  (file) => /.*node_modules\/(@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? [],
);
const hash = createHash("sha256").update(readFileSync(bundle)).digest("hex").slice(0, 16);
const loader = readFileSync(path.join(projectFolder, "provider", "native", "plugin.cjs"), "utf8");
writeFileSync(path.join(plugin, "plugin.cjs"), loader.replace("HASH", hash));
writeFileSync(path.join(plugin, "bundle.cjs.LICENSES.txt"), [...new Set(bundled)].map(licenseOf).join("\n\n"));
cpSync(path.join(projectFolder, SCHEMA_FILE), path.join(plugin, "schema.json"));
// Pulumi installs the packages of a plugin with a PulumiPlugin.yaml, and fails if that leaves no node_modules.
const postinstall = `node -e "require('fs').mkdirSync('node_modules', { recursive: true })"`;
writeFileSync(
  path.join(plugin, "package.json"),
  `${JSON.stringify({ name: "pulumi-resource-compute", version, main: "plugin.cjs", scripts: { postinstall } })}\n`,
);
writeFileSync(path.join(plugin, "PulumiPlugin.yaml"), "runtime: nodejs\n");
writeFileSync(path.join(plugin, "pulumi-resource-compute"), '#!/usr/bin/env node\nrequire("./plugin.cjs");\n', {
  mode: 0o755,
});
writeFileSync(path.join(plugin, "pulumi-resource-compute.cmd"), '@node "%~dp0plugin.cjs" %*\r\n');

/** What serves components, from the SDK: a class that it does not export, without what only serializes functions. */
function prepareComponents({ onLoad, onResolve }) {
  onLoad({ filter: /@pulumi.pulumi.provider.server\.js$/ }, ({ path: file }) => ({
    contents: `${readFileSync(file, "utf8")}\nexports.Server = Server;\n`,
  }));
  onResolve({ filter: /^(typescript|@npmcli\/arborist)$/ }, ({ path: name }) => ({ path: name, namespace: "unused" }));
  onLoad({ filter: /^/, namespace: "unused" }, () => ({ contents: "" }));
}

/** Adds a single-file package and, recursively, the packages that it imports. */
function collect(name, from, known = new Set()) {
  if (known.has(name)) return;
  known.add(name);
  const file = createRequire(from).resolve(name);
  const source = readFileSync(file, "utf8");
  const { outputText } = ts.transpileModule(source, {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
  });
  modules.push(`${JSON.stringify(name)}: (exports, require) => {\n${outputText}\n},`);
  licenses.push(licenseOf(path.dirname(file)));
  for (const { fileName } of ts.preProcessFile(source).importedFiles) {
    if (fileName.startsWith(".")) throw new Error(`${name} is not a single file: it imports ${fileName}.`);
    if (!fileName.startsWith("node:")) collect(fileName, file, known);
  }
}

/** The name of an installed package, with the text of its license. */
function licenseOf(folder) {
  const { name, license } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  return `${name}\n\n${file ? readFileSync(path.join(folder, file), "utf8").trim() : `License: ${license}`}`;
}
