import type { Values } from "../../definition/values";
import { UnfinishedError, appliedOf, optionsOf } from "../state";
import type { Context } from "../context";
import type { Options, Recorded } from "../state";

/** Notes in the journal that the engine has, or is about to get, the resource with this id and state. */
export function handOver({ urn }: Options, { id, state }: Recorded, { journal }: Context): void {
  if (urn !== undefined) journal.handedOver(urn, id, appliedOf(state).intent);
}

/** Runs an operation, and notes its result as handed over, even if it fails halfway. */
export async function handingOver(args: Values, context: Context, operate: () => Promise<Recorded>): Promise<Recorded> {
  const options = optionsOf(args);
  try {
    const recorded = await operate();
    handOver(options, recorded, context);
    return recorded;
  } catch (error) {
    if (error instanceof UnfinishedError) handOver(options, error.recorded, context);
    throw error;
  }
}
