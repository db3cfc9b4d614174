import { parseArgs } from "node:util";

import { CONTENDER_NAMES } from "./contenders.mjs";

const KINDS = ["instances", "records", "mixed", "zone"];

const HELP = `Usage: npm run bench -- [options]

Measures Pulumi's operations with this provider and with others, against the emulator. Without options, it takes a few minutes.

  --full                the whole matrix: all kinds, 1 to 1000 resources, latency 0 and 50 ms, limits off and on, 3 rounds
  --kinds A,B           what to declare: ${KINDS.join(", ")}
  --counts N,N          how many resources
  --latencies MS,MS     the latency of each API response
  --limits off,on       whether the API has rate limits
  --contenders A,B      what to compare: ${CONTENDER_NAMES.join(", ")}
  --peer NAME=DIR       adds a third-party program; can be repeated
  --peer-env K=V        a variable for the peers, with the emulator's {url}, {origin} and {token}; can be repeated
  --env K=V             the same for all contenders
  --brand WORD          the brand in the emulator's paths (default compute)
  --boot-sec SEC        how long an instance takes to boot (default 0)
  --typescript          loads Pulumi's TypeScript support into the programs
  --runs N              rounds, each with one run of every contender
  --patience-min MIN    leaves out what takes longer than this because of rate limits alone (default 15)
  --timeout-min MIN     the timeout of an operation (default 60)
  --out FILE            where to write the results (default: a new file in bench/results/)
  --plan                prints what would be measured and the estimated time, and exits
  --report [FILE...]    writes docs/reference/benchmarks.md from these results, or from those it already shows
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
  contenders: { ...text, default: "ours,native,null,naive" },
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

/** Parses the command line. With --help, the result contains only `help`; with --report, only `report`. */
export function readOptions(args) {
  const { values, positionals } = parseArgs({ args, options: OPTIONS, allowPositionals: true });
  if (values.help) return { help: HELP };
  if (values.report) return { report: positionals };
  if (positionals.length > 0) throw new Error(`Unknown argument ${positionals[0]}. See npm run bench -- --help`);
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
  if (!/^\d+$/.test(value)) throw new Error(`--${name} must be a whole number, not ${value}`);
  return Number(value);
}

function oneOf(name, known, value) {
  if (!known.includes(value)) throw new Error(`--${name} must be one of ${known.join(", ")}, not ${value}`);
  return value;
}
