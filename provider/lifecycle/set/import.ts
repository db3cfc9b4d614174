import { CloudError, isNotFound } from "../../api/errors";
import type { SetDefinition } from "../../definition/definition";
import { hasUnknown } from "../../definition/values";
import { NothingToImport, warnIfUnreadable, withNamedParents } from "../object";
import { idOf, parseId, isIgnored, optionsOf } from "../state";
import { capital, listed } from "../wording";
import type { Asked } from "../context";
import type { Recorded } from "../state";
import { beginLedger, finishedSet, setId } from "./ledger";
import { describer, holdMembers } from "./members";
import type { Plan } from "./plan";
import { planSet } from "./observe";

/**
 * Adopts what the `import` option names, without a write. Every declared member must exist as declared and, for an exclusive set, no other
 * one, unless `ignoreChanges` lists the members.
 */
export async function adoptSet(asked: Asked<SetDefinition>): Promise<Recorded> {
  const elsewhere = whyElsewhere(asked);
  if (elsewhere !== undefined) throw new CloudError(elsewhere);
  const plan = await readNamed(asked);
  const difference = differenceFrom(asked, plan);
  if (difference !== undefined) throw new CloudError(difference);
  const ledger = beginLedger(plan);
  holdMembers(asked, ledger.own.keys());
  return { id: setId(asked.definition, asked.args), state: finishedSet(asked, ledger) };
}

/**
 * Why the import will fail, as far as a preview can determine. Only warns about differences: they may belong to a resource of the program
 * that is processed later.
 */
export function previewSetImport(asked: Asked<SetDefinition>): Promise<string | undefined> {
  const { context } = asked;
  return warnIfUnreadable(context, async () => {
    const wanted = withNamedParents(asked.definition, asked.args);
    const named = { ...asked, args: wanted };
    const elsewhere = whyElsewhere(named);
    if (elsewhere !== undefined) return elsewhere;
    if (hasUnknown(wanted)) return undefined;
    const difference = differenceFrom(named, await readNamed(named));
    if (difference !== undefined) context.warn(`As things stand, \`pulumi up\` will fail: ${difference}`);
    return undefined;
  });
}

function whyElsewhere({ definition, args }: Asked<SetDefinition>): string | undefined {
  const { import: named = "" } = optionsOf(args);
  const id = setId(definition, args);
  const { args: parents, ownId } = parseId(definition, named);
  if (idOf(definition, parents, { id: ownId }) === id) return undefined;
  return (
    `The \`import\` option names ${definition.noun} ${named}, but the program declares ${definition.noun} ${id}. Change one of them. ` +
    "Nothing was imported or written."
  );
}

async function readNamed(asked: Asked<SetDefinition>): Promise<Plan> {
  try {
    return await planSet(asked, {});
  } catch (error) {
    if (!isNotFound(error)) throw error;
    throw new NothingToImport(asked.definition, setId(asked.definition, asked.args), error);
  }
}

function differenceFrom(asked: Asked<SetDefinition>, plan: Plan): string | undefined {
  const { definition, args } = asked;
  const { set, noun } = definition;
  const differences = isIgnored(args, set.members) ? [] : differencesOf(asked, plan);
  if (differences.length === 0) return undefined;
  return (
    `${capital(noun)} ${setId(definition, args)} cannot be imported, because the program differs from it. Change ${set.members}, or ` +
    `list it in ignoreChanges. Nothing was imported or written. Differences: ${listed(differences)}.`
  );
}

function differencesOf({ definition, args }: Asked<SetDefinition>, { phases, others, parent }: Plan): string[] {
  const { set } = definition;
  const describe = describer(set, args, parent);
  const at = (index: number): string => `${set.members}[${index}]`;
  const differences = phases.flat().map((call) => {
    if (call.does === "update") return `${at(call.wanted.index)} is actually ${describe(call.present)}`;
    return call.does === "create"
      ? `${at(call.wanted.index)} does not exist`
      : `${describe(call.present)} is not declared`;
  });
  return [...differences, ...others.map(({ index }) => `${at(index)} belongs to another resource of this program`)];
}
