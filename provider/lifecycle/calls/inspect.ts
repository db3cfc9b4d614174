import { unhealthyIn } from "../../definition/status";
import { UNFINISHED } from "../wording";
import type { Values } from "../../definition/values";
import { appliedOf } from "../state";
import type { Context } from "../context";
import type { Recorded } from "../state";
import type { KindCalls } from "./kind-calls";

/** An argument, or a part of one, whose live value is not the expected one. */
export interface Deviation {
  /** The argument: `records`. */
  readonly name: string;
  /** The argument, or a member of it: `records[A www]`. */
  readonly path: string;
  /** Undefined for none. */
  readonly expected: unknown;
  readonly actual: unknown;
}

/** What a resource is like at the service. */
export interface Inspection {
  /** Its live values. */
  readonly state: Values;
  readonly deviations: readonly Deviation[];
  /** Why somebody should look at it; undefined if it is well. */
  readonly complaint?: string;
}

/** Reads the resource as a refresh does, and compares it as a diff does. Nothing is changed, and nothing counts as asked for. */
export async function inspectResource(
  calls: KindCalls,
  { recorded, args }: { readonly recorded: Recorded; readonly args: Values },
  context: Context,
): Promise<Inspection | undefined> {
  const { definition } = calls;
  const live = await calls.read(recorded, context);
  if (live === undefined) return undefined;
  const { changed, members = [] } = calls.diff({ id: recorded.id, state: live.state }, args);
  const names = changed.filter((name) => definition.args[name] && !definition.args[name].writeOnly);
  const deviations = names.flatMap((name): Deviation[] => {
    const within = members.filter((member) => member.name === name);
    if (within.length === 0)
      return [{ name, path: name, expected: args[name], actual: live.inputs[name] ?? live.state[name] }];
    return within.map(({ title, had, wanted }) => ({
      name,
      path: `${name}[${title}]`,
      expected: memberAt(args[name], wanted),
      actual: memberAt(live.state[name], had),
    }));
  });
  const complaint = complaintAbout(calls, { recorded, args }, live.state);
  return { state: live.state, deviations, ...(complaint === undefined ? {} : { complaint }) };
}

function complaintAbout(
  { definition: { status } }: KindCalls,
  { recorded, args }: { readonly recorded: Recorded; readonly args: Values },
  live: Values,
): string | undefined {
  if (appliedOf(recorded.state).unfinished) return `${UNFINISHED}: run \`pulumi up\` to go on.`;
  return status && unhealthyIn(status, args, live);
}

function memberAt(members: unknown, index: number | undefined): unknown {
  return index !== undefined && Array.isArray(members) ? (members[index] as unknown) : undefined;
}
