import fc from "fast-check";
import { FAULTS } from "../support/exchange-faults";
import { MOMENTS } from "../support/killed-process";
import { ModelledAccount, NAMELESS, SLOTS } from "../support/modelled-stack";
import type { Command } from "../support/modelled-stack";
import { useService } from "../support/service";
import { HOUR_MS } from "../support/time";
import { isWhole } from "../support/whole-suite";

/**
 * Random sequences of what users and accidents do to two stacks of one account. Afterwards, without faults, the next update must put
 * everything right: each resource of the programs exists once and is recorded, and nothing else does, unless a message has named it.
 */
const service = useService({ provisionMs: 1_000 });

/** `SEQUENCES=10000 npm run test:explore -- tests/create-exactly-once/model` tries more, in one to two hours. */
const SEQUENCES = Number(process.env.SEQUENCES ?? (isWhole ? 1_000 : 25));
/** Only to detect hangs, also on a busy machine: a sequence that continues would disturb the next ones. */
const LONGEST_SEQUENCE_MS = 120_000;
const LONGEST_RUN_MS = 2 * HOUR_MS;

const program = fc.tuple(...SLOTS.map(({ versions }) => fc.nat({ max: versions.length })));
const machine = fc.nat({ max: 1 });
const slot = fc.nat({ max: SLOTS.length - 1 });
const point = fc.record({ exchange: fc.integer({ min: 1, max: 20 }), moment: fc.constantFrom(...MOMENTS) });
const struck = fc.record({
  fault: fc.constantFrom(...FAULTS),
  nth: fc.integer({ min: 1, max: 15 }),
  isLasting: fc.boolean(),
});
const targets = fc.oneof(
  { weight: 4, arbitrary: fc.constant(undefined) },
  { weight: 1, arbitrary: fc.uniqueArray(slot, { minLength: 1, maxLength: 3 }) },
);
const up = fc.constant("up" as const);
const second = fc.subarray(NAMELESS);
/** Most commands are for the first stack. */
const stack = fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.constant(1));

const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ command: up, program, machine, targets }) },
  { weight: 4, arbitrary: fc.record({ command: up, program, machine, targets, point }) },
  { weight: 2, arbitrary: fc.record({ command: up, program, machine, second }) },
  fc.record({ command: up, program, machine, second, point }),
  fc.record({ command: up, program, machine, forced: fc.uniqueArray(slot, { minLength: 1, maxLength: 3 }) }),
  { weight: 3, arbitrary: fc.record({ command: up, program, machine, struck }) },
  fc.record({ command: fc.constant("destroy" as const), machine, point }),
  fc.record({ command: fc.constant("refresh" as const), machine }),
  fc.record({ command: fc.constantFrom("edit" as const, "delete" as const, "forget" as const, "move" as const), slot }),
  fc.record({ command: fc.constant("wait" as const), ms: fc.integer({ min: 1, max: HOUR_MS }) }),
  fc.record({ command: fc.constant("lag" as const), ms: fc.integer({ min: 1, max: 10_000 }) }),
);
const machines = process.env.EPHEMERAL ? fc.constant(true) : fc.boolean();

test(
  "any sequence of updates, kills, faults and out-of-band changes ends with each resource once",
  async () => {
    await fc.assert(
      fc.asyncProperty(
        machines,
        fc.array(fc.tuple(stack, command), { minLength: 1, maxLength: 12 }),
        async (isEphemeral, commands) => {
          const account = await ModelledAccount.begin(service, { isEphemeral });
          for (const [index, one] of commands) await account.run(index, one);
          expect(await account.violations()).toEqual([]);
        },
      ),
      { numRuns: SEQUENCES, timeout: LONGEST_SEQUENCE_MS },
    );
  },
  LONGEST_RUN_MS,
);
