import { CloudError } from "../api/errors";
import type { Failure } from "../definition/types";
import type { Values } from "../definition/values";
import { announceManaged } from "./context";
import type { Context, ResourceCall } from "./context";
import { rememberCreated, rememberFailure, rememberPreview } from "./cost";
import { identityOf, memoryKey } from "./identity";
import { operationsOf } from "./operations";
import { applyRules } from "./preview";
import type { Moment } from "./preview";
import type { CheckResult } from "./resource-handlers";
import { OPTIONS, optionsOf, originOf } from "./state";

/** Checks the inputs and emits warnings: offline first, then against the API. */
export async function checkResource(
  { definition, args: news, context }: ResourceCall,
  olds: Values,
): Promise<CheckResult> {
  const operations = operationsOf(definition);
  const { isPreview } = optionsOf(news);
  const completed = await operations.complete({ definition, args: news, context }, olds);
  const checked = operations.check(definition, { olds, news: completed.args });
  const { inputs } = checked;
  const exists = Object.keys(olds).length > 0;
  rememberChecked({ definition, args: inputs, context }, exists ? olds : undefined, isPreview);
  const args = isPreview ? { ...inputs, [OPTIONS]: { ...optionsOf(inputs), isPreview } } : inputs;
  // In an update, the create itself reports what a preview refuses, and a failed check would stop the other resources.
  const previewed: readonly Moment[] = isPreview
    ? [optionsOf(inputs).import === undefined ? "created" : "imported"]
    : [];
  const moments: readonly Moment[] = exists ? ["checked"] : ["checked", "new", ...previewed];
  const known = { olds, failures: [...checked.failures, ...completed.failures] };
  for (const warning of checked.warnings) context.warn(warning);
  const { failures, problem } = await applyRules(moments, { definition, args, context, ...known });
  failures.push(...reportOnce(problem, context));
  if (failures.length > 0) rememberFailure(context.memory);
  else if (!exists) rememberCreated({ definition, args: inputs, context });
  return { inputs, failures };
}

/** Notes what the run knows of a resource once its inputs are complete. */
function rememberChecked(call: ResourceCall, olds: Values | undefined, isPreview: true | undefined): void {
  const { definition, args, context } = call;
  const { memory } = context;
  const { import: named, urn } = optionsOf(args);
  if (isPreview) rememberPreview(memory);
  if (urn !== undefined) {
    memory.program.noteChecked(urn, olds && optionsOf(olds), isPreview);
    const keys = memory.readNew.get(urn);
    if (keys) announceManaged(context, { urn }, ...keys);
    if (!olds) context.journal.noteExpected(urn);
  }
  if (olds) return;
  if (named === undefined) expectFilled(call);
  else memory.objects.expectImport(memoryKey(definition, named));
}

/** Notes a create whose result will have contents that are not known yet. */
function expectFilled({ definition, args, context: { memory } }: ResourceCall): void {
  if (!originOf(definition, args) || definition.collection.includes("{")) return;
  memory.filled.expect(definition.collection, identityOf(definition, args));
}

/** For engines that ask for it: what the check leaves out unless it knows that it belongs to a preview. */
export async function previewNew({ definition, args: wanted, context }: ResourceCall): Promise<void> {
  if (context.problem !== undefined) return;
  const args = { ...wanted, [OPTIONS]: { ...optionsOf(wanted), isPreview: true as const } };
  const { failures } = await applyRules(["created"], { definition, args, context, olds: {}, failures: [] });
  if (failures.length > 0) throw new CloudError(failures.map(({ path, reason }) => `${path}: ${reason}`).join("; "));
}

/** Reports a problem with the settings, the token or the API URL for one resource only. */
function reportOnce(problem: string | undefined, { memory }: Context): Failure[] {
  return problem !== undefined && memory.takeFirstReport() ? [{ path: "", reason: problem }] : [];
}
