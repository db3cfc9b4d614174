import type { Emulator, EmulatorOptions } from "../../emulator/index";
import { FakeGitlab } from "../support/ci/fake-gitlab";
import { Github } from "../support/ci/github";
import type { JobEnded } from "../support/ci/github";
import { Gitlab } from "../support/ci/gitlab";
import { expectExit } from "../support/engine-cli";
import { eventually } from "../support/engine-eventually";
import { engineStory } from "../support/engine-fixture";
import type { EngineFixture } from "../support/engine-fixture";
import { STACK } from "../support/engine-project";
import type { EngineProject } from "../support/engine-project";
import { domains, makeZone } from "../support/engine-service";
import { describeWith, systemTool } from "../support/system-tool";

const READER = "token-that-only-reads";
const READ_SCOPES = ["computes", "images", "databases", "domains", "events"].map((area) => `${area}:read_only`);

const ZONE = `
  const zone = new compute.Domain("zone", { domain: "shop.example", type: "master", soaEmail: "a@shop.example", description: "declared" });
`;
const WITH_RECORD = `${ZONE}
  new compute.DomainRecord("www", { domainId: zone.id, type: "A", name: "www", target: "192.0.2.1" });
`;
const BROKEN = WITH_RECORD.replace("192.0.2.1", "not an address");
const INSTANCE = `
  new compute.Instance("web", {
    region: "us-east", type: "g6-nanode-1", image: "compute/debian11", rootPass: "a long password", alerts: { cpu: 55 } });
`;

const jq = systemTool("jq");

/** The accounts of the jobs: one that may write, and one that only reads. */
const TOKENS: EmulatorOptions = { tokens: [{ token: "emulator-token" }, { token: READER, scopes: READ_SCOPES }] };
const MARKER = `<!-- pulumi-compute preview of ${STACK} -->`;

/** A project whose stack is empty, and the variables for its backend. */
function projectWith(engine: EngineFixture, emulator: Emulator, program: string) {
  const project = engine.projectWithPassphrase(emulator).program(program);
  project.configure({ "compute:url": emulator.url });
  const { PULUMI_BACKEND_URL = "", PULUMI_CONFIG_PASSPHRASE = "" } = project.env;
  return { project, PULUMI_BACKEND_URL, PULUMI_CONFIG_PASSPHRASE };
}

function githubWith(engine: EngineFixture, emulator: Emulator, program: string): [EngineProject, Github] {
  const { project, PULUMI_BACKEND_URL, PULUMI_CONFIG_PASSPHRASE } = projectWith(engine, emulator, program);
  const { token: COMPUTE_TOKEN } = emulator;
  const github = new Github(engine.folder(), project, {
    secrets: { COMPUTE_TOKEN, COMPUTE_READ_TOKEN: READER, PULUMI_ACCESS_TOKEN: "", PULUMI_CONFIG_PASSPHRASE },
    vars: { PULUMI_BACKEND_URL, PULUMI_STACK: STACK, DRIFT_CODE_SCANNING: "" },
  });
  return [project, github];
}

/** What GitHub provides about a pull request. */
function pullRequest(head = "acme/shop"): { readonly event: unknown } {
  return { event: { pull_request: { number: 7, head: { repo: { full_name: head } } } } };
}

const resultsOf = (jobs: Readonly<Record<string, JobEnded>>): Record<string, string> =>
  Object.fromEntries(Object.entries(jobs).map(([name, { result }]) => [name, result]));

/** A failure shows what the job printed. */
function job(jobs: Readonly<Record<string, JobEnded>>, name: string, result: string): JobEnded {
  const ended = jobs[name];
  if (ended?.result !== result) throw new Error(`${name}: ${ended?.result} instead of ${result}\n${ended?.log}`);
  return ended;
}

