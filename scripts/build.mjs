// The last step of `npm run build`: makes dist/, all code that the package contains, of what the compiler has written.
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

import { build } from "esbuild";
import ts from "typescript";

import { compiledFolder, distFolder, PAGE_FOLDERS, projectFolder, SCHEMA_FILE } from "./shared/paths.mjs";

const manifest = JSON.parse(readFileSync(path.join(projectFolder, "package.json"), "utf8"));
const compiled = createRequire(path.join(compiledFolder, "_"));

/** The files that together contain every module once, each before those that it uses, and the modules that are loaded from elsewhere. */
const FILES = {
  cli: { file: "./cli/cli.cjs", modules: new Set(["./cli/main.js"]) },
  native: { file: "./plugin/native.cjs", modules: new Set(["./provider/native/main.js"]) },
  emulator: { file: "./emulator/emulator.cjs", modules: new Set(["./emulator/index.js"]) },
  provider: {
    file: "./plugin/provider.cjs",
    modules: new Set(["./provider/index.js", "./provider/native.js", "./provider/plugin/runtime.js"]),
  },
};
/** The packages for what the engine starts. */
const PACKAGES = "./plugin/packages.cjs";

rmSync(distFolder, { recursive: true, force: true });
copyDeclarations();
for (const page of PAGE_FOLDERS) {
  cpSync(path.join(projectFolder, page), path.join(distFolder, page), { recursive: true });
}

const packages = new Set();
for (const [name, { file }] of Object.entries(FILES)) {
  const used = await writeModules(name);
  if (path.dirname(file) === path.dirname(PACKAGES)) used.forEach((each) => packages.add(each));
}
await writePackages([...packages].sort());

for (const module of ["./provider/index.js", "./provider/native.js", "./emulator/index.js"]) {
  write(module, `module.exports = ${callTo(module, module)};\n${namesOf(module)}`);
}
write("cli/main.js", `#!/usr/bin/env node\n${callTo("./cli/main.js", "./cli/main.js")};\n`, { mode: 0o755 });
writeLoader("runtime/runtime.js", "./provider/plugin/runtime.js", namesOf("./provider/plugin/runtime.js"));
writeLoader("plugin/plugin.cjs", "./provider/native/main.js");

// What the engine needs to start the native plugin.
cpSync(path.join(projectFolder, SCHEMA_FILE), path.join(distFolder, "plugin", "schema.json"));
// Pulumi installs the packages of a plugin with a PulumiPlugin.yaml, and fails if that leaves no node_modules.
const postinstall = `node -e "require('fs').mkdirSync('node_modules', { recursive: true })"`;
write(
  "plugin/package.json",
  `${JSON.stringify({ name: "pulumi-resource-compute", version: manifest.version, main: "plugin.cjs", scripts: { postinstall } })}\n`,
);
write("plugin/PulumiPlugin.yaml", "runtime: nodejs\n");
write("plugin/pulumi-resource-compute", '#!/usr/bin/env node\nrequire("./plugin.cjs");\n', { mode: 0o755 });
write("plugin/pulumi-resource-compute.cmd", '@node "%~dp0plugin.cjs" %*\r\n');

/** Copies the declarations that the package's types refer to. */
function copyDeclarations() {
  const entries = Object.values(manifest.exports).flatMap(({ types }) =>
    types ? [path.join(compiledFolder, path.relative("dist", types))] : [],
  );
  const options = { module: ts.ModuleKind.NodeNext, noLib: true, types: [] };
  for (const { fileName } of ts.createProgram(entries, options).getSourceFiles()) {
    const name = path.relative(compiledFolder, fileName);
    if (!name.startsWith("..")) cpSync(fileName, path.join(distFolder, name));
  }
}

/**
 * Writes the modules of a file, as functions that run when they are first needed. Names and lines stay, for stack traces and debuggers.
 * @returns the packages that they use
 */
async function writeModules(name) {
  const { file, modules } = FILES[name];
  const { metafile } = await bundle(file, modules, {
    absWorkingDir: compiledFolder,
    plugins: [{ name: "modules", setup: (build) => resolveModules(build, name) }],
  });
  FILES[name].isWritten = true;
  const [{ imports }] = Object.values(metafile.outputs);
  return imports.map(({ path: id }) => id).filter((id) => !/^(node:|\.)/.test(id));
}

