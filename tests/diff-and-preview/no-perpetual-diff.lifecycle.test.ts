import fc from "fast-check";
import { tries } from "../support/chance";
import type { Values } from "../../provider/definition/values";
import { twoDomains, twoRecords, ZONE } from "../support/arbitrary-args";
import { twoMongoDatabases, twoMysqlDatabases } from "../support/arbitrary-databases";
import { twoInstances } from "../support/arbitrary-instances";
import { twoImages } from "../support/arbitrary-images";
import { Deployment } from "../support/deployment";
import { kindsWithoutRow } from "../support/every-kind";
import { aDisk } from "../support/image-data";
import { aZone, listed } from "../support/programs";
import { useService } from "../support/service";
import { expectNoDifference } from "../support/settled";

const service = useService({ provisionMs: 1 });
const RUNS = { numRuns: tries(25) };

async function expectNoPerpetualDiff(kind: string, [first, second]: [Values, Values]): Promise<void> {
  const deployment = new Deployment(service, kind);
  expect(await deployment.up(first)).toBe("create");
  await expectNoDifference(deployment, first, "create");
  const step = await deployment.up(second);
  expect(["same", "update"]).toContain(step);
  await expectNoDifference(deployment, second, step);
}

const KINDS = [
  { kind: "Instance", arbitrary: twoInstances },
  { kind: "Domain", arbitrary: twoDomains },
  { kind: "MongoDatabase", arbitrary: twoMongoDatabases },
  { kind: "MysqlDatabase", arbitrary: twoMysqlDatabases },
];

test.each(KINDS)("$kind with any inputs needs no change after it is created, read or updated", async (row) => {
  await fc.assert(
    fc.asyncProperty(row.arbitrary, async (args) => {
      service.emulator.reset();
      await expectNoPerpetualDiff(row.kind, args);
    }),
    RUNS,
  );
});

test("a record of any type with any inputs needs no change after it is created, read or updated", async () => {
  const domainId = await aZone(service, ZONE);
  await fc.assert(
    fc.asyncProperty(twoRecords(domainId), async (args) => {
      for (const { id } of await listed(service, `/domains/${domainId}/records`)) {
        await service.ask("DELETE", `/domains/${domainId}/records/${String(id)}`);
      }
      await expectNoPerpetualDiff("DomainRecord", args);
    }),
    { numRuns: tries(60) },
  );
});

test("an image with any inputs needs no change after it is created, read or updated", async () => {
  await fc.assert(
    fc.asyncProperty(twoImages, async ([first, second]) => {
      service.emulator.reset();
      // The only disk.
      const diskId = "source" in first ? undefined : await aDisk(service);
      const of = (args: Values): Values => (diskId === undefined ? args : { ...args, diskId });
      await expectNoPerpetualDiff("Image", [of(first), of(second)]);
    }),
    RUNS,
  );
});

test("covers every resource type (add a row for a new one)", () => {
  expect(
    kindsWithoutRow(KINDS, { DomainRecord: "above: it needs a zone", Image: "above: it may need a disk" }),
  ).toEqual([]);
});
