import { placed } from "../support/collections";
import { Deployment } from "../support/deployment";
import { kindsWithoutRow } from "../support/every-kind";
import { FAULTS } from "../support/exchange-faults";
import { testExchanges } from "../support/exchange-tables";
import { DEPLOYED, listed, MASTER, MONGO } from "../support/programs";
import { recover } from "../support/recovery";
import { useService } from "../support/service";
import { expectSettled } from "../support/settled";
import { useStoppedRuns } from "../support/stopped-run";

/**
 * Breaks, one after another, every exchange with the API that an operation needs, once or for all later exchanges as well.
 * Then the faults end, and the next update must put everything right: one resource, in state, matching the program.
 */
const service = useService({ provisionMs: 1 });
const runs = useStoppedRuns(service);
/** Each update has the journal of the earlier ones, and none of them exits cleanly. */
const stopped = { process: () => runs.process() };

const OPERATIONS = ["create", "update", "destroy"] as const;

const KINDS = [
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
] as const;

const rows = KINDS.flatMap((row) => OPERATIONS.map((operation) => ({ ...row, operation })));

/** Far more than any operation needs, even when every exchange is repeated. */
const MOST_REQUESTS = 80;

testExchanges("$operation of a $kind survives any fault at any exchange", {
  service,
  rows,
  faults: FAULTS,
  async survives(row, disturbed) {
    service.emulator.reset();
    runs.forget();
    const { args, list } = await placed(service, row.kind, row.args);
    const wanted = row.operation === "update" ? { ...args, ...row.change } : args;
    const deployment = new Deployment({ ...service, ...stopped }, row.kind);
    if (row.operation !== "create") await deployment.up(args);

    await disturbed(() => (row.operation === "destroy" ? deployment.destroy() : deployment.up(wanted)));
    expect(service.requests().length).toBeLessThan(MOST_REQUESTS);

    if (row.operation === "destroy") {
      if (deployment.state) await deployment.destroy();
      expect(await listed(service, list)).toEqual([]);
    } else {
      await recover(deployment, wanted);
      const own = deployment.recorded().id.split("/").at(-1);
      const ids = (await listed(service, list)).map(({ id }) => String(id));
      expect(ids).toEqual([own]);
      await expectSettled(deployment, wanted);
    }
  },
});

test("covers every resource type (add a row for a new one)", () => {
  expect(
    kindsWithoutRow(KINDS, {
      Image: "tests/images/every-exchange.faults.test.ts",
      MysqlDatabase: "it is asked for as a MongoDatabase is",
    }),
  ).toEqual([]);
});
