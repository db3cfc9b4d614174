import type { Values } from "../../provider/definition/values";
import { placed } from "../support/collections";
import { expectOnly } from "../support/deployed";
import { Deployment } from "../support/deployment";
import { kindsWithoutRow } from "../support/every-kind";
import { FAULTS } from "../support/exchange-faults";
import { testExchanges } from "../support/exchange-tables";
import { aDisk, aFile, PACKED, privateImages, RAW } from "../support/image-data";
import { DEPLOYED, MASTER, MONGO } from "../support/programs";
import { recover } from "../support/recovery";
import { useService } from "../support/service";
import { expectSettled } from "../support/settled";
import { useStoppedRuns } from "../support/stopped-run";

/**
 * Breaks, one after another, every exchange with the API, or with the upload URL of an image, that an operation needs, once or for
 * all later exchanges as well. Then the faults end, and the next update must put everything right: one resource, in state, matching
 * the program.
 */
const service = useService({ provisionMs: 1 });
const runs = useStoppedRuns(service);
/** Each update has the journal of the earlier ones, and none of them exits cleanly. */
const stopped = { process: () => runs.process() };

const OPERATIONS = ["create", "update", "destroy"] as const;

interface Row {
  readonly kind: string;
  readonly args: Values | (() => Promise<Values>);
  readonly change: Values;
}

const KINDS: readonly Row[] = [
  { kind: "Instance", args: { ...DEPLOYED, alerts: { cpu: 5 } }, change: { tags: ["blue"], type: "g6-standard-1" } },
  {
    kind: "Instance",
    args: { ...DEPLOYED, region: "us-southeast", backupsEnabled: true, confirmBackupsDeletion: true },
    change: { interfaces: [{ purpose: "vlan", label: "back" }], privateIp: true, backupsEnabled: false },
  },
  { kind: "Domain", args: MASTER, change: { description: "shop" } },
  {
    kind: "DomainRecord",
    args: { type: "SRV", target: "sip", priority: 1, weight: 2, port: 3, service: "_sip", protocol: "tcp" },
    change: { ttlSec: 400 },
  },
  {
    kind: "MongoDatabase",
    args: { ...MONGO, updates: { hourOfDay: 4 } },
    change: { allowList: ["192.0.2.1"], updates: { hourOfDay: 5 } },
  },
];

const IMAGES = [
  { from: "raw data", args: { region: "us-east", source: aFile(RAW) } },
  { from: "gzip data, with a label of its own", args: { region: "us-east", source: aFile(PACKED), label: "golden" } },
  { from: "a disk", args: async () => ({ diskId: await aDisk(service) }) },
].map((row): Row => ({ ...row, kind: "Image", change: { description: "Base" } }));

/** Far more than any operation needs, even when every exchange is repeated. */
const MOST_REQUESTS = 80;

function testEvery(what: string, table: readonly Row[]): void {
  testExchanges(`$operation of ${what} survives any fault at any exchange`, {
    service,
    rows: table.flatMap((row) => OPERATIONS.map((operation) => ({ ...row, operation }))),
    faults: FAULTS,
    async survives({ kind, operation, ...row }, disturbed, strike) {
      service.emulator.reset();
      service.said.length = 0;
      runs.forget();
      const fields = typeof row.args === "function" ? await row.args() : row.args;
      const { args, list } = await placed(service, kind, fields);
      const wanted = operation === "update" ? { ...args, ...row.change } : args;
      const deployment = new Deployment(kind === "Image" ? service : { ...service, ...stopped }, kind);
      if (operation !== "create") await deployment.up(args);

      await disturbed(() => (operation === "destroy" ? deployment.destroy() : deployment.up(wanted)));
      expect(service.requests().length).toBeLessThan(MOST_REQUESTS);

      if (operation === "destroy") {
        if (deployment.state) await deployment.destroy();
        return expectOnly(service, list);
      }
      await recover(deployment, wanted);
      if (kind === "Image")
        await expectImage(deployment, strike?.lasting === "from then on" && "label" in args ? 2 : 0);
      else await expectOnly(service, list, deployment);
      await expectSettled(deployment, wanted);
    },
  });
}
testEvery("a $kind", KINDS);
testEvery("an image from $from", IMAGES);

/** The owner of an image with the user's own label is unknown: a warning names its ID, and without data it is deleted later. */
async function expectImage(deployment: Deployment, mostOthers: number): Promise<void> {
  const { id } = deployment.recorded();
  const images = await privateImages(service);
  expect(images.find((image) => image.id === id)).toMatchObject({ status: "available" });
  const others = images.filter((image) => image.id !== id);
  for (const image of others) expect(service.warnings()).toContainEqual(expect.stringContaining(String(image.id)));
  expect(others.length).toBeLessThanOrEqual(mostOthers);
}

test("covers every resource type (add a row for a new one)", () => {
  const alike = { MysqlDatabase: "it is asked for as a MongoDatabase is" };
  expect(kindsWithoutRow([...KINDS, ...IMAGES], alike)).toEqual([]);
});
