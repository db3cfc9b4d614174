import type { Emulator } from "../../emulator/index";
import { ask } from "../support/ask";
import { Github } from "../support/ci/github";
import type { JobEnded } from "../support/ci/github";
import { eventually } from "../support/engine-eventually";
import { engineFixture, STORY_MS } from "../support/engine-fixture";
import type { EngineFixture } from "../support/engine-fixture";
import { STACK } from "../support/engine-project";
import type { EngineProject } from "../support/engine-project";
import { domains } from "../support/engine-service";
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

/** A repository with a project whose stack is empty. */
function repositoryWith(engine: EngineFixture, emulator: Emulator, program: string): [EngineProject, Github] {
  const project = engine.projectWithPassphrase(emulator).program(program);
  project.configure({ "compute:url": emulator.url });
  const { PULUMI_BACKEND_URL = "", PULUMI_CONFIG_PASSPHRASE = "" } = project.env;
  const github = new Github(engine.folder(), project, {
    secrets: {
      COMPUTE_TOKEN: emulator.token,
      COMPUTE_READ_TOKEN: READER,
      PULUMI_ACCESS_TOKEN: "",
      PULUMI_CONFIG_PASSPHRASE,
    },
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
  const engine = engineFixture();

  describe("from the first deployment to a repaired drift", () => {
    let story: Awaited<ReturnType<typeof live>>;

    async function live() {
      const emulator = await engine.emulator({
        tokens: [{ token: "emulator-token" }, { token: READER, scopes: READ_SCOPES }],
      });
      const [project, github] = repositoryWith(engine, emulator, ZONE);
      const { host } = github;
      const scan = async (settings = {}) => {
        const jobs = await github.run("drift.yml", { settings });
        return { jobs, issues: host.issues };
      };

      const deployed = await github.run("deploy.yml");
      job(deployed, "deploy", "success");
      const zones = await domains(emulator);
      const inSync = await scan();

      host.addComment({
        id: 99,
        issue: 7,
        user: { login: "mallory" },
        body: `<!-- pulumi-compute preview of ${STACK} -->`,
      });
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
      const stranger = await ask(emulator, "POST", "/domains", {
        domain: "new.example",
        type: "master",
        soa_email: "a@b.example",
      });
      const incomplete = await scan({ secrets: { COMPUTE_READ_TOKEN: "revoked" } });
      const more = { ...(await scan({ vars: { DRIFT_CODE_SCANNING: "true" } })), alerts: [...github.alerts] };
      emulator.poke("domain", id, { description: "declared" });
      emulator.remove("domain", Number(stranger.id));
      const repaired = await scan();
      emulator.poke("domain", id, { description: "by hand" });
      const again = await scan();
      host.closeIssue(2);
      const closed = await scan();
      return {
        deployed,
        zones,
        inSync,
        previewed,
        failed,
        fork,
        found,
        known,
        incomplete,
        more,
        repaired,
        again,
        closed,
      };
    }

    beforeAll(async () => {
      story = await live();
    }, STORY_MS);

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
    let story: Awaited<ReturnType<typeof cancel>>;

    async function cancel() {
      const emulator = await engine.emulator({ clock: "stepped", provisionMs: 600_000 });
      const [project, github] = repositoryWith(engine, emulator, INSTANCE);
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
    }

    beforeAll(async () => {
      story = await cancel();
    }, STORY_MS);

    test("exits cleanly: the id is in the state, and no operation is pending", () => {
      job(story.cancelled, "deploy", "failure");
      expect(story.left).toEqual({ id: expect.stringMatching(/^\d+$/) as string, pending: [] });
    });
  });
});
