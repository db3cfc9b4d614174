import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import {
  ACTION_FOLDER,
  GITLAB_FILE,
  OWN_WORKFLOWS_FOLDER,
  readAction,
  readWorkflow,
  readYaml,
  WORKFLOWS_FOLDER,
} from "../support/ci/workflow";
import type { Step } from "../support/ci/workflow";
import { describeWith, systemTool } from "../support/system-tool";
import { temporaryFolder } from "../support/temporary-folder";

/** Those for users to copy, and this repository's own. */
const workflows = [WORKFLOWS_FOLDER, OWN_WORKFLOWS_FOLDER].flatMap((folder) =>
  readdirSync(folder).map((name) => ({
    name,
    workflow: readWorkflow(name, folder),
    text: readFileSync(path.join(folder, name), "utf8"),
  })),
);
/** What they do changes nothing. */
const MAY_BE_STOPPED = ["preview.yml", "ci.yml"];
const action = readAction(ACTION_FOLDER);

interface GitlabJob {
  readonly stage?: string;
  readonly script?: readonly string[];
  readonly rules?: readonly unknown[];
  readonly timeout?: string;
  readonly interruptible?: boolean;
  readonly resource_group?: string;
  readonly artifacts?: { readonly reports?: { readonly junit?: string }; readonly when?: string };
}

/** What stands beside the jobs. */
const SETTINGS = ["stages", "workflow", "variables", "default"];
const gitlab = readYaml(GITLAB_FILE) as Record<string, GitlabJob>;
const { stages, workflow: pipeline, default: common } = gitlab;
const gitlabJobs = Object.entries(gitlab).filter(([name]) => !name.startsWith(".") && !SETTINGS.includes(name));

/** Every script of the files, as bash gets it. */
const scripts: [string, string][] = [
  ...workflows.flatMap(({ name, workflow }) =>
    Object.values(workflow.jobs).flatMap(({ steps }) => scriptsOf(steps).map(named(name))),
  ),
  ...scriptsOf(action.runs.steps).map(named("action.yml")),
  ...gitlabJobs.map(([name, { script = [] }]): [string, string] => [`.gitlab-ci.yml ${name}`, script.join("\n")]),
];

describe("a workflow for GitHub", () => {
  test.each(workflows)("$name gives each job only the rights that it names, and an end", ({ workflow }) => {
    const { permissions, jobs } = workflow;
    expect(permissions).toEqual({});
    for (const job of Object.values(jobs)) {
      expect(job.permissions).toBeDefined();
      expect(job["timeout-minutes"]).toBeGreaterThan(0);
    }
  });

  test.each(workflows)(
    "$name never waits beside itself, and is stopped only where it changes nothing",
    ({ name, workflow }) => {
      const { concurrency } = workflow;
      expect(concurrency?.group).toBeTruthy();
      expect(concurrency?.["cancel-in-progress"]).toBe(MAY_BE_STOPPED.includes(name));
    },
  );

  test.each(workflows)(
    "$name leaves no credentials in the checkout, and shows secrets to no installation",
    ({ workflow }) => {
      for (const { steps, env = {} } of Object.values(workflow.jobs)) {
        expect(Object.values(env).join(" ")).not.toContain("secrets.");
        for (const step of steps) {
          if (step.uses?.startsWith("actions/checkout@"))
            expect(step.with).toMatchObject({ "persist-credentials": false });
          if (step.run?.startsWith("npm ci")) expect(step.env).toBeUndefined();
        }
      }
    },
  );

  test("runs what a pull request brings with no other event than pull_request", () => {
    for (const { text } of workflows) expect(text).not.toMatch(/pull_request_target|workflow_run/);
  });

  test("only the release may publish and release, each in a job of its own", () => {
    const writes = workflows.flatMap(({ name, workflow }) =>
      Object.entries(workflow.jobs).flatMap(([job, { permissions = {} }]) =>
        ["id-token", "contents"].filter((right) => permissions[right] === "write").map((right) => [name, job, right]),
      ),
    );
    expect(writes).toEqual([
      ["release.yml", "publish", "id-token"],
      ["release.yml", "release", "contents"],
    ]);
  });

  test("the release checks the tag and passes the gate before it publishes", () => {
    const { gate, publish, release } = readWorkflow("release.yml", OWN_WORKFLOWS_FOLDER).jobs;
    const runs = gate?.steps.flatMap(({ run = [] }) => run);
    expect(runs).toEqual(['node scripts/release/check-release.mjs "$GITHUB_REF_NAME"', ".ci/run"]);
    expect([publish?.needs, release?.needs]).toEqual(["gate", "publish"]);
  });
});

