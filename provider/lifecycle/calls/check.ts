import { soundPart } from "../../definition/check-values";
import type { Definition } from "../../definition/definition";
import type { Values } from "../../definition/values";
import type { Failure } from "../../definition/types";
import { validateRemotely } from "../catalogue";
import type { Judgement } from "../catalogue";
import type { Arguments } from "../object";
import { memoryKey } from "../ownership";
import { overlapsOf } from "../set";
import { OPTIONS, optionsOf } from "../state";
import type { Context } from "../context";
import { identifyContent } from "../upload";
import { warnOfChange } from "./kind-calls";
import type { KindCalls } from "./kind-calls";

/** The arguments as recorded and passed to the other calls, and what is wrong with them. */
export interface CheckResult {
  readonly inputs: Values;
  /** A failure that concerns no single argument has an empty path. */
  readonly failures: readonly Failure[];
}

/** Checks the arguments and gives the warnings about them: offline first, then by asking the service. */
export async function checkResource(
  calls: KindCalls,
  { olds, news }: Arguments,
  context: Context,
): Promise<CheckResult> {
  const { definition } = calls;
  const { memory } = context;
  const { isPreview } = optionsOf(news);
  const content = await identifyContent({ definition, args: news, context }, olds);
  const checked = calls.check({ olds, news: content.args });
  const { inputs } = checked;
  const offline = [...checked.failures, ...content.failures];
  const { import: named, urn } = optionsOf(inputs);
  const exists = Object.keys(olds).length > 0;
  const imported = exists ? undefined : named;
  if (urn !== undefined) memory.program.noteChecked(urn, exists);
  if (!exists && urn !== undefined) context.journal.expected(urn);
  if (imported !== undefined) memory.objects.expectImport(memoryKey(definition, imported));
  const judged = await judge(definition, { olds, news: inputs, failures: offline }, context);
  const overlaps = offline.length > 0 ? [] : overlapsOf({ definition, args: inputs, context });
  for (const warning of [...checked.warnings, ...overlaps, ...judged.warnings]) context.warn(warning);
  const failures = [...offline, ...judged.failures];
  // In an update, the create itself says so: a failed check would stop the other resources.
  if (isPreview && imported !== undefined && failures.length === 0 && context.problem === undefined) {
    const reason = await calls.importProblem(inputs, context);
    if (reason !== undefined) failures.push({ path: "", reason });
  }
  const isCreated = !exists && imported === undefined;
  if (isPreview && isCreated && failures.length === 0 && judged.problem === undefined) {
    const missing = await calls.missingParent(inputs, context);
    if (missing !== undefined) failures.push(missing);
  }
  if (!exists && failures.length === 0 && judged.problem === undefined) {
    const args = isPreview ? { ...inputs, [OPTIONS]: { ...optionsOf(inputs), isPreview } } : inputs;
    await warnOfChange(calls, { args }, context);
  }
  return { inputs, failures: [...failures, ...problemOnce(judged.problem, context)] };
}

/** Lets the service judge the arguments that have passed so far. */
function judge(
  definition: Definition,
  { olds, news, failures }: Arguments & { readonly failures: readonly Failure[] },
  context: Context,
): Promise<Judgement> {
  const { problem } = context;
  if (problem !== undefined) return Promise.resolve({ failures: [], warnings: [], problem });
  const wrong = new Set(failures.map(({ path }) => path.split(/[.[]/)[0]));
  const sound = Object.entries(news).flatMap(([name, value]): [string, unknown][] => {
    const type = definition.args[name]?.type;
    const part = wrong.has(name) ? type && soundPart(type, value) : value;
    return part === undefined ? [] : [[name, part]];
  });
  return validateRemotely({ definition, args: Object.fromEntries(sound), context }, olds, failures.length === 0);
}

/** A problem with the settings, the token or the address is reported by one resource, not by all. */
function problemOnce(problem: string | undefined, { memory }: Context): Failure[] {
  return problem !== undefined && memory.isFirstReport() ? [{ path: "", reason: problem }] : [];
}
