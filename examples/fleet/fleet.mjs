// node fleet.mjs --help - deploys many stacks of the program in this directory through the Automation API, several at a time.
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { LocalWorkspace } from "@pulumi/pulumi/automation/index.js";
import { watchRequests } from "./requests.mjs";

const HELP = `Usage: node fleet.mjs [options]

  --stacks N       number of stacks (default 3)
  --size N         resources per stack (default 20): a zone, instances, and records for the rest
  --instances N    instances per stack (default 4)
  --parallel N     stacks to deploy at once (default 2)
  --engine N       resources of a stack to deploy at once (default: that of the CLI)
  --prefix NAME    names the stacks NAME-1, NAME-2, … (default fleet)
  --backend URL    state backend (default: where the CLI is logged in)
  --destroy        deletes all resources and stacks afterwards

For each stack, fleet.mjs runs up and a preview that must show no changes. A stack that fails does not stop the others. The exit
code is then 1, and the same command resumes with what is missing.

Set FLEET_ROOT_PASS to the password of the instances' root users. Each stack stores it as a secret.
`;

const workDir = path.dirname(fileURLToPath(import.meta.url));
const options = readOptions();
if (options === undefined) {
  process.stdout.write(HELP);
} else {
  process.exitCode = await bringUp(options);
}

async function bringUp({ stacks, parallel, prefix, ...settings }) {
  const requests = await watchRequests(process.env.COMPUTE_URL ?? "http://127.0.0.1:4010/v4");
  const started = performance.now();
  const width = String(stacks).length;
  const names = Array.from({ length: stacks }, (_, index) => `${prefix}-${String(index + 1).padStart(width, "0")}`);
  const results = [];
  const waiting = names.values();
  const worker = async () => {
    for (const name of waiting) {
      const result = await lifeOf(name, settings);
      results.push(result);
      console.log(shown(result));
    }
  };
  await Promise.all(Array.from({ length: Math.min(parallel, stacks) }, worker));
  const failed = results.filter(({ failure }) => failure !== undefined);
  const sum = (of) => results.reduce((total, result) => total + of(result), 0);
  console.log(`\n${stacks - failed.length} of ${stacks} stacks in ${secondsSince(started)} s, ${parallel} at a time`);
  console.log(`${sum(({ created }) => created)} resources created, ${sum(({ retries }) => retries)} requests retried`);
  const counted = await requests?.stop();
  if (counted) console.log(`${counted.total} requests, of which ${counted.refused} were answered with 429`);
  for (const { name, failure } of failed) console.log(`${name} failed: ${failure}`);
  return failed.length === 0 ? 0 : 1;
}

/** Deploys one stack and returns the outcome. It never throws, because the other stacks must continue. */
async function lifeOf(name, { size, instances, rootPass, engine, backend, destroy }) {
  const result = { name, created: 0, retries: 0, seconds: {} };
  const onEvent = ({ diagnosticEvent, resOutputsEvent }) => {
    if (diagnosticEvent?.message.includes("; retrying")) result.retries += 1;
    const { op, type } = resOutputsEvent?.metadata ?? {};
    if (op === "create" && type?.includes("dynamic/compute:")) result.created += 1;
  };
  const timed = async (step, run) => {
    const started = performance.now();
    try {
      return await run();
    } catch (error) {
      result.failure = `${step}: ${reasonOf(error)}`;
      throw error;
    } finally {
      result.seconds[step] = secondsSince(started);
    }
  };
  try {
    const envVars = backend === undefined ? {} : { PULUMI_BACKEND_URL: backend };
    const stack = await timed("init", async () => {
      const made = await LocalWorkspace.createOrSelectStack({ stackName: name, workDir }, { envVars });
      await made.setAllConfig({
        size: { value: String(size) },
        instances: { value: String(instances) },
        rootPass: { value: rootPass, secret: true },
      });
      return made;
    });
    await timed("up", () => stack.up({ onEvent, ...(engine && { parallel: engine }) }));
    await timed("preview", () => stack.preview({ expectNoChanges: true }));
    if (destroy) await timed("destroy", () => stack.destroy({ onEvent, remove: true }));
  } catch (error) {
    result.failure ??= reasonOf(error);
  }
  return result;
}

function shown({ name, created, retries, seconds, failure }) {
  const steps = Object.entries(seconds).map(([step, sec]) => `${step} ${sec} s`);
  const retried = retries > 0 ? [`${retries} requests retried`] : [];
  const end = failure === undefined ? "" : " FAILED";
  return `${name}: ${[`${created} created`, ...steps, ...retried].join(", ")}${end}`;
}

/** The errors that the CLI printed, without the rest of its output. */
function reasonOf(error) {
  const text = error instanceof Error ? error.message : String(error);
  const said = text.split("\n").flatMap((line) => /error: .*/.exec(line) ?? []);
  return said.length > 0 ? [...new Set(said)].join("\n  ") : text;
}

function secondsSince(started) {
  return Math.round((performance.now() - started) / 100) / 10;
}

function readOptions() {
  const text = (value) => ({ type: "string", default: value });
  const { values } = parseArgs({
    options: {
      stacks: text("3"),
      size: text("20"),
      instances: text("4"),
      parallel: text("2"),
      engine: { type: "string" },
      prefix: text("fleet"),
      backend: { type: "string" },
      destroy: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return undefined;
  const number = (name) => {
    if (!/^\d+$/.test(values[name])) throw new Error(`--${name} takes a whole number, not ${values[name]}`);
    return Number(values[name]);
  };
  const rootPass = process.env.FLEET_ROOT_PASS;
  if (!rootPass) throw new Error("Set FLEET_ROOT_PASS to the password of the instances' root users.");
  const numbers = ["stacks", "size", "instances", "parallel"].map((name) => [name, number(name)]);
  return { ...values, rootPass, ...Object.fromEntries(numbers), engine: values.engine && number("engine") };
}
