import * as pulumi from "@pulumi/pulumi";
import * as compute from "../../provider";
import { kinds as everyKind } from "../../provider/resources/registry";

/** Part of the URNs in every state. A line of this list never changes, and none is ever removed (decision 1). */
const TOKENS = {
  Domain: "pulumi-nodejs:dynamic/compute:Domain",
  DomainRecord: "pulumi-nodejs:dynamic/compute:DomainRecord",
  DomainRecordSet: "pulumi-nodejs:dynamic/compute:DomainRecordSet",
  Image: "pulumi-nodejs:dynamic/compute:Image",
  Instance: "pulumi-nodejs:dynamic/compute:Instance",
  InstanceClone: "pulumi-nodejs:dynamic/compute:InstanceClone",
  InstanceRestore: "pulumi-nodejs:dynamic/compute:InstanceRestore",
  InstanceSnapshot: "pulumi-nodejs:dynamic/compute:InstanceSnapshot",
  MongoCredentialsReset: "pulumi-nodejs:dynamic/compute:MongoCredentialsReset",
  MongoDatabase: "pulumi-nodejs:dynamic/compute:MongoDatabase",
  MongoDatabaseBackup: "pulumi-nodejs:dynamic/compute:MongoDatabaseBackup",
  MongoDatabasePatch: "pulumi-nodejs:dynamic/compute:MongoDatabasePatch",
  MongoDatabaseRestore: "pulumi-nodejs:dynamic/compute:MongoDatabaseRestore",
  MysqlDatabase: "pulumi-nodejs:dynamic/compute:MysqlDatabase",
  Zone: "compute:index:Zone",
} as const;
type Kind = keyof typeof TOKENS;
const kinds = Object.keys(TOKENS) as Kind[];

/** The type token that a class registers its resources with. */
async function tokenOf(kind: Kind): Promise<string> {
  const registered = new Set<string>();
  await pulumi.runtime.setMocks({
    newResource: ({ type, name }) => {
      registered.add(type);
      return { id: name, state: {} };
    },
    call: () => ({}),
  });
  const Class = compute[kind] as unknown as new (name: string, args: object) => pulumi.Resource;
  const resource = new Class("one", {});
  await new Promise((resolve) => pulumi.output(resource.urn).apply(resolve));
  return (resource as unknown as { __pulumiType: string }).__pulumiType;
}

test("every resource type has a line in TOKENS (add one for a new type)", () => {
  const all = everyKind.map(({ kind }) => kind);
  expect(kinds).toEqual([...all, "Zone"].sort());
});

test.each(kinds)("the type token of %s never changes, and isInstance checks it, as policies do", async (kind) => {
  expect(await tokenOf(kind)).toBe(TOKENS[kind]);
  for (const other of kinds) {
    // Policies call it without the class.
    const { isInstance } = compute[kind] as { isInstance: (value: unknown) => boolean };
    expect(isInstance({ __pulumiType: TOKENS[other] })).toBe(other === kind);
  }
  expect(compute[kind].isInstance(undefined)).toBe(false);
});
