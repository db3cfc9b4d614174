import { parseArgs } from "node:util";
import { UsageError } from "../command";
import { stackNames } from "../state/sources";
import { FORMATS } from "./formats";
import type { Format } from "./formats";

/** What can make the command fail. */
export const FAILING = ["failed", "unclean", "loss", "downtime"] as const;

export type Failing = (typeof FAILING)[number];

const DEFAULT_FAILING: readonly Failing[] = ["failed", "unclean"];

interface Output {
  readonly format: Format;
  readonly file: string | undefined;
}

export interface RehearseOptions {
  readonly directory: string;
  readonly stack: string | undefined;
  readonly outputs: readonly Output[];
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
    outputs: outputsIn(values.format),
    failOn: wordsIn(values["fail-on"]).map(failingIn),
    faults: values.faults === undefined ? [] : faultsIn(values.faults),
  };
}

function outputsIn(given: readonly string[]): Output[] {
  const outputs = given.map((text): Output => {
    const [name = "", ...rest] = text.split("=");
    if (!Object.hasOwn(FORMATS, name)) {
      throw new UsageError(`--format: unknown format ${name}. Valid formats: ${Object.keys(FORMATS).join(", ")}.`);
    }
    const file = rest.length === 0 ? undefined : rest.join("=");
    if (file === "") throw new UsageError(`--format ${name}=FILE: the file name is missing.`);
    return { format: name as Format, file };
  });
  if (outputs.filter(({ file }) => file === undefined).length > 1) {
    throw new UsageError(
      "--format: only one format can go to stdout. Give the others a file, for example json=rehearsal.json.",
    );
  }
  return outputs;
}

function failingIn(word: string): Failing {
  const found = FAILING.find((one) => one === word);
  if (!found) throw new UsageError(`--fail-on: unknown word ${word}. Valid words: ${FAILING.join(", ")}.`);
  return found;
}

function faultsIn(text: string): readonly number[] | "all" {
  if (text === "all") return "all";
  const numbers = wordsIn(text).map(Number);
  if (numbers.length > 0 && numbers.every((one) => Number.isInteger(one) && one > 0)) return numbers;
  throw new UsageError(`--faults must be all, or numbers of writes such as 1,4, not ${text}.`);
}

function wordsIn(text: string): string[] {
  return text
    .split(",")
    .map((word) => word.trim())
    .filter((word) => word !== "");
}
