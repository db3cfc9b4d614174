import { secretOutputs } from "../../provider/definition/definition";
import type { Values } from "../../provider/definition/values";
import { SERVER_VALUES, isProvisional } from "../../provider/lifecycle/state";
import type { Recorded } from "../../provider/lifecycle/state";
import { PROVIDER_KEY, toEngine } from "../../provider/shared/boundary";
import type { ExportedResource } from "../../provider/shared/exported-state";
import { kindOf } from "../../provider/resources/registry";
import { asSecret } from "../../provider/shared/state-secrets";
import { providerIn } from "../state/stack-state";
import type { PendingOperation } from "../state/stack-state";
import type { Diagnosis } from "./conclude";

/**
 * The exported state with the resources that were created, without provisional ones and without pending operations: `pulumi stack import`
 * removes these.
 * @param text the output of `pulumi stack export --show-secrets`
 */
export function repaired(text: string, diagnoses: readonly Diagnosis[], now: Date): string {
  const exported = JSON.parse(text) as { deployment: { resources?: ExportedResource[]; pending_operations: unknown } };
  const { deployment } = exported;
  const { resources = [] } = deployment;
  const withProvider = (created: ExportedResource): ExportedResource => {
    const { urn, id = "" } = providerIn(resources, created) ?? {};
    return urn === undefined ? created : { ...created, provider: `${urn}::${id}` };
  };
  const resultOf = ({ pending, found }: Diagnosis): ExportedResource[] =>
    found ? [withProvider(recorded(pending, found, now))] : [];
  const isLost = ({ pending: { resource } }: Diagnosis): boolean => isProvisional(resource);
  const lost = diagnoses.filter(isLost);
  const kept = resources.flatMap((one) => {
    const diagnosis = lost.find(({ pending: { exported } }) => exported.urn === one.urn && exported.id === one.id);
    return diagnosis ? resultOf(diagnosis) : [one];
  });
  const created = diagnoses.filter((one) => !isLost(one)).flatMap(resultOf);
  deployment.resources = created.reduce(withResource, kept);
  deployment.pending_operations = [];
  return JSON.stringify(exported);
}

/**
 * Adds a new resource as the engine does: in place of the old one that it replaces, after which others may depend on it. The old one is
 * still to be deleted, unless it already is. The engine requires that those to be deleted follow the new one.
 */
function withResource(resources: readonly ExportedResource[], created: ExportedResource): ExportedResource[] {
  const index = resources.findIndex(({ urn }) => urn === created.urn);
  if (index < 0) return [...resources, created];
  const others = resources
    .filter(({ urn, pendingReplacement }) => !(pendingReplacement && urn === created.urn))
    .map((one) => (one.urn === created.urn ? { ...one, delete: true } : one));
  return [...others.slice(0, index), created, ...others.slice(index)];
}

/**
 * As the engine records a create that failed halfway. It marks an output as secret if the input of that name is; the native plugin marks
 * those that always are.
 */
function recorded({ exported, resource }: PendingOperation, { id, state }: Recorded, now: Date): ExportedResource {
  const { inputs = {}, additionalSecretOutputs = [] } = exported;
  const definition = kindOf(resource);
  const secrets = new Set([
    ...resource.secretNames,
    ...additionalSecretOutputs,
    ...(definition ? secretOutputs(definition) : []),
    SERVER_VALUES,
  ]);
  const outputs = Object.entries({ ...toEngine(state), [PROVIDER_KEY]: inputs[PROVIDER_KEY] }).map(
    ([name, value]: [string, unknown]) => [name, secrets.has(name) ? asSecret(value) : value],
  );
  const time = now.toISOString();
  return { ...exported, id, outputs: Object.fromEntries(outputs) as Values, created: time, modified: time };
}
