import type { ActionDefinition } from "../../definition/definition";
import { readEvidence } from "../context";
import type { Operation } from "../context";
import type { Values } from "../../definition/values";
import { isOwnId } from "../state";

/** One run of an action. */
export interface ActionOperation extends Operation<ActionDefinition> {
  /** The ID in state, if any. */
  readonly id?: string;
}

/** All markers that the API shows now, to compare with later ones. */
export async function allMarkers(operation: ActionOperation): Promise<string[]> {
  const { evidence } = operation.definition.action;
  return idsOf(evidence.results(await readEvidence(operation)));
}

/** The new marker that the request left. If the request was certainly accepted, any new marker counts. */
export async function newMarker(
  operation: ActionOperation,
  before: readonly string[],
  { isAccepted }: { readonly isAccepted: boolean },
): Promise<string | undefined> {
  const { definition, args } = operation;
  const { evidence } = definition.action;
  const response = await readEvidence(operation);
  const isNew = (mark: string): boolean =>
    !before.includes(mark) && (evidence.shows !== "object" || isOwnId(definition, mark));
  const own = idsOf(evidence.results(response, args)).find(isNew);
  return own !== undefined || !isAccepted ? own : idsOf(evidence.results(response)).find(isNew);
}

function idsOf(results: readonly Values[]): string[] {
  return results.map(({ id }) => String(id));
}
