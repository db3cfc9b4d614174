import type { Values } from "../../provider/definition/values";
import { definitionOf } from "../../provider/resources/registry";
import { Deployment, expectSettled } from "../support/deployment";
import type { ResourceOptions } from "../support/deployment";
import { aFile, made, upload } from "../support/image-data";
import { aZone, DEPLOYED, EMPTY, MYSQL, listed, messageOf } from "../support/programs";
import { ROOT_PASSWORD } from "../support/secret-spellings";
import { useService } from "../support/service";

const service = useService({ brand: "linode" });

const IMAGE = "linode/debian11";
/** What the bridged provider records of a password after a refresh. */
const DIGEST = "InkHXwn+Fs4Nc0s/8jjKfVECc/rAVpqSubp0IR+vHqSEHBAGVy9R6suYF4MiimQ0EamwEKY9B44vGAMuuoYpnA==";
const KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl made-up@example.com";

interface Row {
  readonly kind: string;
  /** The requests that created and changed it. */
  readonly body: Values;
  readonly change?: Values;
  /** The inputs of the program. */
  readonly args: Values;
  /** What the bridged provider has recorded; its outputs also contain all of its inputs. */
  readonly inputs: Values;
  readonly outputs?: Values;
}

const INSTANCE = { region: "us-east", type: "g6-nanode-1", image: IMAGE };
const DEFAULTS = { __defaults: ["resizeDisk", "watchdogEnabled"], resizeDisk: false, watchdogEnabled: true };
const VLAN = { purpose: "vlan", label: "lan-1", ipam_address: "10.0.0.1/24" };
const WINDOW = { frequency: "weekly", hour_of_day: 3, duration: 1 };

/** By what is special about it. */
const ROWS: Readonly<Record<string, Row>> = {
  "an instance with inputs that the API does not show": {
    kind: "Instance",
    body: { ...INSTANCE, root_pass: ROOT_PASSWORD, label: "web", swap_size: 256, authorized_keys: [KEY] },
    args: { ...DEPLOYED, label: "web", image: IMAGE, swapSize: 256, authorizedKeys: [KEY] },
    inputs: { ...DEFAULTS, ...INSTANCE, label: "web", rootPass: ROOT_PASSWORD, swapSize: 256 },
    outputs: { specs: { disk: 25600 }, backups: { available: false, schedule: { day: "" } }, rootPass: DIGEST },
  },
  "an instance whose label the service chose": {
    kind: "Instance",
    body: EMPTY,
    change: { watchdog_enabled: false, alerts: { cpu: 80 } },
    args: { ...EMPTY, watchdogEnabled: false, alerts: { cpu: 80 } },
    inputs: { __defaults: ["resizeDisk"], ...EMPTY, watchdogEnabled: false, alerts: { __defaults: [], cpu: 80 } },
    outputs: { label: "linode10001" },
  },
  "an instance of 5.x, with interfaces that have further members": {
    kind: "Instance",
    body: {
      ...INSTANCE,
      region: "us-southeast",
      root_pass: ROOT_PASSWORD,
      label: "lan",
      interfaces: [{ purpose: "public" }, VLAN],
    },
    args: {
      ...DEPLOYED,
      region: "us-southeast",
      label: "lan",
      interfaces: [{ purpose: "public" }, { purpose: "vlan", label: "lan-1", ipamAddress: "10.0.0.1/24" }],
    },
    inputs: {
      __defaults: ["migrationType"],
      ...INSTANCE,
      label: "lan",
      migrationType: "cold",
      interfaces: [{ __defaults: ["primary"], primary: false, purpose: "public" }],
    },
    outputs: {
      specs: [{ disk: 25600 }],
      backups: [{ schedules: [{ day: "" }] }],
      interfaces: [{ active: true, id: 1, primary: false, purpose: "public", subnetId: 0, vpcId: 0 }],
    },
  },
  "an instance whose password the bridged provider generated": {
    kind: "Instance",
    body: { ...INSTANCE, root_pass: ROOT_PASSWORD, label: "generated" },
    args: { ...INSTANCE, label: "generated" },
    inputs: { ...DEFAULTS, ...INSTANCE, label: "generated" },
  },
  "a MySQL database with defaults that differ from ours": {
    kind: "MysqlDatabase",
    body: { ...MYSQL, label: "plain", ssl_connection: false, allow_list: ["192.0.2.0/24"], cluster_size: 1 },
    args: { ...MYSQL, label: "plain", sslConnection: false, allowList: ["192.0.2.0/24"] },
    inputs: {
      __defaults: ["clusterSize", "encrypted", "replicationType", "sslConnection"],
      clusterSize: 1,
      encrypted: false,
      engineId: "mysql/8.0.26",
      replicationType: "none",
      sslConnection: false,
      allowLists: ["192.0.2.0/24"],
      label: "plain",
    },
    outputs: { engine: "mysql", hostPrimary: "lin-80001-mysql-primary.servers.linodedb.example" },
  },
  "a MongoDB database with a window that names a day": {
    kind: "MongoDatabase",
    body: {
      ...MYSQL,
      engine: "mongodb/4.4.10",
      label: "docs",
      ssl_connection: true,
    },
    change: { updates: { ...WINDOW, day_of_week: 1 } },
    args: {
      ...MYSQL,
      engine: "mongodb/4.4.10",
      label: "docs",
      sslConnection: true,
      updates: { frequency: "weekly", dayOfWeek: 1, hourOfDay: 3, duration: 1 },
    },
    inputs: { __defaults: [], engineId: "mongodb/4.4.10", updates: { __defaults: [], dayOfWeek: "sunday" } },
  },
  "a secondary zone, with unset values": {
    kind: "Domain",
    body: { domain: "slave.example.com", type: "slave", master_ips: ["192.0.2.1"] },
    args: { domain: "slave.example.com", type: "slave", masterIps: ["192.0.2.1"] },
    inputs: { __defaults: [], domain: "slave.example.com", type: "slave", masterIps: ["192.0.2.1"] },
    outputs: { soaEmail: "", ttlSec: 0, group: "", description: "", tags: [] },
  },
  "a record with values that its type does not have": {
    kind: "DomainRecord",
    body: { type: "A", name: "www", target: "192.0.2.1" },
    args: { type: "A", name: "www", target: "192.0.2.1" },
    inputs: { __defaults: [], recordType: "A", name: "www", target: "192.0.2.1", port: 0, weight: 0 },
    outputs: { port: 0, priority: 0, protocol: "", service: "", tag: "", ttlSec: 0, weight: 0 },
  },
  "a record with a priority of zero and no name": {
    kind: "DomainRecord",
    body: { type: "MX", target: "mail.example.com", priority: 0 },
    args: { type: "MX", target: "mail.example.com", priority: 0 },
    inputs: { __defaults: [], recordType: "MX", target: "mail.example.com", priority: 0 },
    outputs: { name: "", port: 0, ttlSec: 0, weight: 0 },
  },
};

