import { ask } from "../support/ask";
import { FakeGitlab } from "../support/ci/fake-gitlab";
import { Gitlab } from "../support/ci/gitlab";
import { expectExit } from "../support/engine-cli";
import { engineFixture, STORY_MS } from "../support/engine-fixture";
import { STACK } from "../support/engine-project";
import { domains } from "../support/engine-service";
import { describeInWholeSuite } from "../support/whole-suite";

const READER = "token-that-only-reads";
const READ_SCOPES = ["computes", "images", "databases", "domains", "events"].map((area) => `${area}:read_only`);
const MARKER = `<!-- pulumi-compute preview of ${STACK} -->`;

const ZONE = `
  const zone = new compute.Domain("zone", { domain: "shop.example", type: "master", soaEmail: "a@shop.example", description: "declared" });
`;
const WITH_RECORD = `${ZONE}
  new compute.DomainRecord("www", { domainId: zone.id, type: "A", name: "www", target: "192.0.2.1" });
`;

// `npm test` covers the same steps with the GitHub workflows, and the contents of this pipeline in workflows.contract.test.ts.
describeInWholeSuite("the pipeline for GitLab", () => {
  const engine = engineFixture();
  const host = new FakeGitlab();
  let story: Awaited<ReturnType<typeof live>>;

  async function live() {
    await host.start();
    const emulator = await engine.emulator({
      tokens: [{ token: "emulator-token" }, { token: READER, scopes: READ_SCOPES }],
    });
    const project = engine.projectWithPassphrase(emulator).program(ZONE);
    project.configure({ "compute:url": emulator.url });
    const { PULUMI_BACKEND_URL = "", PULUMI_CONFIG_PASSPHRASE = "" } = project.env;
    const gitlab = new Gitlab(engine.folder(), project, {
      PULUMI_BACKEND_URL,
      PULUMI_CONFIG_PASSPHRASE,
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
    project.program(WITH_RECORD.replace("192.0.2.1", "not an address"));
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
    await ask(emulator, "POST", "/domains", { domain: "new.example", type: "master", soa_email: "a@b.example" });
    const more = await gitlab.run("drift");
    return {
      deployed,
      zones,
      inSync,
      previewed,
      failed,
      silent,
      refused,
      found,
      files,
      known,
      incomplete,
      afterwards,
      more,
    };
  }

  beforeAll(async () => {
    story = await live();
  }, STORY_MS);

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
