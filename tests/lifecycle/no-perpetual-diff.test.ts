import fc from "fast-check";
import type { Values } from "../../provider/definition/values";
import { twoDomains, twoRecords, ZONE } from "../support/arbitrary-args";
import { twoMongoDatabases, twoMysqlDatabases } from "../support/arbitrary-databases";
import { twoInstances } from "../support/arbitrary-instances";
import { twoImages } from "../support/arbitrary-images";
import { Deployment } from "../support/deployment";
import { aDisk } from "../support/image-data";
import { aZone, listed } from "../support/programs";
import { useService } from "../support/service";
import { expectNoDifference } from "../support/settled";

const service = useService({ provisionMs: 1 });
const RUNS = { numRuns: 60 };

async function expectNoPerpetualDiff(kind: string, [first, second]: [Values, Values]): Promise<void> {
  const deployment = new Deployment(service, kind);
  expect(await deployment.up(first)).toBe("create");
  await expectNoDifference(deployment, first, "create");
  const step = await deployment.up(second);
  expect(["same", "update"]).toContain(step);
  await expectNoDifference(deployment, second, step);
}

test("an instance with any arguments needs no change once it is made, read or updated", async () => {
  await fc.assert(
    fc.asyncProperty(twoInstances, async (args) => {
      service.emulator.reset();
      await expectNoPerpetualDiff("Instance", args);
    }),
    RUNS,
  );
});

test("a domain with any arguments needs no change once it is made, read or updated", async () => {
  await fc.assert(
    fc.asyncProperty(twoDomains, async (args) => {
      service.emulator.reset();
      await expectNoPerpetualDiff("Domain", args);
    }),
    RUNS,
  );
});

test.each([
  ["MongoDatabase", twoMongoDatabases],
  ["MysqlDatabase", twoMysqlDatabases],
])("a %s with any arguments needs no change once it is made, read or updated", async (kind, arbitrary) => {
  await fc.assert(
    fc.asyncProperty(arbitrary, async (args) => {
      service.emulator.reset();
      await expectNoPerpetualDiff(kind, args);
    }),
    RUNS,
  );
});

test("a record of any type with any arguments needs no change once it is made, read or updated", async () => {
  const domainId = await aZone(service, ZONE);
  await fc.assert(
    fc.asyncProperty(twoRecords(domainId), async (args) => {
      for (const { id } of await listed(service, `/domains/${domainId}/records`)) {
        await service.ask("DELETE", `/domains/${domainId}/records/${String(id)}`);
      }
      await expectNoPerpetualDiff("DomainRecord", args);
    }),
    { numRuns: 150 },
  );
});

test("an image with any arguments needs no change once it is made, read or updated", async () => {
  await fc.assert(
    fc.asyncProperty(twoImages, async ([first, second]) => {
      service.emulator.reset();
      // The one disk that there is.
      const diskId = "source" in first ? undefined : await aDisk(service);
      const of = (args: Values): Values => (diskId === undefined ? args : { ...args, diskId });
      await expectNoPerpetualDiff("Image", [of(first), of(second)]);
    }),
    RUNS,
  );
});
