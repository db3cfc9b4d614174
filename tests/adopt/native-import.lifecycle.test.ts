import type { Values } from "../../provider/definition/values";
import { actions, kinds } from "../../provider/resources/registry";
import { Deployment } from "../support/deployment";
import { nativeFrontEnd } from "../support/native-front-end";
import { aZone, DEPLOYED, listed, MASTER, MONGO, MYSQL } from "../support/programs";
import { useService } from "../support/service";

const service = useService({ provisionMs: 0 }, nativeFrontEnd);

async function created(kind: string, args: Values): Promise<string> {
  const deployment = new Deployment(service, kind);
  await deployment.up(args);
  return deployment.recorded().id;
}

const anInstance = (): Promise<string> => created("Instance", { ...DEPLOYED, backupsEnabled: true });

/** How to make a resource of each type that has an ID. */
const MADE: Readonly<Record<string, () => Promise<string>>> = {
  Instance: anInstance,
  InstanceSnapshot: async () => created("InstanceSnapshot", { instanceId: await anInstance(), label: "before" }),
  Image: async () => {
    const [disk] = await listed(service, `/compute/instances/${await anInstance()}/disks`);
    return created("Image", { diskId: disk?.id, label: "captured" });
  },
  Domain: () => created("Domain", { ...MASTER, description: "by hand" }),
  DomainRecord: async () => created("DomainRecord", { domainId: await aZone(service), type: "A", target: "192.0.2.1" }),
  DomainRecordSet: async () =>
    created("DomainRecordSet", { domainId: await aZone(service), records: [{ type: "A", target: "192.0.2.1" }] }),
  MongoDatabase: () => created("MongoDatabase", MONGO),
  MongoDatabaseBackup: async () =>
    created("MongoDatabaseBackup", { databaseId: await created("MongoDatabase", MONGO), label: "nightly" }),
  MysqlDatabase: () => created("MysqlDatabase", MYSQL),
};

test("every type is imported, except actions that create nothing", () => {
  const without = actions.filter(({ action }) => action.evidence.shows !== "object");
  const expected = kinds.filter((kind) => !without.some((action) => action.kind === kind.kind));
  expect(Object.keys(MADE).sort()).toEqual(expected.map(({ kind }) => kind).sort());
});

test.each(Object.keys(MADE))(
  "`pulumi import` of a %s reads inputs that pass a check and need no change",
  async (kind) => {
    const id = (await MADE[kind]?.()) ?? "";
    service.forget();
    const process = service.process()(kind);
    const found = await process.read({ id, state: {} });
    if (!found) throw new Error(`${kind} ${id} was not found`);
    const { inputs, failures } = await process.check(found.inputs, found.inputs);
    expect(failures).toEqual([]);
    expect(await process.diff({ id, state: found.state }, inputs)).toMatchObject({ hasChanges: false, replaces: [] });
    expect(service.writes()).toEqual([]);
  },
);
