import { parseArgs } from "node:util";
import { UsageError } from "../terminal/command";
import { outputsIn } from "../terminal/outputs";
import type { Output } from "../terminal/outputs";
import { stackNames } from "../state/sources";
import { FORMATS } from "./as-report";

export interface CommandOptions {
  readonly directory: string;
  readonly stack: string | undefined;
  /** Files to read instead of running a preview; at most one is set. */
  readonly previewFile: string | undefined;
  readonly stateFile: string | undefined;
  /** In cents. */
  readonly budget: number | undefined;
  readonly allowsUnpriced: boolean;
  readonly outputs: readonly Output<keyof typeof FORMATS>[];
}

/** @throws UsageError */
export function readOptions(args: readonly string[]): CommandOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      cwd: { type: "string", default: "." },
      stack: { type: "string", short: "s" },
      preview: { type: "string" },
      state: { type: "string" },
      budget: { type: "string" },
      "allow-unpriced": { type: "boolean", default: false },
      format: { type: "string", multiple: true, short: "f", default: ["table"] },
    },
  });
  const { stack: given, preview: previewFile, state: stateFile, budget } = values;
  if ([given, previewFile, stateFile].filter((source) => source !== undefined).length > 1) {
    throw new UsageError("Use only one of --stack, --preview and --state.");
  }
  const [stack] = stackNames(given === undefined ? [] : [given]);
  return {
    directory: values.cwd,
    stack,
    previewFile,
    stateFile,
    budget: budget === undefined ? undefined : centsIn(budget),
    allowsUnpriced: values["allow-unpriced"],
    outputs: outputsIn(values.format, FORMATS),
  };
}

function centsIn(text: string): number {
  if (!/^\d+(\.\d{1,2})?$/.test(text)) {
    throw new UsageError(`--budget: "${text}" is not an amount in dollars, such as 50 or 49.90.`);
  }
  return Math.round(Number(text) * 100);
}
