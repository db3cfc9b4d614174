import { mkdirSync } from "node:fs";
import path from "node:path";
import { eventually, expectExit } from "./engine-cli";
import type { Ended } from "./engine-cli";
import { pulumiEnvironment, STACK, StackFiles } from "./engine-stack-files";
import { Installation, temporaryFolder } from "./package-installation";
import type { Manager } from "./package-installation";

/** A program as a user might write it. All of them declare the same domain. */
export interface Program {
  readonly files: Readonly<Record<string, string>>;
  /** Of package.json. */
  readonly type: "commonjs" | "module";
  /** Whether the folder has its own TypeScript. */
  readonly typescript: boolean;
  /** What the user sets for it in addition to the API URL and token. */
  readonly environment?: Readonly<Record<string, string>>;
}

const ARGUMENTS = `{ domain: "installed.example.com", type: "master", soaEmail: "admin@example.com" }`;

/** The name of their project. */
export const PROJECT = "installed";

const project = (main: string): string => `name: ${PROJECT}\nmain: ${main}\nruntime: nodejs\n`;

const TYPESCRIPT = `
import * as compute from "pulumi-compute";
import * as emulator from "pulumi-compute/emulator";
import * as pulumi from "@pulumi/pulumi";

const args: compute.DomainArgs = ${ARGUMENTS};
const zone = new compute.Domain("zone", args);
export const email: pulumi.Output<string> = zone.soaEmail;
export const country: pulumi.Output<string> = compute.getRegionOutput({ id: "eu-west" }).country;
export const state: Partial<compute.InstanceState> = {};
export const options: emulator.EmulatorOptions = {};

// tests/definitions/types.rules.test.ts has all that the types accept and reject.
export const instances: compute.InstanceArgs[] = [
  { region: "us-east", type: "g6-nanode-1", image: zone.group, rootPass: pulumi.secret("a password") },
  { region: "us-east", type: "g6-nanode-1", cloneFrom: { instanceId: zone.id, disks: [1, zone.id] }, booted: true },
];
export const records: compute.ZoneRecord[] = [{ type: "CNAME", name: "www", target: "example.com", key: "www" }];
export const zoneArgs: compute.ZoneArgs = { domain: "example.com", soaEmail: zone.soaEmail, records };

class OwnDomain extends compute.Domain {
  constructor(name: string) {
    super(name, args, { protect: true });
  }
}
/** Not called: it is about the types of the classes. */
function typesOfClasses(value: unknown): pulumi.Output<string> {
  return compute.Instance.isInstance(value) ? value.ipv4[0] : OwnDomain.get("found", new OwnDomain("own").id).soaEmail;
}

/** Does not compile when the declarations were not found. */
const isAny: 0 extends 1 & typeof compute ? true : false = false;
const isEmulatorAny: 0 extends 1 & typeof emulator ? true : false = false;
export const areTypesKnown = !isAny && !isEmulatorAny;
`;

const TSCONFIG = JSON.stringify({
  // Without the types of packages that other tests need from the same installation.
  compilerOptions: { strict: true, target: "es2018", module: "commonjs", moduleResolution: "node", types: [] },
  files: ["index.ts"],
});

const AUTOMATION = `
const { LocalWorkspace } = require("@pulumi/pulumi/automation");
const compute = require("pulumi-compute");

async function main() {
  const program = async () => {
    const zone = new compute.Domain("zone", ${ARGUMENTS});
    return { email: zone.soaEmail };
  };
  const stack = await LocalWorkspace.createStack({ stackName: "dev", projectName: "inline", program });
  const up = await stack.up();
  const destroy = await stack.destroy();
  console.log(JSON.stringify({
    email: up.outputs.email.value,
    results: [up, destroy].map(({ summary }) => summary.result),
    deleted: destroy.summary.resourceChanges.delete,
  }));
}
main().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
`;

export const TYPESCRIPT_PROGRAM: Program = {
  files: { "Pulumi.yaml": project("index.ts"), "index.ts": TYPESCRIPT, "tsconfig.json": TSCONFIG },
  type: "commonjs",
  typescript: true,
};

/** For the TypeScript inside the SDK. */
export const TYPESCRIPT_PROGRAM_OF_SDK: Program = { ...TYPESCRIPT_PROGRAM, typescript: false };

