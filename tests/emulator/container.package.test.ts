import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { environmentOf, readCompose, readContainerFile } from "../support/containers/compose";
import { DOCKERFILE, Image } from "../support/containers/image";
import { cleanEnvironment, eventually, expectExit, pulumiEnvironment, start } from "../support/engine-cli";
import type { Ended, Running } from "../support/engine-cli";
import { startProxy } from "../support/engine-proxy";
import type { Proxy } from "../support/engine-proxy";
import { Installation, packed, temporaryFolder } from "../support/package-installation";
import { describeInWholeSuite } from "../support/whole-suite";

const TOKEN = "a-token-of-ones-own";
const PROGRAM = `
  const compute = require("pulumi-compute");
  const pulumi = require("@pulumi/pulumi");
  new compute.Domain("zone", { domain: "try.example.com", type: "master", soaEmail: "admin@example.com" });
  new compute.Image("golden", { label: "golden", region: "us-east", source: new pulumi.asset.FileAsset("image.gz") });
`;

const root = temporaryFolder();
const running: Running[] = [];
const proxies: Proxy[] = [];
let image: Image;

beforeAll(async () => {
  const context = path.join(root, "context");
  mkdirSync(context);
  const { tarball } = await packed();
  cpSync(tarball, path.join(context, path.basename(tarball)));
  image = await Image.build(DOCKERFILE, context, { folder: path.join(root, "image"), env: cleanEnvironment() });
});

afterAll(async () => {
  for (const proxy of proxies) proxy.close();
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

async function objectsAt(port: number, what: string): Promise<{ status: string; domain?: string; label?: string }[]> {
  const url = `http://127.0.0.1:${port}/v4/${what}`;
  const response = await fetch(url, { headers: { Authorization: `Bearer ${TOKEN}` } });
  return ((await response.json()) as { data: { status: string; is_public?: boolean }[] }).data.filter(
    ({ is_public: isPublic }) => isPublic !== true,
  );
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

// `npm test` covers most of this with the schemas of Compose and GitLab and a program against the image's command.
describeInWholeSuite("a program that deploys against the container", () => {
  const STORY_MS = 600_000;
  let program: Installation;

  beforeAll(async () => {
    const folder = path.join(root, "program");
    mkdirSync(folder);
    program = await Installation.copy("npm", folder);
    const yaml = "name: try-out\nmain: index.js\nruntime:\n  name: nodejs\n  options:\n    typescript: false\n";
    program.write({ "Pulumi.yaml": yaml, "index.js": PROGRAM }, { type: "commonjs", typescript: true });
    writeFileSync(path.join(folder, "image.gz"), gzipSync(Buffer.alloc(1024)));
  }, STORY_MS);

  /** Runs a container's command beside this emulator, which it reaches as emulator:4010. */
  async function beside(port: number, command: readonly string[], env: NodeJS.ProcessEnv): Promise<Ended> {
    const proxy = await startProxy({ "emulator:4010": port });
    proxies.push(proxy);
    const [file = "", ...args] = command;
    const ended = await start(file, args, {
      cwd: program.folder,
      env: { ...cleanEnvironment(), ...env, HTTP_PROXY: proxy.url, http_proxy: proxy.url },
    }).ended;
    expect([...proxy.hosts].filter((host) => host !== "emulator:4010")).toEqual([]);
    return ended;
  }

  /** A job's script without the installation of the program's packages, which are already there. */
  function afterInstallation(script: string): string {
    expect(script).toMatch(/^npm ci$/m);
    return script.replace(/^npm ci\n/m, "");
  }

  /** The environment, with a folder of the test in place of each folder inside the container. */
  function placed(name: string, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
    const folder = path.join(root, name);
    mkdirSync(folder, { recursive: true });
    const home = path.join(folder, "home");
    const { PULUMI_HOME, PULUMI_SKIP_UPDATE_CHECK } = pulumiEnvironment(folder, home);
    const inside = Object.entries(env).map(([key, value]) => [key, value?.replace(/\/(state|tmp)(?=\/|$)/, folder)]);
    return { PULUMI_HOME, PULUMI_SKIP_UPDATE_CHECK, ...Object.fromEntries(inside) };
  }

  test(
    "with Compose uploads its data over plain http, and has no changes when both are started again",
    async () => {
      const { emulator, deploy } = readCompose().services;
      const variables = { COMPUTE_TOKEN: TOKEN, PULUMI_CONFIG_PASSPHRASE: "a passphrase" };
      const home = path.join(root, "volume");
      mkdirSync(home);
      const command = emulator.command.map((part) => part.replace("/home/node", home));
      const first = await runEmulator(environmentOf(emulator, variables), command);
      const env = placed("compose", environmentOf(deploy, variables));
      const job = [...(deploy.entrypoint ?? []), ...deploy.command.map(afterInstallation)];

      expectExit(await beside(first.port, job, env), 0);
      expect(await objectsAt(first.port, "domains")).toMatchObject([{ domain: "try.example.com" }]);
      expect(await objectsAt(first.port, "images")).toMatchObject([{ label: "golden", status: "available" }]);

      first.interrupt();
      await first.ended;
      const second = await runEmulator(environmentOf(emulator, variables), command);
      const again = await beside(second.port, job, env);
      expectExit(again, 0);
      expect(again.output).toMatch(/3 unchanged/);
      expect(again.output).not.toContain(TOKEN);
    },
    STORY_MS,
  );

  test(
    "with GitLab is deployed and destroyed",
    async () => {
      const { "try-out": job } = readContainerFile("gitlab-ci.yml") as {
        "try-out": { script: readonly string[]; variables: Readonly<Record<string, string>> };
      };
      const variables = { ...job.variables, COMPUTE_TOKEN: TOKEN };
      const { port } = await runEmulator(variables);
      // A checkout contains no settings of an earlier stack.
      program.remove(["Pulumi.dev.yaml"]);
      const script = path.join(root, "job.sh");
      writeFileSync(script, afterInstallation(job.script.join("\n")));
      const bash = ["bash", "--noprofile", "--norc", "-eo", "pipefail", script];
      const ended = await beside(port, bash, placed("gitlab", variables));
      expectExit(ended, 0);
      expect(ended.output).toMatch(/3 created/);
      expect(ended.output).toMatch(/3 deleted/);
      expect(await objectsAt(port, "domains")).toEqual([]);
    },
    STORY_MS,
  );
});
