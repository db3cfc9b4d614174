import { cpSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { DockerfileParser } from "dockerfile-ast";
import type { Instruction, ModifiableInstruction } from "dockerfile-ast";
import { matchesGlob } from "../../../cli/terminal/glob";
import { expectExit, repository, start } from "../engine-cli";
import type { Ended, Running } from "../engine-cli";

const SETTINGS = ["USER", "EXPOSE", "STOPSIGNAL", "HEALTHCHECK", "ENTRYPOINT", "CMD"];

/**
 * An image that is built without a container engine: each instruction is executed in a folder that represents the root of the
 * file system. Base images, users and isolation are not supported.
 */
export class Image {
  private workdir = "/";
  private readonly settings = new Map<string, string>();

  private constructor(
    private readonly root: string,
    private readonly env: NodeJS.ProcessEnv,
  ) {
    mkdirSync(root, { recursive: true });
  }

  /**
   * @param context the folder with the files that the instructions copy
   * @param place where it is built, and the environment of its commands
   */
  static async build(
    dockerfile: string,
    context: string,
    { folder, env }: { readonly folder: string; readonly env: NodeJS.ProcessEnv },
  ): Promise<Image> {
    const stages = stagesOf(dockerfile).map((stage, index) => ({
      ...stage,
      image: new Image(path.join(folder, String(index)), env),
    }));
    for (const { steps, image } of stages) {
      for (const step of steps) {
        const from = stages.find(({ name }) => name !== undefined && name === step.flags.from)?.image.root;
        await image.carryOut(step, from ?? context);
      }
    }
    const last = stages.at(-1)?.image;
    if (last === undefined) throw new Error("The Dockerfile has no stage");
    return last;
  }

  /** The value of an instruction that only configures how the image is run. */
  setting(name: string): string | undefined {
    return this.settings.get(name);
  }

  /** Runs the image with arguments that replace CMD. */
  run(args: readonly string[], env: NodeJS.ProcessEnv = {}): Running {
    return this.start([...commandOf(this.setting("ENTRYPOINT") ?? "[]"), ...args], env);
  }

  /** Runs the health check once, on the port that replaces the one in the image. */
  healthcheck(port: number): Promise<Ended> {
    const command = commandOf((this.setting("HEALTHCHECK") ?? "").replace(/^CMD\s+/, ""));
    return this.start(command.map((part) => part.replaceAll(":4010/", `:${port}/`))).ended;
  }

  private start(command: readonly string[], env: NodeJS.ProcessEnv = {}): Running {
    const [file = "", ...args] = command.map((part) => (part.startsWith("/app/") ? path.join(this.root, part) : part));
    return start(file, args, { cwd: this.inRoot(), env: { ...this.env, ...env } });
  }

  private async carryOut({ name, text }: Step, from: string): Promise<void> {
    if (SETTINGS.includes(name)) {
      this.settings.set(name, text);
    } else if (name === "WORKDIR") {
      this.workdir = path.posix.resolve(this.workdir, text);
      mkdirSync(this.inRoot(), { recursive: true });
    } else if (name === "COPY") {
      const [pattern = "", to = ""] = text.split(/\s+/);
      cpSync(onlyMatch(from, pattern), this.inRoot(to), { recursive: true });
    } else if (name === "RUN") {
      expectExit(await this.start(commandOf(text)).ended, 0);
    } else {
      throw new Error(`${name} is not carried out here`);
    }
  }

  private inRoot(name = "."): string {
    return path.join(this.root, path.posix.resolve(this.workdir, name));
  }
}

function onlyMatch(from: string, pattern: string): string {
  const folder = path.join(from, path.dirname(pattern));
  const found = readdirSync(folder).filter((name) => matchesGlob(path.basename(pattern), name));
  const [only] = found;
  if (only === undefined || found.length > 1) throw new Error(`COPY: ${found.length} files for ${pattern}`);
  return path.join(folder, only);
}

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
