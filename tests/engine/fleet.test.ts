import { randomUUID } from "node:crypto";
import { cpSync } from "node:fs";
import path from "node:path";
import { expectExit, start } from "../support/engine-cli";
import type { Ended } from "../support/engine-cli";
import { engineFixture, STORY_MS } from "../support/engine-fixture";
import { repository } from "../support/engine-project";
import type { EngineProject } from "../support/engine-project";
import { all, counted, domains, instances } from "../support/engine-service";
import { postgresTool, startPostgres } from "../support/postgres";
import type { Postgres } from "../support/postgres";
import { describeWith } from "../support/system-tool";

const STACKS = 3;
const SIZE = 10;
const INSTANCES = 4;

describeWith(postgresTool(), "a fleet of stacks side by side, with the state in PostgreSQL", (tool) => {
  const engine = engineFixture();
  const rootPass = randomUUID();
  let postgres: Postgres | undefined;
  let story: Awaited<ReturnType<typeof live>>;

  const fleet = (
    project: EngineProject,
    args: readonly string[] = [],
    more: NodeJS.ProcessEnv = {},
  ): Promise<Ended> => {
    const sizes = ["--stacks", STACKS, "--size", SIZE, "--instances", INSTANCES, "--parallel", STACKS].map(String);
    const env = { ...project.env, FLEET_ROOT_PASS: rootPass, ...more };
    return start(process.execPath, ["fleet.mjs", ...sizes, ...args], { cwd: project.folder, env }).ended;
  };

  async function live() {
    postgres = await startPostgres(tool);
    const emulator = await engine.emulator({ rateLimits: true });
    const project = await engine.project(emulator, postgres.url);
    cpSync(path.join(repository, "examples", "fleet"), project.folder, { recursive: true });
    const created = await counted(emulator, () => fleet(project));
    const zones = await domains(emulator);
    const records = await Promise.all(zones.map(({ id }) => all(emulator, `/domains/${id}/records`)));
    const made = { zones, records, instances: await instances(emulator) };
    const destroyed = await counted(emulator, () => fleet(project, ["--destroy"]));
    const left = [...(await domains(emulator)), ...(await instances(emulator))];
    const stacks = await project.must(["stack", "ls", "--json"]);
    const failed = await fleet(project, ["--stacks", "1", "--prefix", "refused"], { COMPUTE_TOKEN: "no-token" });
    return { created, made, destroyed, left, stacks: JSON.parse(stacks.stdout) as unknown, failed };
  }

  beforeAll(async () => {
    story = await live();
  }, STORY_MS);

  afterAll(() => postgres?.stop());

  test("is brought up under the account's limits, and previews find nothing to do", () => {
    expectExit(story.created, 0);
    expect(story.created.stdout).toContain(`${STACKS} of ${STACKS} stacks in`);
    expect(story.created.stdout).toContain(`${STACKS * SIZE} resources created`);
  });

  test("makes each object once", () => {
    const { zones, records, instances: web } = story.made;
    expect(zones.map(({ domain }) => domain).sort()).toEqual(
      ["fleet-1", "fleet-2", "fleet-3"].map((stack) => `${stack}.example.com`),
    );
    expect(web).toHaveLength(STACKS * INSTANCES);
    const declared = Array.from({ length: SIZE - INSTANCES - 1 }, (_, index) => `host-${index + 1}`);
    for (const zone of records) expect(zone.map(({ name }) => name).sort()).toEqual(declared);
  });

  test("counts the requests as the emulator does, and those that were refused", () => {
    const { requests, stdout } = story.created;
    expect(stdout).toMatch(new RegExp(`^${requests} requests, of which \\d+ were answered with 429$`, "m"));
  });

  test("is unchanged by a second run, which removes it", () => {
    expectExit(story.destroyed, 0);
    expect(story.destroyed.stdout).toContain("0 resources created");
    expect(story.destroyed.writes.every(({ method }) => method === "DELETE")).toBe(true);
    expect(story.left).toEqual([]);
    expect(story.stacks).toEqual([]);
  });

  test("ends with 1 when a stack has failed, and says why", () => {
    expectExit(story.failed, 1);
    expect(story.failed.stdout).toContain("0 of 1 stacks in");
    expect(story.failed.stdout).toMatch(/^refused-1 failed: up: error: .*rejects the access token/m);
  });
});
