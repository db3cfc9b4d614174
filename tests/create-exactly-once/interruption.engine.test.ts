import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Emulator } from "../../emulator/index";
import { eventually, expectExit, must, STACK } from "../support/engine-cli";
import type { Running } from "../support/engine-cli";
import { counted, engineStory, instances, privateImages, whileTimeFlies } from "../support/engine-fixture";
import type { EngineFixture } from "../support/engine-fixture";
import { killProvider } from "../support/engine-processes";

const PROVISION_MS = 600_000;
/** Seconds within which an interrupted command must exit; the machine may be busy. */
const SOON_SECONDS = 60;

const INSTANCE = `
  new compute.Instance("web", {
    region: "us-east", type: "g6-nanode-1", image: "compute/debian11", rootPass: "a long password", alerts: { cpu: 55 } });
`;
const imageFrom = (source: string): string => `
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

/** Interrupts an `up` while its instance is provisioned and its image uploaded; the next one may be without the image. */
async function breakOff(engine: EngineFixture, end: (up: Running) => void, hasImage: boolean) {
  const emulator = await engine.emulator({ clock: "stepped", provisionMs: PROVISION_MS });
  const server = await stallingServer();
  try {
    const project = (await engine.project(emulator)).program(INSTANCE + imageFrom(server.url));
    const up = project.startUp();
    await eventually("the wait and the upload", isUnderWay(emulator, up));
    const endedAt = Date.now();
    end(up);
    const broken = await up.ended;
    const seconds = (Date.now() - endedAt) / 1000;
    const held = { web: project.resource("web"), golden: project.resource("golden") };
    const left = { ...held, images: await privateImages(emulator) };
    server.goOn();
    project.program(hasImage ? INSTANCE + imageFrom(server.url) : INSTANCE);
    // The refresh discards the mark of the unfinished create.
    const resume = ["up", "--yes", "--refresh", "--stack", STACK];
    const next = await counted(emulator, () => whileTimeFlies(emulator, () => project.run(resume)));
    const ids = { web: project.resource("web")?.id, golden: project.resource("golden")?.id };
    const live = { instances: await instances(emulator), images: await privateImages(emulator) };
    const destroyed = await must(whileTimeFlies(emulator, () => project.destroy()));
    return { broken, seconds, left, next, ids, live, destroyed, rest: await privateImages(emulator) };
  } finally {
    server.close();
  }
}

describe("Ctrl-C", () => {
  const create = engineStory((engine) => breakOff(engine, (up) => up.interrupt(), true));

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
});

describe("a provider process that is killed during a create and an upload", () => {
  const story = engineStory((engine) => breakOff(engine, (up) => killProvider(up.pid), false));

  test("fails the up, and leaves an instance and an image without data that are not in the state", () => {
    expectExit(story.broken, 1);
    expect(story.left).toMatchObject({ web: undefined, golden: undefined });
    expect(story.left.images).toMatchObject([{ status: "pending_upload" }]);
  });

  test("is reported by the next preview, and does not make the next up create a second instance", () => {
    expectExit(story.next, 0);
    expect(story.next.output).toContain("An interrupted update");
    expect(story.next.writeNames).not.toContain("POST /compute/instances");
    const { web } = story.ids;
    expect(story.live.instances).toEqual([expect.objectContaining({ id: Number(web), status: "running" })]);
    expect(story.next.output).toContain(`Adopted existing instance ${web}`);
  });

  test.each(["preview", "update", "destroy"] as const)(
    "leaves the image, which is no longer in the program, and which each %s names with two commands",
    (run) => {
      const [preview = "", update = ""] = story.next.output.split("Updating (");
      const said = { preview, update, destroy: story.destroyed.output }[run];
      const [{ id } = {}] = story.left.images;
      expect(said).toMatch(new RegExp(`created image ${id} .*curl -X DELETE .*/images/${id}\`.*import: "${id}"`));
    },
  );

  test("leaves only that image after a destroy", () => {
    expect(story.rest).toEqual(story.left.images);
  });
});
