import * as pulumi from "@pulumi/pulumi";
import type * as compute from "../../provider";
import { define } from "../../provider/definition/definition";
import type { Definition } from "../../provider/definition/definition";
import { integer, oneOf, word } from "../../provider/definition/types";

// What the compiler accepts and rejects. No function here runs.

/** Inputs beyond plain values. */
function inputsOf(
  { id, ipv4, label }: compute.Instance,
  zone: compute.Domain,
  whole: compute.Zone,
  later: pulumi.Output<string>,
  isOn: boolean,
  image: string | undefined,
  recordType: compute.DomainRecordType,
): unknown[] {
  const base = { region: "us-east", type: later };
  const blue = isOn ? { cloneFrom: { instanceId: id } } : undefined;
  const instances: compute.InstanceArgs[] = [
    { ...base, image, rootPass: later },
    { ...base, image: later, rootPass: pulumi.secret("x"), stackscriptId: isOn ? 5 : undefined, tags: [later] },
    { ...base, image: Promise.resolve("compute/debian11"), rootPass: Promise.resolve("x") },
    { ...base, ...blue, tags: ["green"] },
    { ...base, backupId: isOn ? 5 : undefined, authorizedKeys: [later] },
    { ...base, ...(isOn ? { image: "compute/debian11", rootPass: "x" } : { cloneFrom: { instanceId: id } }) },
    { ...base, cloneFrom: id.apply((instanceId) => ({ instanceId })) },
    { ...base, cloneFrom: { instanceId: id, disks: [1, "2", id] } },
    // @ts-expect-error a password may not be undefined
    { ...base, image: later, rootPass: image },
    // @ts-expect-error an image and a clone exclude each other, also as outputs
    { ...base, image: later, rootPass: later, cloneFrom: { instanceId: id } },
    // @ts-expect-error the compiler does not see that the password comes with the image
    { ...base, ...(isOn ? { image: "compute/debian11", rootPass: "x" } : {}) },
  ];

  const records: compute.DomainRecordArgs[] = [
    { domainId: zone.id, type: "A", name: later, target: ipv4[0] },
    { domainId: zone.id, type: isOn ? "A" : "MX", target: later, priority: isOn ? undefined : 10 },
    { domainId: zone.id, type: pulumi.output(recordType), target: later },
    { domainId: zone.id, type: Promise.resolve(recordType), target: later, priority: 5 },
    // @ts-expect-error a type that may be SRV needs the inputs of SRV
    { domainId: zone.id, type: recordType, target: later },
    // @ts-expect-error an output of any string is not a record type
    { domainId: zone.id, type: later, target: later },
    // @ts-expect-error a target may not be undefined
    { domainId: zone.id, type: "A", target: image },
  ];
  const held: compute.ZoneRecord[] = [
    { type: "MX", target: later, key: "mail", priority: 10 },
    { type: "A", name: "www", target: ipv4[0] },
    // @ts-expect-error the domain comes from the zone
    { type: "A", domainId: zone.id, target: "192.0.2.1" },
    // @ts-expect-error a key must be a plain string, because it is part of a name
    { type: "A", key: label, target: "192.0.2.1" },
  ];
  const changed: compute.DomainRecordArgs[] = held.map((record) => ({ ...record, domainId: zone.id, ttlSec: 300 }));

  const domainType = isOn ? "master" : "slave";
  const master = { domain: "a.example", type: "master" } as const;
  const domains: compute.DomainArgs[] = [
    { ...master, cloneFrom: "12" },
    { ...master, cloneFrom: whole.domainId },
    { ...master, importFrom: { remoteNameserver: ipv4[0] } },
    // @ts-expect-error an import needs a nameserver
    { ...master, importFrom: {} },
    // @ts-expect-error the nameserver is a member of an object
    { ...master, importFrom: "ns1.example.com" },
    { domain: "a.example", type: "master", soaEmail: later, cloneFrom: isOn ? zone.id : undefined },
    { domain: "a.example", type: domainType, cloneFrom: zone.id },
    { domain: "a.example", type: pulumi.output<"master" | "slave">(domainType), soaEmail: later },
    // @ts-expect-error a variable of both types must be narrowed or made an output
    { domain: "a.example", type: domainType, soaEmail: later, masterIps: ["192.0.2.1"] },
  ];
  const zones: compute.ZoneArgs[] = [
    { domain: "a.example", type: "slave", masterIps: ["192.0.2.1"] },
    { domain: "a.example", cloneFrom: zone.id },
    { domain: "a.example", soaEmail: later, records: held },
    // @ts-expect-error the array itself must be plain
    { domain: "a.example", soaEmail: later, records: pulumi.output(held) },
    // @ts-expect-error a zone needs a domain
    { soaEmail: later },
    { domain: "a.example", importFrom: { remoteNameserver: later } },
  ];
  const inputs: compute.Inputs<{ a: string } | { b: number[] }>[] = [
    { a: later },
    { b: [later.apply(Number)] },
    // @ts-expect-error each alternative keeps its own types
    { a: 5 },
  ];
  return [instances, records, changed, domains, zones, inputs];
}

/** Interfaces that a program can extend. */
interface Server extends compute.InstanceCommonArgs {
  readonly size: number;
}
interface Host extends compute.DomainRecordCommonArgs {
  readonly address: string;
}
const serverOf = ({ size, ...rest }: Server): compute.InstanceArgs => ({
  ...rest,
  image: `own/${size}`,
  rootPass: "x",
});
const recordOf = ({ address, ...rest }: Host): compute.DomainRecordArgs => ({ ...rest, type: "A", target: address });

