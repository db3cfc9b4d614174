import { CloudError, isNotFound } from "../api/errors";
import type { SetDefinition } from "../collection-set";
import type { Values } from "../definition";
import { listed } from "./claims";
import { isIgnored, optionsOf } from "./context";
import type { Context } from "./context";
import { idOf, parseId } from "./paths";
import { noteHeld } from "./run-memory";
import { memberMemoryKey, needOf, readMembers } from "./set-live";
import type { Need } from "./set-live";
import { declaredIn, wordsBeside } from "./set-members";
import { stateOf } from "./set-state";
import type { Created } from "./state";

/**
 * Takes over what the `import` option names: everything that is declared must be there, just so, and nothing else where the set
 * tolerates nothing else; but for what `ignoreChanges` lists. Nothing is written.
 */
export async function adoptSet(definition: SetDefinition, args: Values, context: Context): Promise<Created> {
  const { set, noun } = definition;
  const { import: named = "", urn } = optionsOf(args);
  const id = idOf(definition, args, { id: set.members });
  const { args: parents, ownId } = parseId(definition, named);
  if (idOf(definition, parents, { id: ownId }) !== id) {
    throw new CloudError(`Import of the ${noun} with id ${named} stopped: the program asks for the one with id ${id}.`);
  }
  const live = await readMembers(definition, {}, args, context).catch((error: unknown) => {
    throw isNotFound(error) ? new CloudError(`There is no ${noun} with id ${id} to import: ${error.message}.`) : error;
  });
  const need = await needOf(definition, {}, args, live, context);
  const differences = isIgnored(args, set.members) ? [] : differencesOf(definition, args, need);
  if (differences.length > 0) {
    throw new CloudError(
      `Import of the ${noun} with id ${id} stopped before anything was written, because the program differs from it: ` +
        `${listed(differences)}. Make the program agree, or list ${set.members} in ignoreChanges.`,
    );
  }
  const own = new Map(need.same.map(([wanted, present]) => [present.id, { live: present.live, wanted }] as const));
  noteHeld(context.memory, urn, ...Array.from(own.keys(), (one) => memberMemoryKey(definition, args, one)));
  const ledger = { own, others: need.others, unclear: new Map(), parent: need.parent, wrote: false };
  return { id, state: stateOf(definition, args, ledger, true) };
}

function differencesOf({ set }: SetDefinition, args: Values, { match, others, parent }: Need): string[] {
  const inWords = wordsBeside(set, declaredIn(set, args, parent));
  const at = (index: number): string => `${set.members}[${index}]`;
  return [
    ...match.pairs.map(([wanted, present]) => `${at(wanted.index)} is ${inWords(present)} there`),
    ...match.missing.map(({ index }) => `${at(index)} is not there`),
    ...match.surplus.map((present) => `${inWords(present)} is not declared`),
    ...others.map(({ index }) => `${at(index)} belongs to another resource of this program`),
  ];
}
