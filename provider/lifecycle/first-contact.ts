import { CloudError } from "../api/errors";
import type { Definition } from "../definition/definition";
import type { Values } from "../definition/values";
import type { Context, ResourceCall } from "./context";
import { namingInputs, rejectStranger } from "./identity";
import { asLeftByDeletion, settleDeletions } from "./object";
import { operationsOf } from "./operations";
import type { ResourceHandlers } from "./resource-handlers";
import { appliedOf, asCheckedHere, asRecordedHere, isInState, optionsOf } from "./state";
import type { Recorded } from "./state";
import { capitalize } from "./wording";

/**
 * The operations, also for what the bridged provider or an earlier version recorded: of that, the account is unknown, so the object is
 * compared with what was recorded before anything is written.
 */
export function withFirstContact(definition: Definition, handlers: ResourceHandlers): ResourceHandlers {
  const here = (recorded: Recorded): Recorded => asRecordedHere(definition, recorded);
  const live = async (recorded: Recorded, args: Values, context: Context): Promise<Recorded> =>
    asLeftByDeletion({ definition, args, context }, await withLiveState({ definition, args, context }, recorded));
  return {
    ...handlers,
    check: (olds, news, context) => handlers.check(asCheckedHere(definition, olds), news, context),
    diff: async (recorded, args, context) => handlers.diff(await live(recorded, args, context), args, context),
    preview: async (recorded, args, context) =>
      handlers.preview(recorded && (await live(recorded, args, context)), args, context),
    read: async (recorded, context) => {
      const ours = here(recorded);
      const found = await handlers.read(ours, context);
      if (found === undefined && appliedOf(ours.state).moved) throw cannotMove(definition, ours);
      if (found && isFirstContact(definition, recorded))
        await rejectStranger({ definition, args: {}, context }, { ...recorded, live: found.state });
      return found;
    },
    update: async (recorded, args, context) => {
      const call = { definition, args, context };
      await meet(call, recorded);
      const state = await handlers.update(asLeftByDeletion(call, here(recorded)), args, context);
      settleDeletions(context, optionsOf(args).urn);
      return state;
    },
    delete: async (recorded, context) => {
      await meet({ definition, args: {}, context }, recorded);
      return handlers.delete(here(recorded), context);
    },
    inspect: async (recorded, args, context) => {
      await meet({ definition, args, context }, recorded);
      return handlers.inspect(here(recorded), args, context);
    },
    objectKeys: (recorded) => handlers.objectKeys(here(recorded)),
  };
}

/** Of a resource that has moved from the bridged provider, what the API shows takes the place of the state. */
async function withLiveState(call: ResourceCall, recorded: Recorded): Promise<Recorded> {
  const { definition, context } = call;
  const ours = asRecordedHere(definition, recorded);
  if (!appliedOf(ours.state).moved || context.problem !== undefined) return ours;
  const found = (await meet(call, recorded)) ?? (await readAsState(call, ours));
  if (found === undefined) throw cannotMove(definition, ours);
  return found;
}

/** The account is unknown in which the resource was recorded: by the bridged provider, or by an earlier version. */
function isFirstContact(definition: Definition, { state }: Recorded): boolean {
  const isKnown = appliedOf(state).account !== undefined;
  return !isKnown && isInState(definition, state) && namingInputs(definition).length > 0;
}

/**
 * Reads a resource whose account is unknown, before anything is written.
 * @returns undefined if the account is known, or if the resource does not exist
 * @throws CloudError if it is not the one that was recorded
 */
async function meet(call: ResourceCall, recorded: Recorded): Promise<Recorded | undefined> {
  const { definition, context } = call;
  if (!isFirstContact(definition, recorded) || context.problem !== undefined) return undefined;
  const found = await readAsState(call, asRecordedHere(definition, recorded));
  if (found) await rejectStranger(call, { ...found, live: found.state, state: recorded.state });
  return found;
}

async function readAsState({ definition, context }: ResourceCall, ours: Recorded): Promise<Recorded | undefined> {
  const found = await operationsOf(definition).read(definition, ours, { ...context, omitsSubResources: true });
  return found && { id: ours.id, state: found.state };
}

/** The state of the bridged provider does not show the account, so the token may be that of another one. */
function cannotMove({ noun }: Definition, { id }: Recorded): CloudError {
  return new CloudError(
    `${capitalize(noun)} ${id} does not exist in this account, so it cannot move. If the token is the right one, remove it from state: ` +
      "`pulumi stack --show-urns` and `pulumi state delete`, or `pulumi refresh`, for which the bridged provider must be installed.",
  );
}
