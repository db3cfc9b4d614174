import { readFileSync } from "node:fs";
import path from "node:path";
import { migrateCommand } from "../../cli/migrate/command";
import type { Values } from "../../provider/definition/values";
import { asSecret } from "../../provider/shared/state-secrets";
import { temporaryFolder } from "../support/temporary-folder";

const URN = "urn:pulumi:dev::shop::";
const PROVIDER = `${URN}pulumi:providers:linode::default_3_12_0`;
const urnOf = (type: string, name: string): string => `${URN}${type}::${name}`;

/** A resource in an export; `from` has the URNs from which its inputs come. */
function resource(
  type: string,
  name: string,
  { from = {}, ...more }: Values & { from?: Record<string, string[]> } = {},
) {
  const dependencies = Object.values(from).flat();
  const given = { inputs: {}, provider: `${PROVIDER}::1`, parent: urnOf("pulumi:pulumi:Stack", "shop-dev") };
  return { type, urn: urnOf(type, name), id: "1", ...given, dependencies, propertyDependencies: from, ...more };
}

const SHOP = urnOf("acme:Shop", "shop");
const WEB = urnOf("linode:index/instance:Instance", "web");
const ZONE = urnOf("linode:index/domain:Domain", "zone");
const instance = { label: "web", region: "us-east", type: "g6-nanode-1", image: "linode/debian11" };
const PASSWORD = asSecret("made-up-4711");
const web = resource("linode:index/instance:Instance", "web", {
  id: "10001",
  parent: SHOP,
  protect: true,
  ignoreChanges: ["tags"],
  additionalSecretOutputs: ["rootPass", "stackscriptData", "ipAddress"],
  inputs: { ...instance, resizeDisk: false, __defaults: ["resizeDisk"], rootPass: PASSWORD },
  outputs: { ...instance, id: "10001", ipAddress: "192.0.2.7", ipv4s: ["192.0.2.7"], status: "running" },
});
const zone = resource("linode:index/domain:Domain", "zone", {
  id: "2000001",
  inputs: { domain: "shop.example", type: "master", soaEmail: "a@shop.example", __defaults: [] },
  outputs: { id: "2000001", domain: "shop.example" },
});

/** Runs `migrate --into` for a stack with these resources, and returns what it prints and writes. */
async function migrated(resources: readonly object[], outputs: Values = {}) {
  const root = { type: "pulumi:pulumi:Stack", urn: urnOf("pulumi:pulumi:Stack", "shop-dev"), outputs };
  const own = { type: "pulumi:providers:linode", urn: PROVIDER, id: "1", inputs: { version: "3.12.0" } };
  const state = JSON.stringify({ version: 3, deployment: { resources: [root, own, ...resources] } });
  const folder = temporaryFolder({ "state.json": state });
  const into = path.join(folder, "new");
  const printed = jest.spyOn(process.stdout, "write").mockReturnValue(true);
  try {
    await migrateCommand.run(["--state", path.join(folder, "state.json"), "--into", into]);
    const report = printed.mock.calls.map(([part]) => String(part)).join("");
    const read = (name: string): string => readFileSync(path.join(into, name), "utf8");
    return { report, read, program: read("index.ts").replace(/^\/\/.*\n/gm, "") };
  } finally {
    printed.mockRestore();
  }
}

test("a program from a state has the stack's names, parents, options and outputs, and refers to outputs under their names here", async () => {
  const shop = { type: "acme:Shop", urn: SHOP, parent: urnOf("pulumi:pulumi:Stack", "shop-dev") };
  const record = resource("linode:index/domainRecord:DomainRecord", "www", {
    parent: ZONE,
    customTimeouts: { create: 300 },
    inputs: { domainId: 2000001, recordType: "A", name: "www", target: "192.0.2.7", port: 0, __defaults: [] },
    from: { domainId: [ZONE], target: [WEB] },
  });
  const { program, report, read } = await migrated([shop, web, zone, record], {
    address: "192.0.2.7",
    zone: ["2000001"],
    token: asSecret("made-up-0815"),
    "odd-name": 1,
  });
  expect(program).toBe(`import * as pulumi from "@pulumi/pulumi";
import * as compute from "pulumi-compute";

const config = new pulumi.Config();

const shop = new pulumi.ComponentResource("acme:Shop", "shop", {});

const web = new compute.Instance(
  "web",
  {
    region: "us-east",
    type: "g6-nanode-1",
    label: "web",
    image: "linode/debian11",
    rootPass: config.requireSecret("rootPass"),
  },
  { parent: shop, protect: true, ignoreChanges: ["tags"], additionalSecretOutputs: ["publicIpv4"] },
);

const zoneDomain = new compute.Domain("zone", {
  domain: "shop.example",
  type: "master",
  soaEmail: "a@shop.example",
});

new compute.DomainRecord(
  "www",
  {
    domainId: zoneDomain.id,
    type: "A",
    name: "www",
    target: web.publicIpv4,
  },
  { parent: zoneDomain, customTimeouts: { create: "300s" } },
);

export const address = web.publicIpv4;
export const zone = [zoneDomain.id];
export const token = config.requireSecret("token");
`);
  expect(read("Pulumi.yaml")).toContain("name: shop\n");
  expect(report).toContain("the output token: its source is not in the state");
  expect(report).toContain('the output "odd-name": it is no name of a variable');
  expect(report).toContain("pulumi config set --secret rootPass   # rootPass of web; unless it is set\n");
  expect(report + program).not.toContain("made-up");
});

