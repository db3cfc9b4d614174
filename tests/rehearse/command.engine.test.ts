import { lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Report } from "../../cli/rehearse/report";
import { expectExit, eventually, repository, start } from "../support/engine-cli";
import type { Ended, EngineProject, Running } from "../support/engine-cli";
import { encrypted } from "../support/engine-keys";
import { counted, engineStory, make, makeZone } from "../support/engine-fixture";
import { filesBelow } from "../support/files-below";
import { secretsIn } from "../support/secret-spellings";
import { describeInWholeSuite } from "../support/whole-suite";

const PASSWORD = "correct-horse-battery-1";
const OTHER_TOKEN = "token-of-the-company";
const READER = "token-that-only-reads";
/** Without `account`, which few tokens for reading have. */
const READ_SCOPES = ["computes", "images", "databases", "domains", "events"];
const MAIN = path.join(repository, "dist", "cli", "main.js");

/** Two accounts, a secret, and a database, whose credentials no list shows. */
const programOf = (region: string, more = ""): string => `
  const web = new compute.Instance("web", {
    region: "${region}", type: "g6-nanode-1", image: "compute/debian11", rootPass: config.requireSecret("password"), label: "web",
  });
  const zone = new compute.Domain("zone", { domain: "shop.example", type: "master", soaEmail: "admin@shop.example" });
  new compute.DomainRecord("www", { domainId: zone.id, type: "A", name: "www", target: web.ipv4[0] });
  const engine = "mongodb/4.4.10";
  const store = new compute.MongoDatabase("store", { engine, region: "us-east", type: "g6-nanode-1", label: "store" });
  const company = new compute.Provider("company", { url: config.require("companyUrl"), token: config.requireSecret("companyToken") });
  const { port, none } = config.requireObject("nested");
  if (port !== 53 || none.length !== 0) throw new Error("The config has another type.");
  new compute.Domain("theirs", { domain: "company.example", type: "master", soaEmail: "a@b.example" }, { provider: company });
  ${more}
  exports.address = web.ipv4[0];
  exports.password = store.rootPassword;
`;

/** The temporary directory of the project's rehearsals. */
const temporary = ({ folder }: EngineProject): string => path.join(folder, "..", "tmp");

/** Runs the command as a user does, with a token that only reads. */
function rehearsing(project: EngineProject, args: readonly string[] = []): Running {
  mkdirSync(temporary(project), { recursive: true });
  const proxy = { HTTP_PROXY: "http://127.0.0.1:9", NO_PROXY: undefined, no_proxy: undefined };
  const env = { ...project.env, ...proxy, COMPUTE_TOKEN: READER, TMPDIR: temporary(project) };
  return start(process.execPath, [MAIN, "rehearse", "--format", "json", ...args], { cwd: project.folder, env });
}

const reportIn = ({ stdout }: Ended): Report => JSON.parse(stdout) as Report;
const changesIn = ({ operations }: Report): string[] => operations.map(({ op, name }) => `${op} ${name}`);

/** What a rehearsal has in files and arguments while it runs. */
function tracesOf(project: EngineProject): { readonly files: string[]; readonly texts: string[] } {
  const folder = temporary(project);
  const isFile = (file: string): boolean => lstatSync(file, { throwIfNoEntry: false })?.isFile() ?? false;
  const files = whileThere(() => filesBelow(folder).filter(isFile));
  const textOf = (file: string): string[] => whileThere(() => [readFileSync(file, "utf8")]);
  const processes = readdirSync("/proc").filter((pid) => textOf(`/proc/${pid}/environ`).join().includes(folder));
  return { files, texts: [...files.flatMap(textOf), ...processes.flatMap((pid) => textOf(`/proc/${pid}/cmdline`))] };
}

/** A file or a process may end at any time. */
function whileThere(read: () => string[]): string[] {
  try {
    return read();
  } catch {
    return [];
  }
}

/** Everything that the command must leave alone. */
const filesOf = ({ folder }: EngineProject): Map<string, string> =>
  new Map(
    filesBelow(folder)
      .filter((file) => !file.includes("node_modules"))
      .map((file) => [file, readFileSync(file, "base64")]),
  );

