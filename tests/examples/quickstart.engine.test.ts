import { randomUUID } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { cleanEnvironment, must, pulumiCommand, pulumiEnvironment, repository, start } from "../support/engine-cli";
import type { Ended } from "../support/engine-cli";
import { addressOf, engineStory, instances, records } from "../support/engine-fixture";

/** A name that nobody uses: the stack's settings file is next to Pulumi.yaml while the test runs. */
const STACK = `test-${randomUUID().slice(0, 8)}`;

describe("the example that Pulumi.yaml names", () => {
  const story = engineStory(async (engine) => {
    const emulator = await engine.emulator();
    const backend = path.join(engine.folder(), "backend");
    mkdirSync(backend);
    const env = {
      ...cleanEnvironment(),
      ...pulumiEnvironment(backend, path.join(backend, "..", "home")),
      COMPUTE_URL: emulator.url,
      COMPUTE_TOKEN: emulator.token,
    };
    const run = (...args: string[]): Promise<Ended> =>
      start(pulumiCommand(), [...args, "--stack", STACK, "--non-interactive", "--color", "never"], {
        cwd: repository,
        env,
      }).ended;
    await must(run("stack", "init"));
    await must(run("config", "set", "--secret", "rootPass", randomUUID()));
    await must(run("up", "--yes", "--skip-preview"));
    return { servers: await instances(emulator), records: await records(emulator) };
  });

  afterAll(() => rmSync(path.join(repository, `Pulumi.${STACK}.yaml`), { force: true }));

  test("creates a running instance, and records that point to it", () => {
    expect(story.servers).toMatchObject([{ status: "running" }]);
    const [address] = story.servers.map(addressOf);
    expect(story.records.map(({ type, target }) => `${String(type)} ${String(target)}`).sort()).toEqual([
      `A ${address}`,
      "MX www.quickstart-example.com",
      `TXT v=spf1 ip4:${address} -all`,
    ]);
  });
});
