import { execFileSync, spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { chownSync, cpSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { EngineProject, eventually, expectExit, must, repository, STACK, start } from "../support/engine-cli";
import { counted, domains, engineFixture, makeZone, records, STORY_MS } from "../support/engine-fixture";
import { describeWith, systemTool } from "../support/system-tool";

const USER = "pulumi";

/** The server program; undefined if it is not installed. */
function postgresTool(): string | undefined {
  return systemTool("postgres", ["postgres"], (file) => existsSync(beside(file, "initdb")));
}

/** Starts a server with a new, empty database, which only listens on a socket in its folder. */
async function startPostgres(postgres: string) {
  const folder = mkdtempSync(path.join(os.tmpdir(), "pulumi-compute-postgres-"));
  const data = path.join(folder, "data");
  const owner = ownerOfServers();
  if (owner) chownSync(folder, owner.uid, owner.gid);
  const initdb = ["-D", data, "-U", USER, "--auth=trust", "--no-locale", "--encoding=UTF8", "--no-sync"];
  execFileSync(beside(postgres, "initdb"), initdb, { ...owner, cwd: folder, stdio: "pipe" });
  const server = spawn(postgres, ["-D", data, "-k", folder, "-c", "listen_addresses=", "-c", "fsync=off"], {
    ...owner,
    cwd: folder,
    stdio: ["ignore", "ignore", "pipe"],
  });
  const ended = new Promise<void>((resolve) => server.once("exit", () => resolve()));
  /** Stops the server, and deletes its data. */
  const stop = async (): Promise<void> => {
    // "Fast shutdown": closes all connections.
    server.kill("SIGINT");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  await ready(server);
  // For PULUMI_BACKEND_URL.
  return { url: `postgres:///postgres?host=${folder}&user=${USER}&sslmode=disable`, stop };
}

/** PostgreSQL does not run as root, so root runs it as the user of Debian's package. */
function ownerOfServers(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string): number => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
  return { uid: id("-u"), gid: id("-g") };
}

function beside(postgres: string, program: string): string {
  return path.join(path.dirname(postgres), program);
}

async function ready(server: ChildProcess): Promise<void> {
  let said = "";
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.once("exit", () => reject(new Error(`PostgreSQL has ended:\n${said}`)));
    server.stderr?.setEncoding("utf8").on("data", (text: string) => {
      said += text;
      if (said.includes("ready to accept connections")) resolve();
    });
  });
}

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
  let postgres: Awaited<ReturnType<typeof startPostgres>>;

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
