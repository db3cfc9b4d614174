import { must, STACK } from "../support/engine-cli";
import { encrypted } from "../support/engine-keys";
import { counted, engineStory, make } from "../support/engine-fixture";

const PASSWORD = "a long password";
const SECRET = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270" };
const TEXT = "verification-5d2a71f3";

const PROGRAM = `
  const plan = { region: "us-east", type: "g6-nanode-1" };
  const web = new compute.Instance("web",
    { ...plan, label: "web", image: "linode/debian11", rootPass: "${PASSWORD}", swapSize: 256 }, { protect: true });
  class Zone extends pulumi.ComponentResource {
    constructor(name, domain) {
      super("acme:dns:Zone", name);
      const zone = new compute.Domain(name + "-zone", { domain, type: "master", soaEmail: "admin@example.com" },
        { parent: this, aliases: [{ name: "old" }] });
      const record = (part, args) => new compute.DomainRecord(name + "-" + part, { domainId: zone.id, ...args }, { parent: zone });
      record("www", { type: "A", name: "www", target: web.ipv4[0] });
      record("txt", { type: "TXT", name: "key", target: pulumi.secret("${TEXT}") });
    }
  }
  new Zone("main", "bridged.example.com");
  const orders = new compute.MysqlDatabase("orders",
    { ...plan, label: "orders", engine: "mysql/8.0.26", sslConnection: false, allowList: [pulumi.interpolate\`\${web.ipv4[0]}/32\`] });
  exports.address = web.ipv4[0];
  exports.host = orders.hosts.primary;
`;

/** A resource as the bridged provider records it. */
interface Theirs {
  readonly type: string;
  readonly name: string;
  readonly id: unknown;
  readonly inputs: object;
  readonly outputs?: object;
  readonly parent?: string;
  readonly protect?: boolean;
}

