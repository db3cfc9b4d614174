import { randomUUID } from "node:crypto";
import { cpSync } from "node:fs";
import path from "node:path";
import { expectExit, start } from "../support/engine-cli";
import { eventually } from "../support/engine-eventually";
import { engineFixture, STORY_MS } from "../support/engine-fixture";
import { repository, STACK } from "../support/engine-project";
import { all, counted, domains, instances, whileTimeFlies } from "../support/engine-service";
import { postgresTool, startPostgres } from "../support/postgres";
import type { Postgres } from "../support/postgres";
import { describeWith } from "../support/system-tool";

const WEB = `
  new compute.Instance("web", {
    region: "us-east", type: "g6-nanode-1", image: "compute/debian11", rootPass: "correct-horse-1",
  });
`;
const ZONE = `
  const zone = new compute.Domain("zone", { domain: "zone.example", type: "master", soaEmail: "a@zone.example" });
  for (const name of ["a", "b", "c"]) {
    new compute.DomainRecord(name, { domainId: zone.id, type: "A", name, target: "192.0.2.1" });
  }
`;
const LOCKED = "the stack is currently locked by 1 lock(s)";
/** Longer than these runs: the answer comes when nobody is there any more. */
const NEVER_MS = 120_000;

describeWith(postgresTool(), "a stack whose state is in PostgreSQL", (tool) => {
  const engine = engineFixture();
  let postgres: Postgres;

  /** A backend that knows of no stack yet. */
  const table = (name: string): string => `${postgres.url}&table=${name}`;

  beforeAll(async () => {
    postgres = await startPostgres(tool);
  }, STORY_MS);

  afterAll(() => postgres.stop());

  test("is locked while a run is under way: a second one is refused and sends nothing", async () => {
    const emulator = await engine.emulator({ clock: "stepped", provisionMs: 60_000 });
    const elsewhere = await engine.emulator();
    const project = (await engine.projectAt(table("two_runs"), emulator)).program(WEB);
    const first = project.startUp();
    await eventually("the instance", async () => (await instances(emulator)).length === 1);
    const up = ["up", "--yes", "--skip-preview", "--stack", STACK];
    const second = await project.run(up, { COMPUTE_URL: elsewhere.url });
    expectExit(second, 1);
    expect(second.output).toContain(LOCKED);
    expect(elsewhere.requests().total).toBe(0);
    expectExit(await whileTimeFlies(emulator, () => first.ended), 0);
    expect(await instances(emulator)).toHaveLength(1);
  });

  test("is complete after a run was killed: the lock is removed by hand, and nothing is made twice", async () => {
    const emulator = await engine.emulator();
    const project = (await engine.projectAt(table("killed"), emulator)).program(ZONE);
    const records = "/domains/*/records";
    const delay = { kind: "delay", ms: NEVER_MS } as const;
    emulator.faults.add({ method: "POST", path: records, times: "always", effect: delay, phase: "after" });
    const killed = project.startUp();
    const [zone] = await eventually("the records", async () => {
      const zones = await domains(emulator);
      const made = await Promise.all(zones.map(({ id }) => all(emulator, `/domains/${id}/records`)));
      return made[0]?.length === 3 && zones;
    });
    process.kill(killed.pid, "SIGKILL");
    await killed.ended;
    emulator.faults.clear();
    const refused = await counted(emulator, () => project.up());
    expectExit(refused, 1);
    expect(refused.output).toContain(LOCKED);
    expect(refused.requests).toBe(0);
    await project.must(["cancel", "--yes", STACK]);
    const next = await counted(emulator, () => project.up());
    expectExit(next, 0);
    expect(next.writes).toEqual([]);
    expect(await all(emulator, `/domains/${zone?.id}/records`)).toHaveLength(3);
  });

  test("holds a fleet of stacks side by side, which is brought up, previewed and removed, each object made once", async () => {
    const emulator = await engine.emulator({ rateLimits: true });
    const project = await engine.projectAt(table("fleet"), emulator);
    cpSync(path.join(repository, "examples", "fleet"), project.folder, { recursive: true });
    const fleet = (token: string, ...args: string[]) => {
      const env = { ...project.env, COMPUTE_TOKEN: token, FLEET_ROOT_PASS: randomUUID() };
      return start(process.execPath, ["fleet.mjs", ...args], { cwd: project.folder, env }).ended;
    };
    const sizes = ["--stacks", "2", "--size", "4", "--instances", "1", "--parallel", "2", "--destroy"];
    const lived = await counted(emulator, () => fleet(emulator.token, ...sizes));
    expectExit(lived, 0);
    expect(lived.stdout).toContain("2 of 2 stacks in");
    expect(lived.stdout).toContain("8 resources created");
    expect(lived.stdout).toMatch(new RegExp(`^${lived.requests} requests, of which \\d+ were answered with 429$`, "m"));
    const made = lived.writes.filter(({ method }) => method === "POST").map(({ requestBody }) => requestBody);
    const names = (made as { domain?: string; name?: string }[]).map(
      ({ domain, name }) => domain ?? name ?? "instance",
    );
    expect(names.sort()).toEqual(
      [
        "fleet-1.example.com",
        "fleet-2.example.com",
        "host-1",
        "host-1",
        "host-2",
        "host-2",
        "instance",
        "instance",
      ].sort(),
    );
    expect([...(await domains(emulator)), ...(await instances(emulator))]).toEqual([]);

    const failed = await fleet("no-token", "--stacks", "1", "--prefix", "refused");
    expectExit(failed, 1);
    expect(failed.stdout).toContain("0 of 1 stacks in");
    expect(failed.stdout).toMatch(/^refused-1 failed: up: error: .*rejects the access token/m);
  });
});
