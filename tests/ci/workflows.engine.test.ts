import type { Emulator, EmulatorOptions } from "../../emulator/index";
import { Github } from "../support/ci/github";
import type { JobEnded } from "../support/ci/github";
import { FakeGitlab, Gitlab } from "../support/ci/gitlab";
import { expectExit, STACK } from "../support/engine-cli";
import { domains, engineStory, makeZone } from "../support/engine-fixture";
import type { EngineFixture } from "../support/engine-fixture";
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

function githubWith(engine: EngineFixture, emulator: Emulator, program: string) {
  const { project, PULUMI_BACKEND_URL, PULUMI_CONFIG_PASSPHRASE } = projectWith(engine, emulator, program);
  const { token: COMPUTE_TOKEN } = emulator;
  const github = new Github(engine.folder(), project, {
    secrets: { COMPUTE_TOKEN, COMPUTE_READ_TOKEN: READER, PULUMI_ACCESS_TOKEN: "", PULUMI_CONFIG_PASSPHRASE },
    vars: { PULUMI_BACKEND_URL, PULUMI_STACK: STACK, DRIFT_CODE_SCANNING: "" },
  });
  return { project, github };
}

/** What GitHub provides about a pull request. */
function pullRequest(head = "acme/shop"): { readonly event: unknown } {
  return { event: { pull_request: { number: 7, head: { repo: { full_name: head } } } } };
}

type Jobs = Readonly<Record<string, JobEnded>>;

const resultsOf = (jobs: Jobs): Record<string, string> =>
  Object.fromEntries(Object.entries(jobs).map(([name, { result }]) => [name, result]));

/** A failure shows what the job printed. */
function job(jobs: Jobs, name: string, result: string): JobEnded {
  const ended = jobs[name];
  if (ended?.result !== result) throw new Error(`${name}: ${ended?.result} instead of ${result}\n${ended?.log}`);
  return ended;
}

