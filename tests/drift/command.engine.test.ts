import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Report } from "../../cli/drift/report";
import packageJson from "../../package.json";
import { ask } from "../support/ask";
import { expectExit, must, repository, STACK, start } from "../support/engine-cli";
import type { Ended, EngineProject } from "../support/engine-cli";
import { counted, domains, engineStory, instances, makeZone } from "../support/engine-fixture";

const PASSWORD = "correct-horse-battery-1";
const OTHER_TOKEN = "token-of-the-company";
const READER = "token-that-only-reads";
const READ_SCOPES = ["computes", "images", "databases", "domains", "events"].map((area) => `${area}:read_only`);
const MAIN = path.join(repository, "dist", "cli", "main.js");

/** What changes when the program follows the fix plan: a generated label is declared, and an `import` option is removed. */
interface Phase {
  readonly named?: Readonly<Record<string, unknown>>;
  readonly taken?: Readonly<Record<string, unknown>>;
  readonly more?: string;
}

const programOf = ({ named = {}, taken = {}, more = "" }: Phase): string => `
  const zone = new compute.Domain("zone", {
    domain: "shop.example", type: "master", soaEmail: "admin@shop.example", description: "as declared",
  });
  new compute.DomainRecord("www", { domainId: zone.id, type: "A", name: "WWW", target: "192.0.2.1", ttlSec: 400 });
  const plan = { region: "us-east", type: "g6-nanode-1" };
  new compute.Instance("web", { ...plan, image: "compute/debian11", rootPass: config.requireSecret("password"), label: "web" });
  new compute.Instance("named", { ...plan, ...${JSON.stringify(named)} });
  const takenArgs = { domain: "taken.example", type: "master", soaEmail: "a@b.example" };
  new compute.Domain("taken", takenArgs, ${JSON.stringify(taken)});
  const company = new compute.Provider("company", { url: config.require("companyUrl"), token: config.requireSecret("companyToken") });
  new compute.Domain("theirs", { domain: "company.example", type: "master", soaEmail: "a@b.example" }, { provider: company });
  ${more}
`;

