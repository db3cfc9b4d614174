import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Report } from "../../cli/drift/report";
import { ask } from "../support/ask";
import { expectExit, start } from "../support/engine-cli";
import type { Ended } from "../support/engine-cli";
import { engineFixture, STORY_MS } from "../support/engine-fixture";
import { counted, make } from "../support/engine-service";
import { repository, STACK } from "../support/engine-project";
import type { EngineProject } from "../support/engine-project";

const PASSWORD = "correct-horse-battery-1";
const OTHER_TOKEN = "token-of-the-company";
const READER = "token-that-only-reads";

const PROGRAM = `
  const zone = new compute.Domain("zone", {
    domain: "shop.example", type: "master", soaEmail: "admin@shop.example", description: "as declared",
  });
  new compute.DomainRecord("www", { domainId: zone.id, type: "A", name: "WWW", target: "192.0.2.1", ttlSec: 400 });
  new compute.Instance("web", {
    region: "us-east", type: "g6-nanode-1", image: "compute/debian11", rootPass: config.requireSecret("password"), label: "web",
  });
  const company = new compute.Provider("company", { url: config.require("companyUrl"), token: config.requireSecret("companyToken") });
  new compute.Domain("theirs", { domain: "company.example", type: "master", soaEmail: "a@b.example" }, { provider: company });
`;

