import path from "node:path";
import { expectExit, must, repository, STACK, start } from "../support/engine-cli";
import { counted, engineStory, instances } from "../support/engine-fixture";

const COST = [path.join(repository, "dist", "cli", "main.js"), "cost", "--format", "json", "--budget", "9.99"];

/** One instance has a declared label, the other does not; the alerts need an update request after the POST. */
const programWith = (regions: { unnamed: string; named: string }): string => `
  const plan = { type: "g6-nanode-1", image: "compute/debian11", rootPass: "a long password", alerts: { cpu: 55 } };
  new compute.Instance("unnamed", { ...plan, region: "${regions.unnamed}" });
  new compute.Instance("named", { ...plan, region: "${regions.named}", label: "a-fixed-label" });
`;

describe("a replacement", () => {
  const story = engineStory(async (engine) => {
    const { emulator, project } = await engine.begin();
    project.program(programWith({ unnamed: "us-east", named: "us-east" }));
    expectExit(await project.up(), 0);
    const before = project.ids();
    emulator.faults.add({ method: "PUT", path: "/compute/instances/*", effect: { kind: "status", status: 400 } });
    project.program(programWith({ unnamed: "eu-west", named: "us-east" }));
    const stopped = await counted(emulator, () => project.up());
    project.program(programWith({ unnamed: "eu-west", named: "eu-west" }));
    const priced = await start(process.execPath, [...COST, "--stack", STACK], { cwd: project.folder, env: project.env })
      .ended;
    const finished = await counted(emulator, () => must(project.up()));
    const after = project.ids();
    const live = await instances(emulator);
    return { before, stopped, priced, finished, after, live };
  });

  test("that fails halfway keeps the old instance", () => {
    expectExit(story.stopped, 1);
    expect(story.stopped.writeNames).toEqual(["POST /compute/instances", "PUT /compute/instances/{id}"]);
  });

  test("that failed halfway costs both instances, until `up` deletes the old one", () => {
    expectExit(story.priced, 2);
    expect(JSON.parse(story.priced.stdout)).toMatchObject({ before: 15, after: 10, difference: -5, unpriced: [] });
  });

  /** The last up's writes, except those about an instance. */
  const writesWithout = (...ids: (string | undefined)[]): string[] =>
    story.finished.writes
      .filter(({ path }) => !ids.some((id) => path === `/compute/instances/${id}`))
      .map(({ method, path }) => `${method} ${path}`);

  test("that failed halfway is finished by the next up, which then deletes the old instance", () => {
    const { before, after } = story;
    const writes = writesWithout(before.named, after.named).filter((write) => !write.startsWith("POST"));
    expect(writes).toEqual([`PUT /compute/instances/${after.unnamed}`, `DELETE /compute/instances/${before.unnamed}`]);
  });

  test("of an instance with a declared label deletes the old instance first", () => {
    const { before, after } = story;
    expect(writesWithout(after.unnamed).slice(0, 3)).toEqual([
      `DELETE /compute/instances/${before.named}`,
      "POST /compute/instances",
      `PUT /compute/instances/${after.named}`,
    ]);
  });

  test("leaves one instance of each, in the new region", () => {
    const live = story.live.map(({ id, region, status }) => [String(id), region, status]);
    const wanted = Object.values(story.after).map((id) => [id, "eu-west", "running"]);
    expect(live.sort()).toEqual(wanted.sort());
  });
});
