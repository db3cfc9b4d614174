import { CloudError, isNotFound } from "../../api/errors";
import type { SetDefinition } from "../../definition/set";
import type { Values } from "../../definition/values";
import { hasUnknown } from "../../definition/unknown";
import { asFarAsKnown, NothingToImport } from "../object/import";
import { listed } from "../state/wording";
import { isIgnored, optionsOf } from "../state/context";
import type { Context } from "../state/context";
import { idOf, parseId } from "../state/ids";
import { noteHeld } from "../state/run-memory";
import { memberMemoryKey, needOf, readMembers } from "./observe";
import type { Need } from "./observe";
import { wordsBeside } from "./members";
import { stateOf } from "./state";
import type { Created } from "../state/state";

/**
 * Takes over what the `import` option names: everything that is declared must be there, just so, and nothing else where the set
 * tolerates nothing else; but for what `ignoreChanges` lists. Nothing is written.
 */
export async function adoptSet(definition: SetDefinition, args: Values, context: Context): Promise<Created> {
  const { set } = definition;
  const id = idOf(definition, args, { id: set.members });
  const elsewhere = isElsewhere(definition, args);
  if (elsewhere !== undefined) throw new CloudError(elsewhere);
  const need = await readNamed(definition, args, context);
  const difference = differenceFrom(definition, args, need);
  if (difference !== undefined) throw new CloudError(difference);
  const own = new Map(need.same.map(([wanted, present]) => [present.id, { live: present.live, wanted }] as const));
  noteHeld(
    context.memory,
    optionsOf(args).urn,
    ...Array.from(own.keys(), (one) => memberMemoryKey(definition, args, one)),
  );
  const ledger = { own, others: need.others, unclear: new Map(), parent: need.parent, wrote: false };
  return { id, state: stateOf(definition, args, ledger, true) };
}

/**
 * Why the import is going to stop, as far as a preview can tell. What differs is only warned of: it may belong to a resource of the
 * program whose turn comes later.
 */
export function foreseeSetImport(
  definition: SetDefinition,
  args: Values,
  context: Context,
): Promise<string | undefined> {
  return asFarAsKnown(context, async () => {
    const parents = parseId(definition, optionsOf(args).import ?? "").args;
    const placed = Object.keys(parents).filter((name) => hasUnknown(args[name]));
    const wanted = { ...args, ...Object.fromEntries(placed.map((name) => [name, parents[name]])) };
    const elsewhere = isElsewhere(definition, wanted);
    if (elsewhere !== undefined) return elsewhere;
    if (hasUnknown(wanted)) return undefined;
    const difference = differenceFrom(definition, wanted, await readNamed(definition, wanted, context));
    if (difference !== undefined) context.warn(`As things are, \`pulumi up\` is going to stop here. ${difference}`);
    return undefined;
  });
}

function isElsewhere(definition: SetDefinition, args: Values): string | undefined {
  const { import: named = "" } = optionsOf(args);
  const id = idOf(definition, args, { id: definition.set.members });
  const { args: parents, ownId } = parseId(definition, named);
  if (idOf(definition, parents, { id: ownId }) === id) return undefined;
  return `Import of the ${definition.noun} with id ${named} stopped: the program asks for the one with id ${id}.`;
}

async function readNamed(definition: SetDefinition, args: Values, context: Context): Promise<Need> {
  try {
    return await needOf(definition, {}, args, await readMembers(definition, {}, args, context), context);
  } catch (error) {
    if (!isNotFound(error)) throw error;
    throw new NothingToImport(definition, idOf(definition, args, { id: definition.set.members }), error);
  }
}

function differenceFrom(definition: SetDefinition, args: Values, need: Need): string | undefined {
  const { set, noun } = definition;
  const differences = isIgnored(args, set.members) ? [] : differencesOf(definition, args, need);
  if (differences.length === 0) return undefined;
  return (
    `Import of the ${noun} with id ${idOf(definition, args, { id: set.members })} stopped before anything was written, because the ` +
    `program differs from it: ${listed(differences)}. Make the program agree, or list ${set.members} in ignoreChanges.`
  );
}

function differencesOf({ set }: SetDefinition, args: Values, { match, others, parent }: Need): string[] {
  const inWords = wordsBeside(set, args, parent);
  const at = (index: number): string => `${set.members}[${index}]`;
  return [
    ...match.pairs.map(([wanted, present]) => `${at(wanted.index)} is ${inWords(present)} there`),
    ...match.missing.map(({ index }) => `${at(index)} is not there`),
    ...match.surplus.map((present) => `${inWords(present)} is not declared`),
    ...others.map(({ index }) => `${at(index)} belongs to another resource of this program`),
  ];
}
