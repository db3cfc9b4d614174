import { cpSync, readdirSync } from "node:fs";
import path from "node:path";

import { runInNode } from "../support/run-in-node";
import { temporaryFolder } from "../support/temporary-folder";
import { fakePulumi } from "./fake-pulumi";

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

async function prepare({
  onPath,
  cache = temporaryFolder(),
  works,
}: {
  onPath?: string;
  cache?: string;
  works?: string;
}) {
  const { value, said } = await runInNode<Prepared>(PREPARE, { cache, works }, { PATH: onPath ?? temporaryFolder() });
  return { ...value, said };
}

async function cacheWithPulumi(): Promise<string> {
  const cache = temporaryFolder();
  const { value } = await runInNode<string>(`return (await load("pulumi/found")).fetchedFolder(input)`, cache);
  cpSync(fakePulumi(), path.join(value, "bin"), { recursive: true });
  return cache;
}

test("the CLI on PATH comes first, and nothing is printed or fetched", async () => {
  const onPath = fakePulumi();
  const result = await prepare({ onPath, cache: await cacheWithPulumi() });
  expect(result).toEqual({ bin: onPath, tried: [], said: [] });
});

test("a previously fetched CLI comes second, without output", async () => {
  const cache = await cacheWithPulumi();
  const result = await prepare({ cache });
  expect(result.bin).toContain(cache);
  expect(result).toMatchObject({ tried: [], said: [] });
});

test("the installer comes third and Go last, with one line for each way that failed", async () => {
  const result = await prepare({ works: "go" });
  expect(result).toMatchObject({ bin: "go", tried: ["installer", "go"] });
  expect(result.said).toEqual([
    "Pulumi CLI: no `pulumi` on PATH.",
    "Pulumi CLI: none downloaded by this project yet.",
    "installer failed",
  ]);
});

test("Go is not tried if the installer worked", async () => {
  expect(await prepare({ works: "installer" })).toMatchObject({ bin: "installer", tried: ["installer"] });
});

test("if every way fails, the message names what to install", async () => {
  const result = await prepare({});
  expect(result.said).toHaveLength(4);
  expect(result.error).toMatch(/Install Pulumi 3\.227\.0 or later and below 4\.0\.0 .* or install Go \d/);
});

test.each([
  ["an old one", "echo v3.100.0", "is version 3.100.0, but 3.227.0 or later and below 4.0.0 is required."],
  [
    "one of the next major version",
    "echo v4.0.0",
    "is version 4.0.0, but 3.227.0 or later and below 4.0.0 is required.",
  ],
  ["one that does not run", "echo broken >&2; exit 3", "does not run (broken)."],
  ["something else of that name", "echo hello", 'prints "hello" as its version.'],
])("%s on PATH is skipped, and a line explains why", async (_what, answer, reason) => {
  const onPath = fakePulumi(answer);
  const result = await prepare({ onPath, works: "installer" });
  expect(result.bin).toBe("installer");
  expect(result.said[0]).toBe(`Pulumi CLI: ${onPath}/pulumi on PATH ${reason}`);
});

test("a CLI without the Node language host is skipped", async () => {
  const onPath = fakePulumi("echo v3.250.0", ["pulumi-resource-pulumi-nodejs"]);
  const result = await prepare({ onPath, works: "installer" });
  expect(result.said[0]).toContain("is missing pulumi-language-nodejs");
});

test("an old CLI on PATH does not shadow a previously fetched one", async () => {
  const cache = await cacheWithPulumi();
  expect((await prepare({ onPath: fakePulumi("echo v3.1.0"), cache })).bin).toContain(cache);
});

test("the CLI's version is read without the user's account and home", async () => {
  const onPath = fakePulumi(
    'test -z "$PULUMI_ACCESS_TOKEN" && case "$PULUMI_HOME" in */.pulumi-local/*) echo v3.250.0;; esac',
  );
  const { value } = await runInNode<Prepared>(
    PREPARE,
    { cache: temporaryFolder() },
    { PATH: onPath, PULUMI_ACCESS_TOKEN: "pul-0", PULUMI_HOME: "/somewhere" },
  );
  expect(value.bin).toBe(onPath);
});

test("a CLI built from Go modules prints its limits, and any other prints nothing", async () => {
  const folder = temporaryFolder({
    "built/host-module/go.mod": "",
    "built/bin/pulumi": "",
    "installed/bin/pulumi": "",
  });
  const body = `const { limitOf } = await load("pulumi/from-go"); return input.map((bin) => limitOf(bin) ?? "");`;
  const bins = ["built", "installed"].map((name) => path.join(folder, name, "bin"));
  const [built, installed] = (await runInNode<string[]>(body, bins)).value;
  expect(built).toMatch(/`nodeargs`.*transforms.*NODE_OPTIONS="--import tsx"/);
  expect(installed).toBe("");
});

test("without Go, the language hosts of other languages are not built, and the reason is given", async () => {
  const body = `return await (await load("pulumi/from-go")).prepareOtherLanguages(input)`;
  const cache = temporaryFolder();
  const { value } = await runInNode<{ failed?: string }>(body, cache, { PATH: temporaryFolder() });
  expect(value).toEqual({ failed: "Python and YAML: cannot be built from Go modules, because no `go` is on PATH." });
  expect(readdirSync(cache)).toEqual([]);
});
