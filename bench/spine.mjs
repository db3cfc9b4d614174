// node bench/spine.mjs [CALL] - counts the provider's files and functions that run in each call for a DomainRecord, and the stack depth at
// the POST of a create. With the name of a call, it also lists them.
import { Session } from "node:inspector/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";

import { ensureBuilt } from "../scripts/shared/ensure.mjs";
import { compiledFolder } from "../scripts/shared/paths.mjs";

await ensureBuilt();
const require = createRequire(import.meta.url);
const { startEmulator } = require("pulumi-compute/emulator");
const { openSession } = require(path.join(compiledFolder, "provider/lifecycle/session"));
const { handlersFor } = require(path.join(compiledFolder, "provider/lifecycle/handlers"));
const { definitionOf, kinds } = require(path.join(compiledFolder, "provider/resources/registry"));
const { realClock } = require(path.join(compiledFolder, "provider/api/clock"));
const { OPTIONS } = require(path.join(compiledFolder, "provider/lifecycle/state"));

Error.stackTraceLimit = 200;
const inspector = new Session();
inspector.connect();
await inspector.post("Profiler.enable");

const emulator = await startEmulator({ provisionMs: 0 });
const domain = await fetch(`${emulator.url}/domains`, {
  method: "POST",
  headers: { Authorization: `Bearer ${emulator.token}`, "Content-Type": "application/json" },
  body: JSON.stringify({ domain: "spine.example", type: "master", soa_email: "a@spine.example" }),
}).then((answer) => answer.json());

let depth = 0;
const session = openSession({
  settings: () => ({ url: emulator.url, brand: "compute", token: emulator.token }),
  clock: realClock,
  signal: new AbortController().signal,
  kinds,
});
const definition = definitionOf("DomainRecord");
const handlers = handlersFor(definition);
const urn = "urn:pulumi:dev::shop::pulumi-nodejs:dynamic/compute:DomainRecord::www";
const args = { domainId: domain.id, type: "A", name: "www", target: "192.0.2.1", ttlSec: 300, [OPTIONS]: { urn } };
const sinks = { progress() {}, info() {}, warn() {} };
const call = (work) => {
  const { resource } = session.subjectOf(definition, [args]);
  return session.operate({ resource, ...sinks }, work);
};

const rows = [];
/** A context that measures the stack depth at the POST. */
const noting = (context) => ({
  ...context,
  send: (request) => {
    if (request.method === "POST") depth = ownFrames(new Error().stack);
    return context.send(request);
  },
});
const { inputs } = await measured("check", (context) => handlers.check({}, args, context));
const created = await measured("create", (context) => handlers.create(inputs, noting(context)));
rows.at(-1).frames = depth;
const changed = { ...inputs, target: "192.0.2.2" };
await measured("read", (context) => handlers.read(created, context));
await call((context) => handlers.check(inputs, changed, context));
await measured("diff", (context) => handlers.diff(created, changed, context));
await measured("update", (context) => handlers.update(created, changed, context));
console.table(rows);
await emulator.close();

async function measured(name, work) {
  await inspector.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  await inspector.post("Profiler.takePreciseCoverage");
  const result = await call(work);
  const { result: scripts } = await inspector.post("Profiler.takePreciseCoverage");
  await inspector.post("Profiler.stopPreciseCoverage");
  const ours = scripts.flatMap(({ url, functions }) => {
    const file = url.startsWith("file:") ? fileURLToPath(url) : url;
    if (!file.startsWith(path.join(compiledFolder, "provider"))) return [];
    const run = functions.filter(({ functionName, ranges: [{ count }] }) => functionName !== "" && count > 0);
    return run.length === 0 ? [] : [{ file, folder: path.dirname(file), run }];
  });
  if (process.argv[2] === name) {
    for (const { file, run } of ours) {
      console.log(path.relative(compiledFolder, file), run.map(({ functionName }) => functionName).join(", "));
    }
  }
  rows.push({
    call: name,
    files: ours.length,
    // A reader of the code skips re-exports and third-party code.
    "files to read": ours.filter(({ file }) => !/\b(index|p-retry)\.js$/.test(file)).length,
    folders: new Set(ours.map(({ folder }) => folder)).size,
    functions: ours.reduce((sum, { run }) => sum + run.length, 0),
  });
  return result;
}

/** Stack frames of the provider's functions, including those that await others. */
function ownFrames(stack) {
  return stack.split("\n").filter((line) => line.includes(path.join(compiledFolder, "provider", "/"))).length;
}