describeWith(jq, "the workflows for GitHub", () => {
  describe("from the first deployment to a repaired drift", () => {
    const story = engineStory(async (engine) => {
      const emulator = await engine.emulator(TOKENS);
      const [project, github] = githubWith(engine, emulator, ZONE);
      const { host } = github;
      const scan = async (settings = {}) => {
        const jobs = await github.run("drift.yml", { settings });
        return { jobs, issues: host.issues };
      };

      const deployed = await github.run("deploy.yml");
      const zones = await domains(emulator);
      const inSync = await scan();

      host.addComment({ id: 99, issue: 7, user: { login: "mallory" }, body: MARKER });
      project.program(WITH_RECORD);
      const previewed = { jobs: await github.run("preview.yml", pullRequest()), comments: host.comments };
      project.program(BROKEN);
      const failed = { jobs: await github.run("preview.yml", pullRequest()), comments: host.comments };
      const fork = await github.run("preview.yml", pullRequest("mallory/shop"));
      project.program(ZONE);

      const id = Number(zones[0]?.id);
      emulator.poke("domain", id, { description: "by hand" });
      const found = {
        ...(await scan()),
        report: github.artifact("drift", "drift.json"),
        page: github.artifact("drift", "drift.html"),
      };
      const known = await scan();
      const stranger = await makeZone(emulator, "new.example");
      const incomplete = await scan({ secrets: { COMPUTE_READ_TOKEN: "revoked" } });
      const more = { ...(await scan({ vars: { DRIFT_CODE_SCANNING: "true" } })), alerts: [...github.alerts] };
      emulator.poke("domain", id, { description: "declared" });
      emulator.remove("domain", Number(stranger.id));
      const repaired = await scan();
      emulator.poke("domain", id, { description: "by hand" });
      const again = await scan();
      host.closeIssue(2);
      const closed = await scan();
      const before = { deployed, zones, inSync, previewed, failed, fork };
      return { ...before, found, known, incomplete, more, repaired, again, closed };
    });

    test("deploy creates what the program declares", () => {
      job(story.deployed, "deploy", "success");
      expect(story.zones).toMatchObject([{ domain: "shop.example" }]);
    });

    test("a stack in sync passes with a read-only token, and opens no issue", () => {
      const { summary } = job(story.inSync.jobs, "drift", "success");
      expect(summary).toContain("<!-- pulumi-compute drift -->");
      expect(story.inSync.issues).toEqual([]);
    });

    test("a preview is posted as a comment", () => {
      job(story.previewed.jobs, "preview", "success");
      const [theirs, ours] = story.previewed.comments;
      expect(theirs).toMatchObject({ user: { login: "mallory" }, edits: 0 });
      expect(ours?.body).toMatch(/^<!-- pulumi-compute preview of dev -->\n### Preview of `dev`\n/);
      expect(ours?.body).toMatch(/^ {4}.*192\.0\.2\.1/m);
      expect(resultsOf(story.previewed.jobs)).toEqual({ preview: "success", "without-secrets": "skipped" });
    });

    test("the next preview replaces its own comment and no other, and fails the job if it failed", () => {
      job(story.failed.jobs, "preview", "failure");
      expect(story.failed.comments).toHaveLength(2);
      const [theirs, ours] = story.failed.comments;
      expect(theirs).toMatchObject({ edits: 0 });
      expect(ours).toMatchObject({
        edits: 1,
        body: expect.stringContaining("### The preview failed of `dev`") as string,
      });
      expect(ours?.body).toContain("must be an IPv4 address");
    });

    test("a pull request from a fork gets an explanation instead of a preview", () => {
      expect(resultsOf(story.fork)).toEqual({ preview: "skipped", "without-secrets": "success" });
      expect(story.fork["without-secrets"]?.summary).toContain("comes from a fork");
    });

    test("drift fails the job and opens one issue with the report, which is also uploaded as files", () => {
      const { summary } = job(story.found.jobs, "drift", "failure");
      expect(story.found.issues).toMatchObject([{ number: 1, state: "open", labels: ["drift"], comments: [] }]);
      const [issue] = story.found.issues;
      expect(issue?.body.startsWith(summary)).toBe(true);
      expect(issue?.body).toContain("by hand");
      expect(issue?.body).toContain("https://github.example/acme/shop/actions/runs/");
      expect(JSON.parse(story.found.report)).toMatchObject({ outcome: "drift" });
      expect(story.found.page).toContain("<html");
      expect(resultsOf(story.found.jobs)["code-scanning"]).toBe("skipped");
    });

    test("the same drift is not reported again: the job passes and the issue is updated", () => {
      job(story.known.jobs, "drift", "success");
      expect(story.known.issues).toMatchObject([{ state: "open", edits: 1, comments: [] }]);
    });

    test("an incomplete scan fails the job and does not modify the issue", () => {
      expect(job(story.incomplete.jobs, "drift", "failure").outputs).toEqual({ outcome: "incomplete" });
      expect(story.incomplete.issues).toEqual(story.known.issues);
    });

    test("new drift is reported in the same issue", () => {
      job(story.more.jobs, "drift", "failure");
      expect(story.more.issues).toMatchObject([{ state: "open", edits: 2 }]);
      expect(story.more.issues[0]?.comments).toEqual([expect.stringContaining("New since the last scan: 1.")]);
    });

    test("code scanning receives the report if the repository enables it", () => {
      job(story.more.jobs, "code-scanning", "success");
      expect(story.more.alerts.map((text) => JSON.parse(text))).toMatchObject([{ version: "2.1.0" }]);
    });

    test("the issue is closed when everything is in sync again", () => {
      job(story.repaired.jobs, "drift", "success");
      expect(story.repaired.issues).toMatchObject([{ number: 1, state: "closed" }]);
    });

    test("the same drift after a repair counts as new", () => {
      job(story.again.jobs, "drift", "failure");
      expect(story.again.issues).toMatchObject([{ state: "closed" }, { number: 2, state: "open" }]);
    });

    test("an issue that a person closed stays closed as long as there is no new drift", () => {
      job(story.closed.jobs, "drift", "success");
      expect(story.closed.issues).toMatchObject([{ state: "closed" }, { number: 2, state: "closed" }]);
    });

    test("no log contains a token or a passphrase", () => {
      const runs = [story.deployed, story.previewed.jobs, story.failed.jobs, story.found.jobs, story.incomplete.jobs];
      const logs = runs.flatMap((jobs) => Object.values(jobs).map(({ log, summary }) => log + summary)).join("\n");
      for (const secret of [READER, "emulator-token", "a passphrase for tests"]) expect(logs).not.toContain(secret);
    });
  });

  describe("a deployment that is cancelled", () => {
    const story = engineStory(async (engine) => {
      const emulator = await engine.emulator({ clock: "stepped", provisionMs: 600_000 });
      const [project, github] = githubWith(engine, emulator, INSTANCE);
      const cancelled = await github.run("deploy.yml", {
        watch: async ({ name }, running) => {
          if (name !== "Deploy") return;
          await eventually("the wait for the instance", () => running.output().includes("waiting for"));
          // The runner sends the signal to the step's process, not to its children.
          process.kill(running.pid, "SIGINT");
        },
      });
      const left = { id: project.resource("web")?.id, pending: project.state().pending_operations ?? [] };
      return { cancelled, left };
    });

    test("exits cleanly: the id is in the state, and no operation is pending", () => {
      job(story.cancelled, "deploy", "failure");
      expect(story.left).toEqual({ id: expect.stringMatching(/^\d+$/) as string, pending: [] });
    });
  });
});

describe("the pipeline for GitLab", () => {
  const host = new FakeGitlab();

  const story = engineStory(async (engine) => {
    await host.start();
    const emulator = await engine.emulator(TOKENS);
    const { project, ...backend } = projectWith(engine, emulator, ZONE);
    const gitlab = new Gitlab(engine.folder(), project, {
      ...backend,
      PULUMI_STACK: STACK,
      COMPUTE_TOKEN: READER,
      CI_API_V4_URL: host.url,
      CI_JOB_URL: "https://gitlab.example/job",
      CI_MERGE_REQUEST_IID: "3",
      CI_MERGE_REQUEST_PROJECT_ID: "12",
    });
    const deployed = await gitlab.run("deploy", { COMPUTE_TOKEN: emulator.token });
    const zones = await domains(emulator);
    const inSync = await gitlab.run("drift");

    const withNotes = { GITLAB_NOTE_TOKEN: FakeGitlab.token };
    host.addNotes(120, MARKER);
    project.program(WITH_RECORD);
    const previewed = { ended: await gitlab.run("preview", withNotes), notes: host.notes };
    project.program(BROKEN);
    const failed = { ended: await gitlab.run("preview", withNotes), notes: host.notes };
    project.program(WITH_RECORD);
    const silent = await gitlab.run("preview");
    const refused = await gitlab.run("preview", { GITLAB_NOTE_TOKEN: "expired" });
    project.program(ZONE);

    emulator.poke("domain", Number(zones[0]?.id), { description: "by hand" });
    const found = await gitlab.run("drift");
    const files = ["drift.xml", "drift.html", "drift.json"].map((name) => gitlab.artifact(`drift-reports/${name}`));
    const known = await gitlab.run("drift");
    const incomplete = await gitlab.run("drift", { COMPUTE_TOKEN: "revoked" });
    const afterwards = await gitlab.run("drift");
    await makeZone(emulator, "new.example");
    const more = await gitlab.run("drift");
    const before = { deployed, zones, inSync, previewed, failed, silent, refused };
    return { ...before, found, files, known, incomplete, afterwards, more };
  });

  afterAll(() => host.close());

  test("deploys, and finds the stack in sync with a read-only token", () => {
    expectExit(story.deployed, 0);
    expect(story.zones).toMatchObject([{ domain: "shop.example" }]);
    expectExit(story.inSync, 0);
  });

  test("posts a preview as one note and replaces it with the next one, among any number of other notes", () => {
    expectExit(story.previewed.ended, 0);
    expect(story.previewed.notes).toHaveLength(121);
    const first = story.previewed.notes.at(-1)?.body ?? "";
    expect(first.startsWith(`${MARKER}\n\n### Preview of \`dev\``)).toBe(true);
    expect(first).toMatch(/^ {4}.*192\.0\.2\.1/m);
    expect(story.failed.notes).toHaveLength(121);
    expect(story.failed.notes.filter(({ edits }) => edits > 0)).toMatchObject([{ id: 121, edits: 1 }]);
  });

  test("fails if the preview fails, and reports it in the note", () => {
    expect(story.failed.ended.code).not.toBe(0);
    const note = story.failed.notes.at(-1)?.body;
    expect(note).toContain("### The preview failed");
    expect(note).toContain("must be an IPv4 address");
  });

  test("previews without a token for notes, and fails with an invalid one", () => {
    expectExit(story.silent, 0);
    expect(story.silent.output).toContain("No note: the variable GITLAB_NOTE_TOKEN is not set.");
    expect(story.refused.code).not.toBe(0);
    expect(story.refused.output).toContain("GET /user: HTTP 401");
  });

  test("fails once for the same drift, with reports for GitLab's test view and for people", () => {
    expectExit(story.found, 2);
    const [junit, html, json] = story.files;
    expect(junit).toContain("drift/modified");
    expect(html).toContain("<html");
    expect(JSON.parse(json ?? "")).toMatchObject({ outcome: "drift" });
    expectExit(story.known, 0);
  });

  test("fails for an incomplete scan, and does not use it as the baseline", () => {
    expectExit(story.incomplete, 1);
    expectExit(story.afterwards, 0);
  });

  test("fails again when there is more drift", () => {
    expectExit(story.more, 2);
  });
});
