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

const place = { region: "us-east", type: "g6-nanode-1" };
const image: string | undefined = new pulumi.Config().get("image");
interface Own extends compute.InstanceCommonArgs {
  size: number;
}
const ownArgs: Own = { ...place, size: 1 };
export const alternatives: compute.InstanceArgs[] = [
  { ...place, image, rootPass: pulumi.secret("a password") },
  { ...place, image: zone.group, rootPass: zone.group, stackscriptId: 1, stackscriptData: { a: [1] } },
  { ...place, backupId: 5 },
  { ...place, cloneFrom: { instanceId: zone.id, disks: [1, zone.id] }, booted: true },
  { region: ownArgs.region, type: ownArgs.type },
];
export const types: compute.DomainRecordArgs[] = [
  { domainId: zone.id, type: "A", target: zone.group },
  { domainId: zone.id, type: "MX", target: "mail.example.com", priority: 10 },
  { domainId: zone.id, type: "SRV", target: "x", priority: 1, weight: 1, port: 1, service: "sip", protocol: "tcp" },
  { domainId: zone.id, type: "CAA", target: "ca.example", tag: "issue" },
  { domainId: zone.id, type: pulumi.output<compute.DomainRecordType>("A"), target: "192.0.2.1" },
];
export const records: compute.ZoneRecord[] = [{ type: "CNAME", name: "www", target: "example.com", key: "www" }];
export const domains: compute.DomainArgs[] = [
  { domain: "example.com", type: "slave", masterIps: ["192.0.2.1"] },
  { domain: "example.com", type: "master", importFrom: { remoteNameserver: "ns1.example.com" } },
  { domain: "example.com", type: "slave", cloneFrom: zone.id },
];
export const zoneArgs: compute.ZoneArgs = { domain: "example.com", soaEmail: zone.soaEmail, records };

class OwnDomain extends compute.Domain {
  constructor(name: string) {
    super(name, args, { protect: true });
  }
}
/** Not called: it is about the types of the classes. */
function typesOfClasses(value: unknown): pulumi.Output<string> {
  const own: compute.Domain = new OwnDomain("own");
  const found: compute.Domain = OwnDomain.get("found", own.id);
  new compute.InstanceRestore("back", { instanceId: own.id, backupId: 5, targetInstanceId: found.id, triggers: [own.soaEmail] });
  return compute.Instance.isInstance(value) ? value.ipv4[0] : found.soaEmail;
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

/** In plain JavaScript, with records of the domain. */
function programWith(tags: string, target: string): Program {
  return {
    files: {
      "Pulumi.yaml": project("index.js"),
      "index.js": `
        const compute = require("pulumi-compute");
        const pulumi = require("@pulumi/pulumi");
        const zone = new compute.Domain("zone", { ...${ARGUMENTS}, tags: ${tags} });
        exports.email = zone.soaEmail;
        exports.country = compute.getRegionOutput({ id: "eu-west" }).country;
        const www = new compute.DomainRecord("www", { domainId: zone.id, type: "A", name: "www", target: "${target}" });
        new compute.DomainRecord("note", {
          domainId: zone.id, type: "TXT", target: pulumi.interpolate\`\${www.recordId} \${zone.refreshSec}\` });`,
    },
    type: "commonjs",
    typescript: false,
  };
}

export const JAVASCRIPT_PROGRAM = programWith("[]", "192.0.2.1");

/** The same with two in-place updates, and a record that uses outputs which they do not change. */
export const CHANGED_PROGRAM = programWith('["blue"]', "192.0.2.2");

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