test.each(scripts)("%s: a script gets values by its environment, not pasted into it", (_name, script) => {
  expect(script).not.toContain("${{");
});

test("each input and output of the action is described", () => {
  const described = [...Object.values(action.inputs), ...Object.values(action.outputs)];
  for (const { description } of described) expect(description).toBeTruthy();
});

describe("the pipeline for GitLab", () => {
  test("has a stage, a script, rules and an end for each job", () => {
    expect(gitlabJobs.map(([name]) => name)).toEqual(["preview", "deploy", "drift"]);
    expect(pipeline?.rules).toBeDefined();
    for (const [, { stage, script, rules, timeout }] of gitlabJobs) {
      expect(stages).toContain(stage);
      expect(script?.every((line) => typeof line === "string")).toBe(true);
      expect(rules?.length).toBeGreaterThan(0);
      expect(timeout).toMatch(/^\d+ (minutes|hours)$/);
    }
  });

  test("stops only a preview, and lets no two jobs at a stack that change or compare it", () => {
    expect(common?.interruptible).toBe(false);
    const { preview, deploy, drift } = gitlab;
    expect([preview, deploy, drift].map((job) => job?.interruptible)).toEqual([true, undefined, undefined]);
    expect([preview, deploy, drift].map((job) => job?.resource_group)).toEqual([
      undefined,
      "$PULUMI_STACK",
      "$PULUMI_STACK",
    ]);
  });

  test("shows the drift report as tests, also where the job fails", () => {
    expect(gitlab.drift?.artifacts).toMatchObject({ when: "always", reports: { junit: "drift-reports/drift.xml" } });
  });
});

describeWith(systemTool("actionlint"), "actionlint", (tool) => {
  /** What it says of a repository that has these workflows. */
  function lint(change: (text: string) => string = (text) => text): { status: number | null; said: string } {
    const files = workflows.map(({ name, text }) => [`.github/workflows/${name}`, change(text)]);
    const manifest = readFileSync(path.join(ACTION_FOLDER, "action.yml"), "utf8");
    const repository = temporaryFolder({
      ...Object.fromEntries(files),
      "node_modules/pulumi-compute/drift-action/action.yml": manifest,
      ".git/HEAD": "ref: refs/heads/main\n",
    });
    const shellcheck = process.env.SHELLCHECK ?? "shellcheck";
    const args = ["-no-color", "-shellcheck", shellcheck, ...files.map(([name = ""]) => name)];
    const { status, stdout, stderr } = spawnSync(tool, args, { cwd: repository, encoding: "utf8" });
    return { status, said: stdout + stderr };
  }

  test("has nothing to say", () => {
    expect(lint()).toEqual({ status: 0, said: "" });
  });

  test("would name an input that the action does not have", () => {
    expect(lint((text) => text.replace("stacks: $", "stack: $")).said).toContain('input "stack" is not defined');
  });
});

describeWith(systemTool("shellcheck"), "shellcheck has nothing to say", (tool) => {
  test.each(scripts)("%s", (_name, script) => {
    const { stdout } = spawnSync(tool, ["--shell=bash", "--severity=style", "-"], {
      input: `${script}\n`,
      encoding: "utf8",
    });
    expect(stdout).toBe("");
  });
});

function scriptsOf(steps: readonly Step[]): [string, string][] {
  return steps.flatMap(({ name, run }): [string, string][] => (run === undefined ? [] : [[name ?? run, run]]));
}

function named(file: string): (script: [string, string]) => [string, string] {
  return ([name, text]) => [`${file}: ${name}`, text];
}
