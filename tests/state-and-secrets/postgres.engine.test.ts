import { randomUUID } from "node:crypto";
import { cpSync } from "node:fs";
import path from "node:path";
import { eventually, expectExit, must, start } from "../support/engine-cli";
import { counted, domains, engineFixture, makeZone, records, STORY_MS } from "../support/engine-fixture";
import { EngineProject, repository, STACK } from "../support/engine-project";
import { postgresTool, startPostgres } from "../support/postgres";
import type { Postgres } from "../support/postgres";
import { describeWith } from "../support/system-tool";

const PROGRAM = `
  const zone = new compute.Domain("zone", { domain: "zone.example", type: "master", soaEmail: "a@zone.example" });
  for (const name of ["a", "b", "c"]) {
    new compute.DomainRecord(name, { domainId: zone.id, type: "A", name, target: "192.0.2.1" });
  }
`;
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
    // The emulator uses the same clock as the journal, which identifies the resources of the interrupted update by time.
    const emulator = await engine.emulator();
    const project = (await engine.projectAt(table("one"), emulator)).program(PROGRAM);
    const delay = { kind: "delay", ms: NEVER_MS } as const;
    emulator.faults.add({ method: "POST", path: "/domains/*/records", times: "always", effect: delay, phase: "after" });
    const killed = project.startUp();
    await eventually("the records", async () => (await records(emulator)).length === 3);
    const refused = await counted(emulator, () => project.up());
    expectExit(refused, 1);
    expect(refused.output).toContain(LOCKED);
    expect(refused.requests).toBe(0);
    process.kill(killed.pid, "SIGKILL");
    await killed.ended;
    emulator.faults.clear();
    expect((await project.up()).output).toContain(LOCKED);
    await project.must(["cancel", "--yes", STACK]);
    const next = await counted(emulator, () => must(project.up()));
    expect(next.writes).toEqual([]);
    expect(await records(emulator)).toHaveLength(3);
  });

  test("holds a fleet of stacks, of which one fails and the other is deployed, previewed and destroyed", async () => {
    const emulator = await engine.emulator({ rateLimits: true });
    const { id } = await makeZone(emulator, "fleet-2.example.com");
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