describe("a stack of the bridged provider", () => {
  const story = engineStory(async (engine) => {
    const { emulator, project } = await engine.begin({ brand: "linode" });
    project.env.COMPUTE_BRAND = "linode";
    const plan = { region: "us-east", type: "g6-nanode-1" };
    const image = "linode/debian11";
    const web = await make(emulator, "/linode/instances", { ...plan, label: "web", image, root_pass: PASSWORD });
    const [address] = web.ipv4 as string[];
    const zone = await make(emulator, "/domains", {
      domain: "bridged.example.com",
      type: "master",
      soa_email: "admin@example.com",
    });
    const records = `/domains/${zone.id}/records`;
    const www = await make(emulator, records, { type: "A", name: "www", target: address });
    const txt = await make(emulator, records, { type: "TXT", name: "key", target: TEXT });
    const allowed = [`${address}/32`];
    const mysql = { ...plan, label: "orders", engine: "mysql/8.0.26", ssl_connection: false, allow_list: allowed };
    const orders = await make(emulator, "/databases/mysql/instances", mysql);

    const urnOf = (type: string, name: string): string => `urn:pulumi:${STACK}::fixture::${type}::${name}`;
    const secret = (value: string) => ({ ...SECRET, ciphertext: encrypted(JSON.stringify(value), project.secrets) });
    const provider = {
      urn: urnOf("pulumi:providers:linode", "default_3_12_0"),
      custom: true,
      id: "82a456ff-7db6-456b-8741-a696c494c9a9",
      type: "pulumi:providers:linode",
    };
    const stack = urnOf("pulumi:pulumi:Stack", `fixture-${STACK}`);
    const component = urnOf("acme:dns:Zone", "main");
    const zoneType = "acme:dns:Zone$linode:index/domain:Domain";
    const entry = ({ type, name, id, inputs, outputs, parent = stack, protect = false }: Theirs) => ({
      urn: urnOf(type, name),
      custom: true,
      id: String(id),
      type: type.split("$").at(-1),
      inputs: { __defaults: [], ...inputs },
      outputs: { ...inputs, ...outputs, id: String(id) },
      parent,
      protect,
      provider: `${provider.urn}::${provider.id}`,
    });
    const inZone = { parent: urnOf(zoneType, "old"), type: `${zoneType}$linode:index/domainRecord:DomainRecord` };
    const recordDefaults = { port: 0, priority: 0, protocol: "", service: "", tag: "", ttlSec: 0, weight: 0 };
    project.enterState({
      manifest: { time: "2026-01-01T00:00:00Z", magic: "", version: "" },
      secrets_providers: project.secrets.state,
      resources: [
        { urn: stack, custom: false, type: "pulumi:pulumi:Stack" },
        provider,
        { urn: component, custom: false, type: "acme:dns:Zone", parent: stack },
        entry({
          type: "linode:index/instance:Instance",
          name: "web",
          id: web.id,
          inputs: { ...plan, label: "web", image, rootPass: secret(PASSWORD), swapSize: 256, resizeDisk: false },
          outputs: { ipAddress: address, ipv4s: [address], specs: { vcpus: 1 }, rootPass: secret("a digest") },
          protect: true,
        }),
        entry({
          type: zoneType,
          name: "old",
          id: zone.id,
          inputs: { domain: "bridged.example.com", type: "master", soaEmail: "admin@example.com" },
          outputs: { description: "", ttlSec: 0, status: "active" },
          parent: component,
        }),
        entry({
          ...inZone,
          name: "main-www",
          id: www.id,
          inputs: { domainId: zone.id, recordType: "A", name: "www", target: address },
          outputs: recordDefaults,
        }),
        entry({
          ...inZone,
          name: "main-txt",
          id: txt.id,
          inputs: { domainId: zone.id, recordType: "TXT", name: "key", target: secret(TEXT) },
          outputs: recordDefaults,
        }),
        entry({
          type: "linode:index/databaseMysql:DatabaseMysql",
          name: "orders",
          id: orders.id,
          inputs: { ...plan, label: "orders", engineId: "mysql/8.0.26", allowLists: allowed, sslConnection: false },
          outputs: { engine: "mysql", hostPrimary: "lin-1.example", caCert: secret("a certificate") },
        }),
      ],
    });

    project.program(PROGRAM).configure({ "compute:moveFrom": "linode" });
    const step = (run: () => ReturnType<typeof project.up>) => counted(emulator, () => must(run()));
    const previewed = await step(() => project.preview("--diff"));
    const moved = await step(() => project.up());
    project.configure({ "compute:moveFrom": undefined });
    const settled = await step(() => project.previewUnchanged());
    return { project, address, previewed, moved, settled, bareId: String(www.id) };
  });

  test("is previewed as updates, each of which says that nothing is sent", () => {
    const { output, writes } = story.previewed;
    expect(output).toMatch(/Resources:\n +~ 5 to update\n +2 unchanged\n/);
    expect(output.match(/moved from linode:index\/\w+:\w+; nothing is sent/g)).toHaveLength(5);
    expect(writes).toEqual([]);
  });

  test("moves without a write, and then has no changes", () => {
    expect(story.moved.writes).toEqual([]);
    expect(story.project.types()).toHaveLength(5);
    expect(story.project.outputs()).toMatchObject({ address: story.address });
    expect(story.settled.requests).toBe(0);
  });

  test("keeps protect, the parents also by a new name, and the ID of a record", () => {
    const { project, bareId } = story;
    expect(project.resource("web")?.protect).toBe(true);
    expect(project.resource("main-www")).toMatchObject({ id: bareId, parent: expect.stringContaining("main-zone") });
  });

  test("shows no secret, and stores none in plain text", () => {
    const { project, previewed, moved } = story;
    const shown = `${previewed.output}${moved.output}${JSON.stringify(project.state())}`;
    for (const secret of [PASSWORD, TEXT]) expect(shown).not.toContain(secret);
  });
});
