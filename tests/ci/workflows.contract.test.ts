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
import type { PipelineJob, Step } from "../support/ci/workflow";
import { CONTAINERS_FOLDER } from "../support/containers/image";
import { describeWith, systemTool } from "../support/system-tool";
import { temporaryFolder } from "../support/temporary-folder";

/** The workflows for users to copy, and this repository's own. */
const workflows = [WORKFLOWS_FOLDER, OWN_WORKFLOWS_FOLDER].flatMap((folder) =>
  readdirSync(folder).map((name) => ({
    name,
    folder,
    workflow: readWorkflow(name, folder),
    text: readFileSync(path.join(folder, name), "utf8"),
  })),
);
/** Workflows that change nothing. */
const MAY_BE_STOPPED = ["codeql.yml", "preview.yml", "rehearse.yml", "ci.yml"];
const action = readAction(ACTION_FOLDER);

/** Top-level keys other than jobs. */
const SETTINGS = ["stages", "workflow", "variables", "default"];
const gitlab = readYaml(GITLAB_FILE) as Record<string, PipelineJob>;
const { stages, workflow: pipeline, default: common } = gitlab;
const gitlabJobs = Object.entries(gitlab).filter(([name]) => !name.startsWith(".") && !SETTINGS.includes(name));

/** Every script in the files, as passed to bash. */
const scripts: [string, string][] = [
  ...workflows.flatMap(({ name, workflow }) =>
    Object.values(workflow.jobs).flatMap(({ steps }) => scriptsOf(steps).map(named(name))),
  ),
  ...scriptsOf(action.runs.steps).map(named("action.yml")),
  ...gitlabJobs.map(([name, { script = [] }]): [string, string] => [`.gitlab-ci.yml ${name}`, script.join("\n")]),
];

describe("a workflow for GitHub", () => {
  describe.each(workflows)("$name", ({ name, folder, text, workflow: { permissions, concurrency, jobs } }) => {
    test("gives each job only its declared permissions and a timeout", () => {
      expect(permissions).toEqual({});
      for (const job of Object.values(jobs)) {
        expect(job.permissions).toBeDefined();
        expect(job["timeout-minutes"]).toBeGreaterThan(0);
      }
    });

    test("never runs twice at the same time and is canceled only if it changes nothing", () => {
      expect(concurrency?.group).toBeTruthy();
      expect(concurrency?.["cancel-in-progress"]).toBe(MAY_BE_STOPPED.includes(name));
    });

    test("pins actions to a commit, with its version beside it, if it is this repository's own", () => {
      const actions = folder === OWN_WORKFLOWS_FOLDER ? text.match(/uses: .*/g) : [];
      for (const one of actions ?? []) expect(one).toMatch(/^uses: [\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
    });

    test("leaves no credentials in the checkout and passes no secrets to npm ci", () => {
      for (const { steps, env = {} } of Object.values(jobs)) {
        expect(Object.values(env).join(" ")).not.toContain("secrets.");
        for (const step of steps) {
          if (step.uses?.startsWith("actions/checkout@"))
            expect(step.with).toMatchObject({ "persist-credentials": false });
          if (step.run?.startsWith("npm ci")) expect(step.env).toBeUndefined();
        }
      }
    });
  });

  test("runs code from a pull request only on pull_request", () => {
    for (const { text } of workflows) expect(text).not.toMatch(/pull_request_target|workflow_run/);
  });

  test("only the release workflow may publish and release, in separate jobs", () => {
    const writes = workflows.flatMap(({ name, workflow }) =>
      Object.entries(workflow.jobs).flatMap(([job, { permissions = {} }]) =>
        ["id-token", "contents"].filter((right) => permissions[right] === "write").map((right) => [name, job, right]),
      ),
    );
    expect(writes).toEqual([
      ["release.yml", "artifacts", "id-token"],
      ["release.yml", "publish", "id-token"],
      ["release.yml", "release", "contents"],
    ]);
  });

  test("the signal of a cancelled deployment reaches Pulumi, which then ends in order", () => {
    const { deploy } = readWorkflow("deploy.yml").jobs;
    expect(deploy?.steps.find(({ name }) => name === "Deploy")?.run).toMatch(/^exec pulumi up /);
  });

  test("the release checks the tag and passes the gate before it publishes", () => {
    const { gate, artifacts, publish, release } = readWorkflow("release.yml", OWN_WORKFLOWS_FOLDER).jobs;
    const runs = gate?.steps.flatMap(({ run = [] }) => run);
    expect(runs).toEqual(['node scripts/release/check-release.mjs "$GITHUB_REF_NAME"', ".ci/run"]);
    expect([artifacts?.needs, publish?.needs, release?.needs]).toEqual(["gate", "artifacts", "publish"]);
  });
});

test.each(scripts)("%s: a script gets values from its environment, not by interpolation", (_name, script) => {
  expect(script).not.toContain("${{");
});

test("each input and output of the action has a description", () => {
  const described = [...Object.values(action.inputs), ...Object.values(action.outputs)];
  for (const { description } of described) expect(description).toBeTruthy();
});

describe("the pipeline for GitLab", () => {
  test("has a stage, a script, rules and a timeout for each job", () => {
    expect(gitlabJobs.map(([name]) => name)).toEqual(["preview", "rehearse", "deploy", "drift"]);
    expect(pipeline?.rules).toBeDefined();
    for (const [, { stage, script, rules, timeout }] of gitlabJobs) {
      expect(stages).toContain(stage);
      expect(script?.every((line) => typeof line === "string")).toBe(true);
      expect(rules?.length).toBeGreaterThan(0);
      expect(timeout).toMatch(/^\d+ (minutes|hours)$/);
    }
  });

  test("interrupts only a preview and a rehearsal, and runs jobs that change or compare a stack one at a time", () => {
    expect(common?.interruptible).toBe(false);
    expect(gitlabJobs.map(([, job]) => [job.interruptible, job.resource_group])).toEqual([
      [true, undefined],
      [true, undefined],
      [undefined, "$PULUMI_STACK"],
      [undefined, "$PULUMI_STACK"],
    ]);
  });

  test("shows the drift report as tests, even if the job fails", () => {
    expect(gitlab.drift?.artifacts).toMatchObject({ when: "always", reports: { junit: "drift-reports/drift.xml" } });
  });
});

describeWith(systemTool("actionlint"), "actionlint", (tool) => {
  test("reports nothing, for a repository with these workflows", () => {
    const tryOut = { name: "try-out.yml", text: readFileSync(path.join(CONTAINERS_FOLDER, "github.yml"), "utf8") };
    const files = [...workflows, tryOut].map(({ name, text }) => [`.github/workflows/${name}`, text]);
    const manifest = readFileSync(path.join(ACTION_FOLDER, "action.yml"), "utf8");
    const repository = temporaryFolder({
      ...Object.fromEntries(files),
      "node_modules/pulumi-compute/drift-action/action.yml": manifest,
      ".git/HEAD": "ref: refs/heads/main\n",
    });
    const shellcheck = process.env.SHELLCHECK ?? "shellcheck";
    const args = ["-no-color", "-shellcheck", shellcheck, ...files.map(([name = ""]) => name)];
    const { status, stdout, stderr } = spawnSync(tool, args, { cwd: repository, encoding: "utf8" });
    expect([status, stdout + stderr]).toEqual([0, ""]);
  });
});

describeWith(systemTool("shellcheck"), "shellcheck reports nothing", (tool) => {
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
