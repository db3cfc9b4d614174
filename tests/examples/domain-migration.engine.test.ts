import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { expectExit } from "../support/engine-cli";
import { exampleFile, useExample } from "../support/engine-example";
import { engineFixture, STORY_MS } from "../support/engine-fixture";
import { all, counted, domains } from "../support/engine-service";

const EXAMPLE = "domain-migration";

describe("a domain that is migrated with its records", () => {
  const engine = engineFixture();
  let oldServer: ChildProcess;
  let story: Awaited<ReturnType<typeof live>>;

  /** The example's own name server, on a free port. */
  async function startOldServer(): Promise<string> {
    oldServer = spawn(process.execPath, [exampleFile(EXAMPLE, "old-name-server.mjs"), "0"], { stdio: "pipe" });
    const [line] = (await once(oldServer.stdout as NodeJS.ReadableStream, "data")) as [Buffer];
    return /[\d.]+:\d+/.exec(String(line))?.[0] ?? "";
  }

  async function live() {
    const nameServer = await startOldServer();
    const emulator = await engine.emulator();
    const project = await engine.project(emulator);
    const records = async () => {
      const [zone] = await domains(emulator);
      return zone ? all(emulator, `/domains/${zone.id}/records`) : [];
    };
    project.configure({ nameServer: nameServer });
    useExample(project, EXAMPLE);
    const created = await counted(emulator, () => project.up());
    const zones = await domains(emulator);
    const made = await records();
    // The old server is switched off once the zone has moved.
    oldServer.kill();
    const { importIds = [] } = project.outputs() as Record<string, string[]>;
    const [importId = ""] = importIds.find((line) => line.includes(": A www "))?.split(":") ?? [];
    const www = `new compute.DomainRecord("www",
      { domainId: zone.id, type: "A", name: "www", target: "192.0.2.10" }, { import: "${importId}" });`;
    useExample(project, EXAMPLE, [], www);
    const adopted = await counted(emulator, () => project.up());
    return { created, zones, made, importIds, adopted };
  }

  beforeAll(async () => {
    story = await live();
  }, STORY_MS);

  afterAll(() => {
    oldServer.kill();
  });

  test("the zone has the records of the old server, the declared settings, and the new record", () => {
    expectExit(story.created, 0);
    expect(story.zones).toMatchObject([
      { domain: "moving-example.com", type: "master", soa_email: "admin@moving-example.com" },
    ]);
    const seen = story.made.map(({ type, name, target }) => [type, name, target]);
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
    expect(story.importIds).toHaveLength(story.made.length);
    for (const line of story.importIds) expect(line).toMatch(/^\d+\/\d+: [A-Z]+ /);
  });

  test("a record that came with the zone is imported, and the old server is not contacted again", () => {
    expectExit(story.adopted, 0);
    expect(story.adopted.writes).toEqual([]);
  });
});
