import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { brokenOff, SOON_SECONDS } from "../support/engine-broken-off";
import type { Running } from "../support/engine-cli";
import { expectExit } from "../support/engine-cli";
import { engineFixture, STORY_MS } from "../support/engine-fixture";
import { killProvider } from "../support/engine-processes";
import { counted, privateImages } from "../support/engine-service";

/** Serves data of which the second half does not come, until it is told to serve all of it. */
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

/** Ends an `up` in the middle of its upload, then runs another one. */
async function breakOff(engine: ReturnType<typeof engineFixture>, end: (up: Running) => void) {
  const emulator = await engine.emulator();
  const server = await stallingServer();
  try {
    const project = (await engine.project(emulator)).program(
      `new compute.Image("golden", { region: "us-east", source: "${server.url}" });`,
    );
    const up = project.startUp();
    const isUploading = () => emulator.requests().byRoute["PUT /upload/{id}"] === 1;
    const { broken, seconds } = await brokenOff(up, ["the upload", isUploading], end);
    const left = { resource: project.resource("golden"), images: await privateImages(emulator) };
    server.goOn();
    const next = await counted(emulator, () => project.up());
    return {
      broken,
      seconds,
      left,
      next,
      id: project.resource("golden")?.id,
      images: await privateImages(emulator),
    };
  } finally {
    server.close();
  }
}

describe("Ctrl-C during an upload", () => {
  const engine = engineFixture();
  let story: Awaited<ReturnType<typeof breakOff>>;

  beforeAll(async () => {
    story = await breakOff(engine, (up) => up.interrupt());
  }, STORY_MS);

  test("ends the up soon, and leaves nothing in the state or at the service", () => {
    expectExit(story.broken, 1);
    expect(story.seconds).toBeLessThan(SOON_SECONDS);
    expect(story.left).toEqual({ resource: undefined, images: [] });
    expect(story.broken.output).not.toContain("signature");
  });

  test("lets the next up begin anew", () => {
    expectExit(story.next, 0);
    expect(story.images).toMatchObject([{ id: story.id, status: "available" }]);
  });
});

describe("a provider process that is killed during an upload", () => {
  const engine = engineFixture();
  let story: Awaited<ReturnType<typeof breakOff>>;

  beforeAll(async () => {
    story = await breakOff(engine, (up) => killProvider(up.pid));
  }, STORY_MS);

  test("fails the up, and leaves an image without data that the state does not know", () => {
    expectExit(story.broken, 1);
    expect(story.left.resource).toBeUndefined();
    expect(story.left.images).toMatchObject([{ status: "pending_upload" }]);
  });

  test("lets the next up delete that image, and lead to one", () => {
    expectExit(story.next, 0);
    expect(story.next.output).toContain("an earlier run left without its data");
    expect(story.images).toMatchObject([{ id: story.id, status: "available" }]);
    expect(story.id).not.toBe(story.left.images[0]?.id);
  });
});
