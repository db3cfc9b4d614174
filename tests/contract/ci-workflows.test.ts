import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import {
  ACTION_FOLDER,
  GITLAB_FILE,
  readAction,
  readWorkflow,
  readYaml,
  WORKFLOWS_FOLDER,
} from "../support/ci/workflow";
import type { Step } from "../support/ci/workflow";
import { describeWith, systemTool } from "../support/system-tool";
import { temporaryFolder } from "../support/temporary-folder";

const workflows = readdirSync(WORKFLOWS_FOLDER);
const action = readAction(ACTION_FOLDER);
const textOf = (name: string): string => readFileSync(path.join(WORKFLOWS_FOLDER, name), "utf8");

interface GitlabJob {
  readonly stage?: string;
  readonly script?: readonly string[];
  readonly rules?: readonly unknown[];
  readonly timeout?: string;
  readonly interruptible?: boolean;
  readonly resource_group?: string;
  readonly artifacts?: { readonly reports?: { readonly junit?: string }; readonly when?: string };
}

const { stages, workflow: pipeline, default: common, ...rest } = readYaml(GITLAB_FILE) as Record<string, GitlabJob>;
const gitlabJobs = Object.entries(rest).filter(([name]) => !name.startsWith("."));

/** Every script of the files, as bash gets it. */
const scripts: [string, string][] = [
  ...workflows.flatMap((name) =>
    Object.values(readWorkflow(name).jobs).flatMap(({ steps }) => scriptsOf(steps).map(named(name))),
  ),
  ...scriptsOf(action.runs.steps).map(named("action.yml")),
  ...gitlabJobs.map(([name, { script = [] }]): [string, string] => [`.gitlab-ci.yml ${name}`, script.join("\n")]),
];

describe("a workflow for GitHub", () => {
  test.each(workflows)("%s gives each job only the rights that it names, and an end", (name) => {
    const { permissions, jobs } = readWorkflow(name);
    expect(permissions).toEqual({});
    for (const job of Object.values(jobs)) {
      expect(job.permissions).toBeDefined();
      expect(job["timeout-minutes"]).toBeGreaterThan(0);
    }
  });

  test.each(workflows)("%s never waits beside itself, and is stopped only where it changes nothing", (name) => {
    const { concurrency } = readWorkflow(name);
    expect(concurrency?.group).toBeTruthy();
    expect(concurrency?.["cancel-in-progress"]).toBe(name === "preview.yml");
  });

  test.each(workflows)("%s leaves no credentials in the checkout, and shows secrets to no installation", (name) => {
    for (const { steps, env = {} } of Object.values(readWorkflow(name).jobs)) {
      expect(Object.values(env).join(" ")).not.toContain("secrets.");
      for (const step of steps) {
        if (step.uses?.startsWith("actions/checkout@"))
          expect(step.with).toMatchObject({ "persist-credentials": false });
        if (step.run === "npm ci") expect(step.env).toBeUndefined();
      }
    }
  });

  test("runs what a pull request brings with no other event than pull_request", () => {
    for (const name of workflows) expect(textOf(name)).not.toMatch(/pull_request_target|workflow_run/);
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
    const { preview, deploy, drift } = rest;
    expect([preview, deploy, drift].map((job) => job?.interruptible)).toEqual([true, undefined, undefined]);
    expect([preview, deploy, drift].map((job) => job?.resource_group)).toEqual([
      undefined,
      "$PULUMI_STACK",
      "$PULUMI_STACK",
    ]);
  });

  test("shows the drift report as tests, also where the job fails", () => {
    expect(rest.drift?.artifacts).toMatchObject({ when: "always", reports: { junit: "drift-reports/drift.xml" } });
  });
});

describeWith(systemTool("actionlint"), "actionlint", (tool) => {
  /** What it says of a repository that has these workflows. */
  function lint(change: (text: string) => string = (text) => text): { status: number | null; said: string } {
    const files = workflows.map((name) => [`.github/workflows/${name}`, change(textOf(name))]);
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
