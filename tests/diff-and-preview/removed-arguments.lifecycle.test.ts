import { readFileSync } from "node:fs";
import path from "node:path";
import type { Values } from "../../provider/definition/values";
import { kinds, objects } from "../../provider/resources/registry";
import { specimenOf } from "../kinds";
import { aDisk, anInstance, anOriginal, aSnapshot, aSource, PLACE } from "../support/action-programs";
import { ACTION_KINDS, aWorldFor } from "../support/action-worlds";
import { Deployment } from "../support/deployment";
import { foreseen } from "../support/foreseen";
import { shopNameserver } from "../support/origins";
import { aZone, DEPLOYED, EMPTY, MASTER, messageOf, MONGO, MYSQL } from "../support/programs";
import { useService } from "../support/service";
import type { Service } from "../support/service";

/** Valid inputs that include the one to be removed. */
type Program = (service: Service) => Values | Promise<Values>;

const WITH_VLANS = { ...DEPLOYED, region: "us-southeast" };
const SCRIPTED = { ...DEPLOYED, stackscriptId: 9002 };
const SLAVE = { domain: MASTER.domain, type: "slave", masterIps: ["192.0.2.1"] };
const UPLOAD = { region: "us-east", source: "package.json" };
const NUMBERS = { priority: 1, weight: 2, port: 5060 };
const SRV = { type: "SRV", target: "sip.shop.example", service: "sip", protocol: "tcp", ...NUMBERS };

async function fromBackup(service: Service): Promise<Values> {
  const instance = await anInstance(service, "source");
  const backupId = await aSnapshot(service, instance);
  return { ...EMPTY, backupId };
}
/** The user of the tests, with a new SSH key. */
async function aUserWithKey(service: Service): Promise<string> {
  const key = Buffer.from(`\0\0\0\x0bssh-ed25519\0\0\0 ${"k".repeat(32)}`).toString("base64");
  await service.ask("POST", "/profile/sshkeys", { label: "laptop", ssh_key: `ssh-ed25519 ${key}` });
  return "admin";
}

const records =
  (args: Values): Program =>
  async (service) => ({ domainId: await aZone(service), ...args });
const clustered = (kind: Values) => () => ({ ...kind, clusterSize: 3, type: "g6-standard-1" });

/** Inputs of a resource type that are complete without the optional ones. */
const COMPLETE: Readonly<Record<string, Values>> = {
  Instance: EMPTY,
  Domain: MASTER,
  Image: UPLOAD,
  MongoDatabase: MONGO,
  MysqlDatabase: MYSQL,
};

/** For each optional input that the value of the sample can't just be added to those, a program that sets it and does not need it. */
const PROGRAMS: Readonly<Record<string, Readonly<Record<string, Program>>>> = {
  Instance: {
    tags: () => ({ ...EMPTY, tags: ["blue"] }),
    image: () => DEPLOYED,
    rootPass: async (service) => ({ ...(await fromBackup(service)), rootPass: "another-horse-2" }),
    stackscriptId: () => SCRIPTED,
    stackscriptData: () => ({ ...SCRIPTED, stackscriptData: { note: "x" } }),
    backupId: fromBackup,
    cloneFrom: async (service) => ({ ...PLACE, cloneFrom: { instanceId: await anOriginal(service) } }),
    authorizedKeys: () => ({ ...DEPLOYED, authorizedKeys: ["ssh-ed25519 AAAA one@example"] }),
    authorizedUsers: async (service) => ({ ...DEPLOYED, authorizedUsers: [await aUserWithKey(service)] }),
    swapSize: () => ({ ...DEPLOYED, swapSize: 256 }),
    backups: () => ({ ...EMPTY, backupsEnabled: true, backups: { schedule: { day: "Monday", window: "W2" } } }),
    configId: () => ({ ...DEPLOYED, configId: 50_001 }),
    booted: () => ({ ...DEPLOYED, booted: false }),
    interfaces: () => ({ ...WITH_VLANS, interfaces: [{ purpose: "vlan", label: "back" }] }),
  },
  Domain: {
    tags: () => ({ ...MASTER, tags: ["blue"] }),
    soaEmail: () => ({ ...SLAVE, soaEmail: "admin@shop.example" }),
    importFrom: async () => ({ ...MASTER, importFrom: { remoteNameserver: (await shopNameserver()).address } }),
    cloneFrom: async (service) => ({ ...MASTER, cloneFrom: await aSource(service) }),
  },
  DomainRecord: {
    name: records({ type: "A", name: "www", target: "192.0.2.1" }),
    target: records({ type: "A", target: "192.0.2.1" }),
    ttlSec: records({ type: "A", target: "192.0.2.1", ttlSec: 300 }),
    priority: records({ type: "MX", target: "mail.example.com", priority: 10 }),
    tag: records({ type: "CAA", target: "ca.example", tag: "issue" }),
    ...Object.fromEntries(["weight", "port", "service", "protocol"].map((name) => [name, records(SRV)])),
  },
  Image: { diskId: async (service) => ({ diskId: await aDisk(service) }) },
  DomainRecordSet: {
    exclusive: records({ records: [], exclusive: true }),
    only: records({ records: [], only: { types: ["A"] } }),
  },
  MongoDatabase: {
    clusterSize: clustered(MONGO),
    storageEngine: () => ({ ...MONGO, engine: "mongodb/3.6.21", storageEngine: "mmapv1" }),
  },
  MysqlDatabase: {
    clusterSize: clustered(MYSQL),
    replicationType: () => ({ ...clustered(MYSQL)(), replicationType: "asynch" }),
  },
};

