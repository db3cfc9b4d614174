import type { ActionDefinition } from "../../definition/action";
import type { Asked, Operation } from "../context";
import { createHash } from "node:crypto";
import { readList } from "../../api/paging";
import { fillPath } from "../../definition/path";
import type { Values } from "../../definition/values";
import { isOwnId } from "../state";

/** One run of an action. */
export interface ActionOperation extends Operation<ActionDefinition> {
  /** The id in the state, if there is one already. */
  readonly id?: string;
}

/** All marks that the service shows now, for comparison with later ones. */
export async function allMarkers(operation: ActionOperation): Promise<string[]> {
  const { definition, args } = operation;
  const { trace } = definition.action;
  const answer = await readTrace(operation);
  return kept(definition, trace.anyMarkers?.(answer) ?? trace.marks(answer, args));
}

/** The mark that the request left: a new one. If the request was accepted for certain, any new mark is its own. */
export async function newMarker(
  operation: ActionOperation,
  before: readonly string[],
  { isAccepted }: { readonly isAccepted: boolean },
): Promise<string | undefined> {
  const { definition, args } = operation;
  const { trace } = definition.action;
  const answer = await readTrace(operation);
  const isNew = (mark: string): boolean =>
    !before.includes(mark) && (trace.tells !== "object" || isOwnId(definition, mark));
  const own = kept(definition, trace.marks(answer, args)).find(isNew);
  if (own !== undefined || !isAccepted || !trace.anyMarkers) return own;
  return kept(definition, trace.anyMarkers(answer)).find(isNew);
}

/** The answer at the trace's path; of a list, all pages. */
export async function readTrace({ definition, args, context: { send } }: Asked<ActionDefinition>): Promise<Values> {
  const { trace } = definition.action;
  const path = fillPath(trace.path, args);
  return trace.isList ? { data: await readList(send, { path }) } : send({ method: "GET", path });
}

function kept({ action }: ActionDefinition, marks: readonly string[]): string[] {
  if (!action.trace.isSecret) return [...marks];
  return marks.map((mark) => createHash("sha256").update(mark).digest("hex"));
}
