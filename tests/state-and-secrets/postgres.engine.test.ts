import { randomUUID } from "node:crypto";
import { cpSync } from "node:fs";
import path from "node:path";
import { expectExit, start } from "../support/engine-cli";
import { eventually } from "../support/engine-eventually";
import { engineFixture, STORY_MS } from "../support/engine-fixture";
import { EngineProject, repository, STACK } from "../support/engine-project";
import { all, counted, domains, instances, make, whileTimeFlies } from "../support/engine-service";
import { postgresTool, startPostgres } from "../support/postgres";
import type { Postgres } from "../support/postgres";
import { describeWith } from "../support/system-tool";

const WEB = `
  new compute.Instance("web", {
    region: "us-east", type: "g6-nanode-1", image: "compute/debian11", rootPass: "correct-horse-1",
  });
`;
const zoneAt = (url: string): string => `
  const provider = new compute.Provider("elsewhere", { url: "${url}" });
  const zone = new compute.Domain("zone", { domain: "zone.example", type: "master", soaEmail: "a@zone.example" }, { provider });
  for (const name of ["a", "b", "c"]) {
    new compute.DomainRecord(name, { domainId: zone.id, type: "A", name, target: "192.0.2.1" }, { provider });
  }
`;
const UP = ["up", "--yes", "--skip-preview", "--stack", STACK];
const LOCKED = "the stack is currently locked by 1 lock(s)";
/** Longer than these commands: the response arrives after they have exited. */
const NEVER_MS = 120_000;

describeWith(postgresTool(), "a stack whose state is in PostgreSQL", (tool) => {
  const engine = engineFixture();
  let postgres: Postgres;

  /** A backend without stacks. */
  const table = (name: string): string => `${postgres.url}&table=${name}`;

  beforeAll(async () => {
    postgres = await startPostgres(tool);
  }, STORY_MS);

  afterAll(() => postgres.stop());

  test("is locked during an update, and complete after an interrupted one whose lock is removed with `pulumi cancel`", async () => {
    const emulator = await engine.emulator({ clock: "stepped", provisionMs: 60_000 });
    const elsewhere = await engine.emulator();
    const project = (await engine.projectAt(table("one"), emulator)).program(WEB);
    const first = project.startUp();
    await eventually("the instance", async () => (await instances(emulator)).length === 1);
    const second = await project.run(UP, { COMPUTE_URL: elsewhere.url });
    expectExit(second, 1);
    expect(second.output).toContain(LOCKED);
    expect(elsewhere.requests().total).toBe(0);
    expectExit(await whileTimeFlies(emulator, () => first.ended), 0);
    expect(await instances(emulator)).toHaveLength(1);

    // This emulator uses the same clock as the journal, which identifies the resources of the interrupted update by time.
    project.program(WEB + zoneAt(elsewhere.url));
    const records = "/domains/*/records";
    const delay = { kind: "delay", ms: NEVER_MS } as const;
    elsewhere.faults.add({ method: "POST", path: records, times: "always", effect: delay, phase: "after" });
    const killed = project.startUp();
    const [zone] = await eventually("the records", async () => {
      const zones = await domains(elsewhere);
      const made = await Promise.all(zones.map(({ id }) => all(elsewhere, `/domains/${id}/records`)));
      return made[0]?.length === 3 && zones;
    });
    process.kill(killed.pid, "SIGKILL");
    await killed.ended;
    elsewhere.faults.clear();
    const refused = await counted(elsewhere, () => project.up());
    expectExit(refused, 1);
    expect(refused.output).toContain(LOCKED);
    expect(refused.requests).toBe(0);
    await project.must(["cancel", "--yes", STACK]);
    const next = await counted(elsewhere, () => project.up());
    expectExit(next, 0);
    expect(next.writes).toEqual([]);
    expect(await all(elsewhere, `/domains/${zone?.id}/records`)).toHaveLength(3);
  });

  test("holds a fleet of stacks, of which one fails and the other is deployed, previewed and destroyed", async () => {
    const emulator = await engine.emulator({ rateLimits: true });
    const taken = { domain: "fleet-2.example.com", type: "master", soa_email: "a@zone.example" };
    const { id } = await make(emulator, "/domains", taken);
    const folder = engine.folder();
    const project = new EngineProject(folder, emulator, { backendUrl: table("fleet") });
    cpSync(path.join(repository, "examples", "fleet"), folder, { recursive: true });
    const sizes = ["--stacks", "2", "--size", "4", "--instances", "1", "--parallel", "2", "--destroy"];
    const env = { ...project.env, FLEET_ROOT_PASS: randomUUID() };
    // Two commands at once that both create the table fail.
    await project.must(["stack", "ls"]);
    const ended = start(process.execPath, ["fleet.mjs", ...sizes], { cwd: folder, env }).ended;
    const lived = await counted(emulator, () => ended);
    expectExit(lived, 1);
    expect(lived.stdout).toContain("1 of 2 stacks in");
    expect(lived.stdout).toMatch(/^fleet-1: 4 created, .*destroy [\d.]+ s/m);
    expect(lived.stdout).toMatch(/^fleet-2 failed: up: error: .*already has domain "fleet-2\.example\.com"/m);
    expect(lived.stdout).toMatch(new RegExp(`^${lived.requests} requests, of which \\d+ were answered with 429$`, "m"));
    const made = lived.writes.filter(({ method }) => method === "POST").map(({ requestBody }) => requestBody);
    const names = (made as { domain?: string; name?: string }[]).map(({ domain, name }) => domain ?? name);
    expect(names.filter((name) => name !== undefined).sort()).toEqual(["fleet-1.example.com", "host-1", "host-2"]);
    expect((await domains(emulator)).map((zone) => zone.id)).toEqual([id]);
  });
});
