import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { EngineProject } from "../engine-cli";
import { copyIfThere, Runner, writeCommand } from "./runner";
import { readAction, readWorkflow } from "./workflow";
import type { Job, Step, Texts } from "./workflow";
import { runInNewContext } from "node:vm";

const REPOSITORY = "acme/shop";

/** An issue, or a comment on a pull request. */
interface Post {
  readonly body: string;
  readonly [field: string]: unknown;
}

/** What GitHub stores besides the code, in a file of `fake-gh.mjs`. */
interface Contents {
  readonly issues: readonly Post[];
  readonly comments: readonly Post[];
  readonly labels: readonly string[];
}

interface Ended {
  readonly result: Status;
  readonly outputs: Texts;
  readonly log: string;
}

export interface JobEnded extends Omit<Ended, "result"> {
  readonly result: Status | "skipped";
  /** The job's summary page. */
  readonly summary: string;
}

/** The options of one run. */
interface RunOptions {
  readonly event?: unknown;
  readonly settings?: { readonly secrets?: Texts; readonly vars?: Texts };
}

/** What the steps of a job, or of an action in it, share. */
interface Place {
  readonly env: NodeJS.ProcessEnv;
  readonly contexts: Contexts;
  readonly shell?: string;
}

/** Runs the workflows of docs/guide/ci/github in a project's folder, with what GitHub keeps between runs. */
export class Github {
  /** Uploaded SARIF files. */
  readonly alerts: string[] = [];
  private readonly runner: Runner;
  private readonly caches: string[] = [];
  private runs = 0;

  constructor(
    folder: string,
    project: EngineProject,
    private readonly settings: { readonly secrets: Texts; readonly vars: Texts },
  ) {
    this.runner = new Runner(folder, project);
    this.contents = { issues: [], comments: [], labels: [] };
    const gh = `FAKE_GH='${this.runner.kept("host.json")}' exec '${process.execPath}' '${__dirname}/fake-gh.mjs' "$@"`;
    writeCommand(path.join(this.runner.bin, "gh"), gh);
  }

  get contents(): Contents {
    return JSON.parse(readFileSync(this.runner.kept("host.json"), "utf8")) as Contents;
  }

  set contents(contents: Contents) {
    writeFileSync(this.runner.kept("host.json"), JSON.stringify(contents));
  }

  /** The jobs of a workflow, by name. */
  async run(workflow: string, options: RunOptions = {}): Promise<Record<string, JobEnded>> {
    const { jobs, defaults } = readWorkflow(workflow);
    this.runs += 1;
    rmSync(this.runner.kept("artifacts"), { recursive: true, force: true });
    const ended: Record<string, JobEnded> = {};
    for (const [name, job] of Object.entries(jobs)) {
      ended[name] = await this.runJob(job, { ...options, needs: ended, shell: defaults.run.shell });
    }
    return ended;
  }

  /** A file that the last run uploaded. */
  artifact(name: string, file: string): string {
    return readFileSync(this.runner.kept("artifacts", name, file), "utf8");
  }

  private async runJob(job: Job, { needs, shell, event = {}, settings }: JobOptions): Promise<JobEnded> {
    const { workspace, env } = this.runner;
    const github = { repository: REPOSITORY, actor: "a-person", token: "token-of-the-run", workspace, event };
    const contexts: Contexts = {
      secrets: { ...this.settings.secrets, ...settings?.secrets },
      vars: { ...this.settings.vars, ...settings?.vars },
      github: { ...github, run_id: this.runs, run_attempt: 1 },
      needs,
    };
    const before = job.needs === undefined ? "success" : needs[job.needs]?.result;
    if (!holds(job.if, contexts, before === "success" ? "success" : "failure")) {
      return { result: "skipped", outputs: {}, summary: "", log: "" };
    }
    const temporary = mkdtempSync(this.runner.kept("temporary-"));
    const summary = path.join(temporary, "summary");
    writeFileSync(summary, "");
    const variables = {
      RUNNER_TEMP: temporary,
      GITHUB_STEP_SUMMARY: summary,
      GITHUB_WORKSPACE: workspace,
      GITHUB_REPOSITORY: REPOSITORY,
      GITHUB_SERVER_URL: "https://github.example",
      GITHUB_RUN_ID: String(this.runs),
    };
    const place = { env: { ...env, ...variables, ...allFilled(job.env ?? {}, contexts) }, contexts, shell };
    const ended = await this.runSteps(job.steps, place, job.outputs);
    return { ...ended, summary: readFileSync(summary, "utf8") };
  }

  /** Runs steps like the runner: one after another, and after a failure only those whose `if` allows it. */
  private async runSteps(steps: readonly Step[], place: Place, results: Texts = {}): Promise<Ended> {
    const outputs = Object.fromEntries(steps.map(({ id }) => [id, { outputs: {} }]));
    let result: Status = "success";
    let log = "";
    for (const step of steps) {
      const contexts = { ...place.contexts, steps: outputs };
      if (!holds(step.if, contexts, result)) continue;
      const env = { ...place.env, ...allFilled(step.env ?? {}, contexts) };
      const ended = await this.runStep(step, { ...place, contexts, env });
      if (step.id) outputs[step.id] = { outputs: ended.outputs };
      if (ended.result === "failure") result = "failure";
      log += ended.log;
    }
    return { result, outputs: allFilled(results, { steps: outputs }), log };
  }

