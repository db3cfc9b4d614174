// Loads a bundle. Most of the time that takes is compiling, so V8's code cache stays beside it, from the first run on.
const { accessSync, constants, readFileSync, renameSync, writeFileSync } = require("node:fs");
const { createRequire, wrap } = require("node:module");
const path = require("node:path");
const { Script } = require("node:vm");

const bundle = path.join(__dirname, "bundle.cjs");
// V8 checks its own version, but of the code only the length, so the build puts a hash of the code into this name.
const cache = path.join(__dirname, "bundle-HASH.cache");

const script = new Script(wrap(readFileSync(bundle, "utf8")), { filename: bundle, cachedData: cached() });
script.runInThisContext()(module.exports, createRequire(bundle), module, bundle, __dirname);
if (script.cachedDataRejected !== false) {
  // The engine kills the process of dynamic providers, so that it doesn't exit by itself.
  setTimeout(keep, 1000).unref();
  process.once("exit", keep);
}

function cached() {
  try {
    return readFileSync(cache);
  } catch {
    return undefined;
  }
}

function keep() {
  try {
    accessSync(__dirname, constants.W_OK);
    const own = `${cache}.${process.pid}`;
    writeFileSync(own, script.createCachedData());
    renameSync(own, cache);
  } catch {
    // Without a cache, the next process starts more slowly.
  }
}
