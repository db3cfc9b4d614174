import fc from "fast-check";
import type { Values } from "../../provider/definition/values";
import { twoDomains, twoRecords, ZONE } from "../support/arbitrary-args";
import { twoMongoDatabases, twoMysqlDatabases } from "../support/arbitrary-databases";
import { twoInstances } from "../support/arbitrary-instances";
import { twoImages } from "../support/arbitrary-images";
import { Deployment } from "../support/deployment";
import type { Step } from "../support/deployment";
import { kindsWithoutRow } from "../support/every-kind";
import { aDisk } from "../support/image-data";
import { useService } from "../support/service";

jest.setTimeout(60_000);
const service = useService({ provisionMs: 1 });
const RUNS = { numRuns: 60 };
const NO_CHANGE = { hasChanges: false, replaces: [] };

/** Nothing is to be done for these arguments, before a refresh and after it, which finds and changes nothing. */
async function expectSettled(deployment: Deployment, args: Values, step: Step): Promise<void> {
  expect(await deployment.difference(args)).toMatchObject(NO_CHANGE);
  const { inputs } = deployment.recorded();
  expect(await deployment.refresh()).toBe("same");
  // After a step without a call the handlers do not know of arguments that changed nothing.
  if (step !== "same") expect(deployment.recorded().inputs).toEqual(inputs);
  expect(await deployment.difference(args)).toMatchObject(NO_CHANGE);
}

async function expectNoPerpetualDiff(kind: string, [first, second]: [Values, Values]): Promise<void> {
  const deployment = new Deployment(service, kind);
  expect(await deployment.up(first)).toBe("create");
  await expectSettled(deployment, first, "create");
  const step = await deployment.up(second);
  expect(["same", "update"]).toContain(step);
  await expectSettled(deployment, second, step);
}

const KINDS = [
  { kind: "Instance", arbitrary: twoInstances },
  { kind: "Domain", arbitrary: twoDomains },
  { kind: "MongoDatabase", arbitrary: twoMongoDatabases },
  { kind: "MysqlDatabase", arbitrary: twoMysqlDatabases },
];

test.each(KINDS)("$kind with any arguments needs no change once it is made, read or updated", async (row) => {
  await fc.assert(
    fc.asyncProperty(row.arbitrary, async (args) => {
      service.emulator.reset();
      await expectNoPerpetualDiff(row.kind, args);
    }),
    RUNS,
  );
});

test("a record of any type with any arguments needs no change once it is made, read or updated", async () => {
  const zone = { domain: ZONE, type: "master", soa_email: `admin@${ZONE}` };
  const { id } = await service.ask("POST", "/domains", zone);
  await fc.assert(
    fc.asyncProperty(twoRecords(Number(id)), async (args) => {
      const { data } = await service.ask("GET", `/domains/${String(id)}/records`);
      for (const record of data as Values[]) {
        await service.ask("DELETE", `/domains/${String(id)}/records/${String(record.id)}`);
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

test("every kind has its row in KINDS (a new one: add it)", () => {
  expect(
    kindsWithoutRow(KINDS, { DomainRecord: "above: it needs a zone", Image: "above: it may need a disk" }),
  ).toEqual([]);
});
