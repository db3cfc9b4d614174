import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { start } from "../engine-cli";
import type { Ended } from "../engine-cli";
import type { EngineProject } from "../engine-project";
import { Checkout, runnerEnvironment } from "./checkout";
import { CodeHost } from "./code-host";
import { GITLAB_FILE, readYaml } from "./workflow";
import type { Texts } from "./workflow";

interface Cache {
  readonly key: unknown;
  readonly paths: readonly string[];
  readonly when?: "always";
}

interface PipelineJob {
  readonly script: readonly string[];
  readonly variables?: Texts;
  readonly cache: readonly Cache[];
  readonly artifacts?: { readonly paths: readonly string[]; readonly when?: "always" };
}

interface Pipeline {
  readonly default: { readonly before_script: readonly string[] };
  readonly variables: Texts;
  readonly [job: string]: unknown;
}

/** Runs jobs of docs/guide/ci/gitlab in a project's folder, with what GitLab keeps between them. */
export class Gitlab {
  private readonly checkout: Checkout;
  private readonly bin: string;

  constructor(
    private readonly folder: string,
    private readonly project: EngineProject,
    private readonly variables: Texts,
  ) {
    this.bin = new CodeHost(folder).bin;
    this.checkout = new Checkout(project.folder);
  }

  /** Runs a job's lines in one shell, as the runner does. */
  async run(name: string, variables: Texts = {}): Promise<Ended> {
    const { default: common, variables: shared, [name]: job } = readYaml(GITLAB_FILE) as Pipeline;
    const { script, cache, artifacts, variables: own = {} } = job as PipelineJob;
    this.checkout.clean();
    this.copyCaches(cache, (kept, used) => [kept, used]);
    const file = path.join(this.folder, "job.sh");
    writeFileSync(file, [...common.before_script, ...script].join("\n"));
    const env = { ...this.environment(), ...shared, ...this.variables, ...variables };
    const expanded = Object.entries(own).map(([key, value]) => [
      key,
      value.replace("$CI_PROJECT_DIR", this.project.folder),
    ]);
    const ended = await start("bash", ["--noprofile", "--norc", "-eo", "pipefail", file], {
      cwd: this.project.folder,
      env: { ...env, ...Object.fromEntries(expanded) },
    }).ended;
    const saved = cache.filter(({ when }) => ended.code === 0 || when === "always");
    this.copyCaches(saved, (kept, used) => [used, kept]);
    rmSync(this.pathOf("artifacts"), { recursive: true, force: true });
    const uploaded = ended.code === 0 || artifacts?.when === "always" ? (artifacts?.paths ?? []) : [];
    for (const one of uploaded)
      cpSync(path.join(this.project.folder, one), this.pathOf("artifacts", one), { recursive: true });
    return ended;
  }

  /** A file that the last job left. */
  artifact(name: string): string {
    return readFileSync(this.pathOf("artifacts", name), "utf8");
  }

  /** @param way source and target: the cached folder and the one that the job uses */
  private copyCaches(caches: readonly Cache[], way: (kept: string, used: string) => [string, string]): void {
    for (const name of caches.flatMap(({ paths }) => paths)) {
      const [from, to] = way(this.pathOf("caches", name), path.join(this.project.folder, name));
      if (existsSync(from)) cpSync(from, to, { recursive: true, preserveTimestamps: true });
    }
  }

  private environment(): NodeJS.ProcessEnv {
    const env = runnerEnvironment(this.project, this.folder);
    return { ...env, PATH: [this.bin, env.PATH ?? ""].join(path.delimiter) };
  }

  private pathOf(...names: string[]): string {
    const file = path.join(this.folder, ...names);
    mkdirSync(path.dirname(file), { recursive: true });
    return file;
  }
}
