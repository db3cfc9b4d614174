import fc from "fast-check";
import { tries } from "../support/chance";
import type { Values } from "../../provider/definition/values";
import { twoDomains, twoMongoDatabases, twoMysqlDatabases, twoRecords, ZONE } from "../support/arbitrary-args";
import { twoClones, twoInstances } from "../support/arbitrary-instances";
import { twoImages } from "../support/arbitrary-images";
import { anOriginal } from "../support/action-programs";
import { Deployment, expectNoDifference, kindsWithoutRow } from "../support/deployment";
import { aDisk } from "../support/image-data";
import { aSource } from "../support/origins";
import { aZone } from "../support/programs";
import { useService } from "../support/service";

const service = useService({ provisionMs: 1 });

interface Row {
  readonly kind: string;
  readonly what: string;
  readonly arbitrary: fc.Arbitrary<[Values, Values]>;
  readonly runs?: number;
  /** Creates what they need in an empty account: inputs besides the arbitrary ones. */
  readonly needs?: (first: Values) => Promise<Values>;
}

/** The ID of the first zone in an empty account. */
const ZONE_ID = 2_000_001;
const ORIGINAL = { tags: ["old", "older"], private_ip: true, backups_enabled: true };
const SOURCE = { group: "old", axfr_ips: ["192.0.2.9"], refresh_sec: 7200 };

const KINDS: readonly Row[] = [
  { kind: "Instance", what: "an instance", arbitrary: twoInstances },
  {
    kind: "Instance",
    what: "a clone of an instance",
    arbitrary: twoClones,
    needs: async () => ({ cloneFrom: { instanceId: await anOriginal(service, ORIGINAL) } }),
  },
  { kind: "Domain", what: "a domain", arbitrary: twoDomains },
  {
    kind: "Domain",
    what: "a clone of a domain",
    arbitrary: twoDomains,
    needs: async () => ({ cloneFrom: await aSource(service, SOURCE) }),
  },
  {
    kind: "DomainRecord",
    what: "a record of any type",
    arbitrary: twoRecords(ZONE_ID),
    runs: 60,
    needs: async () => {
      expect(await aZone(service, ZONE)).toBe(ZONE_ID);
      return {};
    },
  },
  { kind: "MongoDatabase", what: "a MongoDB database", arbitrary: twoMongoDatabases },
  { kind: "MysqlDatabase", what: "a MySQL database", arbitrary: twoMysqlDatabases },
  {
    kind: "Image",
    what: "an image",
    arbitrary: twoImages,
    needs: async (first) => ("source" in first ? {} : { diskId: await aDisk(service) }),
  },
];

test.each(KINDS)("$what with any inputs needs no change after it is created, read or updated", async (row) => {
  const { kind, arbitrary, runs = 25, needs } = row;
  await fc.assert(
    fc.asyncProperty(arbitrary, async (args) => {
      service.emulator.reset();
      const needed = await needs?.(args[0]);
      const [first, second] = args.map((own) => ({ ...own, ...needed })) as [Values, Values];
      const deployment = new Deployment(service, kind);
      expect(await deployment.up(first)).toBe("create");
      await expectNoDifference(deployment, first, "create");
      const step = await deployment.up(second);
      expect(["same", "update"]).toContain(step);
      await expectNoDifference(deployment, second, step);
    }),
    { numRuns: tries(runs) },
  );
});

test("covers every resource type (add a row for a new one)", () => {
  expect(kindsWithoutRow(KINDS)).toEqual([]);
});
