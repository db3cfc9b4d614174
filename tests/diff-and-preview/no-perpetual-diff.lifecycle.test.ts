import fc from "fast-check";
import type { Values } from "../../provider/definition/values";
import { specimens } from "../kinds";
import { tries } from "../support/chance";
import { Deployment, expectNoDifference } from "../support/deployment";
import { useService } from "../support/service";

const service = useService({ provisionMs: 1 });

const KINDS = specimens.flatMap(({ random }) => random);

test.each(KINDS)("$title with any inputs needs no change after it is created, read or updated", async (row) => {
  const { kind, two, runs = 25, needs } = row;
  await fc.assert(
    fc.asyncProperty(two, async (args) => {
      service.emulator.reset();
      const needed = await needs(service);
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
