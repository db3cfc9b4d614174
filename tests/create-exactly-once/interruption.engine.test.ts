import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Emulator } from "../../emulator/index";
import { brokenOff, SOON_SECONDS } from "../support/engine-broken-off";
import { expectExit } from "../support/engine-cli";
import type { Running } from "../support/engine-cli";
import { engineFixture, STORY_MS } from "../support/engine-fixture";
import { killProvider } from "../support/engine-processes";
import { counted, instances, privateImages, whileTimeFlies } from "../support/engine-service";

const PROVISION_MS = 600_000;

const programWith = (source: string, type = "g6-nanode-1"): string => `
  new compute.Instance("web", {
    region: "us-east", type: "${type}", image: "compute/debian11", rootPass: "a long password", alerts: { cpu: 55 } });
  new compute.Image("golden", { region: "us-east", source: "${source}" });
`;

/** Whether the instance exists and the provider is waiting for it, and the image is being uploaded. */
const isUnderWay = (emulator: Emulator, running: Running) => (): boolean => {
  const { byRoute } = emulator.requests();
  const isWaiting = byRoute["PUT /compute/instances/{id}"] === 1 && running.output().includes("waiting for");
  return isWaiting && byRoute["PUT /upload/{id}"] === 1;
};

/** Serves only the first half of the data until it is told to serve all of it. */
async function stallingServer() {
  let isStalling = true;
  const server = createServer((_request, response) => {
    response.write("the first half of a disk".repeat(10_000));
    if (!isStalling) response.end("the second half");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/disk.img`,
    goOn: () => (isStalling = false),
    close: () => server.close().closeAllConnections(),
  };
}

/** Interrupts an `up` while its instance is being provisioned and its image uploaded, then runs another one. */
async function breakOff(engine: ReturnType<typeof engineFixture>, end: (up: Running) => void) {
  const emulator = await engine.emulator({ clock: "stepped", provisionMs: PROVISION_MS });
  const server = await stallingServer();
  try {
    const project = (await engine.project(emulator)).program(programWith(server.url));
    const up = project.startUp();
    const { broken, seconds } = await brokenOff(up, ["the wait and the upload", isUnderWay(emulator, up)], end);
    const held = { web: project.resource("web"), golden: project.resource("golden") };
    const left = { ...held, images: await privateImages(emulator) };
    server.goOn();
    const next = await counted(emulator, () => whileTimeFlies(emulator, () => project.up()));
    const ids = { web: project.resource("web")?.id, golden: project.resource("golden")?.id };
    const live = { instances: await instances(emulator), images: await privateImages(emulator) };
    return { emulator, project, url: server.url, broken, seconds, left, next, ids, live };
  } finally {
    server.close();
  }
}

describe("Ctrl-C", () => {
  const engine = engineFixture();
  let create: Awaited<ReturnType<typeof breakOff>>;
  let resize: Awaited<ReturnType<typeof interruptResize>>;

  /** Interrupts an `up` while the instance is being resized, then runs another one. */
  async function interruptResize({ emulator, project, url }: typeof create) {
    project.program(programWith(url, "g6-standard-1"));
    emulator.resetRequests();
    const up = project.startUp();
    const isResizing = () => up.output().includes("waiting for resize");
    const { broken } = await brokenOff(up, ["the wait for the resize", isResizing], () => up.interrupt());
    const sent = emulator.requests().byRoute;
    emulator.clock.advance(PROVISION_MS);
    const next = await counted(emulator, () => project.up());
    return { broken, sent, next, held: project.resource("web"), live: await instances(emulator) };
  }

  beforeAll(async () => {
    create = await breakOff(engine, (up) => up.interrupt());
    resize = await interruptResize(create);
  }, STORY_MS);

  test("during a create stops the up within seconds, with an error", () => {
    expectExit(create.broken, 1);
    expect(create.seconds).toBeLessThan(SOON_SECONDS);
  });

  test("during a create keeps the id in the state", () => {
    expect(create.left.web?.id).toMatch(/^\d+$/);
    expect(create.left.web?.initErrors).toHaveLength(1);
  });

  test("during an upload leaves nothing in the state or in the account, and does not print its URL", () => {
    expect(create.left).toMatchObject({ golden: undefined, images: [] });
    expect(create.broken.output).not.toContain("signature");
  });

  test("during a create lets the next up resume with the same instance", () => {
    expectExit(create.next, 0);
    expect(create.next.output).toContain("The last operation did not finish; this update resumes it.");
    expect(create.next.writeNames.filter((name) => name.includes("instances"))).toEqual([]);
    const { id } = create.left.web ?? {};
    expect(create.live.instances).toEqual([expect.objectContaining({ id: Number(id), status: "running" })]);
  });

  test("during an upload lets the next up start over", () => {
    expect(create.live.images).toMatchObject([{ id: create.ids.golden, status: "available" }]);
  });

  test("during a resize stops the up with an error, after exactly one request", () => {
    expectExit(resize.broken, 1);
    expect(resize.sent["POST /compute/instances/{id}/resize"]).toBe(1);
  });

  test("during a resize lets the next up wait for that resize instead of requesting another", () => {
    expectExit(resize.next, 0);
    expect(resize.next.writes).toEqual([]);
    expect(resize.live).toEqual([expect.objectContaining({ type: "g6-standard-1", status: "running" })]);
    expect(resize.held?.initErrors ?? []).toEqual([]);
  });
});

describe("a provider process that is killed during a create and an upload", () => {
  const engine = engineFixture();
  let story: Awaited<ReturnType<typeof breakOff>>;

  beforeAll(async () => {
    story = await breakOff(engine, (up) => killProvider(up.pid));
  }, STORY_MS);

  test("fails the up, and leaves an instance and an image without data that are not in the state", () => {
    expectExit(story.broken, 1);
    expect(story.left).toMatchObject({ web: undefined, golden: undefined });
    expect(story.left.images).toMatchObject([{ status: "pending_upload" }]);
  });

  test("does not make the next up create a second instance", () => {
    expectExit(story.next, 0);
    expect(story.next.writeNames).not.toContain("POST /compute/instances");
    const { web } = story.ids;
    expect(story.live.instances).toEqual([expect.objectContaining({ id: Number(web), status: "running" })]);
    expect(story.next.output).toContain(`Adopted existing instance ${web}`);
  });

  test("lets the next up delete that image and upload a new one", () => {
    expect(story.next.output).toContain("which an earlier update left without data");
    expect(story.live.images).toMatchObject([{ id: story.ids.golden, status: "available" }]);
    expect(story.ids.golden).not.toBe(story.left.images[0]?.id);
  });
});
