import { CloudError } from "../../api/errors";
import { setBy } from "../../api/settings";
import { isAction, recordsOf } from "../../definition/definition";
import type { Definition } from "../../definition/definition";
import { hasUnknown } from "../../definition/values";
import type { Values } from "../../definition/values";
import type { ResourceCall } from "../context";
import { isPathUnknown, isSame, optionsOf, parentPath, parseId, shownValue, wholeId } from "../state";
import { capitalize } from "../wording";
import { createdDate, isEmpty, normalizedInputs } from "./identity";

/** A remote resource that the stack meets for the first time, by an ID that may be that of something else in another account. */
interface Contact {
  readonly id: string;
  /** As it would be in state. */
  readonly live: Values;
  /** What another package, or an earlier version, has recorded. */
  readonly state?: Values;
}

/** The inputs that show which resource it is, whatever others have changed of it: a label, or the type and the name of a record. */
export function namingInputs(definition: Definition): readonly string[] {
  if (isAction(definition) || recordsOf(definition)) return [];
  const { by, coexistence } = definition.identity;
  return coexistence?.by ?? by.slice(0, 1);
}

/** Where nothing shows whose the parent is, all that identifies the resource in it must be the same. */
function identifyingInputs({ definition, context }: ResourceCall, id: string): readonly string[] {
  const { collection, identity } = definition;
  if (!collection.includes("{")) return namingInputs(definition);
  const parent = parentPath(definition, parseId(definition, id).args);
  return context.memory.program.declaredAt(parent) ? namingInputs(definition) : identity.by;
}

/**
 * The evidence that every first contact needs: the live resource has the name in the state, or the one in the program, and the state shows no
 * other time at which it was created.
 * @throws CloudError if it is another one
 */
export async function rejectStranger(call: ResourceCall, { id, live, state = {} }: Contact): Promise<void> {
  const { definition, args } = call;
  if (namingInputs(definition).length === 0) return;
  const [then, now] = [createdDate(state), createdDate(live)];
  if (then !== undefined && now !== undefined && then !== now)
    throw strangerError(call, id, `was created at ${now}, but the one in the state at ${then}`);
  const names = identifyingInputs(call, wholeId(definition, { id, state }));
  const claims = [
    { says: "the state", named: namesIn(definition, names, state) },
    { says: "the program", named: args },
  ].filter(({ named }) => names.some((name) => named[name] !== undefined));
  const differing = new Set<string>();
  for (const { named } of claims) {
    const isProgram = named === args;
    if (isProgram && (isPathUnknown(call) || hasUnknown(names.map((name) => named[name])))) return;
    const known = Object.entries(named).filter(([, value]) => !hasUnknown(value));
    const wanted = isProgram ? await normalizedInputs({ ...call, args: Object.fromEntries(known) }) : named;
    const different = names.filter((name) => {
      const rule = definition.args[name];
      // Neither counts what its type does not use.
      const [wants, shows] = [shownValue(rule, name, wanted), shownValue(rule, name, live)];
      return rule && !isSame(rule, [wants, shows], wanted) && !isEmpty(wants, shows);
    });
    if (different.length === 0) return;
    for (const name of different) differing.add(name);
  }
  if (claims.length === 0) return;
  const secrets = optionsOf(args).secrets?.map(([name]) => name) ?? [];
  const shown = (of: Values): string =>
    Array.from(
      differing,
      (name) => `${name} ${secrets.includes(name) ? "[secret]" : JSON.stringify(of[name] ?? "")}`,
    ).join(", ");
  const claimed = claims.map(({ says, named }) => `${says} has ${shown(named)}`).join(", and ");
  throw strangerError(call, id, `has ${shown(live)}, but ${claimed}`);
}

function strangerError({ definition: { noun }, context }: ResourceCall, id: string, evidence: string): CloudError {
  const { from } = context.address;
  return new CloudError(
    `${capitalize(noun)} ${id} ${evidence}, so it may be someone else's. If it is, correct ${setBy("url", from)}, ` +
      `${setBy("token", from)} or the ID, which may belong to another account. If it is yours, set in the program what it has, for one ` +
      "`pulumi up`. Nothing was changed.",
  );
}

/** The names in a state under their names here. The bridged provider records an empty text for what is not set. */
function namesIn(definition: Definition, names: readonly string[], state: Values): Values {
  const renamed = Object.entries(definition.bridged?.inputs ?? {});
  return Object.fromEntries(
    names.map((name) => {
      const [there = name] = renamed.find(([, here]) => here === name) ?? [];
      const value = state[name] ?? state[there];
      return [name, value === "" ? undefined : value];
    }),
  );
}
