import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { credentials } from "@grpc/grpc-js";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";
import { GetSchemaRequest } from "@pulumi/pulumi/proto/provider_pb";
import type { GetSchemaResponse } from "@pulumi/pulumi/proto/provider_pb";
import { expectExit, repository, start } from "../support/engine-cli";
import { startProxy } from "../support/engine-proxy";
import type { Proxy } from "../support/engine-proxy";
import { packageEnvironment, packageFixture, packed, PROJECT, temporaryFolder } from "../support/package-installation";
import type { Program } from "../support/package-installation";

const PROJECT_FILE = `name: ${PROJECT}\nmain: index.js\nruntime: nodejs\n`;
const PLUGIN_BY_PATH = "plugins: { providers: [{ name: compute, path: node_modules/pulumi-compute/dist/plugin }] }\n";

function programWith(projectFile: string, environment: Record<string, string> = {}): Program {
  const files = {
    "Pulumi.yaml": projectFile,
    "index.js": `
      const compute = require("pulumi-compute/native");
      const zone = new compute.Domain("zone", { domain: "native.example.com", type: "master", soaEmail: "a@example.com" });
      exports.email = zone.soaEmail;`,
  };
  return { files, type: "commonjs", typescript: false, environment };
}

const { version } = JSON.parse(readFileSync(path.join(repository, "package.json"), "utf8")) as { version: string };

/** Where Pulumi looks for the plugin if it isn't installed, for programs in any language. */
const RELEASES = "github://api.github.com/pulumi-compute/pulumi-compute";

/** The folder of the plugin, out of the tarball. */
let plugin: string;

beforeAll(async () => {
  plugin = temporaryFolder();
  const { tarball } = await packed();
  const args = ["-xzf", tarball, "-C", plugin, "--strip-components=3", "package/dist/plugin"];
  expectExit(await start("tar", args, { cwd: plugin, env: packageEnvironment() }).ended, 0);
});

test("the starter of the native plugin needs only Node, and ends on SIGINT", async () => {
  const env = { PATH: [path.dirname(process.execPath), "/usr/bin", "/bin"].join(path.delimiter) };
  const child = spawn(path.join(plugin, "pulumi-resource-compute"), { cwd: plugin, env });
  const [port] = (await once(createInterface(child.stdout), "line")) as [string];
  const client = new ResourceProviderClient(`127.0.0.1:${port}`, credentials.createInsecure());
  const response = await new Promise<GetSchemaResponse>((resolve, reject) =>
    client.getSchema(new GetSchemaRequest(), (error, answer) => (error ? reject(error) : resolve(answer))),
  );
  client.close();
  expect(JSON.parse(response.getSchema())).toMatchObject({ name: "compute", version, pluginDownloadURL: RELEASES });
  child.kill("SIGINT");
  expect(await once(child, "exit")).toEqual([0, null]);
});

/** The first program that finds the plugin creates the domain; the others share its stack. */
describe("a program with pulumi-compute/native", () => {
  const npm = packageFixture("npm", () => ["npx", "pulumi-compute", "emulator", "--port", "0", "--token", "installed"]);
  let proxy: Proxy;

  beforeAll(async () => {
    proxy = await startProxy();
  });

  afterAll(() => proxy.close());

  test("without the plugin, fails after it asked only for the package's own releases", async () => {
    npm.use(programWith(PROJECT_FILE, { HTTPS_PROXY: proxy.url, HTTP_PROXY: proxy.url }));
    const ended = await npm.pulumi("up", "--yes", "--skip-preview");
    expect(ended.code).not.toBe(0);
    expect(ended.output).toContain(`pulumi plugin install resource compute v${version} --server ${RELEASES}`);
    expect([...proxy.hosts]).toEqual(["api.github.com:443"]);
  });

  test("finds the plugin on the PATH of an npm script", async () => {
    npm.use(programWith(PROJECT_FILE));
    const up = "pulumi up --yes --skip-preview --stack dev --non-interactive";
    const ended = await npm.run("npm", "exec", "--call", up);
    expectExit(ended, 0);
    expect(ended.output).toContain("using pulumi-resource-compute from $PATH");
    expect(await npm.domains()).toEqual(["native.example.com"]);
  });

  test("finds the plugin by the path in Pulumi.yaml", async () => {
    npm.use(programWith(PROJECT_FILE + PLUGIN_BY_PATH));
    const { output } = await npm.mustUp("--expect-no-changes");
    expect(output).not.toMatch(/warning/i);
  });

  test("finds the plugin that `pulumi plugin install --file` installed", async () => {
    npm.use(programWith(PROJECT_FILE));
    expectExit(await npm.run("pulumi", "plugin", "install", "resource", "compute", version, "--file", plugin), 0);
    const { output } = await npm.mustUp("--expect-no-changes");
    expect(output).not.toMatch(/warning/i);
  });
});
