import { parseArgs } from "node:util";

import { CONTENDER_NAMES } from "./contenders.mjs";

const KINDS = ["instances", "records", "mixed", "zone"];

const HELP = `Usage: npm run bench -- [options]

Measures what Pulumi's operations cost with this provider and with others, on an emulator of the service. Without options it takes a few
minutes.

  --full                the whole matrix: all kinds, 1 to 1000 resources, latency 0 and 50 ms, limits off and on, 3 rounds
  --kinds A,B           of ${KINDS.join(", ")}
  --counts N,N          how many resources
  --latencies MS,MS     how much later the service answers
  --limits off,on       whether the service limits requests
  --contenders A,B      of ${CONTENDER_NAMES.join(", ")}
  --peer NAME=FOLDER    also a program of somebody else; may be repeated
  --peer-env K=V        a variable for the peers, with {url}, {origin} and {token} of the emulator; may be repeated
  --env K=V             the same for all contenders
  --brand WORD          the brand that the emulator answers to (default compute)
  --boot-sec SEC        how long an instance takes to run (default 0)
  --typescript          with Pulumi's TypeScript support loaded into the programs
  --runs N              rounds, each with one run of every contender
  --patience-min MIN    leaves out what the limits alone make longer than this (default 15)
  --timeout-min MIN     when an operation counts as failed (default 60)
  --out FILE            where the results go (default a new file in bench/results/)
  --plan                says what would be measured, and how long that takes
  --report              writes docs/reference/benchmarks.md from the named files of results, or again from its own
`;

const QUICK = { kinds: "instances,records", counts: "1,100", latencies: "0", limits: "off" };
const FULL = { kinds: KINDS.join(","), counts: "1,10,100,1000", latencies: "0,50", limits: "off,on" };

const text = { type: "string" };
const flag = { type: "boolean", default: false };
const OPTIONS = {
  kinds: text,
  counts: text,
  latencies: text,
  limits: text,
  runs: text,
  out: text,
  contenders: { ...text, default: "ours,null,naive" },
  brand: { ...text, default: "compute" },
  "boot-sec": { ...text, default: "0" },
  "patience-min": { ...text, default: "15" },
  "timeout-min": { ...text, default: "60" },
  ...Object.fromEntries(["peer", "peer-env", "env"].map((name) => [name, { ...text, multiple: true, default: [] }])),
  full: flag,
  typescript: flag,
  plan: flag,
  report: flag,
  help: { ...flag, short: "h" },
};

/** What the command line asks for. `help` is a text where that is all. */
export function readOptions(args) {
  const { values, positionals } = parseArgs({ args, options: OPTIONS, allowPositionals: true });
  if (values.help) return { help: HELP };
  if (values.report) return { report: positionals };
  if (positionals.length > 0) throw new Error(`${positionals[0]} is no option: see npm run bench -- --help`);
  const preset = values.full ? FULL : QUICK;
  const listOf = (name) => (values[name] ?? preset[name]).split(",").filter(Boolean);
  const numbersOf = (name) => listOf(name).map((value) => number(name, value));
  return {
    kinds: listOf("kinds").map((kind) => oneOf("kinds", KINDS, kind)),
    counts: numbersOf("counts"),
    latencies: numbersOf("latencies"),
    limits: listOf("limits").map((one) => oneOf("limits", ["off", "on"], one) === "on"),
    contenders: listOf("contenders").map((name) => oneOf("contenders", CONTENDER_NAMES, name)),
    peers: values.peer,
    peerEnv: values["peer-env"],
    env: values.env,
    brand: values.brand,
    typescript: values.typescript,
    bootSec: number("boot-sec", values["boot-sec"]),
    patienceMin: number("patience-min", values["patience-min"]),
    timeoutMin: number("timeout-min", values["timeout-min"]),
    rounds: values.runs === undefined ? (values.full ? 3 : undefined) : number("runs", values.runs),
    out: values.out,
    planOnly: values.plan,
  };
}

function number(name, value) {
  if (!/^\d+$/.test(value)) throw new Error(`--${name} takes whole numbers, not ${value}`);
  return Number(value);
}

function oneOf(name, known, value) {
  if (!known.includes(value)) throw new Error(`--${name} knows ${known.join(", ")}, but not ${value}`);
  return value;
}
