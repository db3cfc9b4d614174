import fc from "fast-check";
import type { Values } from "../../provider/definition/values";
import { ZONE } from "../support/arbitrary-args";
import { aStack } from "../support/arbitrary-stacks";
import type { Declared } from "../support/arbitrary-stacks";
import { SEED } from "../support/chance";
import { Deployment } from "../support/deployment";
import { exported, scanOf } from "../support/drift-scan";
import { encryptedSecret } from "../support/exported-stack";
import type { Exported } from "../support/exported-stack";
import { asset } from "../support/image-data";
import { aZone } from "../support/programs";
import { useService } from "../support/service";

/** `UNTOUCHED_STACKS=1000 npm test -- --selectProjects lifecycle --testPathPatterns untouched` searches for false positives for longer. */
const STACKS = Number(process.env.UNTOUCHED_STACKS ?? 5);

const service = useService({ provisionMs: 1 });

/** What a program adds to the random inputs. */
function completed({ kind, args: [args] }: Declared, zones: readonly [number, number]): Values {
  if (kind === "DomainRecord") return { ...args, domainId: zones[0] };
  if (kind === "DomainRecordSet") return { ...args, domainId: zones[1] };
  return kind === "Image" ? { ...args, source: asset({ text: "contents" }) } : args;
}

async function deploy(declared: readonly Declared[]): Promise<Exported[]> {
  service.emulator.reset();
  const zones = [await aZone(service, ZONE), await aZone(service, "other.example")] as const;
  const resources: Exported[] = [];
  for (const one of declared) {
    const deployment = new Deployment(service, one.kind, one.name);
    await deployment.up(completed(one, zones));
    resources.push(exported(one.kind, deployment, one.name));
  }
  return resources;
}

/** The state as exported without `--show-secrets`. */
function withoutSecrets({ outputs, ...resource }: Exported): Exported {
  const hidden = outputs.__spellings === undefined ? {} : { __spellings: encryptedSecret() };
  return { ...resource, outputs: { ...outputs, ...hidden } };
}

test(`random unmodified stacks are in sync (PROPERTY_SEED=${SEED})`, async () => {
  for (const declared of fc.sample(aStack, { numRuns: STACKS, seed: SEED })) {
    const resources = await deploy(declared);
    const { findings, inSync } = await scanOf(service, resources, { looksForUnmanaged: false });
    expect(findings).toEqual([]);
    expect(inSync).toHaveLength(declared.length);
    const encrypted = await scanOf(service, resources.map(withoutSecrets), { looksForUnmanaged: false });
    // The API's form of a set's records is encrypted, so it is unknown.
    const unsure = encrypted.findings.filter(({ state, kind }) => state === "unchecked" && kind === "DomainRecordSet");
    expect(encrypted.findings).toEqual(unsure);
  }
});