/** For each of these, a program in which a rule needs it. */
const NEEDING: Readonly<Record<string, Program>> = {
  "Instance.rootPass": () => DEPLOYED,
  "Domain.soaEmail": () => MASTER,
  "Domain.masterIps": () => SLAVE,
  "DomainRecord.name": records({ type: "CNAME", name: "www", target: "shop.example" }),
  "DomainRecord.priority": records(SRV),
};

/** Values of the optional inputs of actions. */
const OF_ACTIONS: Values = {
  triggers: ["1"],
  alreadyDone: true,
  overwrite: true,
  disks: [],
  configs: [],
  target: "primary",
};

/** @throws Error for an input that is neither in a program nor in the sample. */
async function programWith(service: Service, kind: string, name: string): Promise<Values> {
  if (ACTION_KINDS.includes(kind) && name in OF_ACTIONS) {
    const { args } = await aWorldFor(service, kind);
    return { ...args, [name]: OF_ACTIONS[name] };
  }
  const program = PROGRAMS[kind]?.[name];
  if (program) return program(service);
  const value = specimenOf(kind).variants[0].args[name];
  if (value === undefined) throw new Error(`${kind}.${name} has no value: add one here`);
  return { ...COMPLETE[kind], [name]: value };
}

/** What docs/reference/removed-inputs.md states about the removal of an input. */
interface Row {
  readonly kind: string;
  readonly name: string;
  /** As worded on the page. */
  readonly effect: string;
  /** What requires the input, so that its removal is rejected there. */
  readonly neededBy: string | undefined;
}

const whole = useService();
const documented = useService({ documentedOnly: true });

/** Inputs that are optional according to the documents only. */
const NEEDED_IN_FACT = ["DomainRecord.service"];
const serviceFor = (kind: string, name: string): Service =>
  NEEDED_IN_FACT.includes(`${kind}.${name}`) ? documented : whole;
const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** With member names as they are sent. */
function asSent(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [snake(name), member as unknown]));
}

const page = readFileSync(path.resolve(__dirname, "..", "..", "docs", "reference", "removed-inputs.md"), "utf8");
const rows: Row[] = page.split("\n## ").flatMap((section) => {
  const [, kind = ""] = /^\[(\w+)\]/.exec(section) ?? [];
  return [...section.matchAll(/^\| `(\w+)` \| ([^;|]+?)(?:; rejected where (.+) requires it)? \|$/gm)].map(
    ([, name = "", effect = "", neededBy]) => ({ kind, name, effect, neededBy }),
  );
});

test("the page lists every optional input of every resource type", () => {
  const all = kinds.flatMap(({ kind, args }) =>
    Object.entries(args).flatMap(([name, { required }]) => (required === true ? [] : [`${kind}.${name}`])),
  );
  expect(rows.map(({ kind, name }) => `${kind}.${name}`)).toEqual(all);
});

