import { CloudError, isNotFound } from "../../api/errors";
import type { SetDefinition } from "../../definition/set";
import { hasUnknown } from "../../definition/unknown";
import { NothingToImport, asFarAsKnown, withNamedParents } from "../object";
import { idOf, parseId, isIgnored, optionsOf } from "../state";
import { listed } from "../wording";
import type { Asked } from "../context";
import type { Recorded } from "../state";
import type { Need } from "../members";
import { describer, holdMembers, beginLedger, finishedSet, setId } from "../members";
import { observe } from "./observe";

/**
 * Adopts what the `import` option names. Every declared member must exist exactly so, and, for an exclusive set, no
 * other; except for what `ignoreChanges` lists. Writes nothing.
 */
export async function adoptSet(asked: Asked<SetDefinition>): Promise<Recorded> {
  const elsewhere = whyElsewhere(asked);
  if (elsewhere !== undefined) throw new CloudError(elsewhere);
  const need = await readNamed(asked);
  const difference = differenceFrom(asked, need);
  if (difference !== undefined) throw new CloudError(difference);
  const ledger = beginLedger(need);
  holdMembers(asked, ledger.own.keys());
  return { id: setId(asked.definition, asked.args), state: finishedSet(asked, ledger) };
}

/**
 * Why the import will fail, as far as a preview can know. For differences it only warns: they may belong to a resource
 * of the program whose turn comes later.
 */
export function previewSetImport(asked: Asked<SetDefinition>): Promise<string | undefined> {
  const { context } = asked;
  return asFarAsKnown(context, async () => {
    const wanted = withNamedParents(asked.definition, asked.args);
    const named = { ...asked, args: wanted };
    const elsewhere = whyElsewhere(named);
    if (elsewhere !== undefined) return elsewhere;
    if (hasUnknown(wanted)) return undefined;
    const difference = differenceFrom(named, await readNamed(named));
    if (difference !== undefined) context.warn(`As things are, \`pulumi up\` is going to stop here. ${difference}`);
    return undefined;
  });
}

function whyElsewhere({ definition, args }: Asked<SetDefinition>): string | undefined {
  const { import: named = "" } = optionsOf(args);
  const id = setId(definition, args);
  const { args: parents, ownId } = parseId(definition, named);
  if (idOf(definition, parents, { id: ownId }) === id) return undefined;
  return `Import of the ${definition.noun} with id ${named} stopped: the program asks for the one with id ${id}.`;
}

async function readNamed(asked: Asked<SetDefinition>): Promise<Need> {
  try {
    return await observe(asked, {});
  } catch (error) {
    if (!isNotFound(error)) throw error;
    throw new NothingToImport(asked.definition, setId(asked.definition, asked.args), error);
  }
}

function differenceFrom(asked: Asked<SetDefinition>, need: Need): string | undefined {
  const { definition, args } = asked;
  const { set, noun } = definition;
  const differences = isIgnored(args, set.members) ? [] : differencesOf(asked, need);
  if (differences.length === 0) return undefined;
  return (
    `Import of the ${noun} with id ${setId(definition, args)} stopped before anything was written, because the ` +
    `program differs from it: ${listed(differences)}. Make the program agree, or list ${set.members} in ignoreChanges.`
  );
}

function differencesOf({ definition, args }: Asked<SetDefinition>, { match, others, parent }: Need): string[] {
  const { set } = definition;
  const describe = describer(set, args, parent);
  const at = (index: number): string => `${set.members}[${index}]`;
  return [
    ...match.pairs.map(([wanted, present]) => `${at(wanted.index)} is ${describe(present)} there`),
    ...match.missing.map(({ index }) => `${at(index)} is not there`),
    ...match.surplus.map((present) => `${describe(present)} is not declared`),
    ...others.map(({ index }) => `${at(index)} belongs to another resource of this program`),
  ];
}