async function prepared(engine: Parameters<Parameters<typeof engineStory>[0]>[0]) {
  const readers = { token: READER, scopes: READ_SCOPES.map((area) => `${area}:read_only`) };
  const own = await engine.emulator({ tokens: [{ token: "emulator-token" }, readers] });
  const company = await engine.emulator({ token: OTHER_TOKEN });
  const project = await engine.project(own);
  project.configure({
    companyUrl: company.url,
    nested: { port: 53, none: [], shown: "late", list: [{ secure: encrypted("x", project.secrets) }] },
  });
  project.configureSecrets({ companyToken: OTHER_TOKEN, password: PASSWORD });
  project.program(programOf("us-east"));
  await project.mustUp();
  project.env.PULUMI_STACK = "dev";
  return { own, company, project };
}

describe("pulumi-compute rehearse", () => {
  const story = engineStory(async (engine) => {
    const { own, company, project } = await prepared(engine);
    const { id: taken } = await makeZone(own, "taken.example");
    project.program(
      programOf(
        "eu-west",
        `new compute.Domain("late", { domain: "late.example", type: "slave", masterIps: ["192.0.2.1"] });
         new compute.Domain("old", { domain: "taken.example", type: "master", soaEmail: "somebody@example.com" }, { import: "${taken}" });`,
      ),
    );
    const before = filesOf(project);
    company.resetRequests();
    const running = rehearsing(project);
    const rehearsed = await counted(own, () => running.ended);
    const writes = [...rehearsed.writes, ...company.requests().log.filter(({ method }) => method !== "GET")];
    const after = filesOf(project);
    const real = await counted(own, () => project.run(["up", "--yes", "--skip-preview"]));
    return { url: own.url, rehearsed, writes, before, after, real, left: readdirSync(temporary(project)) };
  });

  test("reports what the real update then does, and that nothing is left to do", () => {
    expectExit(story.rehearsed, 0);
    const report = reportIn(story.rehearsed);
    expect(report.outcome).toBe("succeeds");
    expect(changesIn(report).sort()).toEqual(["create late", "import old", "replace web", "update www"]);
    // The state's order decides which account stands first.
    const account = report.accounts.find(({ url }) => url === story.url);
    expect(account?.writes).toBe(story.real.writes.length);
    expect(report.operations.find(({ name }) => name === "web")).toMatchObject({
      inputs: ["region"],
      loses: "all data on its disks, its backups and its addresses",
      cost: { before: 5, after: 5 },
    });
    expect(report.cost).toEqual({ before: 10, after: 10, unpriced: [] });
    expect(report.outputs).toEqual({ address: expect.stringMatching(/^198\.18\./), password: "[secret]" });
  });

  test("only reads: sends no write to an account, and changes no file of the project, the state or the journal", () => {
    expect(story.writes).toEqual([]);
    expect([...story.after]).toEqual([...story.before]);
  });

  test("prints no secret, and removes its copy of the stack", () => {
    const { output } = story.rehearsed;
    expect(secretsIn(output, [PASSWORD, OTHER_TOKEN, READER])).toEqual([]);
    expect(story.left).toEqual([]);
  });
});

