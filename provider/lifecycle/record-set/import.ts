import { CloudError, isNotFound } from "../../api/errors";
import type { SetDefinition } from "../../definition/definition";
import { hasUnknown } from "../../definition/values";
import { NothingToImport, warnIfUnreadable, withNamedParents } from "../object";
import { idOf, parseId, isIgnored, optionsOf } from "../state";
import { capitalize, commaList } from "../wording";
import type { ResourceCall } from "../context";
import type { Recorded } from "../state";
import { beginLedger, finishedSet, setId } from "./ledger";
import { memberDescriber, noteManagedMembers } from "./records";
import type { Plan } from "./plan";
import { planSet } from "./observe";

/**
 * Adopts what the `import` option names, without a write. Every declared member must exist as declared and, for an exclusive set, no other
 * one, unless `ignoreChanges` lists the members.
 */
export async function importSet(call: ResourceCall<SetDefinition>): Promise<Recorded> {
  const elsewhere = whyElsewhere(call);
  if (elsewhere !== undefined) throw new CloudError(elsewhere);
  const plan = await readNamed(call);
  const difference = differenceFrom(call, plan);
  if (difference !== undefined) throw new CloudError(difference);
  const ledger = beginLedger(plan);
  noteManagedMembers(call, ledger.own.keys());
  return { id: setId(call.definition, call.args), state: finishedSet(call, ledger) };
}

/**
 * Why the import will fail, as far as a preview can determine. Only warns about differences: they may belong to a resource of the program
 * that is processed later.
 */
export function previewSetImport(call: ResourceCall<SetDefinition>): Promise<string | undefined> {
  const { context } = call;
  return warnIfUnreadable(context, async () => {
    const wanted = withNamedParents(call.definition, call.args);
    const named = { ...call, args: wanted };
    const elsewhere = whyElsewhere(named);
    if (elsewhere !== undefined) return elsewhere;
    if (hasUnknown(wanted)) return undefined;
    const difference = differenceFrom(named, await readNamed(named));
    if (difference !== undefined) context.warn(`As things stand, \`pulumi up\` will fail: ${difference}`);
    return undefined;
  });
}

function whyElsewhere({ definition, args }: ResourceCall<SetDefinition>): string | undefined {
  const { import: named = "" } = optionsOf(args);
  const id = setId(definition, args);
  const { args: parents, ownId } = parseId(definition, named);
  if (idOf(definition, parents, { id: ownId }) === id) return undefined;
  return (
    `The \`import\` option names ${definition.noun} ${named}, but the program declares ${definition.noun} ${id}. Change one of them. ` +
    "Nothing was imported or changed."
  );
}

async function readNamed(call: ResourceCall<SetDefinition>): Promise<Plan> {
  try {
    return await planSet(call, {});
  } catch (error) {
    if (!isNotFound(error)) throw error;
    throw new NothingToImport(call.definition, setId(call.definition, call.args), error);
  }
}

function differenceFrom(call: ResourceCall<SetDefinition>, plan: Plan): string | undefined {
  const { definition, args } = call;
  const { set, noun } = definition;
  const differences = isIgnored(args, set.members) ? [] : differencesOf(call, plan);
  if (differences.length === 0) return undefined;
  return (
    `${capitalize(noun)} ${setId(definition, args)} cannot be imported because its inputs in the program don't match it. ` +
    `Change ${set.members} or add it to ignoreChanges. Nothing was imported or changed. Differences: ${commaList(differences)}.`
  );
}

function differencesOf({ definition, args }: ResourceCall<SetDefinition>, { phases, others, parent }: Plan): string[] {
  const { set } = definition;
  const describe = memberDescriber(set, args, parent);
  const at = (index: number): string => `${set.members}[${index}]`;
  const differences = phases.flat().map((write) => {
    if (write.does === "update") return `${at(write.wanted.index)} is actually ${describe(write.present)}`;
    return write.does === "create"
      ? `${at(write.wanted.index)} does not exist`
      : `${describe(write.present)} is not declared`;
  });
  return [...differences, ...others.map(({ index }) => `${at(index)} belongs to another resource of this program`)];
}