/** Other kinds of programs, by name. */
export const ES_MODULES: Readonly<Record<string, Program>> = {
  "an ES module in TypeScript, with tsx": {
    files: {
      "Pulumi.yaml": project("index.ts"),
      "index.ts": `
        import { Domain, getRegion, type DomainArgs } from "pulumi-compute";
        const args: DomainArgs = ${ARGUMENTS};
        export const email = new Domain("zone", args).soaEmail;
        export const { country } = await getRegion({ id: "eu-west" });`,
    },
    type: "module",
    typescript: true,
    environment: { NODE_OPTIONS: "--import tsx" },
  },
  "an ES module": {
    files: {
      "Pulumi.yaml": project("index.js"),
      "index.js": `
        import { Domain, getRegionOutput } from "pulumi-compute";
        const zone = new Domain("zone", ${ARGUMENTS});
        export const email = zone.soaEmail;
        export const country = getRegionOutput({ id: "eu-west" }).country;`,
    },
    type: "module",
    typescript: false,
  },
};

/** In plain JavaScript, with a record of the domain. */
export const JAVASCRIPT_PROGRAM: Program = {
  files: {
    "Pulumi.yaml": project("index.js"),
    "index.js": `
      const compute = require("pulumi-compute");
      const zone = new compute.Domain("zone", ${ARGUMENTS});
      exports.email = zone.soaEmail;
      exports.country = compute.getRegionOutput({ id: "eu-west" }).country;
      new compute.DomainRecord("www", { domainId: zone.id, type: "A", name: "www", target: "192.0.2.1" });`,
  },
  type: "commonjs",
  typescript: false,
};

export const AUTOMATION_PROGRAM: Program = {
  files: { "automation.js": AUTOMATION },
  type: "commonjs",
  typescript: false,
};

/** An emulator started by the package's library. */
export const EMULATOR_SCRIPT = `
import { startEmulator } from "pulumi-compute/emulator";
const emulator = await startEmulator({ token: "installed" });
console.log("listening on " + emulator.url);
process.once("SIGINT", () => void emulator.close());
`;

const TOKEN = "installed";
const SETUP_MS = 600_000;

/** An installed package, its emulator, and the folder of programs that share one stack. */
export function packageFixture(manager: Manager, emulatorCommand: (installed: Installation) => readonly string[]) {
  const root = temporaryFolder();
  const [folder, backend] = ["program", "backend"].map((name) => path.join(root, name)) as [string, string];
  let installed: Installation;
  let url: string;
  let env: NodeJS.ProcessEnv;

  beforeAll(async () => {
    for (const made of [folder, backend]) mkdirSync(made);
    installed = await Installation.copy(manager, folder);
    const [command = "", ...args] = emulatorCommand(installed);
    const emulator = installed.start(command, args);
    url = await eventually(
      "the address of the emulator",
      () => /^listening on (http\S+\/v4)(?=\s)/m.exec(emulator.output())?.[1],
    );
    new StackFiles(PROJECT, backend, folder).initialise();
  }, SETUP_MS);

  afterAll(async () => {
    // Undefined if the installation failed.
    await (installed as Installation | undefined)?.stop();
  });

  const run = (command: string, ...args: string[]): Promise<Ended> => installed.run(command, args, env);
  const pulumi = (...args: string[]): Promise<Ended> =>
    run("pulumi", ...args, "--stack", STACK, "--non-interactive", "--color", "never");

  return {
    /** Runs a command of the project. */
    run,
    /** Runs the CLI on the stack. */
    pulumi,
    /** Replaces the program. */
    use(program: Program): void {
      installed.remove(["Pulumi.yaml", "index.ts", "index.js", "tsconfig.json"]);
      installed.write(program.files, program);
      const service = { COMPUTE_URL: url, COMPUTE_TOKEN: TOKEN };
      env = { ...pulumiEnvironment(backend, path.join(root, "home")), ...service, ...program.environment };
    },
    /** Runs `pulumi up`, which must succeed. */
    async mustUp(...args: string[]): Promise<Ended> {
      const ended = await pulumi("up", "--yes", "--skip-preview", ...args);
      expectExit(ended, 0);
      return ended;
    },
    /** The names of the domains in the emulator. */
    async domains(): Promise<unknown[]> {
      const response = await fetch(`${url}/domains`, { headers: { Authorization: `Bearer ${TOKEN}` } });
      const { data } = (await response.json()) as { data: { domain: unknown }[] };
      return data.map(({ domain }) => domain);
    },
  };
}