test("what this package does not have is declared with the bridged provider, and listed", async () => {
  const volume = resource("linode:index/volume:Volume", "data", {
    inputs: { label: "data", linodeId: 10001, __defaults: [] },
    from: { linodeId: [WEB] },
  });
  const withMetadata = resource("linode:index/instance:Instance", "app", {
    inputs: { ...instance, metadatas: [{ userData: "x" }], __defaults: [] },
  });
  const pet = resource("random:index/randomPet:RandomPet", "pet", { inputs: { length: 2 } });
  const read = resource("linode:index/domain:Domain", "other", { id: "2000009", external: true });
  const dynamic = resource("pulumi-nodejs:dynamic:Resource", "mine");
  const { program, report, read: file } = await migrated([web, volume, withMetadata, pet, read, dynamic]);
  expect(program).toContain('import * as linode from "@pulumi/linode";\nimport * as random from "@pulumi/random";\n');
  expect(program).toContain('new linode.Volume("data", {\n  label: "data",\n  linodeId: web.id.apply(Number),\n});');
  expect(program).toContain('new linode.Instance("app", {\n');
  expect(program).toContain('new random.RandomPet("pet", {\n  length: 2,\n});');
  expect(program).toContain('compute.Domain.get("other", "2000009");');
  expect(report).toContain("mine: declare this resource");
  expect(report).toContain("linode:index/volume:Volume data\n");
  expect(report).toContain("linode:index/instance:Instance app\n");
  expect(JSON.parse(file("package.json"))).toMatchObject({ dependencies: { "@pulumi/linode": "3.12.0" } });
});

test("an explicit provider moves with its resources, unless others that stay use it", async () => {
  const explicit = {
    type: "pulumi:providers:linode",
    urn: urnOf("pulumi:providers:linode", "eu"),
    id: "2",
    inputs: { token: asSecret("made-up-token"), url: "https://api.example", apiVersion: "v4", version: "3.12.0" },
  };
  const of = (one: object): object => ({ ...one, provider: `${explicit.urn}::2` });
  const moving = await migrated([explicit, of(zone)]);
  expect(moving.program).toContain(
    'const eu = new compute.Provider("eu", {\n  token: config.requireSecret("token"),\n  url: "https://api.example/v4",\n});',
  );
  expect(moving.program).toContain("  { provider: eu },\n");
  const staying = await migrated([explicit, of(zone), of(resource("linode:index/volume:Volume", "data"))]);
  expect(staying.program).toContain('new linode.Provider("eu"');
  expect(staying.report).toContain("zone: its provider stays, because others that stay use it");
});

test("each secret inside a list has a key of its own, and the steps say where it stands; a URL that is a secret is to be checked", async () => {
  const made = (text: string): Values => asSecret(`made-up-${text}`);
  const machine = resource("linode:index/instance:Instance", "web", {
    inputs: { ...instance, rootPass: PASSWORD, authorizedKeys: [made("1"), "ssh-ed25519 AAAA", made("2"), made("3")] },
  });
  const eu = {
    type: "pulumi:providers:linode",
    urn: urnOf("pulumi:providers:linode", "eu"),
    id: "2",
    inputs: { url: made("url") },
  };
  const { report, program } = await migrated([machine, eu]);
  for (const line of [
    "authorizedKeys   # authorizedKeys[0] of web;",
    "webAuthorizedKeys   # authorizedKeys[2] of web;",
    "webAuthorizedKeys2   # authorizedKeys[3] of web;",
  ])
    expect(report).toContain(`pulumi config set --secret ${line}`);
  expect(report).toContain("eu: url must end in the API version: append /v4");
  expect(report + program).not.toContain("made-up");
});

test("texts of any kind stay texts, and a part that comes from an output is put into a template", async () => {
  const hostile = "`${process.exit()}` \\ 192.0.2.7 */";
  const record = resource("linode:index/domainRecord:DomainRecord", "txt", {
    inputs: { domainId: 2000001, recordType: "TXT", name: "txt", target: hostile, __defaults: [] },
    from: { domainId: [ZONE], target: [WEB] },
  });
  const secret = resource("linode:index/volume:Volume", "data", {
    inputs: { label: asSecret("made-up-4711@192.0.2.7") },
    from: { label: [WEB] },
  });
  const odd = resource('linode:index/x:Y("', "odd");
  const { program, report } = await migrated([web, zone, record, secret, odd]);
  expect(program).not.toContain("made-up");
  expect(program).toContain('label: config.requireSecret("label")');
  expect(report).toContain("odd: declare this resource");
  expect(program).toContain("target: pulumi.interpolate`\\`\\${process.exit()}\\` \\\\ ${web.publicIpv4} */`,");
});
