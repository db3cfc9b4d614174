import { mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Emulator } from "../../emulator/index";
import { ask } from "../support/ask";
import { eventually, repository, STACK, start } from "../support/engine-cli";
import type { EngineProject, Running } from "../support/engine-cli";
import { engineStory, make } from "../support/engine-fixture";
import { PASSPHRASE } from "../support/engine-keys";
import type { EngineFixture } from "../support/engine-fixture";
import { descendants, killTree } from "../support/engine-processes";
import { filesBelow } from "../support/files-below";
import { secretsIn } from "../support/secret-spellings";

/** What escapes in JSON, HTML, XML, Markdown and URLs, after the part that no escape changes. */
const ODD = `"'\\<&>{}|é`;

/** By the name in the stack's config. */
const CONFIG = {
  companyToken: "companytoken5d2a71f3",
  rootPass: `rootpass08be71f3${ODD}`,
  stackscript: `stackscriptdata4c1e99a0${ODD}`,
  target: "recordtarget77d0c6e4",
  zoneText: "zonefiletext31f7be08",
};
const TOKEN = "environmenttoken90ab12cd";
const READER = "readertoken61dd02ab";

const programOf = (region: string): string => `
  const company = new compute.Provider("company", { url: config.require("companyUrl"), token: config.requireSecret("companyToken") });
  const web = new compute.Instance("web", {
    region: "${region}", type: "g6-nanode-1", image: "compute/debian11", label: "web", rootPass: config.requireSecret("rootPass"),
    stackscriptId: config.requireNumber("script"), stackscriptData: { secret: config.requireSecret("stackscript") },
  });
  const zone = new compute.Domain("zone", { domain: "shop.example", type: "master", soaEmail: "admin@shop.example" });
  new compute.DomainRecord("txt", { domainId: zone.id, type: "TXT", name: "txt", target: config.requireSecret("target") });
  const other = new compute.Domain("other", { domain: "other.example", type: "master", soaEmail: "a@b.example" }, { provider: company });
  const zoneFile = config.requireSecret("zoneText").apply((text) => 'www 300 IN A 192.0.2.1\\nkey 300 IN TXT "' + text + '"\\n');
  const set = new compute.DomainRecordSet("set", { domainId: other.id, zoneFile }, { provider: company });
  const store = new compute.MongoDatabase("store", { engine: "mongodb/4.4.10", region: "us-east", type: "g6-nanode-1", label: "store" });
  exports.password = store.rootPassword;
  exports.certificate = store.caCertificate;
  exports.records = set.records;
  exports.web = web.rootPass;
`;

/** Where a secret was found: the command, and a file, a stream, or a process. */
interface Leak {
  readonly secret: string;
  readonly found: string;
}

/** The debug messages in which Pulumi's SDK quotes all outputs of each resource, of any provider. */
const OF_THE_SDK = /^.*RegisterResource RPC finished.*$/gm;

const COPY = "account.jsonl";

