import type { Values } from "../../provider/definition/values";
import { PROVIDER_KEY, toEngine } from "../../provider/shared/boundary";
import type { ExportedOperation, ExportedResource } from "../state/exported";
import { asSecret, isSecretMark } from "../state/secrets";
import type { Diagnosis } from "./diagnose";

interface Deployment {
  resources?: ExportedResource[];
  pending_operations?: ExportedOperation[];
}

/**
 * The exported state with the resources that were created, and without pending operations: `pulumi stack import` removes them all.
 * @param text the output of `pulumi stack export --show-secrets`
 */
export function repaired(text: string, diagnoses: readonly Diagnosis[], now: Date): string {
  const exported = JSON.parse(text) as { deployment: Deployment };
  const { deployment } = exported;
  const created = diagnoses.flatMap(({ index, found }) => {
    const pending = deployment.pending_operations?.[index]?.resource;
    return found && pending ? [recorded(pending, found, now)] : [];
  });
  const urns = new Set(created.map(({ urn }) => urn));
  // Of a replacement that deletes first, the old half no longer exists.
  const others = (deployment.resources ?? []).filter((one) => !(one.pendingReplacement && urns.has(one.urn)));
  deployment.resources = [...others, ...created];
  deployment.pending_operations = [];
  return JSON.stringify(exported);
}

/** As the engine records a create that failed halfway. It marks an output as secret if the input of that name is. */
function recorded(
  pending: ExportedResource,
  { id, state }: { id: string; state: Values },
  now: Date,
): ExportedResource {
  const { inputs = {}, additionalSecretOutputs = [] } = pending;
  const isSecret = (name: string): boolean => additionalSecretOutputs.includes(name) || hasSecret(inputs[name]);
  const outputs = Object.entries({ ...toEngine(state), [PROVIDER_KEY]: inputs[PROVIDER_KEY] }).map(
    ([name, value]: [string, unknown]) => [name, isSecret(name) ? asSecret(value) : value],
  );
  const time = now.toISOString();
  return { ...pending, id, outputs: Object.fromEntries(outputs) as Values, created: time, modified: time };
}

function hasSecret(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return isSecretMark(value) || Object.values(value).some(hasSecret);
}
