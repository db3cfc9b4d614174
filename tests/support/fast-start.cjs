/**
 * Loaded before a program and a provider, whose start takes most of the time of a CLI command: half of it is for code that is
 * compiled again each time, or not used at all.
 */
const { createHash } = require("node:crypto");
const { mkdirSync, readFileSync, renameSync, writeFileSync } = require("node:fs");
const Module = require("node:module");
const path = require("node:path");
const { constants, Script } = require("node:vm");

// The launchers run `node -e` to locate the SDK.
if (process.argv[1] === undefined) return;

// A language host built from Go modules does not support this option.
if (/typescript: false/.test(readIfThere("Pulumi.yaml"))) delete process.env.PULUMI_NODEJS_TYPESCRIPT;

/** Packages that the SDK loads at each start although few programs use them; they are loaded on first use. */
const RARELY_USED = [
  "typescript",
  "@npmcli/arborist",
  "normalize-package-data",
  // For programs that use the Automation API.
  "execa",
  // YAML tags that contain code.
  "esprima",
  // For --tracing.
  "@opentelemetry/resources",
  "@opentelemetry/sdk-trace-base",
  "@opentelemetry/sdk-trace-node",
  "@opentelemetry/exporter-zipkin",
  "@opentelemetry/instrumentation",
  "@opentelemetry/instrumentation-grpc",
];
for (const name of RARELY_USED) {
  const file = require.resolve(name, { paths: [require.resolve("@pulumi/pulumi")] });
  const loaded = () => {
    if (require.cache[file] === standIn) delete require.cache[file];
    return require(file);
  };
  const standIn = standInFor(
    file,
    new Proxy(() => undefined, {
      // An ES module is not copied property by property; the default export of any other module is the module itself.
      get: (_, property) =>
        property === "__esModule" || (property === "default" && !loaded().__esModule ? loaded() : loaded()[property]),
      apply: (_, self, args) => Reflect.apply(loaded(), self, args),
    }),
  );
}

// Would read the SDK's source maps for each resource, because its source line is recorded.
for (const name of ["source-map-support/register"]) standInFor(require.resolve(name), {});

function standInFor(file, exports) {
  const module = Object.assign(new Module(file), { loaded: true, exports });
  require.cache[file] = module;
  return module;
}

// Node 22 and later do this themselves.
if (!Module.enableCompileCache && process.env.NODE_COMPILE_CACHE) keepCompiledCode(process.env.NODE_COMPILE_CACHE);

/** Caches V8's compiled code of installed packages and of the build. */
function keepCompiledCode(cache) {
  const repository = path.resolve(__dirname, "..", "..") + path.sep;
  const folder = path.join(cache, process.version);
  const SMALL = 2000;
  const [before] = Module.wrapper;
  const compile = Module.prototype._compile;
  mkdirSync(folder, { recursive: true });
  Module.prototype._compile = function (content, filename, format) {
    const script = filename.startsWith(repository) && content.length > SMALL && format !== "module" && scriptOf();
    if (!script) return compile.call(this, content, filename, format);
    const wrapped = script.runInThisContext();
    const directory = path.dirname(filename);
    const result = wrapped.call(this.exports, this.exports, Module.createRequire(filename), this, filename, directory);
    if (script.isNew) keep(script.file, script.createCachedData());
    return result;

    function scriptOf() {
      const file = path.join(folder, createHash("sha1").update(filename).update(content).digest("hex"));
      const cachedData = readIfThere(file);
      const importModuleDynamically = constants.USE_MAIN_CONTEXT_DEFAULT_LOADER;
      try {
        const options = { filename, cachedData, columnOffset: -before.length, importModuleDynamically };
        const made = new Script(Module.wrap(content), options);
        return Object.assign(made, { file, isNew: !cachedData || made.cachedDataRejected });
      } catch {
        // An ES module that is not marked as one: Node detects this the same way.
        return undefined;
      }
    }
  };
}

function readIfThere(file) {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

/** Other processes read and write the same files. */
function keep(file, data) {
  const own = `${file}.${process.pid}`;
  writeFileSync(own, data);
  renameSync(own, file);
}
