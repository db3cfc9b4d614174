import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { startEmulator } from "../../emulator";
import type { Emulator } from "../../emulator";
import packageJson from "../../package.json";
import { expectExit, repository, start } from "../support/engine-cli";
import { pulumiEnvironment, STACK, StackFiles } from "../support/engine-stack-files";
import { packageEnvironment, temporaryFolder } from "../support/package-installation";
import { describeWith, findPython } from "../support/system-tool";
import { isWhole } from "../support/whole-suite";

/** The folder of the language hosts and of `generate-sdk`, if `npm run test:all` could build them. */
const languages = (isWhole && process.env.PULUMI_COMPUTE_TEST_LANGUAGES) || undefined;

const { version } = packageJson;
const REPOSITORY = "github.com/pulumi-compute/pulumi-compute";
const MODULE = `${REPOSITORY}/sdk/go`;
const root = temporaryFolder();
const [artifacts, backend] = ["artifacts", "backend"].map((name) => path.join(root, name)) as [string, string];
let emulator: Emulator;
let releases: Server;

/** Runs a command that must succeed. */
async function run(command: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv = {}): Promise<void> {
  expectExit(await start(command, args, { cwd, env: { ...packageEnvironment(), ...env } }).ended, 0);
}

beforeAll(async () => {
  if (languages === undefined) return;
  mkdirSync(backend);
  emulator = await startEmulator({ provisionMs: 0 });
  await run("npm", ["run", "--silent", "release:artifacts", "--", artifacts], repository);
  releases = createServer((request, response) => {
    response.end(readFileSync(path.join(artifacts, path.basename(request.url ?? ""))));
  });
  await new Promise<void>((resolve) => releases.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(releases.address() as AddressInfo).port}`;
  const env = pulumiEnvironment(backend, path.join(root, "home"));
  await run("pulumi", ["plugin", "install", "resource", "compute", version, "--server", url], root, env);
});

afterAll(async () => {
  (releases as Server | undefined)?.close();
  await (emulator as Emulator | undefined)?.close();
});

/** A new folder with these files and an empty stack. */
function project(name: string, runtime: string, files: Readonly<Record<string, string>>, folders: readonly string[]) {
  const folder = path.join(root, name);
  mkdirSync(folder);
  const all = { "Pulumi.yaml": `name: ${name}\nruntime: ${runtime}\n`, ...files };
  for (const [file, text] of Object.entries(all)) writeFileSync(path.join(folder, file), text);
  const stack = new StackFiles(name, backend, folder);
  stack.initialise();
  const env = {
    ...pulumiEnvironment(backend, path.join(root, "home")),
    PATH: [...folders, packageEnvironment().PATH].join(path.delimiter),
    COMPUTE_URL: emulator.url,
    COMPUTE_TOKEN: emulator.token,
  };
  const inFolder = (command: string, ...args: string[]): Promise<void> =>
    run("sh", ["-c", 'exec "$@"', "sh", command, ...args], folder, env);
  const up = (): Promise<void> => inFolder("pulumi", "up", "--yes", "--skip-preview", "--stack", STACK);
  return { folder, stack, inFolder, up };
}

const domains = (): unknown[] => emulator.list("domain").map(({ domain }) => domain);

describeWith(languages && findPython(), "the wheel", (python) => {
  test("is installed by pip from the folder of the release, and its program runs with the plugin of the release", async () => {
    const program = `
import pulumi_compute as compute
compute.Domain("zone", domain="wheel.example.com", type="master", soa_email="a@example.com")
`;
    const venv = path.join(root, "python", "venv", "bin");
    const { inFolder, up } = project("python", "python", { "__main__.py": program }, [venv, languages ?? ""]);
    await inFolder(python, "-m", "venv", "venv");
    await inFolder("pip", "install", "--quiet", "--find-links", artifacts, `pulumi_compute==${version}`);
    await up();
    expect(domains()).toContain("wheel.example.com");
  });
});

describeWith(languages, "the Go module", (folder) => {
  test("is what Go downloads by the tag that the release pushes, and its program runs with the plugin of the release", async () => {
    const clone = path.join(root, "clone");
    await run("git", ["clone", "--quiet", "--no-local", "--depth=1", `file://${repository}`, clone], root);
    for (const name of ["scripts", "package.json"]) {
      cpSync(path.join(repository, name), path.join(clone, name), { recursive: true });
    }
    await run("node", [path.join(clone, "scripts", "release", "tag-go-module.mjs"), artifacts], clone);

    // Apart from the user's modules, because this version will be another one once it is released.
    const apart = { GOMODCACHE: path.join(root, "modules"), GOFLAGS: "-modcacherw", GOPRIVATE: REPOSITORY };
    const instead = { GIT_CONFIG_KEY_0: `url.file://${clone}.insteadOf`, GIT_CONFIG_VALUE_0: `https://${REPOSITORY}` };
    const env = { ...apart, ...instead, GIT_CONFIG_COUNT: "1" };
    await run("go", ["mod", "download", `${MODULE}@v${version}`], root, env);

    const { folder: program, stack, inFolder } = project("native-go", "go", {}, [folder]);
    stack.configureSecrets({ rootPass: "a long password" });
    for (const file of [
      "examples/native-go/main.go",
      "examples/native-go/go.mod",
      "tests/support/go-program/deploy_test.go",
    ])
      cpSync(path.join(repository, file), path.join(program, path.basename(file)));
    await inFolder("go", "mod", "edit", `-replace=${MODULE}=${path.join(apart.GOMODCACHE, `${MODULE}@v${version}`)}`);
    await inFolder("env", "GOFLAGS=-mod=mod", "go", "test", "./...");
    expect(JSON.parse(readFileSync(path.join(program, "outputs.json"), "utf8"))).toMatchObject({ country: "us" });
  });
});

describeWith(languages, "the SDK for Node that `pulumi package add` generates", (folder) => {
  test("has a name that npm accepts, and its program runs with the plugin of the release", async () => {
    const program = `
      const compute = require("pulumi-compute");
      new compute.Domain("zone", { domain: "added.example.com", type: "master", soaEmail: "a@example.com" });`;
    const files = { "index.js": program, "package.json": '{ "private": true }' };
    const { inFolder, up } = project("added", "nodejs", files, [folder]);
    await inFolder("generate-sdk", "nodejs", path.join(repository, "provider/native/schema.json"), "sdks/compute");
    await inFolder("npm", "install", "--no-audit", "--no-fund", "--loglevel=error", "./sdks/compute");
    await up();
    expect(domains()).toContain("added.example.com");
  });
});
