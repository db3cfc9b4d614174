import { cpSync, mkdirSync, readdirSync } from "node:fs";
import path from "node:path";
import { matchesGlob } from "../../../cli/glob";
import { expectExit, start } from "../engine-cli";
import type { Ended, Running } from "../engine-cli";
import { commandOf, stagesOf } from "./dockerfile";
import type { Step } from "./dockerfile";

/** A built stage: its files in a folder, and how it is run. */
interface Built {
  readonly root: string;
  workdir: string;
  readonly settings: Map<string, Step>;
}

const SETTINGS = new Set(["USER", "EXPOSE", "STOPSIGNAL", "HEALTHCHECK", "ENTRYPOINT", "CMD"]);

/**
 * An image that is built without a container engine: each instruction is executed in a folder that represents the root of the
 * file system. Base images, users and isolation are not supported.
 */
export class Image {
  private constructor(
    private readonly built: Built,
    private readonly env: NodeJS.ProcessEnv,
  ) {}

  /** @param context the folder with the files that the instructions copy */
  static async build(dockerfile: string, context: string, { folder, env }: Place): Promise<Image> {
    const stages = new Map<string, Built>();
    let last: Built | undefined;
    for (const [index, { name, steps }] of stagesOf(dockerfile).entries()) {
      const root = path.join(folder, String(index));
      mkdirSync(root, { recursive: true });
      last = { root, workdir: "/", settings: new Map() };
      for (const step of steps) await carryOut(step, last, { context, stages, env });
      if (name !== undefined) stages.set(name, last);
    }
    if (last === undefined) throw new Error("The Dockerfile has no stage");
    return new Image(last, env);
  }

  /** The value of an instruction that only configures how the image is run. */
  setting(name: string): string | undefined {
    return this.built.settings.get(name)?.text;
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
    const [file = "", ...args] = command.map((part) =>
      part.startsWith("/app/") ? path.join(this.built.root, part) : part,
    );
    return start(file, args, { cwd: path.join(this.built.root, this.built.workdir), env: { ...this.env, ...env } });
  }
}

/** Where an image is built, and the environment of its commands. */
interface Place {
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
}

interface Around {
  readonly context: string;
  readonly stages: ReadonlyMap<string, Built>;
  readonly env: NodeJS.ProcessEnv;
}

async function carryOut(step: Step, built: Built, { context, stages, env }: Around): Promise<void> {
  const { name, flags, text } = step;
  const here = path.join(built.root, built.workdir);
  if (SETTINGS.has(name)) {
    built.settings.set(name, step);
  } else if (name === "WORKDIR") {
    built.workdir = path.posix.resolve(built.workdir, text);
    mkdirSync(path.join(built.root, built.workdir), { recursive: true });
  } else if (name === "COPY") {
    const from = flags.from === undefined ? context : stages.get(flags.from)?.root;
    if (from === undefined) throw new Error(`There is no stage ${flags.from}`);
    const [pattern = "", to = ""] = text.split(/\s+/);
    cpSync(onlyMatch(from, pattern), path.join(built.root, path.posix.resolve(built.workdir, to)), { recursive: true });
  } else if (name === "RUN") {
    const [file = "", ...args] = commandOf(text);
    expectExit(await start(file, args, { cwd: here, env }).ended, 0);
  } else {
    throw new Error(`${name} is not carried out here`);
  }
}

function onlyMatch(from: string, pattern: string): string {
  const folder = path.join(from, path.dirname(pattern));
  const found = readdirSync(folder).filter((name) => matchesGlob(path.basename(pattern), name));
  const [only] = found;
  if (only === undefined || found.length > 1) throw new Error(`COPY: ${found.length} files for ${pattern}`);
  return path.join(folder, only);
}
