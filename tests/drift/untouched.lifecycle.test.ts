import fc from "fast-check";
import { aStack, makeAll } from "../support/adopted-account";
import { SEED, tries } from "../support/chance";
import { encryptedSecret, scanOf } from "../support/exported-stack";
import type { Exported } from "../support/exported-stack";
import { useService } from "../support/service";

/** `UNTOUCHED_STACKS=1000 npm test -- --selectProjects lifecycle --testPathPatterns untouched` searches for false positives for longer. */
const STACKS = Number(process.env.UNTOUCHED_STACKS ?? tries(5));

const service = useService({ provisionMs: 1 });

/** The state as exported without `--show-secrets`. */
function withoutSecrets({ outputs, ...resource }: Exported): Exported {
  const hidden = outputs.__spellings === undefined ? {} : { __spellings: encryptedSecret() };
  return { ...resource, outputs: { ...outputs, ...hidden } };
}

test(`random unmodified stacks are in sync (PROPERTY_SEED=${SEED})`, async () => {
  for (const declared of fc.sample(aStack, { numRuns: STACKS, seed: SEED })) {
    service.emulator.reset();
    const resources = await makeAll(service, declared);
    const { findings, inSync } = await scanOf(service, resources, { looksForUnmanaged: false });
    expect(findings).toEqual([]);
    expect(inSync).toHaveLength(declared.length);
    const encrypted = await scanOf(service, resources.map(withoutSecrets), { looksForUnmanaged: false });
    // The API's form of a set's records is encrypted, so it is unknown.
    const unsure = encrypted.findings.filter(({ state, kind }) => state === "unchecked" && kind === "DomainRecordSet");
    expect(encrypted.findings).toEqual(unsure);
  }
});
