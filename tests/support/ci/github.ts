import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Running } from "../engine-cli";
import type { EngineProject } from "../engine-project";
import { Checkout, runnerEnvironment } from "./checkout";
import { CodeHost } from "./code-host";
import { filled, holds } from "./expressions";
import type { Contexts } from "./expressions";
import { allFilled, runSteps } from "./steps";
import { readWorkflow } from "./workflow";
import type { Job, Step, Texts } from "./workflow";

const REPOSITORY = "acme/shop";

export interface JobEnded {
  readonly result: "success" | "failure" | "skipped";
  readonly outputs: Texts;
  /** The job's summary page. */
  readonly summary: string;
  readonly log: string;
}

export interface Settings {
  readonly secrets: Texts;
  readonly vars: Texts;
}

/** The options of one run. */
export interface RunOptions {
  readonly event?: unknown;
  readonly settings?: { readonly secrets?: Texts; readonly vars?: Texts };
  readonly watch?: (step: Step, running: Running) => Promise<void>;
}

/** Runs the workflows of docs/guide/ci/github in a project's folder, with what GitHub keeps between runs. */
export class Github {
  readonly host: CodeHost;
  /** Uploaded SARIF files. */
  readonly alerts: string[] = [];
  private readonly checkout: Checkout;
  private readonly caches: string[] = [];
  private runs = 0;

  constructor(
    private readonly folder: string,
    private readonly project: EngineProject,
    private readonly settings: Settings,
  ) {
    this.host = new CodeHost(folder);
    this.checkout = new Checkout(project.folder);
  }

  /** The jobs of a workflow, by name. */
  async run(workflow: string, options: RunOptions = {}): Promise<Record<string, JobEnded>> {
    const { jobs, defaults } = readWorkflow(workflow);
    this.runs += 1;
    rmSync(this.pathOf("artifacts"), { recursive: true, force: true });
    const ended: Record<string, JobEnded> = {};
    for (const [name, job] of Object.entries(jobs)) {
      ended[name] = await this.runJob(job, { ...options, needs: ended, shell: defaults.run.shell });
    }
    return ended;
  }

  /** A file that the last run uploaded. */
  artifact(name: string, file: string): string {
    return readFileSync(path.join(this.pathOf("artifacts"), name, file), "utf8");
  }

  private async runJob(
    job: Job,
    { needs, shell, event = {}, settings, watch = () => Promise.resolve() }: JobOptions,
  ): Promise<JobEnded> {
    const contexts: Contexts = {
      secrets: { ...this.settings.secrets, ...settings?.secrets },
      vars: { ...this.settings.vars, ...settings?.vars },
      github: this.facts(event),
      needs,
    };
    const before = job.needs === undefined ? "success" : needs[job.needs]?.result;
    if (!holds(job.if, contexts, before === "success" ? "success" : "failure")) {
      return { result: "skipped", outputs: {}, summary: "", log: "" };
    }
    const temporary = mkdtempSync(this.pathOf("temporary-"));
    const summary = path.join(temporary, "summary");
    writeFileSync(summary, "");
    const env = { ...this.environment(), RUNNER_TEMP: temporary, GITHUB_STEP_SUMMARY: summary };
    const { status, outputs, log } = await runSteps(job.steps, {
      workspace: this.checkout.folder,
      temporary,
      env: { ...env, ...allFilled(job.env ?? {}, contexts) },
      contexts,
      shell,
      actions: this.actions,
      watch,
    });
    const results = Object.entries(job.outputs ?? {}).map(([name, text]) => [name, filled(text, { steps: outputs })]);
    return { result: status, outputs: Object.fromEntries(results), summary: readFileSync(summary, "utf8"), log };
  }

  private readonly actions = {
    "actions/checkout": () => this.checkout.clean(),
    "actions/setup-node": () => undefined,
    "pulumi/actions": () => undefined,
    "actions/cache/restore": ({ key = "", path: name = "", "restore-keys": prefix }: Texts) => {
      const found = this.caches.filter((one) => one === key || (prefix !== undefined && one.startsWith(prefix))).at(-1);
      if (found !== undefined)
        cpSync(this.pathOf("caches", found), this.inWorkspace(name), { recursive: true, preserveTimestamps: true });
    },
    "actions/cache/save": ({ key = "", path: name = "" }: Texts) => {
      if (!existsSync(this.inWorkspace(name))) return;
      cpSync(this.inWorkspace(name), this.pathOf("caches", key), { recursive: true, preserveTimestamps: true });
      this.caches.push(key);
    },
    "actions/upload-artifact": ({ name = "", path: from = "" }: Texts) => {
      if (existsSync(this.inWorkspace(from))) {
        cpSync(this.inWorkspace(from), this.pathOf("artifacts", name), { recursive: true });
      }
    },
    "actions/download-artifact": ({ name = "", path: to = "" }: Texts) => {
      cpSync(this.pathOf("artifacts", name), this.inWorkspace(to), { recursive: true });
    },
    "github/codeql-action/upload-sarif": ({ sarif_file: file = "" }: Texts) => {
      this.alerts.push(readFileSync(this.inWorkspace(file), "utf8"));
    },
  };

  private facts(event: unknown): Contexts {
    return {
      repository: REPOSITORY,
      actor: "a-person",
      token: "token-of-the-run",
      workspace: this.checkout.folder,
      run_id: this.runs,
      run_attempt: 1,
      event,
    };
  }

  private environment(): NodeJS.ProcessEnv {
    const env = runnerEnvironment(this.project, this.folder);
    return {
      ...env,
      PATH: [this.host.bin, env.PATH ?? ""].join(path.delimiter),
      GITHUB_WORKSPACE: this.checkout.folder,
      GITHUB_REPOSITORY: REPOSITORY,
      GITHUB_SERVER_URL: "https://github.example",
      GITHUB_RUN_ID: String(this.runs),
    };
  }

  private inWorkspace(name: string): string {
    return path.join(this.checkout.folder, name);
  }

  private pathOf(...names: string[]): string {
    const file = path.join(this.folder, ...names);
    mkdirSync(path.dirname(file), { recursive: true });
    return file;
  }
}

interface JobOptions extends RunOptions {
  readonly needs: Readonly<Record<string, JobEnded>>;
  readonly shell: string;
}
