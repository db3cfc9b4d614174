// Loads modules and packages for a process that the engine starts; the build adds which. Most of the time that takes is compiling, so V8's
// code cache stays beside this file, from the first run on.
const { accessSync, constants, readFileSync, renameSync, writeFileSync } = require("node:fs");
const { isBuiltin, wrap } = require("node:module");
const path = require("node:path");
const { Script } = require("node:vm");

const FOLDER = path.join(__dirname, "PLUGIN");
const loaded = new Map();

/** What the loaded code has in place of `require`. */
function load(name) {
  if (isBuiltin(name)) return require(name);
  if (!name.startsWith("./")) return load("./packages.cjs")[name]();
  if (!loaded.has(name)) loaded.set(name, run(path.join(FOLDER, name)));
  return loaded.get(name);
}

function run(file) {
  // V8 checks its own version, but of the code only the length, so the build puts a hash of the code into this name.
  const cache = path.join(__dirname, `${path.basename(file, ".cjs")}-HASH.cache`);
  const script = new Script(wrap(readFileSync(file, "utf8")), { filename: file, cachedData: read(cache) });
  const module = { exports: {} };
  script.runInThisContext()(module.exports, load, module, file, FOLDER);
  if (script.cachedDataRejected !== false) {
    // The engine kills the process of dynamic providers, so that it doesn't exit by itself.
    setTimeout(keep, 1000, script, cache).unref();
    process.once("exit", () => keep(script, cache));
  }
  return module.exports;
}

function read(cache) {
  try {
    return readFileSync(cache);
  } catch {
    return undefined;
  }
}

function keep(script, cache) {
  try {
    accessSync(__dirname, constants.W_OK);
    const own = `${cache}.${process.pid}`;
    writeFileSync(own, script.createCachedData());
    renameSync(own, cache);
  } catch {
    // Without a cache, the next process starts more slowly.
  }
}
