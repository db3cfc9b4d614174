import type { ActionDefinition, Definition } from "../../definition/definition";
import type { Values } from "../../definition/values";
import { lostBy } from "../../definition/definition";
import { perhapsRan, ranInOrder, unsuitableSubjects } from "../action";
import { isUnreachable, previewLimits } from "../catalogue";
import {
  describeLikeness,
  isBeingDeleted,
  isIdentityUnknown,
  isOfStack,
  isUnclaimed,
  listBefore,
  matchingIdentity,
  normalizedInputs,
  obstaclesBefore,
  programHolder,
  taken,
  unlessUnread,
  willBeInTheWay,
} from "../identity";
import { createdInOrder } from "../ownership";
import { collectionPath, idOf, isPathUnknown, optionsOf, parentCollection } from "../state";
import type { ResourceCall, Context } from "../context";
import { commaList, when, willFail } from "../wording";

/** Whether an interrupted update may have started a create, or an existing resource has its name. */
export async function previewCreate(call: ResourceCall): Promise<readonly string[]> {
  const lost = previewLost(call.definition, call.args, call.context);
  return lost.length > 0 ? lost : previewExisting(call);
}

/** The same of an action, which has no name that could be taken, and what its subjects are not ready for. */
export async function previewAction(call: ResourceCall<ActionDefinition>): Promise<readonly string[]> {
  return [...previewEarlierRun(call), ...(await unsuitableSubjects(call))];
}

function previewEarlierRun({ definition, args, context }: ResourceCall<ActionDefinition>): readonly string[] {
  if (args.alreadyDone === true) return [];
  const last = context.journal.openIntents(optionsOf(args).urn).at(-1);
  if (last && !last.before && definition.action.evidence.shows !== "object")
    return [willFail(perhapsRan(definition, last).message)];
  if (!last?.isReturned || last.collection !== collectionPath(definition, args))
    return previewLost(definition, args, context);
  return [willFail(ranInOrder(definition, last).message)];
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
    const failures = await Promise.all(obstacles.map((obstacle) => willBeInTheWay(call, obstacle)));
    const [only, ...others] = obstacles;
    if (only && others.length === 0) return failures.map((failure) => unlessReplaced(call, only.live, failure));
    if (failures.length > 0 || isIdentityUnknown(call) || (await isUnreachable(call.context))) return failures;
    return foundBeforeCreate(call);
  });
}

/** Warnings about unmanaged resources that have the identity of the one to be created. */
async function foundBeforeCreate(call: ResourceCall): Promise<readonly string[]> {
  const { definition, args, context } = call;
  const before = await listBefore(call, previewLimits(context));
  const isUnique = definition.identity.unique;
  const returned = context.journal.openIntents(optionsOf(args).urn).filter(({ isReturned }) => isReturned);
  const alike = matchingIdentity(definition, isUnique ? args : await normalizedInputs(call), before);
  const warnings: string[] = [];
  for (const live of before) {
    const isAlike = alike.includes(live);
    const intent = returned.find(({ response }) => response?.made === String(live.id));
    if (!(isAlike || intent) || isBeingDeleted(definition, live)) continue;
    const isTaken = isUnique && isAlike;
    if (!isUnclaimed(call, live) && !(isTaken && programHolder(call, live) !== undefined)) continue;
    const isCertain = programHolder(call, live) === undefined;
    const fails = (error: Error): string[] => {
      const failure = willFail(error.message, isCertain);
      return [isCertain ? unlessReplaced(call, live, failure) : failure];
    };
    if (isTaken) return fails(await taken(call, live));
    const id = idOf(definition, args, live);
    if (intent) return fails(createdInOrder(definition, { id, request: intent }));
    warnings.push(willDuplicate(definition, id, await isOfStack(call, live)));
  }
  return warnings;
}

/**
 * A failure of a create that finds this resource. If it is half of a replacement, which the engine does not show, that resource may be deleted
 * by then.
 */
function unlessReplaced({ definition, args, context }: ResourceCall, live: Values, failure: string): string {
  const { urn, deletesFirst } = optionsOf(args);
  const replaced = context.memory.program.replaced(urn);
  if (!deletesFirst || (replaced ?? optionsOf(args)).retains === true) return failure;
  const so = `this update replaces ${definition.noun} ${idOf(definition, args, live)} and deletes it first (\`deleteBeforeReplace\`)`;
  const lost = replaced ? undefined : lostBy(definition, { deletes: true });
  return lost === undefined ? `Unless ${so}, ${failure}` : `If ${so}, that loses ${lost}. If not, ${failure}`;
}

function willDuplicate(definition: Definition, id: string, isRecorded: boolean): string {
  const next = isRecorded ? "After a rename, set `aliases`." : `To manage that one, set \`import: "${id}"\`.`;
  return (
    `${describeLikeness(definition, id)} Unless this update replaces it, or another resource of ` +
    `the stack manages it, \`pulumi up\` will create another one. ${next}`
  );
}
