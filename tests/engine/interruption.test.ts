import type { Emulator } from "../../emulator/index";
import { brokenOff, SOON_SECONDS } from "../support/engine-broken-off";
import { expectExit } from "../support/engine-cli";
import type { Running } from "../support/engine-cli";
import { engineFixture, STORY_MS } from "../support/engine-fixture";
import { killProvider } from "../support/engine-processes";
import { counted, instances, whileTimeFlies } from "../support/engine-service";

const PROVISION_MS = 600_000;

const PROGRAM = `
  new compute.Instance("web", {
    region: "us-east", type: "g6-nanode-1", image: "compute/debian11", rootPass: "a long password", alerts: { cpu: 55 } });
`;

/** Until the instance exists and the provider waits for it. */
const isWaiting = (emulator: Emulator, running: Running) => (): boolean =>
  emulator.requests().log.some(({ method }) => method === "PUT") && running.output().includes("waiting for");

/** Ends an `up` while its instance is being provisioned, then runs another one. */
async function breakOff(engine: ReturnType<typeof engineFixture>, end: (up: Running) => void) {
  const emulator = await engine.emulator({ clock: "stepped", provisionMs: PROVISION_MS });
  const project = (await engine.project(emulator)).program(PROGRAM);
  const up = project.startUp();
  const { broken, seconds } = await brokenOff(up, ["the wait for the instance", isWaiting(emulator, up)], end);
  const left = project.resource("web");
  emulator.clock.advance(PROVISION_MS);
  const next = await counted(emulator, () => project.up());
  const clean = await counted(emulator, () => project.previewUnchanged());
  return { broken, seconds, left, next, clean, id: project.resource("web")?.id, live: await instances(emulator) };
}

describe("Ctrl-C during a create", () => {
  const engine = engineFixture();
  let story: Awaited<ReturnType<typeof breakOff>>;

  beforeAll(async () => {
    story = await breakOff(engine, (up) => up.interrupt());
  }, STORY_MS);

  test("ends the up soon, and not with success", () => {
    expectExit(story.broken, 1);
    expect(story.seconds).toBeLessThan(SOON_SECONDS);
  });

  test("keeps the id in the state", () => {
    expect(story.left?.id).toMatch(/^\d+$/);
    expect(story.left?.initErrors).toHaveLength(1);
  });

  test("lets the next up go on with the same instance", () => {
    expectExit(story.next, 0);
    expect(story.next.writes).toEqual([]);
    expect(story.id).toBe(story.left?.id);
    expect(story.live).toEqual([expect.objectContaining({ id: Number(story.id), status: "running" })]);
    expectExit(story.clean, 0);
  });
});

describe("Ctrl-C during a resize", () => {
  const engine = engineFixture();
  let story: Awaited<ReturnType<typeof interruptResize>>;

  async function interruptResize() {
    const emulator = await engine.emulator({ clock: "stepped", provisionMs: PROVISION_MS });
    const project = (await engine.project(emulator)).program(PROGRAM);
    expectExit(await whileTimeFlies(emulator, () => project.up()), 0);
    project.program(PROGRAM.replace("g6-nanode-1", "g6-standard-1"));
    emulator.resetRequests();
    const up = project.startUp();
    const isResizing = () => up.output().includes("waiting for resize");
    const { broken } = await brokenOff(up, ["the wait for the resize", isResizing], () => up.interrupt());
    const sent = emulator.requests().byRoute;
    emulator.clock.advance(PROVISION_MS);
    const next = await counted(emulator, () => project.up());
    const clean = await counted(emulator, () => project.previewUnchanged());
    return { broken, sent, next, clean, live: await instances(emulator) };
  }

  beforeAll(async () => {
    story = await interruptResize();
  }, STORY_MS);

  test("ends the up without success, after the one request", () => {
    expectExit(story.broken, 1);
    expect(story.sent["POST /compute/instances/{id}/resize"]).toBe(1);
  });

  test("lets the next up wait for that resize instead of asking again", () => {
    expectExit(story.next, 0);
    expect(story.next.writes).toEqual([]);
    expect(story.live).toEqual([expect.objectContaining({ type: "g6-standard-1", status: "running" })]);
    expectExit(story.clean, 0);
  });
});

describe("a provider process that is killed during a create", () => {
  const engine = engineFixture();
  let story: Awaited<ReturnType<typeof breakOff>>;

  beforeAll(async () => {
    story = await breakOff(engine, (up) => killProvider(up.pid));
  }, STORY_MS);

  test("fails the up and leaves no trace of the instance in the state", () => {
    expectExit(story.broken, 1);
    expect(story.left).toBeUndefined();
  });

  test("does not make the next up create a second instance", () => {
    expectExit(story.next, 0);
    expect(story.next.writeNames).not.toContain("POST /compute/instances");
    expect(story.live).toEqual([expect.objectContaining({ id: Number(story.id), status: "running" })]);
    expect(story.next.output).toContain(`Took over the existing instance with id ${story.id}`);
    expectExit(story.clean, 0);
  });
});
