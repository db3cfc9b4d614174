import { missingReferences, readReference } from "../catalogue";
import type { Reference } from "../catalogue";
import type { ActionDefinition } from "../../definition/definition";
import { fillPath, namesInPath } from "../../definition/definition";
import type { Failure } from "../../definition/types";
import type { Values } from "../../definition/values";
import { hasUnknown } from "../../definition/values";
import type { ResourceCall } from "../context";
import { willFail } from "../wording";

/** Failures of inputs that name nothing that the action could work on. Of nested resources, only the outermost is reported. */
export async function missingSubjects(call: ResourceCall<ActionDefinition>): Promise<readonly Failure[]> {
  const { definition, args } = call;
  const { collection, action } = definition;
  if (args.alreadyDone === true) return [];
  const inPath = namesInPath(collection);
  const others = action.before.filter(({ id }) => !inPath.includes(id));
  const failures = await missingReferences(
    call,
    others.flatMap((subject) => referenceTo(args, subject.collection, subject.id)),
  );
  for (const name of inPath) {
    const [before = ""] = collection.split(`/{${name}}`);
    const references = referenceTo(args, before, name);
    const missing = await missingReferences(call, references);
    if (references.length === 0 || missing.length > 0) return [...missing, ...failures];
  }
  return failures;
}

/** For a preview: warnings about what the API would reject, unless this run changes it. */
export async function unsuitableSubjects(call: ResourceCall<ActionDefinition>): Promise<readonly string[]> {
  const { definition, args, context } = call;
  if (args.alreadyDone === true) return [];
  const warnings = definition.action.before.map(async ({ collection, id, rejectedBy }) => {
    const [reference] = rejectedBy ? referenceTo(args, collection, id) : [];
    if (!reference || context.memory.program.isChanged(`${reference.rule.path}/${reference.named.id}`)) return [];
    const live = await readReference(reference, context);
    const reason = live && rejectedBy?.(live);
    return reason === undefined ? [] : [`${id}: ${willFail(`${reason}.`)}`];
  });
  return (await Promise.all(warnings)).flat();
}

/** None while the ID, or one of the path, is unknown. */
function referenceTo(args: Values, collection: string, name: string): Reference[] {
  if (hasUnknown([...namesInPath(collection), name].map((one) => args[one]))) return [];
  return [{ named: { path: name, id: String(args[name]) }, rule: { path: fillPath(collection, args) } }];
}
