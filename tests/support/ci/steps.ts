import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { start } from "../engine-cli";
import type { Running } from "../engine-cli";
import { filled, holds } from "./expressions";
import type { Contexts, Status } from "./expressions";
import { readAction } from "./workflow";
import type { Step, Texts } from "./workflow";

type Outputs = Record<string, { outputs: Texts }>;
type With = Readonly<Record<string, string>>;

/** What the steps of a job, or of an action in it, share. */
export interface Place {
  readonly workspace: string;
  /** The runner's folder for the job. */
  readonly temporary: string;
  readonly env: NodeJS.ProcessEnv;
  readonly contexts: Contexts;
  readonly shell?: string;
  /** The fake of a third-party action, by its name without the version. */
  readonly actions: Readonly<Record<string, (given: With) => void>>;
  /** Called with each script that is started. */
  readonly watch: (step: Step, running: Running) => Promise<void>;
}

export interface StepsEnded {
  readonly status: Status;
  readonly outputs: Outputs;
  readonly log: string;
}

/** Runs steps like the runner: one after another, and after a failure only those whose `if` allows it. */
export async function runSteps(steps: readonly Step[], place: Place): Promise<StepsEnded> {
  const outputs: Outputs = Object.fromEntries(steps.flatMap(({ id }) => (id ? [[id, { outputs: {} }]] : [])));
  let status: Status = "success";
  let log = "";
  for (const step of steps) {
    const contexts = { ...place.contexts, steps: outputs };
    if (!holds(step.if, contexts, status)) continue;
    const ended = await runStep(step, { ...place, contexts });
    if (step.id) outputs[step.id] = { outputs: ended.outputs };
    if (!ended.ok) status = "failure";
    log += ended.log;
  }
  return { status, outputs, log };
}

interface StepEnded {
  readonly ok: boolean;
  readonly outputs: Texts;
  readonly log: string;
}

async function runStep(step: Step, place: Place): Promise<StepEnded> {
  const env = { ...place.env, ...allFilled(step.env ?? {}, place.contexts) };
  if (step.run !== undefined) return runScript(step, step.run, { ...place, env });
  const [name = ""] = (step.uses ?? "").split("@");
  const given = allFilled(step.with ?? {}, place.contexts);
  if (name.startsWith("./")) return runAction(path.join(place.workspace, name), given, { ...place, env });
  const action = place.actions[name];
  if (!action) throw new Error(`Nothing stands for ${step.uses}`);
  action(given);
  return { ok: true, outputs: {}, log: "" };
}

/** @see https://docs.github.com/actions/reference/workflow-syntax-for-github-actions, `jobs.<job_id>.steps[*].shell` */
async function runScript(step: Step, script: string, place: Place): Promise<StepEnded> {
  if ((step.shell ?? place.shell) !== "bash")
    throw new Error("A script without `shell: bash` goes on after a broken pipe");
  const [file, output] = ["script.sh", "output"].map((name) => path.join(place.temporary, name)) as [string, string];
  writeFileSync(file, script);
  writeFileSync(output, "");
  const cwd = path.join(place.workspace, filled(step["working-directory"] ?? ".", place.contexts));
  const env = { ...place.env, GITHUB_OUTPUT: output };
  const running = start("bash", ["--noprofile", "--norc", "-eo", "pipefail", file], { cwd, env });
  await place.watch(step, running);
  const { code, output: log } = await running.ended;
  return { ok: code === 0, outputs: outputsIn(output), log };
}

async function runAction(folder: string, given: With, place: Place): Promise<StepEnded> {
  if (!existsSync(folder)) throw new Error(`There is no action in ${folder}`);
  const { inputs, outputs, runs } = readAction(folder);
  const unknown = Object.keys(given).filter((name) => !Object.hasOwn(inputs, name));
  if (unknown.length > 0) throw new Error(`The action has no input ${unknown.join(", ")}`);
  const { github } = place.contexts;
  const defaults = Object.entries(inputs).map(([name, input]) => [name, filled(input.default ?? "", { github })]);
  const contexts = { github, inputs: { ...Object.fromEntries(defaults), ...given } };
  const { shell: _, ...inside } = place;
  const ended = await runSteps(runs.steps, { ...inside, contexts });
  const values = Object.entries(outputs).map(([name, { value }]) => [name, filled(value, { steps: ended.outputs })]);
  return { ok: ended.status === "success", outputs: Object.fromEntries(values), log: ended.log };
}

export function allFilled(texts: Readonly<Record<string, unknown>>, contexts: Contexts): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, filled(String(text), contexts)]));
}

function outputsIn(file: string): Texts {
  const lines = readFileSync(file, "utf8").split("\n").filter(Boolean);
  return Object.fromEntries(
    lines.map((line) => {
      const [name = "", ...value] = line.split("=");
      return [name, value.join("=")];
    }),
  );
}
