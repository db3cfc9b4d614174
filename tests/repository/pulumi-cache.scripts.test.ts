import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { once } from "node:events";
import path from "node:path";

import { nodeArguments, runInNode } from "../support/run-in-node";
import { temporaryFolder } from "../support/temporary-folder";

const FILL = `
  const { mkdirSync, writeFileSync } = await import("node:fs");
  const { fillAtomically } = await load("pulumi/found");
  return await fillAtomically(input.cache, async (folder) => {
    mkdirSync(folder + "/bin");
    writeFileSync(folder + "/bin/pulumi", "x");
    if (input.throws) throw new Error(input.throws);
    return input.fails;
  }).catch((error) => ({ thrown: error.message }));
`;

async function fill(input: { cache: string; fails?: string; throws?: string }) {
  return (await runInNode<{ bin?: string; failed?: string; thrown?: string }>(FILL, input)).value;
}

test("installs a complete CLI and leaves nothing else behind", async () => {
  const cache = temporaryFolder();
  const { bin } = await fill({ cache });
  expect(existsSync(path.join(bin ?? "", "pulumi"))).toBe(true);
  expect(readdirSync(cache)).toEqual([path.basename(path.dirname(bin ?? ""))]);
});

test.each([{ fails: "no network" }, { throws: "disk full" }])(
  "leaves nothing behind after a failure: %j",
  async (failure) => {
    const cache = temporaryFolder();
    const result = await fill({ cache, ...failure });
    expect(result.failed ?? result.thrown).toBe(Object.values(failure)[0]);
    expect(readdirSync(cache)).toEqual([]);
  },
);

test("removes a partial folder left by an earlier process, and replaces a broken CLI", async () => {
  const cache = temporaryFolder();
  const { bin = "" } = await fill({ cache });
  const place = path.dirname(bin);
  mkdirSync(`${place}.partial-abc`);
  mkdirSync(path.join(place, "stale"));
  await fill({ cache });
  expect(readdirSync(cache)).toEqual([path.basename(place)]);
  expect(readdirSync(place)).toEqual(["bin"]);
});

/**
 * Prepares the CLI with one way of fetching it, which notes in the cache that it was tried, and continues when another process waits
 * for it, or at once, or never.
 */
const PREPARE = `
  const { appendFileSync, chmodSync, existsSync, mkdirSync, writeFileSync } = await import("node:fs");
  const { setTimeout } = await import("node:timers/promises");
  const { preparePulumi } = await load("pulumi/cli");
  const { fillAtomically, findFetched } = await load("pulumi/found");
  const write = process.stderr.write.bind(process.stderr);
  process.stderr.write = (text) => {
    if (text.startsWith("Waiting")) writeFileSync(input.cache + "/waits.txt", "");
    return write(text);
  };
  const mayGoOn = { "when another waits": () => existsSync(input.cache + "/waits.txt"), "at once": () => true, never: () => false };
  const fetching = (cache) => fillAtomically(cache, async (folder) => {
    appendFileSync(cache + "/tried.txt", "x");
    mkdirSync(folder + "/bin");
    while (!mayGoOn[input.goesOn]()) await setTimeout(20);
    for (const name of ["pulumi", "pulumi-language-nodejs", "pulumi-resource-pulumi-nodejs"]) {
      writeFileSync(folder + "/bin/" + name, "#!/bin/sh\\necho v3.250.0\\n");
      chmodSync(folder + "/bin/" + name, 0o755);
    }
  });
  return await preparePulumi({ found: [findFetched], fetched: [fetching], cache: input.cache });
`;

test("downloads once when two processes run concurrently; the other waits", async () => {
  const cache = temporaryFolder();
  const both = [1, 2].map(() => runInNode<string>(PREPARE, { cache, goesOn: "when another waits" }));
  const [first, second] = await Promise.all(both);
  expect(first?.value).toBe(second?.value);
  const waited = [first, second].filter((each) => each?.said.some((line) => line.startsWith("Waiting")));
  expect(waited).toHaveLength(1);
  expect(readFileSync(path.join(cache, "tried.txt"), "utf8")).toBe("x");
});

test("ignores a killed process's partial download, and doesn't wait for its lock", async () => {
  const cache = temporaryFolder();
  const child = spawn(process.execPath, nodeArguments(PREPARE, { cache, goesOn: "never" }), { stdio: "ignore" });
  while (!existsSync(path.join(cache, "tried.txt"))) await new Promise((resolve) => setTimeout(resolve, 20));
  child.kill("SIGKILL");
  await once(child, "exit");
  expect(readdirSync(cache).some((name) => name.includes(".partial-"))).toBe(true);

  const { value } = await runInNode<string>(PREPARE, { cache, goesOn: "at once" });
  expect(existsSync(path.join(value, "pulumi"))).toBe(true);
  expect(readdirSync(cache).filter((name) => name.includes("partial") || name.includes("lock"))).toEqual([]);
});
