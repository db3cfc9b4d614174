import type { Definition } from "../../definition/definition";
import { unhealthyIn } from "../../definition/status";
import type { Values } from "../../definition/values";
import { inAccount } from "../context";
import type { Context, ResourceCall } from "../context";
import type { Difference, Read } from "../object";
import { appliedOf } from "../state";
import type { Recorded, Wanted } from "../state";
import { UNFINISHED } from "../wording";

/** How to read and to compare resources of a type. */
export interface Comparison {
  read(definition: Definition, recorded: Recorded, context: Context): Promise<Read | undefined>;
  /** @param now the state as the live object shows it, if that is known */
  diff(wanted: Wanted, recorded: Recorded, now?: Values): Difference;
}

/** A recorded resource, and its inputs to compare it with. */
export interface InspectedCall extends ResourceCall {
  readonly recorded: Recorded;
}

/** An input, or a part of one, whose live value differs from the program. */
export interface Deviation {
  /** The input: `records`. */
  readonly name: string;
  /** The input, or a record in it: `records[A www]`. */
  readonly path: string;
  /** Undefined if absent. */
  readonly expected: unknown;
  readonly actual: unknown;
}

/** The live resource, compared with its inputs. */
export interface Inspection {
  readonly state: Values;
  readonly deviations: readonly Deviation[];
  /** Why the resource is unhealthy, or its last operation unfinished. */
  readonly problem?: string;
}

/** Reads the resource as a refresh does, and compares it as a diff does. Changes nothing. */
export async function inspect(call: InspectedCall, comparison: Comparison): Promise<Inspection | undefined> {
  const live = await readInAccount(call, comparison);
  if (live === undefined) return undefined;
  const problem = problemOf(call, live.state);
  const deviations = deviationsOf(call, live, comparison);
  return { state: live.state, deviations, ...(problem === undefined ? {} : { problem }) };
}

/** The live resource; undefined if it no longer exists. */
export function readInAccount(
  { definition, context, recorded }: InspectedCall,
  comparison: Comparison,
): Promise<Read | undefined> {
  return inAccount({ definition, context }, recorded, (inside) => comparison.read(definition, recorded, inside));
}

/** The inputs that the API shows, and whose live values differ. */
export function deviationsOf(
  { definition, args, recorded: { id } }: InspectedCall,
  live: Read,
  comparison: Comparison,
): Deviation[] {
  const { changed, records = [] } = comparison.diff({ definition, args }, { id, state: live.state });
  const names = changed.filter((name) => definition.args[name] && !definition.args[name].writeOnly);
  return names.flatMap((name): Deviation[] => {
    const within = name === "records" ? records : [];
    if (within.length === 0)
      return [{ name, path: name, expected: args[name], actual: live.inputs[name] ?? live.state[name] }];
    return within.map(({ title, had, wanted }) => ({
      name,
      path: `${name}[${title}]`,
      expected: recordAt(args[name], wanted),
      actual: recordAt(live.state[name], had),
    }));
  });
}

function problemOf({ definition, args, recorded }: InspectedCall, live: Values): string | undefined {
  const { status } = definition;
  if (appliedOf(recorded.state).unfinished) return `${UNFINISHED}. Run \`pulumi up\` to resume it.`;
  return status && unhealthyIn(status, args, live);
}

function recordAt(records: unknown, index: number | undefined): unknown {
  return index !== undefined && Array.isArray(records) ? (records[index] as unknown) : undefined;
}
