import { parseArgs } from "node:util";
import { UsageError } from "../terminal/command";
import { outputsIn } from "../terminal/outputs";
import type { Output } from "../terminal/outputs";
import { failOnIn, wordsIn } from "../terminal/words";
import { stackNames } from "../state/sources";
import { FORMATS } from "./as-report";

/** What can make the command fail, besides an update that fails. */
export const FAILING = ["unclean", "loss", "downtime"] as const;

export type Failing = (typeof FAILING)[number];

const DEFAULT_FAILING: readonly Failing[] = ["unclean"];

export interface RehearseOptions {
  readonly directory: string;
  readonly stack: string | undefined;
  readonly outputs: readonly Output<keyof typeof FORMATS>[];
  readonly failOn: readonly Failing[];
  readonly faults: readonly number[] | "all";
}

/** @throws UsageError */
export function readOptions(args: readonly string[]): RehearseOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      cwd: { type: "string", default: "." },
      stack: { type: "string", short: "s" },
      format: { type: "string", multiple: true, short: "f", default: ["table"] },
      "fail-on": { type: "string", default: DEFAULT_FAILING.join(",") },
      faults: { type: "string" },
    },
  });
  const [stack] = stackNames(values.stack === undefined ? [] : [values.stack]);
  return {
    directory: values.cwd,
    stack,
    outputs: outputsIn(values.format, FORMATS),
    failOn: failOnIn(values["fail-on"], "word", FAILING),
    faults: values.faults === undefined ? [] : faultsIn(values.faults),
  };
}

function faultsIn(text: string): readonly number[] | "all" {
  if (text === "all") return "all";
  const numbers = wordsIn([text]).map(Number);
  if (numbers.length > 0 && numbers.every((one) => Number.isInteger(one) && one > 0)) return numbers;
  throw new UsageError(`--faults must be all, or numbers of writes such as 1,4, not ${text}.`);
}
