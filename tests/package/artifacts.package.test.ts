import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import packageJson from "../../package.json";
import { expectExit, repository, start } from "../support/engine-cli";
import { packageEnvironment, packageFixture, PROJECT, temporaryFolder } from "../support/package-installation";

const { version } = packageJson;
const NAME = `pulumi-resource-compute-v${version}`;
const BILL = "pulumi-resource-compute.cdx.json";
const ARCHIVES = ["darwin", "linux", "windows"].flatMap((system) =>
  ["amd64", "arm64"].map((architecture) => `${NAME}-${system}-${architecture}.tar.gz`),
);

/** Runs a command that must succeed. */
async function run(command: string, args: readonly string[]): Promise<string> {
  const ended = await start(command, args, { cwd: repository, env: packageEnvironment() }).ended;
  expectExit(ended, 0);
  return ended.stdout;
}

const made = async (): Promise<string> => {
  const folder = temporaryFolder();
  await run("npm", ["run", "--silent", "release:artifacts", "--", "--without-sdks", folder]);
  return folder;
};

let folder: string;

beforeAll(async () => {
  folder = await made();
});

async function unpacked(archive: string): Promise<string> {
  const to = temporaryFolder();
  await run("tar", ["-xzf", path.join(folder, archive), "-C", to]);
  return to;
}

test("a release has an archive for each platform, a bill of materials, and the checksums of all", () => {
  const files = [...ARCHIVES, BILL].sort();
  const sums = files.map((file) => {
    const sum = createHash("sha256").update(readFileSync(path.join(folder, file)));
    return `${sum.digest("hex")}  ${file}\n`;
  });
  expect(readdirSync(folder).sort()).toEqual(["SHA256SUMS", ...files]);
  expect(readFileSync(path.join(folder, "SHA256SUMS"), "utf8")).toBe(sums.join(""));
});

test("a second run makes the same bytes", async () => {
  const [one, other] = [folder, await made()].map((each) => readFileSync(path.join(each, "SHA256SUMS"), "utf8"));
  expect(other).toBe(one);
});

test("the bill of materials lists exactly the packages whose licenses the plugin includes", async () => {
  const bill = JSON.parse(readFileSync(path.join(folder, BILL), "utf8"));
  const licenses = readFileSync(path.join(await unpacked(ARCHIVES[0] ?? ""), "LICENSES.txt"), "utf8");
  const packages = licenses.match(/^(@[\w.-]+\/)?[\w.-]+@\d+\.\d+\.\d+\S*$/gm) ?? [];
  expect(bill).toMatchObject({ bomFormat: "CycloneDX", metadata: { component: { version } } });
  const components = bill.components as { readonly name: string; readonly version: string }[];
  expect(components.map((each) => `${each.name}@${each.version}`).sort()).toEqual([...new Set(packages)].sort());
});

test.each(ARCHIVES)("%s has the launcher that Pulumi looks for, and what it starts", async (archive) => {
  const plugin = await unpacked(archive);
  // On Windows, Pulumi runs an .exe or a .cmd of this name, but `pulumi do` accepts only the .exe.
  const [launcher, start] = archive.includes("windows")
    ? ["pulumi-resource-compute.exe", /^MZ/]
    : ["pulumi-resource-compute", /^#!\/usr\/bin\/env node\n/];
  expect(statSync(path.join(plugin, launcher)).mode & 0o777).toBe(0o755);
  expect(readFileSync(path.join(plugin, launcher), "latin1")).toMatch(start);
  const texts = ["LICENSE", "LICENSES.txt", "package.json", "schema.json"];
  const code = ["native.cjs", "packages.cjs", "plugin.cjs", "provider.cjs", launcher];
  expect(readdirSync(plugin).sort()).toEqual([...texts, ...code].sort());
});

describe("a program, with a Pulumi home that has no plugin", () => {
  const npm = packageFixture("npm", () => ["npx", "pulumi-compute", "emulator", "--port", "0", "--token", "installed"]);

  test("runs with the plugin that `pulumi plugin install` gets from a server", async () => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      const name = path.basename(request.url ?? "");
      asked.push(name);
      response.end(readFileSync(path.join(folder, name)));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    npm.use({
      files: {
        "Pulumi.yaml": `name: ${PROJECT}\nmain: index.js\nruntime: nodejs\n`,
        "index.js": `
          const compute = require("pulumi-compute/native");
          new compute.Domain("zone", { domain: "served.example.com", type: "master", soaEmail: "a@example.com" });`,
      },
      type: "commonjs",
      typescript: false,
    });
    try {
      expectExit(await npm.run("pulumi", "plugin", "install", "resource", "compute", version, "--server", url), 0);
    } finally {
      await new Promise((resolve) => server.close(resolve));
    }
    expect(asked).toEqual([`${NAME}-${process.platform}-${process.arch.replace("x64", "amd64")}.tar.gz`]);
    const { output } = await npm.mustUp();
    expect(output).not.toMatch(/warning/i);
    expect(await npm.domains()).toEqual(["served.example.com"]);
  });
});