type Theirs = Pick<Row, "kind" | "inputs" | "outputs">;

/** A resource that the bridged provider has recorded in the stack. */
function recordedThere({ kind, inputs, outputs = {} }: Theirs, id: string, parent: Values = {}): Deployment {
  const { __defaults: _, ...given } = inputs;
  const deployment = new Deployment(service, kind);
  service.forget();
  deployment.state = { id, inputs: { ...inputs, ...parent }, outputs: { ...given, ...outputs, ...parent, id } };
  return deployment;
}

/** The resource of a row, which somebody created an hour ago. */
async function existing(row: Row): Promise<{ deployment: Deployment; args: Values; path: string; id: string }> {
  const { kind, body, change } = row;
  const parent = kind === "DomainRecord" ? { domainId: await aZone(service) } : {};
  const list = definitionOf(kind)
    .collection.replace("{domainId}", String(parent.domainId))
    .replace("/compute/", "/linode/");
  const { id } = await service.ask("POST", list, body);
  service.clock.advance(3_600_000);
  if (change) await service.ask("PUT", `${list}/${String(id)}`, change);
  return {
    deployment: recordedThere(row, String(id), parent),
    args: { ...row.args, ...parent },
    path: `${list}/${String(id)}`,
    id: String(id),
  };
}

function row(name: keyof typeof ROWS): Row {
  const found = ROWS[name];
  if (!found) throw new Error(`no row ${name}`);
  return found;
}
const aRecord = () => existing(row("a record with values that its type does not have"));
const anInstance = () => existing(row("an instance with inputs that the API does not show"));

async function aDisk(): Promise<number> {
  const { path } = await anInstance();
  const [disk] = await listed(service, `${path}/disks`);
  return Number(disk?.id);
}

const movedFrom = (kind: string): string => `moved from ${definitionOf(kind).bridged?.type ?? ""}; `;

async function expectMoved(deployment: Deployment, kind: string, args: Values, options: ResourceOptions = {}) {
  expect(await deployment.preview(args, options)).toBe("update");
  expect(service.messages("info")).toEqual([`${movedFrom(kind)}nothing is sent`]);
  expect(await deployment.up(args, options)).toBe("update");
  expect(service.warnings()).toEqual([]);
  await expectSettled(deployment, args, options);
  expect(service.writes()).toEqual([]);
}

