import { namesInPath } from "../../provider/definition/definition";
import type { Definition } from "../../provider/definition/definition";
import type { Values } from "../../provider/definition/values";
import { OPTIONS, idOf } from "../../provider/lifecycle/state";
import type { OpenAccount } from "../account/account";
import { fitted } from "./fit";
import type { Fitted } from "./fit";
import type { FoundResource } from "./found";
import { setOf } from "./kinds";
import { MANY_RECORDS } from "./options";
import type { RecordsAs } from "./options";

/** Resources to declare, each with its inputs. */
export type Declarations = ReadonlyMap<FoundResource, Fitted>;

/** Resources that one set may declare together. */
interface SetCandidate {
  readonly definition: Definition;
  readonly parent: FoundResource;
  readonly records: FoundResource[];
}

/** Determines the inputs of all resources, and merges those that a set declares together. */
export async function declare(
  all: readonly FoundResource[],
  as: RecordsAs,
  account: OpenAccount,
): Promise<Declarations> {
  const declarations = new Map(
    await Promise.all(all.map(async (one) => [one, await fitted(one, account)] as [FoundResource, Fitted])),
  );
  for (const { records, ...place } of placesIn(all)) {
    if (as === "records" || (as === "auto" && records.length <= MANY_RECORDS)) continue;
    const sound = records.filter((one) => declarations.get(one)?.isUnfit !== true);
    const each = sound.map((one) => declarations.get(one) ?? { args: {}, problems: [] });
    const args = argumentsOfSet(place, each);
    const set = asSet({ ...place, records: sound });
    const { failures } = await account.on(place.definition, (handlers, context) =>
      handlers.check({}, { ...args, [OPTIONS]: { import: set.id } }, context),
    );
    // If the set is invalid, its records are declared separately.
    if (failures.length > 0 || sound.length === 0) continue;
    for (const one of sound) declarations.delete(one);
    declarations.set(set, { args, problems: each.flatMap(({ problems }) => problems) });
  }
  return declarations;
}

function placesIn(all: readonly FoundResource[]): SetCandidate[] {
  const places = new Map<string, SetCandidate>();
  for (const one of all) {
    const { definition, parent } = one;
    const set = setOf(definition);
    if (!set || !parent) continue;
    const key = `${set.kind} ${parent.id}`;
    const place = places.get(key) ?? { definition: set, parent, records: [] };
    places.set(key, place);
    place.records.push(one);
  }
  return [...places.values()];
}

function asSet({ definition, parent, records }: SetCandidate): FoundResource {
  const state = { ...pathArguments(definition, parent), label: "records" };
  return { definition, id: idOf(definition, state, { id: "records" }), state, parent, records };
}

function argumentsOfSet({ definition, parent }: Omit<SetCandidate, "records">, each: readonly Fitted[]): Values {
  const isOwn = ([name]: readonly [string, unknown]): boolean => !Object.hasOwn(definition.args, name);
  const declared = each.map(({ args }) => Object.fromEntries(Object.entries(args).filter(isOwn)));
  return { ...pathArguments(definition, parent), records: declared };
}

function pathArguments({ collection }: Definition, { id }: FoundResource): Values {
  return Object.fromEntries(namesInPath(collection).map((name) => [name, id]));
}
