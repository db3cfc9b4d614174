import fc from "fast-check";
import { tries } from "../support/chance";
import { ZONE } from "../support/arbitrary-args";
import { respelled, twoRecordSets } from "../support/arbitrary-record-sets";
import { Deployment } from "../support/deployment";
import { aZone, listed } from "../support/programs";
import { useService } from "../support/service";
import { expectNoDifference } from "../support/settled";

const service = useService();

test("a set of any records in any equivalent form needs no change after it is created, read or updated", async () => {
  await fc.assert(
    fc.asyncProperty(twoRecordSets, fc.boolean(), async ([first, second], exclusive) => {
      service.emulator.reset();
      const domainId = await aZone(service, ZONE);
      const args = { domainId, exclusive };
      const deployment = new Deployment(service, "DomainRecordSet");
      await deployment.up({ ...args, records: first });
      await expectNoDifference(deployment, { ...args, records: first }, "create");
      const changed = await deployment.up({ ...args, records: second });
      await expectNoDifference(deployment, { ...args, records: second }, changed);
      service.forget();
      const step = await deployment.up({ ...args, records: respelled(second) });
      expect(service.writes()).toEqual([]);
      await expectNoDifference(deployment, { ...args, records: respelled(second) }, step);
      expect(await listed(service, `/domains/${domainId}/records`)).toHaveLength(second.length);
    }),
    { numRuns: tries(50) },
  );
});