function resolveModules({ onLoad, onResolve }, name) {
  onResolve({ filter: /^/ }, ({ path: id, importer, namespace }) => {
    if (namespace === "other file") return { external: true };
    // The plugin's folder is installed elsewhere, too, without that file.
    if (id === "pulumi-compute/package.json") return { path: id, namespace: "version" };
    // It is published as ES modules only, which Jest can't load without a transform.
    if (id === "p-retry" || importer.includes("node_modules")) return undefined;
    if (!id.startsWith(".")) return { external: true };
    const resolved = importer === "<stdin>" ? compiled.resolve(id) : createRequire(importer).resolve(id);
    const module = relative("./_", path.relative(compiledFolder, resolved));
    return nameOfFile(module) === name ? undefined : { path: module, namespace: "other file" };
  });
  onLoad({ filter: /^/, namespace: "version" }, () => ({
    contents: `exports.version = ${JSON.stringify(manifest.version)};`,
  }));
  onLoad({ filter: /^/, namespace: "other file" }, ({ path: module }) => {
    const { modules, isWritten } = FILES[nameOfFile(module)];
    if (isWritten) throw new Error(`${name} must come before the file of ${module}, which it uses`);
    modules.add(module);
    return { contents: `module.exports = ${callTo(module, FILES[name].file)};` };
  });
  onLoad({ filter: /\.js$/ }, ({ path: file }) => {
    if (file.includes("node_modules")) return undefined;
    const code = withPages(readFileSync(file, "utf8"), file, name);
    // In a function, esbuild leaves classes their names.
    return { contents: /^class /m.test(code) ? `(() => {${code}\n})();` : code };
  });
}

/** The code of a module, which looks for static files beside itself. */
function withPages(code, file, name) {
  if (!PAGE_FOLDERS.some((page) => page.startsWith(name))) return code;
  const folder = relative(FILES[name].file, path.relative(compiledFolder, path.dirname(file)));
  return code.replaceAll("__dirname", `require("node:path").join(__dirname, "${folder}")`);
}

/** The file that contains a module. */
function nameOfFile(module) {
  return module.startsWith("./provider/native/") ? "native" : module.split("/")[1];
}

/** Loads a module, in a file of dist/. */
function callTo(module, from) {
  return `require("${relative(from, FILES[nameOfFile(module)].file)}")["${module}"]()`;
}

/** How one file in dist/ names another. */
function relative(from, to) {
  const name = path.relative(path.dirname(from), to).split(path.sep).join("/");
  return name.startsWith(".") ? name : `./${name}`;
}

/** Writes the packages, and their licenses beside them. */
async function writePackages(names) {
  const { metafile } = await bundle(PACKAGES, names, {
    absWorkingDir: projectFolder,
    minify: true,
    // Its ES modules, of which one can be left out.
    alias: { axios: path.join(projectFolder, "node_modules", "axios", "index.js") },
    plugins: [{ name: "unused code", setup: leaveOut }],
  });
  const inputs = [...Object.keys(metafile.inputs), "node_modules/p-retry/", "node_modules/is-network-error/"];
  const folders = inputs.flatMap((file) => /.*node_modules\/(@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []);
  write("plugin/LICENSES.txt", [...new Set(folders)].map(licenseOf).join("\n\n"));
}

/** Writes modules, with what they import, to a file that exports a function for each. */
function bundle(file, modules, options) {
  const functions = [...modules].sort().map((id) => `"${id}": () => require("${id}"),\n`);
  return build({
    stdin: { contents: `module.exports = {\n${functions.join("")}};`, resolveDir: options.absWorkingDir },
    outfile: path.join(distFolder, file),
    bundle: true,
    platform: "node",
    target: "node20",
    format: "cjs",
    legalComments: "none",
    logLevel: "warning",
    metafile: true,
    ...options,
  });
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
  // Node compiles a large pattern for it.
  onLoad({ filter: /grpc-js.build.src.subchannel-address\.js$/ }, ({ path: file }) => ({
    contents: readFileSync(file, "utf8").replace(/\(0, net_1\.isIPv6\)\((address\.host)\)/, '$1.includes(":")'),
  }));
  onResolve({ filter: /^(form-data|source-map-support|@grpc\/proto-loader)$/ }, ({ path: name }) => ({
    path: name,
    namespace: "unused",
  }));
  onLoad({ filter: /^/, namespace: "unused" }, () => ({ contents: "" }));
}

/** Writes what the engine starts. */
function writeLoader(name, module, names = "") {
  const text = readFileSync(path.join(projectFolder, "provider", "plugin", "load-modules.cjs"), "utf8");
  const hash = createHash("sha256");
  for (const file of [FILES.native.file, FILES.provider.file, PACKAGES]) {
    hash.update(readFileSync(path.join(distFolder, file)));
  }
  const loader = text
    .replace("HASH", hash.digest("hex").slice(0, 16))
    .replace("PLUGIN", path.posix.relative(path.dirname(name), "plugin"));
  const call = callTo(module, PACKAGES).replace("require", "load");
  write(name, `${loader}\nmodule.exports = ${call};\n${names}`);
}

/** Tells ES modules the names of the exports; it is never executed. */
function namesOf(module) {
  return `0 && (module.exports = { ${Object.keys(compiled(module)).join(", ")} });\n`;
}

function write(name, text, options) {
  const file = path.join(distFolder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text, options);
}

/** The name and version of an installed package, with the text of its license. */
function licenseOf(place) {
  const folder = path.join(projectFolder, place);
  const { name, version, license } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  return `${name}@${version}\n\n${file ? readFileSync(path.join(folder, file), "utf8").trim() : `License: ${license}`}`;
}
