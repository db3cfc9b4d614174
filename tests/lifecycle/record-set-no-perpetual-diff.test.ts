import fc from "fast-check";
import type { Values } from "../../provider/definition/values";
import { MASTER } from "../support/programs";
import { respelled, twoRecordSets } from "../support/arbitrary-record-sets";
import { Deployment } from "../support/deployment";
import type { Step } from "../support/deployment";
import { useService } from "../support/service";

jest.setTimeout(120_000);
const service = useService();

/** Nothing is to be done for these arguments, before a refresh and after it, which finds and changes nothing. */
async function expectSettled(deployment: Deployment, args: Values, step?: Step): Promise<void> {
  expect(await deployment.difference(args)).toMatchObject({ hasChanges: false, replaces: [] });
  const { inputs } = deployment.recorded();
  expect(await deployment.refresh()).toBe("same");
  // After a step without a call the handlers do not know of arguments that changed nothing.
  if (step !== "same") expect(deployment.recorded().inputs).toEqual(inputs);
  expect(await deployment.difference(args)).toMatchObject({ hasChanges: false, replaces: [] });
}

test("a set of any records in any spelling needs no change once it is made, read or updated", async () => {
  await fc.assert(
    fc.asyncProperty(twoRecordSets, fc.boolean(), async ([first, second], exclusive) => {
      service.emulator.reset();
      const { domain, type, soaEmail: soa_email } = MASTER;
      const { id } = await service.ask("POST", "/domains", { domain, type, soa_email });
      const args = { domainId: Number(id), exclusive };
      const deployment = new Deployment(service, "DomainRecordSet");
      await deployment.up({ ...args, records: first });
      await expectSettled(deployment, { ...args, records: first });
      const changed = await deployment.up({ ...args, records: second });
      await expectSettled(deployment, { ...args, records: second }, changed);
      service.forget();
      const step = await deployment.up({ ...args, records: respelled(second) });
      expect(service.writes()).toEqual([]);
      await expectSettled(deployment, { ...args, records: respelled(second) }, step);
      const { data } = await service.ask("GET", `/domains/${String(id)}/records`);
      expect(data).toHaveLength(second.length);
    }),
    { numRuns: 100 },
  );
});
