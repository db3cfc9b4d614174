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
 * The exported state, repaired: without the pending operations that are settled, and with the resources that were created.
 * @param text the output of `pulumi stack export --show-secrets`
 */
export function repaired(text: string, diagnoses: readonly Diagnosis[], now: Date): string {
  const exported = JSON.parse(text) as { deployment: Deployment };
  const { deployment } = exported;
  const operations = deployment.pending_operations ?? [];
  const settled = diagnoses.filter(({ result }) => result !== "undecided");
  for (const { index, found } of settled) {
    const pending = operations[index]?.resource;
    if (found && pending)
      deployment.resources = withResource(deployment.resources ?? [], recorded(pending, found, now));
  }
  const indexes = new Set(settled.map(({ index }) => index));
  deployment.pending_operations = operations.filter((_, index) => !indexes.has(index));
  return JSON.stringify(exported);
}

/**
 * Adds a created resource. If it is the new half of a replacement, it takes the place of the old one, on which others may depend. The next
 * `pulumi up` deletes the old one, unless it is already deleted.
 */
function withResource(resources: readonly ExportedResource[], created: ExportedResource): ExportedResource[] {
  const index = resources.findIndex((resource) => resource.urn === created.urn && !resource.delete);
  const old = resources[index];
  if (!old) return [...resources, created];
  const others = resources.with(index, created);
  return old.pendingReplacement ? others : [...others, { ...old, delete: true }];
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
