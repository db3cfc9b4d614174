import { randomUUID } from "node:crypto";
import { cpSync, mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { startEmulator } from "../../emulator";
import type { Emulator } from "../../emulator";
import { expectExit } from "../support/engine-cli";
import type { Ended } from "../support/engine-cli";
import { pulumiEnvironment, STACK, StackFiles } from "../support/engine-stack-files";
import { Installation, packageEnvironment, temporaryFolder } from "../support/package-installation";
import { describeWith, findPython } from "../support/system-tool";
import { isWhole } from "../support/whole-suite";

/** The folder of the language hosts, if `npm run test:all` could build them (scripts/pulumi/from-go.mjs). */
const languages = (isWhole && process.env.PULUMI_COMPUTE_TEST_LANGUAGES) || undefined;

const root = temporaryFolder();
const backend = path.join(root, "backend");
let installed: Installation;
let emulator: Emulator;

beforeAll(async () => {
  if (languages === undefined) return;
  mkdirSync(backend);
  installed = await Installation.copy("npm", root);
  emulator = await startEmulator({ provisionMs: 0 });
});

afterAll(async () => {
  await (installed as Installation | undefined)?.stop();
  await (emulator as Emulator | undefined)?.close();
});

/** A copy of an example with the plugin of the installed tarball, and a stack with a password. */
function copied(name: string, folders: readonly string[]) {
  const folder = path.join(root, name);
  const inTarball = path.join(root, "node_modules", "pulumi-compute", "examples", name);
  cpSync(inTarball, folder, { recursive: true });
  cpSync(path.join(root, "node_modules", "pulumi-compute"), path.join(folder, "node_modules", "pulumi-compute"), {
    recursive: true,
  });
  const files = new StackFiles(name, backend, folder);
  const password = randomUUID();
  files.initialise();
  files.configureSecrets({ rootPass: password });
  const env = {
    ...pulumiEnvironment(backend, path.join(root, "home")),
    PATH: [...folders, packageEnvironment().PATH].join(path.delimiter),
    COMPUTE_URL: emulator.url,
    COMPUTE_TOKEN: emulator.token,
  };
  const run = (command: string, ...args: string[]): Promise<Ended> =>
    installed.run("sh", ["-c", 'cd "$0" && exec "$@"', folder, command, ...args], env);
  const pulumi = (...args: string[]): Promise<Ended> => run("pulumi", ...args, "--stack", STACK, "--non-interactive");
  return { folder, run, pulumi, password, state: () => readFileSync(files.stateFile(), "utf8") };
}

const OUTPUTS = {
  address: expect.stringMatching(/^[\d.]+$/),
  country: "us",
  domainId: expect.stringMatching(/^\d+$/),
  // One is declared in the program, two in the zone file.
  recordIds: new Array(3).fill(expect.stringMatching(/^\d+\/\d+$/)),
};

/** The package schema in the installed tarball, which an SDK is generated from. */
const SCHEMA = path.join("node_modules", "pulumi-compute", "dist", "plugin", "schema.json");

async function expectDeployed({ pulumi, password, state }: ReturnType<typeof copied>, domain: string): Promise<void> {
  expectExit(await pulumi("up", "--yes", "--skip-preview"), 0);
  const outputs = await pulumi("stack", "output", "--json");
  const [zone] = emulator.list("domain").filter((each) => each.domain === domain);
  expect(JSON.parse(outputs.stdout)).toEqual({ ...OUTPUTS, domainId: String(zone?.id) });
  expectExit(await pulumi("preview", "--expect-no-changes"), 0);
  expect(state()).not.toContain(password);
  expect(state()).toMatch(/"rootPass": *\{[^}]*"ciphertext"/);
  expectExit(await pulumi("destroy", "--yes", "--skip-preview"), 0);
  expect(emulator.list("instance")).toEqual([]);
}

describeWith(languages && findPython(), "the example in Python", (python) => {
  test("passes a strict type check against the generated SDK, and deploys", async () => {
    const venv = path.join(root, "native-python", "venv", "bin");
    const example = copied("native-python", [venv, languages ?? ""]);
    expectExit(await example.run("generate-sdk", "python", SCHEMA, path.join("sdk", "python")), 0);
    expectExit(await example.run(python, "-m", "venv", "venv"), 0);
    expectExit(await example.run("pip", "install", "--quiet", "mypy", "--requirement", "requirements.txt"), 0);
    expectExit(await example.run("mypy", "--strict", "__main__.py"), 0);
    await expectDeployed(example, "python-example.com");
  });
});

describeWith(languages, "the example in YAML", (folder) => {
  test("deploys", async () => {
    await expectDeployed(copied("native-yaml", [folder]), "yaml-example.com");
  });

  test("has a package that `pulumi package add` accepts, by the path of the plugin's starter", async () => {
    const { run, folder: copy } = copied("native-yaml", [folder]);
    expectExit(
      await run("pulumi", "package", "add", "./node_modules/pulumi-compute/dist/plugin/pulumi-resource-compute"),
      0,
    );
    expect(readFileSync(path.join(copy, "Pulumi.yaml"), "utf8")).toMatch(/^packages:\n +compute: /m);
  });
});

describeWith(languages, "the example in Go", (folder) => {
  test("compiles with the generated SDK, and deploys", async () => {
    const example = copied("native-go", [folder]);
    expectExit(await example.run("generate-sdk", "go", SCHEMA, path.join("sdk", "go")), 0);
    cpSync(
      path.resolve(__dirname, "../support/go-program/deploy_test.go"),
      path.join(example.folder, "deploy_test.go"),
    );
    expectExit(await example.run("env", "GOFLAGS=-mod=mod", "go", "test", "./..."), 0);
    expect(JSON.parse(readFileSync(path.join(example.folder, "outputs.json"), "utf8"))).toEqual(OUTPUTS);
    expect(example.state()).not.toContain(example.password);
    expect(emulator.list("instance")).toEqual([]);
  });
});
