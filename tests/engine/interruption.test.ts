import type { Emulator } from "../../emulator/index";
import { brokenOff, SOON_SECONDS } from "../support/engine-broken-off";
import { expectExit } from "../support/engine-cli";
import type { Running } from "../support/engine-cli";
import { engineFixture, STORY_MS } from "../support/engine-fixture";
import { killProvider } from "../support/engine-processes";
import { counted, instances } from "../support/engine-service";

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
  return { emulator, project, broken, seconds, left, next, live: await instances(emulator) };
}

describe("Ctrl-C", () => {
  const engine = engineFixture();
  let create: Awaited<ReturnType<typeof breakOff>>;
  let resize: Awaited<ReturnType<typeof interruptResize>>;

  /** Ends an `up` while the instance is being resized, then runs another one. */
  async function interruptResize({ emulator, project }: typeof create) {
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
    create = await breakOff(engine, (up) => up.interrupt());
    resize = await interruptResize(create);
  }, STORY_MS);

  test("during a create ends the up soon, and not with success", () => {
    expectExit(create.broken, 1);
    expect(create.seconds).toBeLessThan(SOON_SECONDS);
  });

  test("during a create keeps the id in the state", () => {
    expect(create.left?.id).toMatch(/^\d+$/);
    expect(create.left?.initErrors).toHaveLength(1);
  });

  test("during a create lets the next up resume with the same instance", () => {
    expectExit(create.next, 0);
    expect(create.next.output).toContain("Its last operation did not finish: this update goes on with it.");
    expect(create.next.writes).toEqual([]);
    expect(create.live).toEqual([expect.objectContaining({ id: Number(create.left?.id), status: "running" })]);
  });

  test("during a resize ends the up without success, after the one request", () => {
    expectExit(resize.broken, 1);
    expect(resize.sent["POST /compute/instances/{id}/resize"]).toBe(1);
  });

  test("during a resize lets the next up wait for that resize instead of requesting another", () => {
    expectExit(resize.next, 0);
    expect(resize.next.writes).toEqual([]);
    expect(resize.live).toEqual([expect.objectContaining({ type: "g6-standard-1", status: "running" })]);
    expectExit(resize.clean, 0);
    expect(resize.clean.requests).toBe(0);
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
    const id = story.project.resource("web")?.id;
    expect(story.live).toEqual([expect.objectContaining({ id: Number(id), status: "running" })]);
    expect(story.next.output).toContain(`Took over the existing instance with id ${id}`);
  });
});
