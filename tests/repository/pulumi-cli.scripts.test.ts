import { chmodSync, cpSync } from "node:fs";
import path from "node:path";
import { runInNode } from "../support/run-in-node";
import { temporaryFolder } from "../support/temporary-folder";

const COMPANIONS = ["pulumi-language-nodejs", "pulumi-resource-pulumi-nodejs"];

/** A folder with shell scripts in place of the Pulumi CLI and its companions. */
function fakePulumi(answer = "echo v3.250.0", companions = COMPANIONS) {
  const script = (text: string) => `#!/bin/sh\n${text}\n`;
  const folder = temporaryFolder({
    pulumi: script(answer),
    ...Object.fromEntries(companions.map((name) => [name, script("exit 0")])),
  });
  for (const name of ["pulumi", ...companions]) chmodSync(path.join(folder, name), 0o755);
  return folder;
}

/** Prepares the CLI with ways of fetching that only record that they were tried. */
const PREPARE = `
  const { preparePulumi } = await load("pulumi/cli");
  const tried = [];
  const way = (name) => async () => {
    tried.push(name);
    return input.works === name ? { bin: name } : { failed: name + " failed" };
  };
  const fetched = [way("installer"), way("go")];
  return await preparePulumi({ fetched, cache: input.cache }).then(
    (bin) => ({ bin, tried }),
    (error) => ({ error: error.message, tried }),
  );
`;

interface Prepared {
  bin?: string;
  error?: string;
  tried: string[];
}

/** By default, no CLI is on PATH, none was fetched before, and no way of fetching works. */
async function prepare(options: { onPath?: string; cache?: string; works?: string; env?: NodeJS.ProcessEnv }) {
  const { onPath = temporaryFolder(), cache = temporaryFolder(), works, env } = options;
  const { value, said } = await runInNode<Prepared>(PREPARE, { cache, works }, { PATH: onPath, ...env });
  return { ...value, said };
}

async function cacheWithPulumi(): Promise<string> {
  const cache = temporaryFolder();
  const { value } = await runInNode<string>(`return (await load("pulumi/found")).fetchedFolder(input)`, cache);
  cpSync(fakePulumi(), path.join(value, "bin"), { recursive: true });
  return cache;
}

test("the CLI on PATH comes first, and one fetched before second; then nothing is printed or fetched", async () => {
  const [onPath, cache] = [fakePulumi(), await cacheWithPulumi()];
  expect(await prepare({ onPath, cache })).toEqual({ bin: onPath, tried: [], said: [] });
  expect(await prepare({ cache })).toEqual({ bin: expect.stringContaining(cache), tried: [], said: [] });
  expect((await prepare({ onPath: fakePulumi("echo v3.1.0"), cache })).bin).toContain(cache);
});

test("the installer comes third and Go last, with one line for each way that failed", async () => {
  expect(await prepare({ works: "go" })).toEqual({
    bin: "go",
    tried: ["installer", "go"],
    said: ["Pulumi CLI: no `pulumi` on PATH.", "Pulumi CLI: none downloaded by this project yet.", "installer failed"],
  });
});

test("if every way fails, the message names what to install", async () => {
  const result = await prepare({});
  expect(result.said).toHaveLength(4);
  expect(result.error).toMatch(/Install Pulumi 3\.227\.0 or later and below 4\.0\.0 .* or install Go \d/);
});

test.each<[string, string, string, string[]?]>([
  ["an old one", "echo v3.100.0", "is version 3.100.0, but 3.227.0 or later and below 4.0.0 is required."],
  ["one that does not run", "echo broken >&2; exit 3", "does not run (broken)."],
  ["something else of that name", "echo hello", 'prints "hello" as its version.'],
  ["one without its Node host", "echo v3.250.0", "is missing pulumi-language-nodejs.", COMPANIONS.slice(1)],
])("%s on PATH is skipped, and a line explains why", async (_what, answer, reason, companions = COMPANIONS) => {
  const onPath = fakePulumi(answer, companions);
  const result = await prepare({ onPath, works: "installer" });
  expect(result).toMatchObject({ bin: "installer", tried: ["installer"] });
  expect(result.said[0]).toBe(`Pulumi CLI: ${onPath}/pulumi on PATH ${reason}`);
});