describeWith(jq, "the workflows for GitHub", () => {
  describe("from the first deployment to a repaired drift", () => {
    const story = engineStory(async (engine) => {
      const emulator = await engine.emulator(TOKENS);
      const { project, github } = githubWith(engine, emulator, ZONE);
      const scan = async (settings = {}) => {
        const jobs = await github.run("drift.yml", { settings });
        return { jobs, issues: github.contents.issues };
      };
      const preview = async (program: string, head?: string) => {
        project.program(program);
        const jobs = await github.run("preview.yml", pullRequest(head));
        return { jobs, comments: github.contents.comments };
      };

      const deployed = await github.run("deploy.yml");
      const zones = await domains(emulator);
      const inSync = await scan();

      const theirs = { id: 99, issue: 7, user: { login: "mallory" }, body: MARKER, edits: 0 };
      github.contents = { ...github.contents, comments: [theirs] };
      const previewed = await preview(WITH_RECORD);
      const failed = await preview(BROKEN);
      const fork = await preview(BROKEN, "mallory/shop");
      project.program(ZONE);

      const id = Number(zones[0]?.id);
      emulator.poke("domain", id, { description: "by hand" });
      const found = await scan();
      const [report, page] = [github.artifact("drift", "drift.json"), github.artifact("drift", "drift.html")];
      const known = await scan();
      const stranger = await makeZone(emulator, "new.example");
      const incomplete = await scan({ secrets: { COMPUTE_READ_TOKEN: "revoked" } });
      const more = await scan({ vars: { DRIFT_CODE_SCANNING: "true" } });
      const alerts = [...github.alerts];
      emulator.poke("domain", id, { description: "declared" });
      emulator.remove("domain", Number(stranger.id));
      const repaired = await scan();
      emulator.poke("domain", id, { description: "by hand" });
      const again = await scan();
      const issues = again.issues.map((one) => ({ ...one, state: "closed" as const }));
      github.contents = { ...github.contents, issues };
      const closed = await scan();
      const scans = { inSync, found, known, incomplete, more, repaired, again, closed };
      return { deployed, zones, previewed, failed, fork, report, page, alerts, scans };
    });

    test("deploy creates what the program declares", () => {
      job(story.deployed, "deploy", "success");
      expect(story.zones).toMatchObject([{ domain: "shop.example" }]);
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
      expect(story.failed.comments).toMatchObject([{ edits: 0 }, { edits: 1 }]);
      const [, ours] = story.failed.comments;
      expect(ours?.body).toContain("### The preview failed of `dev`");
      expect(ours?.body).toContain("must be an IPv4 address");
    });

    test("a pull request from a fork gets an explanation instead of a preview", () => {
      expect(resultsOf(story.fork.jobs)).toEqual({ preview: "skipped", "without-secrets": "success" });
      expect(story.fork.jobs["without-secrets"]?.summary).toContain("comes from a fork");
    });

    const NEW = expect.stringContaining("New since the last scan: 1.");
    const CLOSED = { number: 1, state: "closed" };

    test.each<[string, keyof typeof story.scans, string, readonly object[]]>([
      ["a stack in sync, with a read-only token: no issue", "inSync", "success", []],
      [
        "drift: one issue",
        "found",
        "failure",
        [{ number: 1, state: "open", labels: ["drift"], edits: 0, comments: [] }],
      ],
      ["the same drift: the issue is updated", "known", "success", [{ state: "open", edits: 1, comments: [] }]],
      ["an incomplete scan: the same issue", "incomplete", "failure", [{ state: "open", edits: 1, comments: [] }]],
      ["new drift: a comment on the same issue", "more", "failure", [{ state: "open", edits: 2, comments: [NEW] }]],
      ["in sync again: the issue is closed", "repaired", "success", [CLOSED]],
      ["the same drift after a repair: another issue", "again", "failure", [CLOSED, { number: 2, state: "open" }]],
      ["an issue that a person closed: it stays so", "closed", "success", [CLOSED, { number: 2, state: "closed" }]],
    ])("%s (%s: %s)", (_, scan, result, issues) => {
      job(story.scans[scan].jobs, "drift", result);
      expect(story.scans[scan].issues).toMatchObject(issues);
    });

    test("the issue has the report, which is also uploaded as files, and the outcome is an output of the job", () => {
      const { inSync, found, incomplete } = story.scans;
      expect(inSync.jobs.drift?.summary).toContain("<!-- pulumi-compute drift -->");
      const [issue] = found.issues;
      expect(issue?.body.startsWith(found.jobs.drift?.summary ?? "?")).toBe(true);
      expect(issue?.body).toContain("by hand");
      expect(issue?.body).toContain("https://github.example/acme/shop/actions/runs/");
      expect(JSON.parse(story.report)).toMatchObject({ outcome: "drift" });
      expect(story.page).toContain("<html");
      expect(incomplete.jobs.drift?.outputs).toEqual({ outcome: "incomplete" });
    });

    test("code scanning receives the report if the repository enables it", () => {
      expect(resultsOf(story.scans.found.jobs)["code-scanning"]).toBe("skipped");
      job(story.scans.more.jobs, "code-scanning", "success");
      expect(story.alerts.map((text) => JSON.parse(text))).toMatchObject([{ version: "2.1.0" }]);
    });

    test("no log contains a token or a passphrase", () => {
      const { deployed, previewed, failed, scans } = story;
      const runs = [deployed, previewed.jobs, failed.jobs, scans.found.jobs, scans.incomplete.jobs];
      const logs = runs.flatMap((jobs) => Object.values(jobs).map(({ log, summary }) => log + summary)).join("\n");
      for (const secret of [READER, "emulator-token", "a passphrase for tests"]) expect(logs).not.toContain(secret);
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
    const preview = async (program: string, token?: string) => {
      project.program(program);
      const ended = await gitlab.run("preview", token === undefined ? {} : { GITLAB_NOTE_TOKEN: token });
      return { ended, notes: host.notes };
    };
    const deployed = await gitlab.run("deploy", { COMPUTE_TOKEN: emulator.token });
    const zones = await domains(emulator);
    const inSync = await gitlab.run("drift");

    for (let count = 0; count < 120; count++) host.add(MARKER);
    const previewed = await preview(WITH_RECORD, FakeGitlab.token);
    const failed = await preview(BROKEN, FakeGitlab.token);
    const silent = await preview(WITH_RECORD);
    const refused = await preview(WITH_RECORD, "expired");
    project.program(ZONE);

    emulator.poke("domain", Number(zones[0]?.id), { description: "by hand" });
    const found = await gitlab.run("drift");
    const files = ["drift.xml", "drift.html", "drift.json"].map((name) => gitlab.artifact(`drift-reports/${name}`));
    const known = await gitlab.run("drift");
    const incomplete = await gitlab.run("drift", { COMPUTE_TOKEN: "revoked" });
    const afterwards = await gitlab.run("drift");
    await makeZone(emulator, "new.example");
    const more = await gitlab.run("drift");
    const jobs = { deployed, inSync, found, known, incomplete, afterwards, more };
    return { jobs, zones, previewed, failed, silent, refused, files };
  });

  afterAll(() => host.close());

  test.each<[string, keyof typeof story.jobs, number]>([
    ["deploys", "deployed", 0],
    ["finds the stack in sync with a read-only token", "inSync", 0],
    ["fails for drift", "found", 2],
    ["fails only once for the same drift", "known", 0],
    ["fails for an incomplete scan", "incomplete", 1],
    ["does not use an incomplete scan as the baseline", "afterwards", 0],
    ["fails again when there is more drift", "more", 2],
  ])("%s", (_, name, code) => {
    expectExit(story.jobs[name], code);
  });

  test("has created what the program declares, and has reports for GitLab's test view and for people", () => {
    expect(story.zones).toMatchObject([{ domain: "shop.example" }]);
    const [junit, html, json] = story.files;
    expect(junit).toContain("drift/modified");
    expect(html).toContain("<html");
    expect(JSON.parse(json ?? "")).toMatchObject({ outcome: "drift" });
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
    expectExit(story.silent.ended, 0);
    expect(story.silent.ended.output).toContain("No note: the variable GITLAB_NOTE_TOKEN is not set.");
    expect(story.refused.ended.code).not.toBe(0);
    expect(story.refused.ended.output).toContain("GET /user: HTTP 401");
  });
});
