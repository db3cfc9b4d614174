import fc from "fast-check";
import { isWhole } from "../support/whole-suite";
import { ModelledStack, SLOTS } from "../support/modelled-stack";
import type { Command } from "../support/modelled-stack";
import { FAULTS } from "../support/exchange-faults";
import { MOMENTS } from "../support/killed-process";
import { useService } from "../support/service";
import { HOUR_MS } from "../support/time";

/**
 * Random sequences of what users and accidents do to a stack. Afterwards, without faults, the next update must put everything right:
 * each resource of the program exists once and is recorded, and nothing else does.
 */
const service = useService({ provisionMs: 1_000 });

const aProgram = fc
  .tuple(...SLOTS.map(({ versions }) => fc.nat({ max: versions.length })))
  .map((chosen) => [...chosen]);
const aSlot = fc.nat({ max: SLOTS.length - 1 });
const aPoint = fc.record({ exchange: fc.integer({ min: 1, max: 20 }), moment: fc.constantFrom(...MOMENTS) });
const aFault = fc.record({
  fault: fc.constantFrom(...FAULTS),
  nth: fc.integer({ min: 1, max: 15 }),
  isLasting: fc.boolean(),
});
const machine = fc.nat({ max: 1 });

const aCommand: fc.Arbitrary<Command> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ command: fc.constant("up" as const), program: aProgram, machine }) },
  {
    weight: 4,
    arbitrary: fc.record({ command: fc.constant("up" as const), program: aProgram, machine, point: aPoint }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ command: fc.constant("up" as const), program: aProgram, machine, ...{ struck: aFault } }),
  },
  { weight: 1, arbitrary: fc.record({ command: fc.constant("destroy" as const), machine, point: aPoint }) },
  { weight: 1, arbitrary: fc.record({ command: fc.constant("refresh" as const), machine }) },
  { weight: 1, arbitrary: fc.record({ command: fc.constant("edit" as const), slot: aSlot }) },
  { weight: 1, arbitrary: fc.record({ command: fc.constant("delete" as const), slot: aSlot }) },
  {
    weight: 1,
    arbitrary: fc.record({ command: fc.constant("wait" as const), ms: fc.integer({ min: 1, max: HOUR_MS }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ command: fc.constant("lag" as const), ms: fc.integer({ min: 1, max: 10_000 }) }),
  },
);

test("any sequence of updates, kills, faults and out-of-band changes ends with each resource once", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(aCommand, { minLength: 1, maxLength: 12 }), async (commands) => {
      const stack = await ModelledStack.begin(service);
      for (const command of commands) await stack.run(command);
      expect(await stack.violations()).toEqual([]);
    }),
    { numRuns: isWhole ? 10_000 : 200, timeout: 4_000 },
  );
}, 3_600_000);
