import { parseArgs } from "node:util";
import { UsageError } from "../terminal/command";
import { outputsIn } from "../terminal/outputs";
import type { Output } from "../terminal/outputs";
import { failOnIn } from "../terminal/words";
import { stackNames } from "../state/sources";
import type { StateSources } from "../state/sources";
import { FORMATS } from "./as-report";
import { FAILING_STATES } from "./verdict";
import type { FailingState } from "./verdict";

export interface DriftOptions extends StateSources {
  readonly outputs: readonly Output<keyof typeof FORMATS>[];
  readonly failOn: readonly FailingState[];
  readonly driftExitCode: number;
  readonly ignoreFile: string | undefined;
  readonly baseline: string | undefined;
  readonly onlyNew: boolean;
  readonly fixPlan: boolean;
  readonly unmanaged: boolean;
}

const EXIT_DRIFT = 2;
/** The Pulumi CLI's exit code if `--expect-no-changes` finds changes. */
const EXIT_DRIFT_PULUMI = 7;

/** @throws UsageError */
export function readOptions(args: readonly string[]): DriftOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      cwd: { type: "string", default: "." },
      stack: { type: "string", multiple: true, short: "s", default: [] },
      all: { type: "boolean", default: false },
      state: { type: "string", multiple: true, default: [] },
      format: { type: "string", multiple: true, short: "f", default: ["table"] },
      "fail-on": { type: "string", default: FAILING_STATES.join(",") },
      "exit-code": { type: "string", default: "drift" },
      "ignore-file": { type: "string" },
      baseline: { type: "string" },
      "only-new": { type: "boolean", default: false },
      "fix-plan": { type: "boolean", default: false },
      "no-unmanaged": { type: "boolean", default: false },
    },
  });
  const { stack: stacks, all, state: stateFiles, baseline, "only-new": onlyNew, "exit-code": exitCode } = values;
  const sources = [stacks.length > 0, all, stateFiles.length > 0].filter((isGiven) => isGiven);
  if (sources.length > 1) throw new UsageError("Use only one of --stack, --all and --state.");
  if (onlyNew && baseline === undefined) throw new UsageError("--only-new requires --baseline FILE.");
  if (exitCode !== "drift" && exitCode !== "pulumi") throw new UsageError("--exit-code must be drift or pulumi.");
  return {
    directory: values.cwd,
    stacks: stackNames(stacks),
    all,
    stateFiles,
    outputs: outputsIn(values.format, FORMATS),
    failOn: failOnIn(values["fail-on"], "state", FAILING_STATES),
    driftExitCode: exitCode === "pulumi" ? EXIT_DRIFT_PULUMI : EXIT_DRIFT,
    ignoreFile: values["ignore-file"],
    baseline,
    onlyNew,
    fixPlan: values["fix-plan"],
    unmanaged: !values["no-unmanaged"],
  };
}