test.each(Object.keys(ROWS))("%s moves without a write", async (name) => {
  const { deployment, args } = await existing(row(name));
  await expectMoved(deployment, row(name).kind, args);
});

test.each([
  ["uploaded", "of 3.12.0", { __defaults: [], filePath: "disk.img.gz", fileHash: "781d8584" }],
  ["uploaded", "of 5.x, without a list of defaults", { filePath: "disk.img.gz", fileHash: "781d8584" }],
  ["captured", "of 3.12.0", { __defaults: [], diskId: 40001, linodeId: 10001 }],
  ["captured", "of 5.x, without a list of defaults", { diskId: 40001, linodeId: 10001 }],
])("an image that was %s moves without a write: %s", async (how, _, inputs) => {
  const args = how === "uploaded" ? upload(aFile()) : { label: "base", diskId: await aDisk() };
  const { id } = (await made(service, args)).recorded();
  await expectMoved(recordedThere({ kind: "Image", inputs }, id), "Image", args);
});

test("with options that change nothing else: customTimeouts, ignoreChanges", async () => {
  const { deployment, args } = await aRecord();
  await service.ask("PUT", `/domains/${String(args.domainId)}/records/${deployment.recorded().id}`, { ttl_sec: 300 });
  service.forget();
  await expectMoved(deployment, "DomainRecord", args, { timeouts: { create: 300 }, ignoreChanges: ["ttlSec"] });
});

test("a refresh moves it as well, and completes the ID of a record", async () => {
  const { deployment, args, id } = await aRecord();
  expect(await deployment.refresh()).toBe("drift");
  expect(deployment.recorded().id).toBe(`${String(args.domainId)}/${id}`);
  await expectMoved(deployment, "DomainRecord", args);
});

test("after a refresh, an instance without a label in the program keeps its own", async () => {
  const { deployment, args } = await existing(row("an instance whose label the service chose"));
  await deployment.refresh();
  await expectMoved(deployment, "Instance", args);
});

test("a moved record keeps its bare ID until a refresh", async () => {
  const { deployment, args, id } = await aRecord();
  await deployment.up(args);
  expect(deployment.recorded().id).toBe(id);
  expect(await deployment.up({ ...args, target: "192.0.2.2" })).toBe("update");
  expect(await deployment.refresh()).toBe("same");
  expect(deployment.recorded().id).toBe(`${String(args.domainId)}/${id}`);
});

test.each(["before it moves", "after it moved", "after a refresh"])("a record is deleted %s", async (when) => {
  const { deployment, args, path } = await aRecord();
  if (when !== "before it moves") await deployment.up(args);
  if (when === "after a refresh") await deployment.refresh();
  await deployment.destroy();
  expect(service.writes()).toEqual([`DELETE ${path}`]);
});

test("what others have changed is shown and sent, and nothing else", async () => {
  const { deployment, args, path } = await aRecord();
  await service.ask("PUT", path, { ttl_sec: 3600 });
  service.forget();
  args.ttlSec = 300;
  expect(await deployment.preview(args)).toBe("update");
  expect(service.messages("info")).toEqual([
    `${movedFrom("DomainRecord")}only the differences are sent`,
    "live now: ttlSec (actual 3600, program 300)",
  ]);
  await deployment.up(args);
  expect(service.requests().find(({ method }) => method === "PUT")?.requestBody).toEqual({ ttl_sec: 300 });
  await expectSettled(deployment, args);
});

/** What the account of another token has under the ID of a row. */
const STRANGERS: readonly (readonly [row: keyof typeof ROWS, theirs: Values])[] = [
  ["an instance with inputs that the API does not show", { label: "theirs" }],
  ["an instance whose label the service chose", { label: "theirs" }],
  ["a MySQL database with defaults that differ from ours", { label: "theirs" }],
  ["a secondary zone, with unset values", { domain: "theirs.example" }],
  ["a record with values that its type does not have", { name: "theirs" }],
  ["a record with a priority of zero and no name", { name: "theirs" }],
  // The program names its domain only by an ID.
  ["a record with values that its type does not have", { target: "192.0.2.99" }],
];

