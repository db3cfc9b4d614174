import * as pulumi from "@pulumi/pulumi";
import type * as compute from "../../provider";

/** What the compiler accepts and rejects beyond plain values. Nothing here runs. */
function typesOf(
  { id, ipv4 }: compute.Instance,
  zone: compute.Domain,
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
    // @ts-expect-error an image needs a password
    { ...base, image: later },
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
    { type: "MX", target: later, key: "mail" },
    { type: "A", name: "www", target: ipv4[0] },
    // @ts-expect-error an MX record needs a target, also in a zone
    { type: "MX", key: "mail" },
  ];
  const changed: compute.DomainRecordArgs[] = held.map((record) => ({ ...record, domainId: zone.id, ttlSec: 300 }));

  const domainType = isOn ? "master" : "slave";
  const domains: compute.DomainArgs[] = [
    { domain: "a.example", type: "master", soaEmail: later, cloneFrom: isOn ? zone.id : undefined },
    { domain: "a.example", type: domainType, cloneFrom: zone.id },
    { domain: "a.example", type: pulumi.output<"master" | "slave">(domainType), soaEmail: later },
    // @ts-expect-error a variable of both types must be narrowed or made an output
    { domain: "a.example", type: domainType, soaEmail: later, masterIps: ["192.0.2.1"] },
  ];
  const zones: compute.ZoneArgs[] = [
    { domain: "a.example", soaEmail: later, records: held },
    { domain: "a.example", importFrom: { remoteNameserver: later } },
    // @ts-expect-error a zone is a master by default, which needs an e-mail address
    { domain: "a.example", records: held },
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

test("the input types compile as declared", () => {
  for (const declared of [typesOf, serverOf, recordOf]) expect(declared).toBeInstanceOf(Function);
});
