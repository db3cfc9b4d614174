// The last step of `npm run build`: adds to dist/ what the compiler doesn't write.
import { createHash } from "node:crypto";
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

import { build } from "esbuild";
import ts from "typescript";

import { BUNDLES, PAGE_FOLDERS, projectFolder, SCHEMA_FILE } from "./shared/paths.mjs";

const manifest = JSON.parse(readFileSync(path.join(projectFolder, "package.json"), "utf8"));

// Of the declarations, only what the package's types refer to.
const entries = Object.values(manifest.exports).flatMap(({ types }) =>
  types ? [path.join(projectFolder, types)] : [],
);
const options = { module: ts.ModuleKind.NodeNext, noLib: true, types: [] };
const needed = new Set(
  ts
    .createProgram(entries, options)
    .getSourceFiles()
    .map((file) => path.resolve(file.fileName)),
);
for (const name of readdirSync(path.join(projectFolder, "dist"), { recursive: true })) {
  const file = path.join(projectFolder, "dist", name);
  if (name.endsWith(".d.ts") && !needed.has(file)) rmSync(file);
}

// Static files of the HTML pages.
for (const page of PAGE_FOLDERS) {
  cpSync(path.join(projectFolder, page), path.join(projectFolder, "dist", page), { recursive: true });
}

// p-retry is published as ES modules only, which Jest can't load without a transform.
const OUTPUT = path.join(projectFolder, "dist", "provider", "api", "p-retry.js");
const retry = await bundled("api/p-retry.ts", OUTPUT);
writeFileSync(OUTPUT, `"use strict";\n/*\n${retry.licenses}\n*/\n${readFileSync(OUTPUT, "utf8")}`);

// What the process of dynamic providers loads.
await bundle("plugin/runtime.ts", BUNDLES.runtime);

// The native plugin, and what the engine needs to start it.
await bundle("native/main.ts", BUNDLES.plugin);
const plugin = path.join(projectFolder, path.dirname(BUNDLES.plugin));
cpSync(path.join(projectFolder, SCHEMA_FILE), path.join(plugin, "schema.json"));
// Pulumi installs the packages of a plugin with a PulumiPlugin.yaml, and fails if that leaves no node_modules.
const postinstall = `node -e "require('fs').mkdirSync('node_modules', { recursive: true })"`;
writeFileSync(
  path.join(plugin, "package.json"),
  `${JSON.stringify({ name: "pulumi-resource-compute", version: manifest.version, main: "plugin.cjs", scripts: { postinstall } })}\n`,
);
writeFileSync(path.join(plugin, "PulumiPlugin.yaml"), "runtime: nodejs\n");
writeFileSync(path.join(plugin, "pulumi-resource-compute"), '#!/usr/bin/env node\nrequire("./plugin.cjs");\n', {
  mode: 0o755,
});
writeFileSync(path.join(plugin, "pulumi-resource-compute.cmd"), '@node "%~dp0plugin.cjs" %*\r\n');

/** Bundles a module of the provider, with all packages that it imports, and writes the file that loads the bundle beside it. */
async function bundle(entry, loader) {
  const folder = path.join(projectFolder, path.dirname(loader));
  rmSync(folder, { recursive: true, force: true });
  const file = path.join(folder, "bundle.cjs");
  const { licenses } = await bundled(entry, file, { minifySyntax: true, minifyWhitespace: true });
  writeFileSync(`${file}.LICENSES.txt`, licenses);
  const code = readFileSync(file, "utf8");
  const hash = createHash("sha256").update(code).digest("hex").slice(0, 16);
  const text = readFileSync(path.join(projectFolder, "provider", "plugin", "load-bundle.cjs"), "utf8");
  // Tells ES modules the names of the exports; it is never executed.
  const [names = ""] = /0&&\(module\.exports=\{[\w,]*\}\);$/m.exec(code) ?? [];
  writeFileSync(path.join(projectFolder, loader), `${text.replace("HASH", hash)}${names}\n`);
}

/** Writes a module of the provider, with all packages that it imports, to one file. Returns the licenses of the packages. */
async function bundled(entry, outfile, options) {
  const { metafile } = await build({
    entryPoints: [path.join(projectFolder, "provider", entry)],
    outfile,
    bundle: true,
    platform: "node",
    target: "node20",
    format: "cjs",
    legalComments: "none",
    logLevel: "warning",
    metafile: true,
    // Its ES modules, of which one can be left out.
    alias: { axios: path.join(projectFolder, "node_modules", "axios", "index.js") },
    plugins: [{ name: "unused code", setup: leaveOut }],
    ...options,
  });
  const inputs = Object.keys(metafile.inputs);
  const packages = inputs.flatMap((file) => /.*node_modules\/(@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []);
  return { licenses: [...new Set(packages)].map(licenseOf).join("\n\n") };
}

/**
 * Leaves out what is never used but takes time to load: in the SDK, automation and the serialization of functions; in gRPC,
 * definitions as text; in axios, forms and `fetch`.
 */
function leaveOut({ onLoad, onResolve }) {
  onLoad({ filter: /@pulumi.pulumi.provider.server\.js$/ }, ({ path: file }) => ({
    // A class that serves components, which the SDK does not export.
    contents: `${readFileSync(file, "utf8")}\nexports.Server = Server;\n`,
  }));
  onLoad({ filter: /@pulumi.pulumi.(automation.index|runtime.closure.\w+)\.js$/ }, () => ({ contents: "" }));
  onLoad({ filter: /axios.lib.adapters.fetch\.js$/ }, () => ({ contents: "export const getFetch = () => null;" }));
  // Node loads its `fetch` as soon as one of these is looked at.
  onLoad({ filter: /axios.lib.utils\.js$/ }, ({ path: file }) => ({
    contents: readFileSync(file, "utf8").replaceAll(/\b\w+\.FormData\b/g, "undefined"),
  }));
  onResolve({ filter: /^(form-data|source-map-support|@grpc\/proto-loader)$/ }, ({ path: name }) => ({
    path: name,
    namespace: "unused",
  }));
  onLoad({ filter: /^/, namespace: "unused" }, () => ({ contents: "" }));
}

/** The name and version of an installed package, with the text of its license. */
function licenseOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  return `${name}@${version}\n\n${file ? readFileSync(path.join(folder, file), "utf8").trim() : `License: ${license}`}`;
}