test.each(STRANGERS)("%s neither moves nor is deleted if its ID is that of something else", async (name, theirs) => {
  const { deployment, args, path } = await existing(row(name));
  await service.ask("PUT", path, theirs);
  service.forget();
  const before = structuredClone(deployment.recorded());
  const { outputs: state, id } = before;
  const shown = Object.entries(theirs).map(([input, value]) => `${input} ${JSON.stringify(value)}`);
  const said = `has ${shown.join()}, but the state has `;
  const handlers = service.process()(row(name).kind);
  for (const run of [
    () => deployment.preview(args),
    () => deployment.up(args),
    () => handlers.update({ id, state }, args),
  ]) {
    const message = await messageOf(run());
    expect(message).toContain(said);
    if (name !== "an instance whose label the service chose") expect(message).toContain(", and the program has ");
  }
  const ofState = [() => deployment.refresh(), () => deployment.destroy()];
  for (const run of ofState) expect(await messageOf(run())).toContain(said);
  expect(deployment.recorded()).toEqual(before);
  expect(service.writes()).toEqual([]);
});

test("a resource that was renamed moves if the program has its new name", async () => {
  const { deployment, args, path } = await anInstance();
  await service.ask("PUT", path, { label: "renamed" });
  service.forget();
  await expectMoved(deployment, "Instance", { ...args, label: "renamed" });
});

test("a state without an account, of an earlier version, needs the same evidence before a write", async () => {
  const { deployment, args, path } = await anInstance();
  await deployment.up(args);
  const { outputs = {} } = deployment.recorded();
  outputs.__applied = { ...(outputs.__applied as Values), account: undefined };
  await service.ask("PUT", path, { label: "theirs" });
  service.forget();
  const tagged = { ...args, tags: ["new"] };
  for (const run of [() => deployment.up(tagged), () => deployment.refresh(), () => deployment.destroy()])
    expect(await messageOf(run())).toContain('has label "theirs", but the state has label "web"');
  await service.ask("PUT", path, { label: "web" });
  outputs.created = "2025-01-01T00:00:00";
  expect(await messageOf(deployment.destroy())).toContain("but the one in the state at 2025-01-01T00:00:00");
});

test("an input whose value the program changes at the same time is sent; a password is only recorded", async () => {
  const { deployment, args } = await anInstance();
  await deployment.up({ ...args, tags: ["new"], rootPass: `${ROOT_PASSWORD}-2` });
  expect(service.requests().flatMap(({ requestBody }) => requestBody ?? [])).toEqual([{ tags: ["new"] }]);
});

test("a change that would replace the resource is rejected in the update that moves it", async () => {
  const { deployment, args } = await anInstance();
  const changed = { ...args, region: "eu-west" };
  expect(await messageOf(deployment.preview(changed))).toBe(
    "Keep region as the instance has it while it moves from linode:index/instance:Instance: the change would replace it. " +
      "Change it in a later update. Nothing was changed.",
  );
  await deployment.up(args);
  expect(service.writes()).toEqual([]);
  expect(await deployment.preview(changed)).toBe("replace");
});

test("a failed update leaves it as it was, and the next one moves it", async () => {
  const { deployment, args } = await aRecord();
  const before = structuredClone(deployment.recorded());
  const status = { kind: "status", status: 503 } as const;
  service.emulator.faults.add({ method: "GET", path: "/**", times: 100, effect: status });
  await messageOf(deployment.up(args));
  expect(deployment.recorded()).toEqual(before);
  service.emulator.faults.clear();
  await expectMoved(deployment, "DomainRecord", args);
});

test("one that does not exist is reported, with what to do, and stays in state", async () => {
  const { deployment, args, path } = await aRecord();
  await service.ask("DELETE", path);
  service.forget();
  const id = `${String(args.domainId)}/${deployment.recorded().id}`;
  for (const run of [() => deployment.preview(args), () => deployment.up(args), () => deployment.refresh()]) {
    expect(await messageOf(run())).toContain(`Domain record ${id} does not exist in this account, so it cannot move.`);
  }
  expect(service.writes()).toEqual([]);
});

test.each([
  ["401", { kind: "status", status: 401 }],
  ["503", { kind: "status", status: 503 }],
  ["HTML with status 404", { kind: "html", status: 404 }],
] as const)("a response of %s does not mean that it does not exist", async (_, effect) => {
  const { deployment, args } = await aRecord();
  service.emulator.faults.add({ method: "GET", path: "/**", times: "always", effect });
  for (const run of [() => deployment.preview(args), () => deployment.up(args), () => deployment.refresh()]) {
    expect(await messageOf(run())).not.toMatch(/no longer exists|does not exist/);
  }
});

test("a .get with a bare ID is rejected with the ID as given", async () => {
  const read = service.process()("DomainRecord").read({ id: "30000001", state: {} });
  expect(await messageOf(read)).toContain('"30000001" is not a valid domain record ID');
});
