import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { copyFileSync, existsSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { cliFolder, expectExit, must, repository, STACK, start } from "../support/engine-cli";
import type { Ended, EngineProject } from "../support/engine-cli";
import { compileExample, exampleFile, setRootPass, useExample } from "../support/engine-example";
import { addressOf, all, counted, domains, engineStory, instances, records } from "../support/engine-fixture";
import { filesContaining } from "../support/files-below";

/** The SDK's own runner of policy packs, as a pack that the engine starts by itself. */
const STARTER = `#!/bin/sh
cd "$(dirname "$0")"
exec node "$(node -p 'require.resolve("@pulumi/pulumi/cmd/run-policy-pack")')" "$@" .
`;

/**
 * Completes a pack whose program is compiled into the project's folder, so that the engine can run it.
 * @returns the pack's path: its folder, or, because the language host that can be built from Go modules runs no policy packs, a program in it.
 */
function completePolicyPack(project: EngineProject, example: string): string {
  const file = (name: string): string => path.join(project.folder, "pack", name);
  copyFileSync(exampleFile(example, path.join("pack", "package.json")), file("package.json"));
  symlinkSync(
    path.join(repository, "node_modules", "@pulumi", "policy"),
    path.join(project.folder, "node_modules", "@pulumi", "policy"),
  );
  const text = readFileSync(exampleFile(example, path.join("pack", "PulumiPolicy.yaml")), "utf8");
  const program = "main: index.ts\n";
  expect(text).toContain(program);
  writeFileSync(file("PulumiPolicy.yaml"), text.replace(program, "main: index.js\n"));
  if (!existsSync(path.join(path.dirname(cliFolder()), "host-module"))) return "pack";
  writeFileSync(file("start"), STARTER, { mode: 0o755 });
  return path.join("pack", "start");
}

describe("a stack that is managed through the Automation API", () => {
  const PASSWORD = "Automated-Pass-1";

  const story = engineStory(async (engine) => {
    const { emulator, project } = await engine.begin();
    compileExample("automation", project.folder);
    const run = (args: string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> =>
      start(process.execPath, ["index.js", ...args], { cwd: project.folder, env: { ...project.env, ...env } }).ended;

    const created = await run(["up"], { ROOT_PASS: PASSWORD });
    const servers = await instances(emulator);
    const leaks = filesContaining(project.backend, PASSWORD).map((file) => path.relative(project.backend, file));
    emulator.poke("instance", servers[0]?.id as number, { tags: ["somebody"] });
    const drifted = await counted(emulator, () => run(["drift"]));
    const destroyed = await run(["destroy"]);
    return { created, servers, leaks, drifted, destroyed, left: await instances(emulator) };
  });

  test("up creates the instance and prints its address, but not the root password", () => {
    expectExit(story.created, 0);
    expect(story.servers).toMatchObject([{ status: "running", tags: ["web"] }]);
    expect(story.created.stdout).toContain(`The address is ${story.servers.map(addressOf).join()}.\n`);
    expect(story.created.output).not.toContain(PASSWORD);
    expect(story.leaks).toEqual([]);
  });

  test("drift detects an out-of-band change, reports it with its exit code, and changes nothing", () => {
    expectExit(story.drifted, 2);
    expect(story.drifted.stdout).toContain("Somebody has changed something.");
    expect(story.drifted.writeNames).toEqual([]);
  });

  test("destroy deletes the instance", () => {
    expectExit(story.destroyed, 0);
    expect(story.left).toEqual([]);
  });
});

describe.each(["component", "vlan-pair", "web-tier"])("the example %s", (name) => {
  const story = engineStory(async (engine) => {
    const { emulator, project } = await engine.begin();
    setRootPass(project);
    compileExample(name, project.folder);
    await must(project.up());
    return { servers: await instances(emulator), again: await counted(emulator, () => must(project.up())) };
  });

  test("creates several running instances, and the next up sends no writes", () => {
    expect(story.servers.length).toBeGreaterThan(1);
    expect(new Set(story.servers.map(({ status }) => status))).toEqual(new Set(["running"]));
    expect(story.again.writes).toEqual([]);
  });
});

describe("a program that is checked by a policy pack", () => {
  const CHANGES = [
    ['tags: ["shop"],', ""],
    ["ttlSec: 3600", "ttlSec: 300"],
  ] as const;

  const story = engineStory(async (engine) => {
    const { emulator, project } = await engine.begin();
    setRootPass(project);
    compileExample("policy", project.folder);
    const pack = completePolicyPack(project, "policy");
    const checked = (...args: string[]) =>
      counted(emulator, () => project.run([...args, "--policy-pack", pack, "--stack", STACK]));

    project.configure({ allowList: '["0.0.0.0/0"]' });
    compileExample("policy", project.folder, { "index.ts": CHANGES });
    const careless = await checked("preview");
    project.configure({ allowList: undefined, "compute:defaultTags": "shop" });
    compileExample("policy", project.folder, { "index.ts": [CHANGES[0]] });
    return { careless, created: await checked("up", "--yes", "--skip-preview") };
  });

  test("an open database fails the preview with the policy's message, and nothing is created", () => {
    expect(story.careless.code).not.toBe(0);
    expect(story.careless.output).toMatch(/\[mandatory] +databases-are-not-open +\(.*MysqlDatabase: orders\)/);
    expect(story.careless.output).toContain("The allow list contains 0.0.0.0/0, which is everybody.");
    expect(story.careless.writeNames).toEqual([]);
  });

  test("an instance without tags and an MX record with a short TTL are reported, also inside a zone", () => {
    expect(story.careless.output).toMatch(/\[mandatory] +instances-have-tags +\(.*Instance: web\)/);
    expect(story.careless.output).toMatch(/\[mandatory] +mail-is-cached +\(.*DomainRecord: zone-mx-\w+\)/);
    expect(story.careless.output).toContain("The MX record has a TTL of 300 seconds");
  });

  test("a compliant program is deployed, with the stack's default tags and an advisory message", () => {
    expectExit(story.created, 0);
    expect(story.created.output).toMatch(/\[advisory] +databases-are-protected +\(.*MysqlDatabase: orders\)/);
    expect(story.created.output).not.toContain("[mandatory]");
  });
});

describe("two stacks, of which one reads the other's outputs", () => {
  type Project = "network" | "application";

  /** The project from the example, except for the language: its program is already compiled. */
  function writeProject(folder: string, project: Project): void {
    const text = readFileSync(exampleFile("stack-references", path.join(project, "Pulumi.yaml")), "utf8");
    const language = "runtime: nodejs\nmain: index.ts\n";
    expect(text).toContain(language);
    const compiled = "runtime:\n  name: nodejs\n  options:\n    typescript: false\nmain: index.js\n";
    writeFileSync(path.join(folder, project, "Pulumi.yaml"), text.replace(language, compiled));
  }

  const story = engineStory(async (engine) => {
    const { emulator, project: both } = await engine.begin();
    compileExample("stack-references", both.folder);
    for (const project of ["network", "application"] as const) {
      writeProject(both.folder, project);
      const stack = both.stackOf(project, path.join(both.folder, project));
      stack.initialise();
      if (project === "application") stack.configureSecrets({ rootPass: randomUUID() });
    }
    const up = (project: Project, ...args: string[]) => {
      const options = ["-C", path.join(both.folder, project), "--yes", "--skip-preview", "--stack", STACK, ...args];
      return counted(emulator, () => must(both.run(["up", ...options])));
    };

    await up("network");
    const application = await up("application");
    const live = { records: await records(emulator), servers: await instances(emulator) };
    const [config] = await all(emulator, `/compute/instances/${live.servers[0]?.id}/configs`);
    await up("network", "--config", "domain=renamed-example.com");
    return { application, live, config, followed: await up("application") };
  });

  test("the application's server is in the network stack's VLAN, with a record in its domain", () => {
    expect(story.live.servers).toMatchObject([{ region: "us-southeast" }]);
    expect(story.config?.interfaces).toMatchObject([{ purpose: "public" }, { purpose: "vlan", label: "backend" }]);
    const [target] = story.live.servers.map(addressOf);
    expect(story.live.records).toContainEqual(expect.objectContaining({ type: "A", name: "app", target }));
    expect(story.application.output).toContain('"http://app.network-example.com/"');
  });

  test("the application's next up picks up a changed output", () => {
    expect(story.followed.output).toContain('"http://app.renamed-example.com/"');
    expect(story.followed.writeNames).toEqual([]);
  });
});

describe("a domain that is migrated with its records", () => {
  let oldServer: ChildProcess;

  /** The example's own name server, on a free port. */
  async function startOldServer(): Promise<string> {
    oldServer = spawn(process.execPath, [exampleFile("domain-migration", "old-name-server.mjs"), "0"], {
      stdio: "pipe",
    });
    const [line] = (await once(oldServer.stdout as NodeJS.ReadableStream, "data")) as [Buffer];
    return /[\d.]+:\d+/.exec(String(line))?.[0] ?? "";
  }

  const story = engineStory(async (engine) => {
    const nameServer = await startOldServer();
    const { emulator, project } = await engine.begin();
    project.configure({ nameServer });
    useExample(project, "domain-migration");
    const created = await must(project.up());
    const made = { zones: await domains(emulator), records: await records(emulator) };
    // The old server is switched off once the zone has moved.
    oldServer.kill();
    const { importIds = [] } = project.outputs() as Record<string, string[]>;
    const [importId = ""] = importIds.find((line) => line.includes(": A www "))?.split(":") ?? [];
    const www = `new compute.DomainRecord("www",
      { domainId: zone.id, type: "A", name: "www", target: "192.0.2.10" }, { import: "${importId}" });`;
    useExample(project, "domain-migration", [], www);
    return { created, made, importIds, adopted: await counted(emulator, () => must(project.up())) };
  });

  afterAll(() => {
    oldServer.kill();
  });

  test("the zone has the records of the old server, the declared settings, and the new record", () => {
    expect(story.made.zones).toMatchObject([
      { domain: "moving-example.com", type: "master", soa_email: "admin@moving-example.com" },
    ]);
    const seen = story.made.records.map(({ type, name, target }) => [type, name, target]);
    expect(seen).toEqual(
      expect.arrayContaining([
        ["A", "", "192.0.2.10"],
        ["A", "www", "192.0.2.10"],
        ["MX", "", "mail.moving-example.com"],
        ["TXT", "", "v=spf1 mx -all"],
        ["CNAME", "shop", "www.moving-example.com"],
      ]),
    );
  });

  test("the output lists the import id of each record", () => {
    expect(story.importIds).toHaveLength(story.made.records.length);
    for (const line of story.importIds) expect(line).toMatch(/^\d+\/\d+: [A-Z]+ /);
  });

  test("a record that came with the zone is imported, and the old server is not contacted again", () => {
    expect(story.adopted.writes).toEqual([]);
  });
});

describe("instances with services elsewhere: DNS in another account, and a MongoDB cluster", () => {
  const CLUSTERS = "/databases/mongodb/instances";

  const story = engineStory(async (engine) => {
    const { emulator, project } = await engine.begin();
    const company = await engine.emulator({ token: "companys-token" });
    setRootPass(project);
    project.configure({ companyUrl: company.url });
    project.configureSecrets({ companyToken: "companys-token" });
    useExample(project, "two-accounts");
    await must(project.up());
    const addresses = (await instances(emulator)).map(addressOf);
    const zones = { own: await domains(emulator), records: await records(company), outputs: project.outputs() };
    useExample(project, "mongo-cluster", [], "exports.shown = pulumi.unsecret(exports.connection);");
    const cluster = await must(project.up());
    const [database] = await all(emulator, CLUSTERS);
    const backups = await all(emulator, `${CLUSTERS}/${database?.id}/backups`);
    const shop = (await instances(emulator)).map(addressOf);
    return { addresses, zones, cluster, database, backups, shop, outputs: project.outputs() };
  });

  test("the record in the company's zone points to the instance in the other account", () => {
    const [address] = story.addresses;
    expect(story.zones.records).toMatchObject([{ type: "A", name: "www", target: address }]);
    expect(story.zones).toMatchObject({ own: [], outputs: { address, zones: 1 } });
  });

  test("the allow list of the three nodes contains the instance's address and the office network", () => {
    const { database } = story;
    expect(database).toMatchObject({ status: "active", cluster_size: 3, encrypted: true, ssl_connection: true });
    expect(database?.peers).toHaveLength(3);
    expect(database?.allow_list).toEqual([`${story.shop.join()}/32`, "198.51.100.0/24"]);
  });

  test("the cluster has the release's backup, and its connection string is secret", () => {
    expect(story.backups).toEqual([expect.objectContaining({ label: "before1", type: "snapshot" })]);
    expect(story.outputs.shown).toMatch(/^mongodb:\/\/\w+:[^:@]{8,}@[\w.-]+:\d+\/\?tls=true$/);
    expect(story.cluster.stdout).toMatch(/connection *: \[secret\]/);
  });
});