/** Classes and their outputs. */
function classesOf(
  { Domain, Instance, InstanceRestore, MongoDatabase, MongoDatabaseRestore }: typeof compute,
  later: pulumi.Output<string>,
  found: unknown,
): unknown[] {
  class Server extends Instance {
    readonly size = 1;
    constructor(name: string) {
      super(name, { region: "us-east", type: "g6-nanode-1" }, { protect: true });
    }
  }
  const outputs: pulumi.Output<string>[] = [
    new Domain("zone", { domain: later, type: "master", soaEmail: later }).soaEmail,
    Domain.get("found", later).soaEmail,
    new Server("own").label,
    new Server("own").ipv4[0],
    new MongoDatabase("orders", { engine: "mongodb/4.4.10", region: later, type: "g6-nanode-1" }).rootPassword,
  ];
  const resources: pulumi.CustomResource[] = [new Server("own"), Domain.get("found", "5")];
  const read: compute.Instance = Server.get("found", "5");
  const size: number | undefined = new Server("own").size;
  const region: pulumi.Output<string> | undefined = Instance.isInstance(found) ? found.region : undefined;
  // @ts-expect-error get returns the base class, not the subclass
  const own: Server = Server.get("found", "5");
  const refused = [
    // @ts-expect-error a resource needs its inputs
    new Domain("zone"),
    // @ts-expect-error an engine is missing
    new MongoDatabase("orders", { region: later, type: "g6-nanode-1" }),
    // @ts-expect-error no such output
    new Server("own").nothing,
    // @ts-expect-error a restore has no get
    InstanceRestore.get("restore", "5"),
    // @ts-expect-error a restore has no get
    MongoDatabaseRestore.get("restore", "5"),
  ];
  return [outputs, resources, read, size, region, own, refused];
}

/** Data sources. */
function lookupsOf(
  { id }: compute.Instance,
  later: pulumi.Output<string>,
  isOn: boolean,
  lookups: typeof compute,
): unknown[] {
  const plain: unknown[] = [
    lookups.getInstance({ label: "web" }),
    lookups.getInstance({ id: 5 }),
    lookups.getInstance(isOn ? { label: "web" } : { id: "5" }),
    lookups.getDomain({ domain: "example.com", id: undefined }),
    lookups.getTypes(),
    lookups.getTypes({ class: "dedicated", gpus: 0 }),
    // @ts-expect-error neither
    lookups.getInstance({}),
    // @ts-expect-error both
    lookups.getInstance({ id: 5, label: "web" }),
    // @ts-expect-error a domain has no label
    lookups.getDomain({ label: "example.com" }),
    // @ts-expect-error an output needs the Output form
    lookups.getInstance({ label: later }),
  ];
  const outputs = [
    lookups.getInstanceOutput({ label: later }),
    lookups.getInstanceOutput({ id }),
    lookups.getDomainOutput({ domain: later }).id,
    lookups.getImageOutput({ label: later }).status,
    lookups.getTypesOutput({ label: later }).types[0]?.price.monthly,
    // @ts-expect-error neither
    lookups.getInstanceOutput({}),
    // @ts-expect-error both
    lookups.getInstanceOutput({ id, label: later }),
  ];
  return [...plain, ...outputs];
}

interface WidgetArgs {
  name: string;
  colour?: "red" | "blue";
  size?: number;
}

interface WidgetState {
  name: string;
  colour: string;
  size: number;
  widgetId: number;
}

type Widget = Definition<WidgetArgs, WidgetState>;

/** Definitions. */
function declarationsOf(sound: Widget): unknown[] {
  const { args, identity } = sound;
  const { size, ...withoutSize } = args;
  const declared: Widget[] = [
    sound,
    {
      ...sound,
      args: { ...args, size: { type: integer(1, 9), serverDefault: { value: ({ name }) => name?.length } } },
    },
    // @ts-expect-error an input is missing
    { ...sound, args: withoutSize },
    // @ts-expect-error there is no such input
    { ...sound, args: { ...args, weight: size } },
    // @ts-expect-error the rule accepts a string where the interface has a number
    { ...sound, args: { ...args, size: { type: word } } },
    // @ts-expect-error the rule accepts less than the interface
    { ...sound, args: { ...args, colour: { type: oneOf("red") } } },
    // @ts-expect-error the rule accepts more than the interface
    { ...sound, args: { ...args, colour: { type: oneOf("red", "blue", "green") } } },
    // @ts-expect-error a rule reads an input that doesn't exist
    { ...sound, args: { ...args, size: { type: integer(1, 9), serverDefault: { value: ({ weight }) => weight } } } },
    // @ts-expect-error an output has no source
    { ...sound, outputs: { from: {} } },
    // @ts-expect-error the identity is misspelled
    { ...sound, identity: { ...identity, by: ["nmae"] } },
    // @ts-expect-error a cross-input rule reads an input that doesn't exist
    { ...sound, checks: { rules: [({ weight }) => [{ path: "weight", reason: String(weight) }]] } },
  ];
  return declared;
}

const widget: Widget = {
  kind: "Widget",
  noun: "widget",
  describedIn: "Linode API v4, Widgets",
  collection: "/widgets",
  args: {
    name: { type: word, required: true },
    colour: { type: oneOf("red", "blue") },
    size: { type: integer(1, 9) },
  },
  outputs: { from: { widgetId: { field: "id" } } },
  identity: { by: ["name"], unique: true },
  deadlines: { createSec: 60, updateSec: 60, deleteSec: 60 },
};

test("all of this compiles as declared, and define returns the declared definition itself", () => {
  for (const declared of [inputsOf, serverOf, recordOf, classesOf, lookupsOf, declarationsOf]) {
    expect(declared).toBeInstanceOf(Function);
  }
  expect(define(widget)).toBe(widget);
});
