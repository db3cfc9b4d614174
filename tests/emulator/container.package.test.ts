import { cpSync, existsSync, mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { DOCKERFILE, Image } from "../support/containers/image";
import { cleanEnvironment, eventually, expectExit } from "../support/engine-cli";
import type { Running } from "../support/engine-cli";
import { packed, temporaryFolder } from "../support/package-installation";

const TOKEN = "a-token-of-ones-own";

const root = temporaryFolder();
const running: Running[] = [];
let image: Image;

beforeAll(async () => {
  const context = path.join(root, "context");
  mkdirSync(context);
  const { tarball } = await packed();
  cpSync(tarball, path.join(context, path.basename(tarball)));
  image = await Image.build(DOCKERFILE, context, { folder: path.join(root, "image"), env: cleanEnvironment() });
});

afterAll(async () => {
  for (const one of running) {
    one.interrupt();
    await one.ended;
  }
  rmSync(root, { recursive: true, force: true });
});

/** Runs a container of the emulator; the port is any free one, where a container would have its own 4010. */
async function runEmulator(env: NodeJS.ProcessEnv, args: readonly string[] = []): Promise<Running & { port: number }> {
  const container = image.run([...args, "--port", "0"], env);
  running.push(container);
  const port = await eventually(
    "the port of the emulator",
    () => /^listening on http:\/\/127\.0\.0\.1:(\d+)\/v4 /m.exec(container.output())?.[1],
  );
  return { ...container, port: Number(port) };
}

describe("the container image of the emulator", () => {
  test("contains the emulator without the Pulumi SDK and without the package's tarball", () => {
    const app = path.join(root, "image", "1", "app");
    expect(existsSync(path.join(app, "node_modules", "pulumi-compute", "package.json"))).toBe(true);
    expect(existsSync(path.join(app, "node_modules", "@pulumi"))).toBe(false);
    expect(existsSync(path.join(app, "pulumi-compute.tgz"))).toBe(false);
  });

  test("is healthy while it serves, and exits at once when it is stopped", async () => {
    const { port, pid, ended } = await runEmulator({ COMPUTE_TOKEN: TOKEN });
    expectExit(await image.healthcheck(port), 0);
    process.kill(pid, image.setting("STOPSIGNAL"));
    expectExit(await ended, 0);
    expect((await image.healthcheck(port)).code).not.toBe(0);
  });
});
