import fc from "fast-check";
import { tries } from "../support/chance";
import { shownArguments } from "../../provider/lifecycle/object/written-arguments";
import type { Values } from "../../provider/definition/values";
import { definitionOf } from "../../provider/resources/registry";
import { makeAll, programFor } from "../support/adopted-account";
import { aStack } from "../support/arbitrary-stacks";
import { Deployment } from "../support/deployment";
import { useService } from "../support/service";
import { HOUR_MS } from "../support/time";

const service = useService({ provisionMs: 1 });

/** All resource types but images and backups: an image's source is unknown, and a backup cannot be created again. */
const KINDS = ["Domain", "DomainRecord", "Instance", "MongoDatabase", "MysqlDatabase"];

/** The contents of the account, without IDs. */
async function contents(): Promise<string[]> {
  service.clock.advance(HOUR_MS);
  const handlersOf = service.process();
  const all = await Promise.all(
    KINDS.map(async (kind) =>
      (await handlersOf(kind).list({})).map(({ state }) => {
        const { domainId: _, ...told } = shownArguments(definitionOf(kind), state);
        return JSON.stringify([kind, told]);
      }),
    ),
  );
  return all.flat().sort();
}

test.each(fc.sample(aStack, { numRuns: tries(8) }).map((resources, index) => ({ index, resources })))(
  "the program of random account $index recreates the same account, as far as the API shows it",
  async ({ resources }) => {
    await makeAll(service, resources);
    const before = await contents();
    const program = await programFor(service, ["--kind", KINDS.join()]);
    service.emulator.reset();
    const made = new Map<unknown, unknown>();
    for (const { kind, name, args, importId } of program) {
      const deployment = new Deployment(service, kind, name);
      const zone: Values = args.domainId === undefined ? {} : { domainId: made.get(args.domainId) };
      await deployment.up({ ...args, ...zone });
      made.set(importId, deployment.recorded().id);
    }
    expect(await contents()).toEqual(before);
  },
);