/** Runs commands, and looks for secrets in everything that each of them writes or starts. */
function searcher(folder: string, secrets: ReadonlyMap<string, string>) {
  const leaks: Leak[] = [];
  const files: string[] = [];
  const look = (text: string, where: string, except: readonly string[] = []): void => {
    for (const [secret, value] of secrets)
      if (!except.includes(secret) && secretsIn(text, [value]).length > 0) leaks.push({ secret, found: where });
  };
  const known = new Map<string, string>();
  const lookAtFiles = (command: string): void => {
    for (const file of filesBelow(folder)) {
      const text = readFileSync(file, "latin1");
      if (known.get(file) === text) continue;
      known.set(file, text);
      const name = path.relative(folder, file);
      files.push(name);
      // A copy of an account has what the API shows to every reader.
      const shown = name === COPY ? ["target"] : [];
      look(text + Buffer.from(text, "latin1").toString("utf8"), `${command}: file ${name}`, shown);
    }
  };
  const seen = new Set<number>();
  const lookAtProcesses = (command: string, pid: number): void => {
    for (const process of descendants(pid)) {
      if (seen.has(process.pid)) continue;
      seen.add(process.pid);
      look(process.command, `${command}: arguments of ${process.command.slice(0, 80)}`);
      // The engine gives the program its config, and every child has the variables of the command, but
      // what only reads the stack has no token, and what a rehearsal starts nothing else.
      const isProgram = /pulumi.cmd.run|language-nodejs/.test(process.command);
      const isReading = /pulumi (whoami|stack --show-name|.* --show-secrets)/.test(process.command);
      const ofTheUser = command.startsWith("rehearse") ? [] : ["token", "reader", "passphrase"];
      const inherited = isReading ? ["passphrase"] : ofTheUser;
      look(environmentOf(process.pid), `${command}: environment of ${process.command.slice(0, 80)}`, [
        ...inherited,
        ...(isProgram ? Object.keys(CONFIG) : []),
      ]);
    }
  };
  return {
    leaks,
    files,
    /** @param killedWhen when the command's processes are killed, unless it has ended */
    async run(command: string, running: Running, killedWhen?: () => boolean): Promise<void> {
      const watch = setInterval(() => lookAtProcesses(command, running.pid), 100);
      if (killedWhen) {
        await eventually("the moment", () => !running.isRunning() || killedWhen());
        lookAtProcesses(command, running.pid);
        killTree(running.pid);
      }
      const { output } = await running.ended;
      clearInterval(watch);
      look(output.replace(OF_THE_SDK, ""), `${command}: output`);
      lookAtFiles(command);
    },
  };
}

function environmentOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, "utf8");
  } catch {
    // It has ended.
    return "";
  }
}

const MAIN = path.join(repository, "dist", "cli", "main.js");

/** A stack with each secret, in a folder that has everything that its commands may write to. */
async function prepared(engine: EngineFixture, isNative: boolean) {
  const scopes = ["computes", "images", "databases", "domains", "events"].map((area) => `${area}:read_only`);
  const own = await engine.emulator({ tokens: [{ token: TOKEN }, { token: READER, scopes }] });
  const company = await engine.emulator({ token: CONFIG.companyToken });
  const project = engine.projectWithPassphrase(own);
  const script = await make(own, "/compute/stackscripts", {
    label: "script",
    images: ["any/all"],
    script: '#!/bin/sh\n# <UDF name="secret" label="A secret">\n',
  });
  project.configure({ companyUrl: company.url, script: script.id });
  project.configureSecrets(CONFIG);
  // What a command may write to is below the project's folder.
  for (const [variable, name] of Object.entries({ TMPDIR: "tmp", HOME: "home", PULUMI_HOME: "pulumi" })) {
    const folder = path.join(project.folder, "scratch", name);
    mkdirSync(folder, { recursive: true });
    project.env[variable] = folder;
  }
  Object.assign(project.env, { COMPUTE_TOKEN: TOKEN, PULUMI_STACK: STACK });
  if (isNative) project.useNativePlugin();
  const write = (region: string): unknown =>
    project.program(programOf(region), isNative ? "pulumi-compute/native" : "pulumi-compute");
  return { own, project, write };
}

/** The secrets of the stack, by their names in the rows below. */
async function secretsOf(own: Emulator): Promise<Map<string, string>> {
  const database = `/databases/mongodb/instances/${String(own.list("database")[0]?.id)}`;
  const { password } = await ask(own, "GET", `${database}/credentials`);
  const { ca_certificate: encoded } = await ask(own, "GET", `${database}/ssl`);
  const [ownLine = ""] = Buffer.from(String(encoded), "base64").toString().split("\n");
  return new Map([
    ...Object.entries(CONFIG).map(([name, value]) => [name, value.replace(ODD, "")] as const),
    ["token", TOKEN],
    ["reader", READER],
    ["passphrase", PASSPHRASE],
    ["database password", String(password)],
    ["database certificate", ownLine],
  ]);
}

const SECRETS = [
  ...Object.keys(CONFIG),
  ...["token", "reader", "passphrase", "database password", "database certificate"],
];

