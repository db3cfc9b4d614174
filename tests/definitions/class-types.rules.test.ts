import type * as pulumi from "@pulumi/pulumi";
import type * as compute from "../../provider";

/** What the compiler accepts and rejects. Nothing here runs. */
function typesOf(
  { Domain, Instance, InstanceClone, InstanceRestore, MongoDatabaseRestore, ...others }: typeof compute,
  later: pulumi.Output<string>,
  found: unknown,
): unknown[] {
  const { MongoCredentialsReset, MongoDatabase, MongoDatabasePatch } = others;
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
    // @ts-expect-error a clone has no get
    InstanceClone.get("clone", "5"),
    // @ts-expect-error a restore has no get
    MongoDatabaseRestore.get("restore", "5"),
    // @ts-expect-error a reset has no get
    MongoCredentialsReset.get("reset", "5"),
    // @ts-expect-error a patch has no get
    MongoDatabasePatch.get("patch", "5"),
  ];
  return [outputs, resources, read, size, region, own, refused];
}

test("the classes compile as declared", () => {
  expect(typesOf).toBeInstanceOf(Function);
});
