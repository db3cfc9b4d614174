import { CloudError, undefinedIfMissing } from "../../api/errors";
import { isUnreachable, previewLimits } from "../catalogue";
import type { Failure } from "../../definition/types";
import { hasUnknown, isUnset } from "../../definition/values";
import type { Values } from "../../definition/values";
import { holderOf, unmanaged } from "../context";
import type { ResourceCall } from "../context";
import { collectionPath, differingInputs, givenArguments, idOf, identityKey, isSame, optionsOf } from "../state";
import type { Recorded, Wanted } from "../state";
import { capitalize, resourceName, willFail } from "../wording";
import {
  identityOf,
  isBeingDeleted,
  isIdentityUnknown,
  listBefore,
  matchingIdentity,
  memoryKey,
  unlessUnread,
} from "./identity";

/**
 * Failures of a new unique name that another resource of the program declares, too.
 * @param olds the inputs before; empty for a new resource
 */
export function declaredTwice({ definition, args, context }: ResourceCall, olds: Values): Failure[] {
  const { by, unique } = definition.identity;
  const { urn, import: imported } = optionsOf(args);
  if (!unique || urn === undefined || by.some((name) => isUnset(args[name]) || hasUnknown(args[name]))) return [];
  const other = context.memory.program.declareName(urn, identityKey(definition, args));
  const exists = Object.keys(olds).length > 0;
  if (other === undefined || (!exists && imported !== undefined)) return [];
  const reason = `must be unique, but ${resourceName(other)} in this program has the same one`;
  return newNames({ definition, args }, olds).map((path) => ({ path, reason }));
}

/** The inputs of the unique name that are set and differ. */
function newNames({ definition, args }: Wanted, before: Values): string[] {
  return definition.identity.by.filter((name) => {
    const rule = definition.args[name];
    return rule && !isUnset(args[name]) && !isSame(rule, [args[name], before[name]], args);
  });
}

/** For the preview of an update: a warning about a new unique name that another resource has. */
export async function previewRename(call: ResourceCall, { id, state }: Recorded): Promise<readonly string[]> {
  const { definition, context } = call;
  const [name] = definition.identity.unique ? newNames(call, state) : [];
  if (name === undefined || isIdentityUnknown(call)) return [];
  return unlessUnread(async () => {
    if (await isUnreachable(context)) return [];
    const other = await holderOfName(call, await listBefore(call, previewLimits(context)), id);
    if (other === undefined) return [];
    // An update can succeed if the other resource of the program is updated first.
    return [`${name}: ${willFail(`${heldName(call, other)}.`, programHolder(call, other) === undefined)}`];
  });
}

/** The resource that has the unique name now, other than the one with this ID. */
export async function holderOfName(
  { definition, args, context }: ResourceCall,
  listed: readonly Values[],
  own?: string,
): Promise<Values | undefined> {
  for (const { id } of matchingIdentity(definition, args, listed)) {
    if (idOf(definition, args, { id }) === own) continue;
    const live = await undefinedIfMissing(context.reads.fresh(collectionPath(definition, args), String(id)));
    if (live && !isBeingDeleted(definition, live) && matchingIdentity(definition, args, [live]).length > 0) return live;
  }
  return undefined;
}

/** The other resource of the program that manages this one. */
export function programHolder({ definition, args, context }: ResourceCall, live: Values): string | undefined {
  const holder = holderOf(context, memoryKey(definition, idOf(definition, args, live)));
  return holder === optionsOf(args).urn ? undefined : holder;
}

export function heldName(call: ResourceCall, live: Values): string {
  const { definition, args } = call;
  const name = definition.identity.by.join(", ");
  const holder = programHolder(call, live);
  const inProgram = holder === undefined ? "" : ` (${resourceName(holder)} in this program)`;
  return (
    `${definition.noun} ${idOf(definition, args, live)}${inProgram} already has this ${name}. If this program gives that one another ` +
    `${name}, list it in \`dependsOn\` here. To swap two, give one of them a temporary ${name}, run \`pulumi up\`, then set the final values`
  );
}

/** Whether the stack has the resource: this run has read it, or the state shows it. */
export async function isOfStack(call: ResourceCall, live: Values): Promise<boolean> {
  const { definition, args, context } = call;
  const left = await unmanaged(context, [live], (one) => memoryKey(definition, idOf(definition, args, one)));
  return left.length === 0;
}

/**
 * The error of a create whose name is taken.
 * @param interrupted which interrupted update may have created the resource
 */
export async function taken(call: ResourceCall, live: Values, interrupted?: string): Promise<CloudError> {
  const { definition, args } = call;
  if (programHolder(call, live) !== undefined)
    return new CloudError(`${capitalize(heldName(call, live))}. Nothing was changed.`);
  const id = idOf(definition, args, live);
  const change = `change ${definition.identity.by.join(", ")}`;
  const differences = differingInputs({ definition, args }, live, givenArguments(definition, args));
  const differs = differences.length === 0 ? "" : ` (it differs in ${differences.join(", ")})`;
  const [owner, next] = (await isOfStack(call, live))
    ? [
        "of this stack",
        `If you renamed it, set \`aliases\`; if you replace it, deleteBeforeReplace; otherwise, ${change}`,
      ]
    : interrupted === undefined
      ? [
          "owner unknown",
          `To manage it, set \`import: "${id}"\` for one update${differs}; to create another, ${change}`,
        ]
      : [interrupted, `If it did, run \`npx pulumi-compute recover\`; if not, ${change}`];
  return new CloudError(
    `${capitalize(definition.noun)} ${id} (${owner}) already has ${identityOf(definition, args)}. ${next}. Nothing was changed. ` +
      "(node_modules/pulumi-compute/docs/guide/recovery.md#name-taken)",
  );
}