const FORMATS = ["json", "markdown", "sarif", "junit", "html"];

describe.each([
  ["dynamic", false],
  ["native", true],
])("with %s resources, what commands write, also when they are killed", (_, isNative) => {
  const story = engineStory(async (engine) => {
    const { own, project, write } = await prepared(engine, isNative);
    return { own, project, write, ...(await searched(project, own, write)) };
  });

  test.each(SECRETS)("has no %s", (name) => {
    expect(story.leaks.filter(({ secret }) => secret === name).map(({ found }) => found)).toEqual([]);
  });

  test("was searched: state, history, backups, plan, journal, reports, data of the emulator, a generated program", () => {
    for (const part of [
      ".pulumi/stacks/",
      ".pulumi/history/",
      ".pulumi/backups/",
      "plan.json",
      "journal/",
      "drift.html",
      "rehearsal.html",
      COPY,
      "adopted/index.ts",
      "moved/index.ts",
    ])
      expect(story.files).toContainEqual(expect.stringContaining(part));
  });
});

async function searched(project: EngineProject, own: Emulator, write: (region: string) => unknown) {
  const main = (...args: string[]): Running =>
    start(process.execPath, [MAIN, ...args], {
      cwd: project.folder,
      env: { ...project.env, COMPUTE_TOKEN: READER, NODE_OPTIONS: "" },
    });
  const pulumi = (...args: string[]): Running => project.start([...args, "--stack", STACK]);
  write("us-east");
  // The database's credentials are known only when it exists, so all is searched again then.
  const first = pulumi("up", "--yes", "--skip-preview");
  await first.ended;
  const search = searcher(project.folder, await secretsOf(own));
  await search.run("up", first);
  await search.run("up that shows a diff", pulumi("up", "--yes", "--diff"));
  write("eu-west");
  await search.run("preview", pulumi("preview", "--diff"));
  await search.run("preview that saves a plan", pulumi("preview", "--save-plan", "plan.json"));
  await search.run("preview that logs", pulumi("preview", "-v=9", "--logflow", "--logtostderr"));
  const formats = (name: string): string[] =>
    FORMATS.map((format) => `--format=${format}=${name}.${format === "markdown" ? "md" : format}`);
  await search.run("drift", main("drift", "--fix-plan", ...formats("drift")));
  await search.run("rehearse", main("rehearse", "--faults", "1", ...formats("rehearsal")));
  await search.run("cost", main("cost"));
  await search.run("recover", main("recover", "--json"));
  await search.run("adopt", main("adopt", "--stack", STACK, "--into", "adopted"));
  await search.run("migrate", main("migrate", "--into", "moved"));
  const data = path.join(project.folder, COPY);
  await search.run(
    "emulator of a copy",
    main("emulator", "--port", "0", "--from-account", "--token-env", "COMPUTE_TOKEN", "--data", data),
    () => filesBelow(project.folder).includes(data),
  );
  const temporary = String(project.env.TMPDIR);
  for (const count of [1, 5, 9, 13])
    await search.run(
      `rehearse, killed when it has ${count} files`,
      main("rehearse"),
      () => filesBelow(temporary).length >= count,
    );
  const effect = { kind: "delay", ms: 60_000 } as const;
  for (const [method, route] of [
    ["DELETE", "/compute/instances/*"],
    ["POST", "/compute/instances"],
  ] as const) {
    own.faults.add({ method, path: route, times: "always", effect, phase: "after" });
    await search.run(`up, killed at ${method}`, pulumi("up", "--yes", "--skip-preview"), () =>
      own.faults.list().some(({ fired }) => fired > 0),
    );
    own.faults.clear();
    await search.run("cancel", project.start(["cancel", "--yes", STACK]));
    await search.run("recover after a kill", main("recover", "--json"));
  }
  await search.run("refresh", pulumi("refresh", "--yes", "--diff"));
  await search.run("up after a kill", pulumi("up", "--yes", "--skip-preview"));
  await search.run("destroy", pulumi("destroy", "--yes", "--diff"));
  return search;
}
