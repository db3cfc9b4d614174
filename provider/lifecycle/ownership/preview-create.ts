import { CloudError } from "../../api/errors";
import type { ActionDefinition, Definition } from "../../definition/definition";
import type { Values } from "../../definition/values";
import type { KnownRequest, OpenIntent } from "../../journal/intent";
import { isUnreachable } from "../catalogue";
import { isIdentityUnknown, obstaclesBefore, unlessUnread, willBeInTheWay } from "../identity";
import { collectionPath, isPathUnknown, optionsOf, parentCollection } from "../state";
import type { ResourceCall, Context } from "../context";
import { commaList, when, willFail } from "../wording";
import { foundBeforeCreate, unlessReplaced } from "./find-own";

/**
 * Warnings for the preview of a create: an interrupted update may have started it, or an existing resource has its name. The engine also
 * presents a forced replacement as such a create.
 */
export async function previewCreate(call: ResourceCall): Promise<readonly string[]> {
  const { definition, args, context } = call;
  const { isPreview, import: named } = optionsOf(args);
  if (!isPreview || named !== undefined) return [];
  const lost = previewLost(definition, args, context);
  return lost.length > 0 ? lost : previewExisting(call);
}

/** Warnings for the preview of an action, which has no name that could be taken. */
export function previewAction({ definition, args, context }: ResourceCall<ActionDefinition>): readonly string[] {
  const { isPreview, urn } = optionsOf(args);
  if (!isPreview || args.alreadyDone === true) return [];
  const last = context.journal.openIntents(urn).at(-1);
  if (last && !last.before && !definition.action.makes) return [willFail(perhapsRan(definition, last).message)];
  if (!last?.isReturned || last.collection !== collectionPath(definition, args))
    return previewLost(definition, args, context);
  return [willFail(ranInOrder(definition, last).message)];
}

/** The error of an action that a completed update has run. */
export function ranInOrder({ action }: ActionDefinition, intent: OpenIntent): CloudError {
  return new CloudError(
    `An earlier update (${when(intent)}) sent the request to ${action.doing} and completed, so the state had the result. To run it ` +
      "again, run `pulumi refresh`, then the same command again, or change triggers. If that state was lost, set `alreadyDone: true` for " +
      "one update. Nothing was sent.",
  );
}

/** The error of an action of which the state shows only that it was being run. */
export function perhapsRan({ action }: ActionDefinition, request: KnownRequest): CloudError {
  return new CloudError(
    `An update that was killed (state of ${when(request)}) may have sent the request to ${action.doing}, and nothing shows it. Check the service's ` +
      "console to see whether it happened. If it did, set `alreadyDone: true`; to run it again, change triggers. Nothing was sent.",
  );
}

/** Warns if the journal contains an interrupted update that was creating this resource. Sends no request. */
function previewLost({ noun }: Definition, args: Values, { journal }: Context): string[] {
  const last = journal.openIntents(optionsOf(args).urn).findLast(({ isReturned }) => !isReturned);
  if (!last) return [];
  return [
    `An interrupted update (${when(last)}) was creating this ${noun}, and its outcome is unknown. \`pulumi up\` ` +
      "searches for the result of that update and resumes from there.",
  ];
}

/** Warns once about parents whose contents may be equal to what the program creates in them. */
function unlistedContents(call: ResourceCall): string[] {
  const { definition, context } = call;
  if (!isPathUnknown(call)) return [];
  const parents = context.memory.filled.takeUnnamed(parentCollection(definition));
  if (parents.length === 0) return [];
  return [
    `This preview cannot list what the parent with ${commaList(parents)} will contain. If that includes this ${definition.noun}, or another one that ` +
      "the program creates there, `pulumi up` creates a duplicate and shows the ID of the existing one.",
  ];
}

/** Warns about the outcome of a create whose place or name is taken, or for which an identical resource exists. */
async function previewExisting(call: ResourceCall): Promise<readonly string[]> {
  const unlisted = unlistedContents(call);
  if (unlisted.length > 0) return unlisted;
  return unlessUnread(async () => {
    const obstacles = await obstaclesBefore(call);
    const failures = obstacles.map((obstacle) => willBeInTheWay(call, obstacle));
    const [only, ...others] = obstacles;
    if (only && others.length === 0) return failures.map((failure) => unlessReplaced(call, only.live, failure));
    if (failures.length > 0 || isIdentityUnknown(call) || (await isUnreachable(call.context))) return failures;
    return foundBeforeCreate(call);
  });
}
