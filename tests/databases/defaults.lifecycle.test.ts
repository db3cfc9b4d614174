import { deployed } from "../support/deployed";
import { Deployment } from "../support/deployment";
import { MONGO, MYSQL } from "../support/programs";
import { useService } from "../support/service";
import { expectSettled } from "../support/settled";

const KINDS = [
  ["MongoDatabase", MONGO, "/databases/mongodb/instances"],
  ["MysqlDatabase", MYSQL, "/databases/mysql/instances"],
] as const;

describe.each([
  ["an API whose default differs from the documents", useService()],
  ["an API with the documented default", useService({ documentedOnly: true })],
])("with %s", (_, service) => {
  test.each(KINDS)("a %s without sslConnection requires SSL, as documented", async (kind, args, collection) => {
    const deployment = new Deployment(service, kind);
    expect(await deployment.up(args)).toBe("create");
    const { id, outputs } = deployment.recorded();
    expect(outputs).toMatchObject({ sslConnection: true });
    expect(await service.ask("GET", `${collection}/${id}`)).toMatchObject({ ssl_connection: true });
    expect(await deployment.up(args)).toBe("same");
    expect(await deployment.refresh()).toBe("same");
    expect(await deployment.up({ ...args, sslConnection: true })).toBe("same");
  });

  test.each(KINDS)("a %s with sslConnection: false does not require SSL", async (kind, args) => {
    const { deployment } = await deployed(service, kind, { ...args, sslConnection: false });
    expect(deployment.recorded().outputs).toMatchObject({ sslConnection: false });
    expect(await deployment.up({ ...args, sslConnection: false })).toBe("same");
  });
});

describe("a database created without an SSL setting", () => {
  const service = useService();

  test.each(KINDS)("by someone else keeps its setting when imported (%s)", async (kind, args, collection) => {
    const { engine, region, type } = args;
    const { id } = await service.ask("POST", collection, { engine, region, type, label: "made-elsewhere" });
    service.emulator.clock.advance(3_600_000);
    const deployment = new Deployment(service, kind);
    const wanted = { ...args, label: "made-elsewhere" };
    await deployment.up(wanted, { import: String(id) });
    expect(deployment.recorded().outputs).toMatchObject({ sslConnection: false });
    await expectSettled(deployment, wanted);
  });
});