  private async runStep(step: Step, place: Place): Promise<Ended> {
    if (step.run !== undefined) return this.runScript(step, step.run, place);
    const [name = ""] = (step.uses ?? "").split("@");
    const given = allFilled(step.with ?? {}, place.contexts);
    if (name.startsWith("./")) return this.runAction(this.runner.used(name), given, place);
    const action = this.actions[name];
    if (!action) throw new Error(`Nothing stands for ${step.uses}`);
    action(given);
    return { result: "success", outputs: {}, log: "" };
  }

  /** @see https://docs.github.com/actions/reference/workflow-syntax-for-github-actions, `jobs.<job_id>.steps[*].shell` */
  private async runScript(step: Step, script: string, { env, contexts, shell }: Place): Promise<Ended> {
    if ((step.shell ?? shell) !== "bash") throw new Error("A script without `shell: bash` goes on after a broken pipe");
    const output = this.runner.kept("output");
    writeFileSync(output, "");
    const cwd = this.runner.used(filled(step["working-directory"] ?? ".", contexts));
    const { code, output: log } = await this.runner.bash(script, cwd, { ...env, GITHUB_OUTPUT: output }).ended;
    const lines = readFileSync(output, "utf8").matchAll(/^(\w+)=(.*)$/gm);
    const outputs = Object.fromEntries(Array.from(lines, ([, name = "", value = ""]) => [name, value]));
    return { result: code === 0 ? "success" : "failure", outputs, log };
  }

  private runAction(folder: string, given: Texts, { shell: _, ...place }: Place): Promise<Ended> {
    const { inputs, outputs, runs } = readAction(folder);
    const unknown = Object.keys(given).filter((name) => !Object.hasOwn(inputs, name));
    if (unknown.length > 0) throw new Error(`The action has no input ${unknown.join(", ")}`);
    const { github } = place.contexts;
    const defaults = Object.entries(inputs).map(([name, input]) => [name, input.default ?? ""]);
    const contexts = { github, inputs: { ...allFilled(Object.fromEntries(defaults) as Texts, { github }), ...given } };
    const values = Object.entries(outputs).map(([name, { value }]) => [name, value]);
    return this.runSteps(runs.steps, { ...place, contexts }, Object.fromEntries(values) as Texts);
  }

  /** The fakes of third-party actions, by their names without the version. */
  private readonly actions: Readonly<Record<string, (given: Texts) => void>> = {
    "actions/checkout": () => this.runner.checkOut(),
    "actions/setup-node": () => undefined,
    "pulumi/actions": () => undefined,
    "actions/cache/restore": ({ key = "", path: name = "", "restore-keys": prefix }) => {
      const found = this.caches.filter((one) => one === key || (prefix !== undefined && one.startsWith(prefix))).at(-1);
      if (found !== undefined) copyIfThere(this.runner.kept("caches", found), this.runner.used(name));
    },
    "actions/cache/save": ({ key = "", path: name = "" }) => {
      copyIfThere(this.runner.used(name), this.runner.kept("caches", key));
      this.caches.push(key);
    },
    "actions/upload-artifact": ({ name = "", path: from = "" }) =>
      copyIfThere(this.runner.used(from), this.runner.kept("artifacts", name)),
    "actions/download-artifact": ({ name = "", path: to = "" }) =>
      copyIfThere(this.runner.kept("artifacts", name), this.runner.used(to)),
    "github/codeql-action/upload-sarif": ({ sarif_file: file = "" }) =>
      void this.alerts.push(readFileSync(this.runner.used(file), "utf8")),
  };
}

interface JobOptions extends RunOptions {
  readonly needs: Readonly<Record<string, JobEnded>>;
  readonly shell: string;
}

/** What expressions may refer to: `secrets`, `vars`, `github`, `inputs`, `steps`, `needs`. */
type Contexts = Readonly<Record<string, unknown>>;

/** The results of the previous steps. */
type Status = "success" | "failure";

/** A text with the values of its `${{ … }}`. */
function filled(text: string, contexts: Contexts): string {
  return text.replaceAll(/\$\{\{(.+?)\}\}/g, (_, expression: string) => String(valueOf(expression, contexts)));
}

function allFilled(texts: Readonly<Record<string, unknown>>, contexts: Contexts): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, filled(String(text), contexts)]));
}

/** Whether an `if` holds. */
function holds(condition: string | undefined, contexts: Contexts, status: Status): boolean {
  const text = (condition ?? "success()").replace(/^\$\{\{(.+)\}\}$/, "$1");
  const isFine = status === "success";
  const functions = { always: () => true, cancelled: () => false, success: () => isFine, failure: () => !isFine };
  const isAboutStatus = /\b(always|cancelled|success|failure)\(\)/.test(text);
  return (isFine || isAboutStatus) && Boolean(valueOf(text, { ...contexts, ...functions }));
}

/** What the workflows write in expressions is JavaScript, except for dashes in names. */
function valueOf(expression: string, contexts: Contexts): unknown {
  return runInNewContext(expression.replaceAll(/\.([\w-]+)/g, '["$1"]'), strict(contexts) as Contexts);
}

/** The same value, which throws for a name that isn't there, but in the outputs of a skipped step or job. */
function strict(value: unknown, isOutputs = false): unknown {
  if (typeof value !== "object" || value === null) return value;
  return new Proxy(value, {
    get(of, name) {
      if (!(name in of) && !isOutputs) throw new Error(`There is no ${String(name)}`);
      return name in of ? strict(Reflect.get(of, name), name === "outputs") : "";
    },
  });
}
