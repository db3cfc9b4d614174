import { readFileSync } from "node:fs";
import path from "node:path";
import { DockerfileParser } from "dockerfile-ast";
import type { Instruction, ModifiableInstruction } from "dockerfile-ast";
import { repository } from "../engine-project";

export const CONTAINERS_FOLDER = path.join(repository, "docs", "guide", "containers");
export const DOCKERFILE = readFileSync(path.join(CONTAINERS_FOLDER, "Dockerfile"), "utf8");

/** One instruction, without its flags. */
export interface Step {
  readonly name: string;
  readonly flags: Readonly<Record<string, string>>;
  /** Its arguments as one line. */
  readonly text: string;
}

export interface Stage {
  readonly base: string;
  readonly name: string | undefined;
  readonly steps: readonly Step[];
}

/** The stages of a Dockerfile, in order. */
export function stagesOf(dockerfile: string): Stage[] {
  const stages: (Stage & { steps: Step[] })[] = [];
  for (const instruction of DockerfileParser.parse(dockerfile).getInstructions()) {
    const step = stepOf(instruction);
    const [base = "", , name] = step.text.split(/\s+/);
    if (step.name === "FROM") stages.push({ base, name, steps: [] });
    else stages.at(-1)?.steps.push(step);
  }
  return stages;
}

/** The strings of an instruction in JSON form, or the shell command of one in shell form. */
export function commandOf(text: string): string[] {
  return text.startsWith("[") ? (JSON.parse(text) as string[]) : ["/bin/sh", "-c", text];
}

function stepOf(instruction: Instruction): Step {
  const flags = "getFlags" in instruction ? (instruction as ModifiableInstruction).getFlags() : [];
  return {
    name: instruction.getKeyword(),
    flags: Object.fromEntries(flags.map((flag) => [flag.getName(), flag.getValue() ?? ""])),
    text: instruction.getArgumentsContent() ?? "",
  };
}