describeInWholeSuite("pulumi-compute rehearse, of an update with problems", () => {
  const story = engineStory(async (engine) => {
    const { own, project } = await prepared(engine);
    await makeZone(own, "taken.example");
    const soaEmail = "a@b.example";
    const domain = (name: string, domain: string): string =>
      `new compute.Domain("${name}", ${JSON.stringify({ domain, type: "master", soaEmail })});`;
    const ran = async (more: string, ...args: string[]): Promise<Ended> => {
      project.program(programOf("us-east", more));
      return rehearsing(project, args).ended;
    };
    const rejected = await ran(`${domain("one", "taken.example")} ${domain("two", "free.example")}`);
    const plan = { region: "us-east", type: "g6-nanode-1", engine: "mongodb/4.4.10" };
    await make(own, "/databases/mongodb/instances", { ...plan, label: "by-hand" });
    const database = `new compute.MongoDatabase("db", ${JSON.stringify({ ...plan, label: "mongo", allowList: [] })});`;
    const interrupted = await ran(`${domain("new", "new.example")} ${database}`, "--faults", "all");
    const other = `new pulumi.dynamic.Resource({ create: async () => ({ id: require("node:fs").mkdtempSync(process.cwd() + "/made-") }) }, "own", {})`;
    const foreign = await ran(other);
    const hidden = await ran(
      `${domain("new", "new.example").replace("new compute", "const added = new compute")} added.id.apply(() => ${other});`,
    );
    const stranger = await ran(
      `new compute.Domain("far", ${JSON.stringify({ domain: "far.example", type: "master", soaEmail })}, { provider: new compute.Provider("far", { url: config.require("companyUrl"), token: "another-token" }) });`,
    );
    const beyond = [await ran("", "--faults", "99")];
    beyond.push(await ran(`if (!pulumi.runtime.isDryRun()) ${domain("new", "new.example")}`, "--faults", "1,2"));
    const { PATH } = project.env;
    const old = engine.folder();
    const script = `#!/bin/sh\ncase "$*" in *--event-log*) echo "error: unknown flag: --event-log" >&2; exit 1 ;; esac\n`;
    writeFileSync(path.join(old, "pulumi"), `${script}PATH="${PATH}" exec pulumi "$@"\n`, { mode: 0o755 });
    project.env.PATH = `${old}${path.delimiter}${PATH}`;
    beyond.push(await ran(""));
    project.env.PATH = PATH;
    project.program(programOf("us-east", domain("new", "new.example")));
    const password = await project.must(["stack", "output", "password", "--show-secrets"]);
    const secrets = [PASSWORD, OTHER_TOKEN, READER, password.stdout.trim()];
    const ended = [];
    for (const moment of ["Previewing", "Updating the copy", "Looking for", "Interrupting", ""]) {
      const running = rehearsing(project, ["--faults", "all"]);
      const found: string[] = [];
      await eventually(moment, () => {
        found.push(...tracesOf(project).texts.flatMap((text) => secretsIn(text, secrets)));
        return running.output().includes(moment || "Updating the copy");
      });
      if (moment === "") running.interrupt();
      else process.kill(running.pid, "SIGKILL");
      const { code } = await running.ended;
      const count = await eventually("the end of what it started", () => {
        const { files, texts } = tracesOf(project);
        return texts.length === files.length && [files.length];
      });
      ended.push({ code, found, left: count[0] });
    }
    return {
      rejected,
      interrupted,
      foreign,
      hidden,
      made: readdirSync(project.folder).filter((name) => name.startsWith("made-")),
      stranger,
      beyond,
      ended,
    };
  });

  test("names what the service rejects, goes on with the rest, and exits with code 2", () => {
    const report = reportIn(story.rejected);
    expect([story.rejected.code, report.outcome]).toEqual([2, "fails"]);
    expect(report.operations.map(({ name, rejected = "" }) => [name, rejected.slice(0, 30)]).sort()).toEqual([
      ["one", "Domain 2000002 (owner unknown)"],
      ["two", ""],
    ]);
  });

  test("kills the update after each write, and shows that the next one completes it", () => {
    const { faults } = reportIn(story.interrupted);
    const recovered = { number: expect.any(Number) as number, recovered: true, differences: [] };
    const exchanges = ["POST /databases/mongodb/instances", "POST /domains"];
    expect(faults).toHaveLength(exchanges.length);
    expect(faults).toEqual(expect.arrayContaining(exchanges.map((exchange) => ({ ...recovered, exchange }))));
  });

  test("does not begin if a resource of another package would be changed for real", () => {
    expect(story.foreign.code).toBe(1);
    expect(story.foreign.stderr).toMatch(/also changes resources of other packages.*\n {2}create urn:.*::own\n/s);
    const { outcome, errors } = reportIn(story.hidden);
    expect([outcome, errors.join()]).toEqual(["fails", expect.stringContaining("own would be created, for real.")]);
    expect(story.made).toEqual([]);
  });

  test("sends nothing to an account that it has no copy of", () => {
    const [rejected] = reportIn(story.stranger).operations.map((one) => one.rejected);
    expect(rejected).toContain("This is a rehearsal without a copy of the account");
  });

  test("rejects numbers of writes that the update does not send, and a Pulumi CLI that is too old", () => {
    expect(story.beyond.map(({ code, stderr }) => [code, stderr.trim().split("\n").at(-1)])).toEqual([
      [1, expect.stringContaining("--faults: there is no write 99. The update sends 0 writes.")],
      [1, expect.stringContaining("--faults: there is no write 2. The update sends 1 write.")],
      [1, expect.stringContaining("needs Pulumi CLI 3.206 or later.")],
    ]);
  });

  test("keeps no secret in plain text, neither in files nor in arguments, and what it starts ends with it", () => {
    expect(story.ended.map(({ found }) => found)).toEqual(Array(5).fill([]));
    const killed = { code: null, found: [], left: expect.any(Number) as number };
    expect(story.ended).toEqual([killed, killed, killed, killed, { code: 130, found: [], left: 0 }]);
  });
});
