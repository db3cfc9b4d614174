import { readFileSync, rmSync } from "node:fs";
import type { Ended } from "../engine-cli";
import type { EngineProject } from "../engine-project";
import { copyIfThere, Runner } from "./runner";
import { GITLAB_FILE, readYaml } from "./workflow";
import type { PipelineJob, Texts } from "./workflow";

interface Pipeline {
  readonly default: { readonly before_script: readonly string[] };
  readonly variables: Texts;
  readonly [job: string]: unknown;
}

/** Runs jobs of docs/guide/ci/gitlab in a project's folder, with what GitLab keeps between them. */
export class Gitlab {
  private readonly runner: Runner;

  constructor(
    folder: string,
    project: EngineProject,
    private readonly variables: Texts,
  ) {
    this.runner = new Runner(folder, project);
  }

  /** Runs a job's lines in one shell, as the runner does. */
  async run(name: string, variables: Texts = {}): Promise<Ended> {
    const { default: common, variables: shared, [name]: job } = readYaml(GITLAB_FILE) as Pipeline;
    const { script = [], cache = [], artifacts = { paths: [] }, variables: own = {} } = job as PipelineJob;
    const { runner } = this;
    runner.checkOut();
    for (const one of cache.flatMap(({ paths }) => paths)) copyIfThere(runner.kept("caches", one), runner.used(one));
    const expanded = Object.entries(own).map(([key, value]) => [
      key,
      value.replace("$CI_PROJECT_DIR", runner.workspace),
    ]);
    const lines = [...common.before_script, ...script].join("\n");
    const env = { ...runner.env, ...shared, ...this.variables, ...variables, ...Object.fromEntries(expanded) };
    const ended = await runner.bash(lines, runner.workspace, env).ended;
    const left = (of: typeof artifacts): readonly string[] =>
      ended.code === 0 || of.when === "always" ? of.paths : [];
    for (const one of cache.flatMap(left)) copyIfThere(runner.used(one), runner.kept("caches", one));
    rmSync(runner.kept("artifacts"), { recursive: true, force: true });
    for (const one of left(artifacts)) copyIfThere(runner.used(one), runner.kept("artifacts", one));
    return ended;
  }

  /** A file that the last job left. */
  artifact(name: string): string {
    return readFileSync(this.runner.kept("artifacts", name), "utf8");
  }
}