test("the CLI's version is read without the user's account and home", async () => {
  const onPath = fakePulumi(
    'test -z "$PULUMI_ACCESS_TOKEN" && case "$PULUMI_HOME" in */.pulumi-local/*) echo v3.250.0;; esac',
  );
  const env = { PULUMI_ACCESS_TOKEN: "pul-0", PULUMI_HOME: "/somewhere" };
  expect((await prepare({ onPath, env })).bin).toBe(onPath);
});

test("a version is found below other lines and in Go's format; only some are supported", async () => {
  const answers = {
    "v3.226.9": ["3.226.9", false],
    "v3.227.0": ["3.227.0", true],
    "3.250.0": ["3.250.0", true],
    "v4.0.0": ["4.0.0", false],
    "warning: a new release is out\nv3.240.1\n": ["3.240.1", true],
    "go1.26": ["1.26.0", false],
    "": [null, false],
  };
  const body = `
    const { parseVersion, isSupported } = await load("pulumi/found");
    const versions = input.map((answer) => parseVersion(answer));
    return versions.map((version) => [version?.text ?? null, version !== undefined && isSupported(version)]);`;
  expect((await runInNode(body, Object.keys(answers))).value).toEqual(Object.values(answers));
});

describe("the CLI's environment", () => {
  const environment = async (options: unknown): Promise<NodeJS.ProcessEnv> => {
    const body = `return (await load("pulumi/local-backend")).pulumiEnvironment(input)`;
    return (await runInNode<NodeJS.ProcessEnv>(body, options)).value;
  };

  test("has none of the user's own Pulumi settings", async () => {
    const kept = { PULUMI_COMPUTE_CACHE: "/cache", LANG: "C" };
    const base = {
      ...kept,
      PULUMI_ACCESS_TOKEN: "pul-0",
      PULUMI_BACKEND_URL: "https://pulumi.example.com",
      PULUMI_STACK: "production",
      pulumi_config_passphrase_file: "/home/user/passphrase",
    };
    expect(await environment({ base })).toEqual({
      ...kept,
      COMPUTE_JOURNAL: expect.any(String),
      PULUMI_BACKEND_URL: expect.stringMatching(/^file:\/\/\/.*\/\.pulumi-local\/state$/),
      PULUMI_CONFIG_PASSPHRASE: expect.any(String),
      PULUMI_HOME: expect.stringMatching(/\.pulumi-local.home$/),
      PULUMI_SKIP_UPDATE_CHECK: "true",
    });
  });

  const REAL = { COMPUTE_TOKEN: "real", COMPUTE_URL: "https://real.example.com", COMPUTE_BRAND: "x", no_proxy: "in" };
  const MADE_UP = { COMPUTE_TOKEN: "made up", COMPUTE_URL: "http://127.0.0.1:1/v4", COMPUTE_BRAND: "compute" };
  const emulator = { url: MADE_UP.COMPUTE_URL, token: MADE_UP.COMPUTE_TOKEN };
  const PATH = "/a:/b";

  test.each<[string, object, NodeJS.ProcessEnv]>([
    [
      "the emulator's URL and token instead of the user's, and bypasses a proxy for it",
      { base: REAL, emulator },
      { ...MADE_UP, NO_PROXY: "in,127.0.0.1,localhost" },
    ],
    ["the user's own settings without an emulator", { base: REAL }, REAL],
    ["the CLI's folder first on PATH", { base: { PATH }, bin: "/cli" }, { PATH: "/cli:/a:/b" }],
    ["the user's PATH if the folder is already on it", { base: { PATH }, bin: "/b" }, { PATH }],
  ])("has %s", async (_, options, expected) => {
    expect(await environment(options)).toMatchObject(expected);
  });
});