/** Runs the command as a user does. */
function drift(project: EngineProject, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> {
  return start(process.execPath, [MAIN, "drift", ...args], { cwd: project.folder, env: { ...project.env, ...env } })
    .ended;
}

const inShort = ({ findings }: Report): string[] =>
  findings.map(({ state, kind, label = "" }) => `${state} ${kind} ${label}`.trim()).sort();

/** The fix plan's entry for the first unmanaged resource. */
const acceptOf = ({ fixes = [] }: Report): string =>
  fixes.flatMap(({ accept }) => (accept.some((line) => / adopt /.test(line)) ? [accept.join("\n")] : []))[0] ?? "";

/** A command that restores one resource. */
const RESTORING = /^(pulumi up --refresh --stack \S+) (--target .+)$/;

/** Merges commands that restore one resource each into one that restores all of them. */
function atOnce(commands: readonly string[]): string {
  const [command = "", ...others] = new Set(commands.map((line) => line.replace(RESTORING, "$1")));
  expect(others).toEqual([]);
  return [command, ...commands.map((line) => line.replace(RESTORING, "$2"))].join(" ");
}

const reportIn = ({ stdout }: Ended): Report => JSON.parse(stdout) as Report;

describe("pulumi-compute drift", () => {
  const story = engineStory(async (engine) => {
    const own = await engine.emulator({
      tokens: [{ token: "emulator-token" }, { token: READER, scopes: READ_SCOPES }],
    });
    const company = await engine.emulator({ token: OTHER_TOKEN });
    const project = await engine.project(own);
    project.env.PULUMI_STACK = STACK;
    const shell = (command: string): Promise<Ended> =>
      start("sh", ["-c", command], { cwd: project.folder, env: project.env }).ended;

    project.configure({ companyUrl: company.url });
    project.configureSecrets({ companyToken: OTHER_TOKEN, password: PASSWORD });
    const { id: taken } = await makeZone(own, "taken.example", { soa_email: "a@b.example" });
    project.program(programOf({ taken: { import: String(taken) } }));
    await project.mustUp();
    const id = (name: string): number => Number(project.resource(name)?.id?.split("/").at(-1));

    const inSync = await counted(own, () =>
      drift(project, ["--stack", STACK, "--format", "json"], { COMPUTE_TOKEN: READER }),
    );
    own.poke("domain", id("zone"), { description: "by hand" });
    own.remove("instance", id("web"));
    await ask(own, "PUT", `/compute/instances/${id("named")}`, { label: "renamed" });
    own.remove("domain", taken);
    company.poke("domain", id("theirs"), { soa_email: "other@b.example" });
    for (const domain of ["one.example", "two.example"]) await makeZone(own, domain);

    const files = ["table", "json", "markdown", "sarif", "junit"].map((name) => `--format=${name}=out.${name}`);
    const written = await drift(project, [...files, "--fix-plan", "--exit-code", "pulumi"]);
    expectExit(written, 7);
    const [table = "", report = ""] = ["out.table", "out.json"].map((name) =>
      readFileSync(path.join(project.folder, name), "utf8"),
    );
    const found = JSON.parse(report) as Report;
    const all = await drift(project, ["--all", "--baseline", "mistyped.json", "--format", "json"]);
    const exported = JSON.stringify({ version: 3, deployment: project.state() });
    writeFileSync(path.join(project.folder, "encrypted.json"), exported);
    const encrypted = await drift(project, ["--state", "encrypted.json", "--format", "json"]);
    const ignored = path.join(project.folder, ".driftignore");
    writeFileSync(ignored, 'state=unmanaged until=2999-12-31 reason="not ours"\n');
    const known = await drift(project, ["--baseline", "out.json", "--only-new"]);
    writeFileSync(ignored, "");
    const unreadable = await drift(project, ["--state", "no-such-file.json"]);

    const named = found.findings.flatMap(({ properties }) => properties).find((one) => one.path === "label");
    const followed: Phase = { named: { label: named?.expected } };
    project.program(programOf(followed));
    const plans = (found.fixes ?? []).flatMap(({ restore }) => restore);
    const restoring = plans.filter((line) => line.startsWith("pulumi "));
    const repair = await shell(`${atOnce(restoring)} --yes --skip-preview --non-interactive`);
    const live = { own: await domains(own), theirs: await domains(company), instances: await instances(own) };
    const [adoption = "", file = ""] =
      /^npx pulumi-compute (adopt .* > (adopted-.*\.ts))$/m.exec(acceptOf(found))?.slice(1) ?? [];
    const adopted = await shell(`"${process.execPath}" "${MAIN}" ${adoption}`);
    const text = readFileSync(path.join(project.folder, file), "utf8").replace(/^import .*$/gm, "");
    project.program(programOf({ ...followed, more: text }));
    const up = await counted(own, () => must(project.up()));
    const commands = { inSync, written, all, encrypted, known, unreadable, repair, adopted, up };
    const taking = { id: /--id (\d+)/.exec(adoption)?.[1], managed: project.resources().map((one) => one.id) };
    return { ...commands, table, found, plans, restoring, live, wanted: named?.expected, taking };
  });

  test("reports a stack as in sync, using a read-only token", () => {
    expectExit(story.inSync, 0);
    expect(reportIn(story.inSync)).toMatchObject({
      outcome: "inSync",
      findings: [],
      stacks: [{ stack: "organization/fixture/dev", resources: 6 }],
      summary: { resources: 6, inSync: 6, checkedPercent: 100, coveragePercent: 100 },
    });
    expect(story.inSync.writes).toEqual([]);
    expect(story.inSync.agents).toEqual([`pulumi-compute/${packageJson.version} (drift)`]);
  });

  test("reports resources that were modified, deleted or added in every account the stack uses", () => {
    expect(inShort(story.found)).toEqual([
      "deleted Domain taken.example",
      "deleted Instance web",
      "modified Domain company.example",
      "modified Domain shop.example",
      expect.stringMatching(/^modified Instance /),
      "unmanaged Domain one.example",
      "unmanaged Domain two.example",
    ]);
  });

  test("writes several formats to files, prints a one-line summary, and exits with Pulumi's code on request", () => {
    expectExit(story.written, 7);
    expect(story.written.stdout).toBe("");
    expect(story.written.stderr).toBe("Drift: 3 modified, 2 deleted, 2 unmanaged.\n");
    expect(story.table).toContain("by hand");
    expect(story.table).not.toContain("\u001b");
  });

  test("reads every stack in the backend, and reports all findings as new if the baseline doesn't exist", () => {
    expectExit(story.all, 2);
    const report = reportIn(story.all);
    expect(inShort(report)).toEqual(inShort(story.found));
    expect(report.warnings).toContain("--baseline: mistyped.json does not exist yet, so all findings are new.");
    expect(report.summary.newSinceBaseline).toBe(7);
  });

  test("never reports a stack with encrypted tokens as in sync", () => {
    expectExit(story.encrypted, 1);
    const theirs = reportIn(story.encrypted).findings.filter(({ state }) => state === "unchecked");
    expect(theirs).toMatchObject([{ reason: expect.stringContaining("--show-secrets") }]);
  });

  test("suppresses findings listed in the baseline or the ignore file", () => {
    expectExit(story.known, 0);
    const text = story.known.stdout.replace(/\s+/g, " ");
    expect(text).toMatch(
      / No findings that fail the run: all findings are suppressed\. .*, 7 suppressed, 0 new since the baseline, /,
    );
    expect(story.known.stdout).not.toContain("In sync");
  });

  test("exits with 1 if it cannot read a stack", () => {
    expectExit(story.unreadable, 1);
    expect(story.unreadable.stderr).toContain("--state: cannot read no-such-file.json");
  });

  test("lists program changes before the commands that restore resources", () => {
    expect(story.plans.filter((line) => line.startsWith("# First")).sort()).toEqual([
      expect.stringMatching(/^# First declare label: "named-\w+" in named \(index\.js, line \d+\)\.$/),
      expect.stringMatching(/^# First remove the `import` option from taken \(index\.js, line \d+\)\.$/),
    ]);
  });

  test("prints commands that restore the resources", () => {
    expect(story.restoring).toHaveLength(5);
    for (const command of story.restoring) expect(command).toMatch(RESTORING);
    expectExit(story.repair, 0);
    const { own, theirs, instances: servers } = story.live;
    expect(own.map(({ domain, description }) => [domain, description])).toEqual(
      expect.arrayContaining([
        ["shop.example", "as declared"],
        ["taken.example", null],
      ]),
    );
    expect(theirs).toMatchObject([{ domain: "company.example", soa_email: "a@b.example" }]);
    expect(servers.map(({ label }) => label).sort()).toEqual([story.wanted, "web"].sort());
    // The next up has no changes.
    expect(story.up.writes).toEqual([]);
  });

  test("adopts an unmanaged resource into the scanned stack", () => {
    expect(acceptOf(story.found).split("\n")).toEqual([
      expect.stringMatching(/^# With COMPUTE_URL=\S+ and the COMPUTE_TOKEN of that account:$/),
      expect.stringMatching(
        /^npx pulumi-compute adopt --kind Domain,DomainRecord --id \d+ --stack organization\/fixture\/dev > adopted-Domain-\d+\.ts$/,
      ),
      expect.stringMatching(
        /^# Add `import ".\/adopted-Domain-\d+";` to the program, and run `pulumi up`\. Then remove its `import` option\.$/,
      ),
    ]);
    expectExit(story.adopted, 0);
    expect(story.taking.managed).toContain(story.taking.id);
  });

  test("never prints a token or password", () => {
    const { found: _found, plans: _plans, restoring: _restoring, ...others } = story;
    const { live: _live, wanted: _wanted, taking: _taking, table, ...commands } = others;
    const printed = [table, ...Object.values(commands).map(({ output }) => output)].join("\n");
    for (const secret of [PASSWORD, OTHER_TOKEN, READER, "emulator-token"]) expect(printed).not.toContain(secret);
  });
});
