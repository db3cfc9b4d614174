import type * as pulumi from "@pulumi/pulumi";
import type * as compute from "../../provider";

/** What the compiler accepts and rejects. Nothing here runs. */
function typesOf(
  { id }: compute.Instance,
  later: pulumi.Output<string>,
  isOn: boolean,
  lookups: typeof compute,
): unknown[] {
  const plain = [
    lookups.getInstance({ label: "web" }),
    lookups.getInstance({ id: 5 }),
    lookups.getInstance(isOn ? { label: "web" } : { id: "5" }),
    lookups.getDomain({ domain: "example.com", id: undefined }),
    lookups.getImage({ label: "golden" }),
    lookups.getMongoDatabase({ label: "orders" }),
    lookups.getMysqlDatabase({ id: "5" }),
    lookups.getTypes(),
    lookups.getTypes({ class: "dedicated", gpus: 0 }),
    // @ts-expect-error neither
    lookups.getInstance({}),
    // @ts-expect-error both
    lookups.getInstance({ id: 5, label: "web" }),
    // @ts-expect-error both
    lookups.getDomain({ id: 5, domain: "example.com" }),
    // @ts-expect-error both
    lookups.getImage({ id: "private/5", label: "golden" }),
    // @ts-expect-error both
    lookups.getMongoDatabase({ id: 5, label: "orders" }),
    // @ts-expect-error both
    lookups.getMysqlDatabase({ id: 5, label: "users" }),
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
    // @ts-expect-error both
    lookups.getMysqlDatabaseOutput({ id, label: later }),
  ];
  return [...plain, ...outputs];
}

test("the compiler requires either an ID or a name for a data source", () => {
  expect(typesOf).toBeInstanceOf(Function);
});