test.each(rows)("$kind: removing $name $effect; outputs match the preview, also when it is added back", async (row) => {
  const { kind, name } = row;
  const service = serviceFor(kind, name);
  const args = await programWith(service, kind, name);
  const deployment = new Deployment(service, kind);
  await deployment.up(args);
  await expectEffect(row, deployment, args);
  const definition = objects.find((one) => one.kind === kind);
  const staying = definition && (await foreseen(service, definition, { deployment, args }));
  if (!staying) return;
  expect(await deployment.up(args)).toBe("update");
  expect(deployment.recorded().outputs).toMatchObject(staying);
});

async function expectEffect({ kind, name, effect }: Row, deployment: Deployment, args: Values): Promise<void> {
  const service = serviceFor(kind, name);
  const { [name]: given, ...left } = args;
  const definition = objects.find((one) => one.kind === kind);
  const staying = definition && (await foreseen(service, definition, { deployment, args: left }));
  const { id, outputs } = deployment.recorded();
  service.forget();
  if (effect.startsWith("is rejected")) {
    expect(await messageOf(deployment.up(left))).toMatch(new RegExp(`\\b${name}\\b`));
    expect(service.requests()).toEqual([]);
    return;
  }
  // An action that runs again is named by its time.
  service.clock.advance(1000);
  const step = await deployment.up(left);
  const now = deployment.recorded();
  if (effect.startsWith("replaces") || effect === "runs it again") {
    expect(step).toBe("replace");
    expect(now.id).not.toBe(id);
    return;
  }
  expect(now.id).toBe(id);
  if (staying) {
    expect(step).toBe("update");
    expect(now.outputs).toMatchObject(staying);
  }
  if (effect === "generates one") {
    expect(now.outputs[name]).not.toBe(given);
    expect(sentAs(service, name)).toEqual([now.outputs[name]]);
    return;
  }
  if (effect.startsWith("sends the defaults")) {
    // The value of a new resource.
    const fresh = new Deployment(service, kind, "fresh");
    await fresh.up(left);
    expect(step).toBe("update");
    expect(now.outputs[name]).toEqual(fresh.recorded().outputs[name]);
    expect(now.outputs[name]).not.toEqual(outputs[name]);
    return;
  }
  const [, json] = /^sends `(.*)`$/.exec(effect) ?? [];
  expect(sentAs(service, name)).toEqual(json === undefined ? [] : [asSent(JSON.parse(json))]);
  if (json !== undefined) return;
  if (effect.startsWith("sends nothing by itself")) {
    expect(service.writes()).toEqual([]);
    return;
  }
  expect(["changes nothing", "keeps the value, sends nothing"]).toContain(effect);
  expect(service.writes()).toEqual([]);
  if (outputs[name] !== undefined && !isWriteOnly(kind, name)) expect(now.outputs[name]).toEqual(outputs[name]);
}

const withDefaults = rows.filter(({ effect }) => effect.includes("unless it is `"));

test.each(withDefaults)(
  "$kind: removing $name $effect, in which case it is no change",
  async ({ kind, name, effect }) => {
    const [, json = ""] = /`(.*)`$/.exec(effect) ?? [];
    const { [name]: _other, ...left } = await programWith(whole, kind, name);
    const deployment = new Deployment(whole, kind);
    await deployment.up({ ...left, [name]: JSON.parse(json) as unknown });
    expect(await deployment.up(left)).toBe("same");
  },
);

const needed = rows.filter(({ neededBy }) => neededBy !== undefined);

test.each(needed)("$kind: preview rejects removing $name where $neededBy requires it", async ({ kind, name }) => {
  const args = (await NEEDING[`${kind}.${name}`]?.(whole)) ?? {};
  const { [name]: _needed, ...left } = args;
  const deployment = new Deployment(whole, kind);
  await deployment.up(args);
  whole.forget();
  expect(await messageOf(deployment.preview(left))).toContain(`${name}: `);
  expect(whole.requests()).toEqual([]);
});

/** The values that requests sent in the input's field. */
function sentAs(service: Service, name: string): unknown[] {
  return service.requests().flatMap(({ method, requestBody }) => {
    const body = (requestBody ?? {}) as Values;
    return method !== "GET" && snake(name) in body ? [body[snake(name)]] : [];
  });
}

function isWriteOnly(kind: string, name: string): boolean {
  return objects.some((definition) => definition.kind === kind && definition.args[name]?.writeOnly === true);
}