/** Runs the command as a user does. */
function drift(project: EngineProject, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> {
  const main = path.join(repository, "dist", "cli", "main.js");
  return start(process.execPath, [main, "drift", ...args], { cwd: project.folder, env: { ...project.env, ...env } })
    .ended;
}

const reportIn = ({ stdout }: Ended): Report => JSON.parse(stdout) as Report;
const inShort = (ended: Ended): string[] =>
  reportIn(ended)
    .findings.map(({ state, kind, label = "" }) => `${state} ${kind} ${label}`.trim())
    .sort();

describe("pulumi-compute drift", () => {
  const engine = engineFixture();
  let story: Awaited<ReturnType<typeof live>>;

  async function live() {
    const own = await engine.emulator({
      tokens: [{ token: "emulator-token" }, { token: READER, scopes: readScopes() }],
    });
    const company = await engine.emulator({ token: OTHER_TOKEN });
    const project = (await engine.project(own)).program(PROGRAM);
    project.configure({ companyUrl: company.url });
    await project.configureSecrets({ companyToken: OTHER_TOKEN });
    await project.configureSecrets({ password: PASSWORD });
    await project.mustUp();
    const id = (name: string): number => Number(project.resource(name)?.id?.split("/").at(-1));
    const withReader = { COMPUTE_TOKEN: READER };

    const inSync = await counted(own, () => drift(project, ["--stack", STACK, "--format", "json"], withReader));
    own.poke("domain", id("zone"), { description: "by hand" });
    own.remove("instance", id("web"));
    company.poke("domain", id("theirs"), { soa_email: "other@b.example" });
    await ask(own, "POST", "/domains", { domain: "stranger.example", type: "master", soa_email: "a@b.example" });
    const found = await drift(project, ["--format", "json", "--fix-plan"]);
    const refreshed = await project.run(["refresh", "--preview-only", "--expect-no-changes", "--stack", STACK]);
    const files = ["table", "json", "markdown", "sarif", "junit"].map((name) => `--format=${name}=out.${name}`);
    const written = await drift(project, [...files, "--exit-code", "pulumi"]);
    const table = await drift(project, []);
    const all = await drift(project, ["--all", "--format", "json"]);
    await project.must(["stack", "export", "--stack", STACK, "--file", "encrypted.json"]);
    const encrypted = await drift(project, ["--state", "encrypted.json", "--format", "json"]);
    writeFileSync(path.join(project.folder, ".driftignore"), 'state=unmanaged until=2999-12-31 reason="not ours"\n');
    const known = await drift(project, ["--baseline", "out.json", "--only-new"]);
    const first = await drift(project, ["--baseline", "mistyped.json", "--format", "json"]);
    const unwritable = await drift(project, ["--format", "json=no-such-folder/out.json"]);
    const unreadable = await drift(project, ["--state", "no-such-file.json"]);
    const misused = await drift(project, ["--format", "pdf"]);
    const nowhere = await drift(project, ["--stack", "no-such-stack"]);

    const commands = (reportIn(found).fixes ?? [])
      .flatMap(({ restore }) => restore)
      .filter((line) => line.startsWith("pulumi "));
    const repairs: Ended[] = [];
    for (const command of commands) {
      const { folder: cwd, env } = project;
      repairs.push(await start("sh", ["-c", `${command} --yes --skip-preview --non-interactive`], { cwd, env }).ended);
    }
    const repaired = await drift(project, ["--format", "json"]);
    const unchanged = await counted(own, () => project.previewUnchanged());
    return {
      inSync,
      found,
      refreshed,
      written,
      table,
      all,
      encrypted,
      known,
      first,
      unwritable,
      unreadable,
      misused,
      nowhere,
      repairs,
      repaired,
      unchanged,
    };
  }

  beforeAll(async () => {
    story = await live();
  }, STORY_MS);

  test("finds a stack in sync, with a token that only reads", () => {
    expectExit(story.inSync, 0);
    expect(reportIn(story.inSync)).toMatchObject({
      outcome: "inSync",
      findings: [],
      stacks: [{ stack: "organization/fixture/dev", resources: 4 }],
      summary: { resources: 4, inSync: 4, checkedPercent: 100, coveragePercent: 100 },
    });
    expect(story.inSync.writes).toEqual([]);
  });

  test("finds what was changed, deleted or added in every account of the stack, as a refresh does", () => {
    expectExit(story.found, 2);
    expect(inShort(story.found)).toEqual([
      "deleted Instance web",
      "modified Domain company.example",
      "modified Domain shop.example",
      "unmanaged Domain stranger.example",
    ]);
    expectExit(story.refreshed, 7);
  });

  test("writes several formats to files, says in one line what there is, and ends with Pulumi's code if asked", () => {
    expectExit(story.written, 7);
    expect(story.written.stdout).toBe("");
    expect(story.written.stderr).toBe("Drift: 2 modified, 1 deleted, 1 unmanaged.\n");
  });

  test("shows a table without colours where there is no terminal", () => {
    expectExit(story.table, 2);
    expect(story.table.stdout).toContain("by hand");
    expect(story.table.stdout).not.toContain("\u001b");
  });

  test("reads all stacks of the backend", () => {
    expect(inShort(story.all)).toEqual(inShort(story.found));
  });

  test("does not call a stack in sync whose tokens are encrypted", () => {
    expectExit(story.encrypted, 1);
    const theirs = reportIn(story.encrypted).findings.filter(({ state }) => state === "unchecked");
    expect(theirs).toMatchObject([{ reason: expect.stringContaining("--show-secrets") as string }]);
  });

  test("is silent about what the baseline and the ignore file have", () => {
    expectExit(story.known, 0);
    const text = story.known.stdout.replace(/\s+/g, " ");
    expect(text).toMatch(
      / Nothing that fails the run: all findings are suppressed\. .*, 4 suppressed, 0 new since the baseline, /,
    );
    expect(story.known.stdout).not.toContain("In sync");
  });

  test("warns of a baseline that does not exist, and counts everything as new", () => {
    expectExit(story.first, 2);
    const { warnings, summary } = reportIn(story.first);
    expect(warnings).toContain("--baseline: there is no mistyped.json yet, so everything is new.");
    expect(summary.newSinceBaseline).toBe(3);
  });

  test("adopts what no stack manages beside the stack that was scanned", () => {
    const { accept } =
      reportIn(story.found).fixes?.find((fix) => fix.accept.some((line) => / adopt /.test(line))) ?? {};
    expect(accept).toEqual([
      expect.stringMatching(/^# With COMPUTE_URL=\S+, and COMPUTE_TOKEN of that account:$/),
      expect.stringMatching(
        /^npx pulumi-compute adopt --kind Domain,DomainRecord --id \d+ --stack organization\/fixture\/dev > adopted-Domain-\d+\.ts$/,
      ),
      expect.stringMatching(
        /^# Add `import ".\/adopted-Domain-\d+";` to the program, and run `pulumi up`\. After that, remove its `import` option\.$/,
      ),
    ]);
  });

  test("ends with 1 where it is misused or cannot read a stack", () => {
    expectExit(story.misused, 1);
    expect(story.misused.stderr).toContain("there is no pdf");
    expectExit(story.unwritable, 1);
    expect(story.unwritable.stderr).toContain("--format json=no-such-folder/out.json: the report cannot be written");
    expectExit(story.unreadable, 1);
    expect(story.unreadable.stderr).toContain("--state no-such-file.json cannot be read");
    expectExit(story.nowhere, 1);
    expect(story.nowhere.stderr).toContain("no-such-stack");
  });

  test("names commands that put the service right", () => {
    expect(story.repairs).toHaveLength(3);
    for (const repair of story.repairs) expectExit(repair, 0);
    expect(inShort(story.repaired)).toEqual(["unmanaged Domain stranger.example"]);
    expectExit(story.unchanged, 0);
  });

  test("prints no token and no password", () => {
    const { repairs, ...commands } = story;
    for (const { output } of [...repairs, ...Object.values(commands)]) {
      expect(output).not.toContain(PASSWORD);
      expect(output).not.toContain(OTHER_TOKEN);
      expect(output).not.toContain(READER);
      expect(output).not.toContain("emulator-token");
    }
  });
});

describe("the fix plan of what was adopted, of what is generated and of what nobody manages", () => {
  const engine = engineFixture();
  let story: Awaited<ReturnType<typeof repair>>;

  async function repair() {
    const emulator = await engine.emulator();
    const project = await engine.project(emulator);
    const zone = async (domain: string): Promise<number> =>
      Number((await make(emulator, "/domains", { domain, type: "master", soa_email: "a@b.example" })).id);
    const taken = await zone("taken.example");
    const program = (label: object, options: object, more = ""): void =>
      void project.program(`
        new compute.Instance("named", ${JSON.stringify({ region: "us-east", type: "g6-nanode-1", ...label })});
        const args = { domain: "taken.example", type: "master", soaEmail: "a@b.example" };
        new compute.Domain("taken", args, ${JSON.stringify(options)});
        ${more}
      `);
    const shell = (command: string): Promise<Ended> =>
      start("sh", ["-c", command], { cwd: project.folder, env: project.env }).ended;
    program({}, { import: String(taken) });
    await project.mustUp();
    await ask(emulator, "PUT", `/compute/instances/${project.resource("named")?.id}`, { label: "renamed" });
    emulator.remove("domain", taken);
    for (const domain of ["one.example", "two.example"]) await zone(domain);
    const found = reportIn(await drift(project, ["--format", "json", "--fix-plan"]));
    const plans = (found.fixes ?? []).map(({ restore }) => restore);
    program({ label: found.findings.flatMap(({ properties }) => properties)[0]?.expected }, {});
    const repairs: Ended[] = [];
    for (const command of plans.flat().filter((line) => line.startsWith("pulumi "))) {
      repairs.push(await shell(`${command} --yes --skip-preview --non-interactive`));
    }
    const repaired = await drift(project, ["--format", "json"]);
    const main = path.join(repository, "dist", "cli", "main.js");
    const adopted = await shell(
      String(found.adoptAll).replace("npx pulumi-compute", `"${process.execPath}" "${main}"`),
    );
    const text = readFileSync(path.join(project.folder, "adopted.ts"), "utf8").replace(/^import .*$/gm, "");
    program({ label: found.findings.flatMap(({ properties }) => properties)[0]?.expected }, {}, text);
    const up = await project.up();
    return { plans, repairs, repaired, adopted, up, clean: await drift(project, ["--format", "json"]) };
  }

  beforeAll(async () => {
    story = await repair();
  }, STORY_MS);

  test("says what to change in the program before the command that restores it", () => {
    expect(
      story.plans
        .flat()
        .filter((line) => line.startsWith("# First"))
        .sort(),
    ).toEqual([
      expect.stringMatching(/^# First declare label: "named-\w+" at named \(index\.js, line \d+\)\.$/),
      expect.stringMatching(/^# First remove the `import` option of taken \(index\.js, line \d+\)\.$/),
    ]);
  });

  test("restores it", () => {
    expect(story.repairs).toHaveLength(2);
    for (const repaired of story.repairs) expectExit(repaired, 0);
    expect(inShort(story.repaired)).toEqual(["unmanaged Domain one.example", "unmanaged Domain two.example"]);
  });

  test("adopts all the rest with one command", () => {
    expectExit(story.adopted, 0);
    expectExit(story.up, 0);
    expect(inShort(story.clean)).toEqual([]);
    expectExit(story.clean, 0);
  });
});

function readScopes(): string[] {
  return ["computes", "images", "databases", "domains", "events"].map((area) => `${area}:read_only`);
}
