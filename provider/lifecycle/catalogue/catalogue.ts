import { apiUrlProblem } from "../../api/api-url";
import type { Failure } from "../../definition/types";
import type { Definition } from "../../definition/definition";
import type { CatalogueRule } from "../../definition/argument";
import type { Values } from "../../definition/values";
import { deletesFirst, isSame, optionsOf, changesThatReplace, sourceOf } from "../state";
import type { ResourceCall, CatalogueResult, Context } from "../context";
import { firstPart, commaList, unknownName } from "../wording";
import type { Said } from "../wording";
import { replaces } from "../../definition/definition";
import { isUnreachable, preflight } from "./preflight";
import { previewLimits, readCatalogue, readEntry, readFirstPage } from "./read";

/** An ID, and the path of the property that contains it. */
interface Named {
  readonly path: string;
  readonly id: string;
}

/** An ID that an input names, and the list that it is in. */
export interface Reference {
  readonly named: Named;
  readonly rule: CatalogueRule;
}

/** What the check of one ID depends on. */
interface CatalogueCheck {
  readonly definition: Definition;
  /** The ID in the old inputs. */
  readonly before: string | undefined;
  /** Whether the old resource is deleted before the new one exists. */
  readonly isAtRisk: boolean;
  readonly context: Context;
}

/**
 * Validates the inputs against the API's catalogues (regions, plans, images, engines) before any write. For a new resource, first checks that
 * the API responds at all.
 * @param isSound whether the inputs have passed all checks so far
 */
export async function validateRemotely(call: ResourceCall, olds: Values, isSound: boolean): Promise<Said> {
  const { definition, args: news, context } = call;
  const isCreated = Object.keys(olds).length === 0 && optionsOf(news).import === undefined;
  const { problem, isUnreachable } = isCreated && isSound ? await preflight(definition, context) : {};
  if (problem !== undefined) return [{ problem }];
  if (isUnreachable) return [];
  const said = await checkByCatalogues(call, olds);
  return context.address.warnsOfEnds ? [...said, ...(await endsOf(call, said))] : said;
}

/** Warns once in a run of each value that the catalogue no longer has, or soon. What is wrong with a new value is said anyway. */
async function endsOf({ definition, args: news, context }: ResourceCall, said: Said): Promise<string[]> {
  const isSaid = (path: string): boolean => said.some((one) => typeof one === "string" && one.startsWith(`${path}: `));
  const asked = Object.entries(definition.args).flatMap(([name, { catalogue }]) => {
    if (!catalogue || catalogue.size === "own" || isSaid(name)) return [];
    return namedBy(definition, name, news).map((named) => ({ named, catalogue }));
  });
  const found = await Promise.all(
    asked.map(async ({ named: { path, id }, catalogue }) => {
      if (!context.memory.takeEnd(`${catalogue.path} ${id}`)) return [];
      const { entries, entry } = await lookUp(id, catalogue, context);
      const end = entry
        ? catalogue.warning?.(entry, undefined, context.clock.today())
        : entries && `the service no longer offers "${id}"`;
      return end === undefined ? [] : [`${path}: ${end}. Other resources of the program may use it, too.`];
    }),
  );
  return found.flat();
}

/**
 * Checks that what the inputs name, such as the region or the image, exists: everything for a new resource and before a
 * delete-before-replace, otherwise only what has changed. Unchanged inputs cost no request.
 */
async function checkByCatalogues(call: ResourceCall, olds: Values): Promise<Said> {
  const { definition, args: news, context } = call;
  const exists = Object.keys(olds).length > 0;
  // An imported resource may use something that is no longer offered.
  if (!exists && optionsOf(news).import !== undefined) return [];
  const changes = exists ? changesThatReplace(definition, olds, news) : [];
  const isAtRisk = deletesBeforeAccepted(call, olds, changes);
  const isChecked = (name: string): boolean => {
    const rule = definition.args[name];
    if (rule?.catalogue === undefined || namedBy(definition, name, news).length === 0) return false;
    // Such a change is rejected anyway.
    if (replaces(rule, news) && optionsOf(news).importStays) return false;
    // It is not sent in an update.
    if (rule.sent?.in === "creation" && exists && changes.length === 0) return false;
    return isAtRisk || (rule.catalogue.size !== "own" && !isSame(rule, [news[name], olds[name]], news));
  };
  const toCheck = Object.entries(definition.args).flatMap(([name, { catalogue }]) => {
    if (!catalogue || !isChecked(name)) return [];
    const before = namedBy(definition, name, olds)[0]?.id;
    return namedBy(definition, name, news).map((named) => ({ named, catalogue, before }));
  });
  const checks = toCheck.map(({ named, catalogue, before }) =>
    checkByCatalogue(named, catalogue, { definition, before, isAtRisk, context }),
  );
  return (await Promise.all([...checks, missingCapabilities(call, olds, isChecked)])).flat();
}

/** Whether a replacement would delete the old resource before the API has accepted the new one. */
function deletesBeforeAccepted(
  { definition, args: news }: ResourceCall,
  olds: Values,
  changes: readonly string[],
): boolean {
  const { generated, importStays } = optionsOf(news);
  if (generated || importStays || !deletesFirst(definition, olds, news)) return false;
  return changes.some((name) => definition.args[name]?.sent?.in !== "path");
}

/** The entry with this ID, and what was read to find it: the list, or only the entry. */
async function lookUp(
  id: string,
  { path: list, size }: CatalogueRule,
  context: Context,
): Promise<CatalogueResult & { readonly entry?: Values | undefined }> {
  if (!size) {
    const result = await readCatalogue(list, context);
    return { ...result, entry: result.entries?.find((one) => String(one.id) === id) };
  }
  const result = await readEntry(list, id, context);
  return { ...result, entry: result.entries?.[0] };
}

async function checkByCatalogue(
  { path, id: value }: Named,
  rule: CatalogueRule,
  { definition, before, isAtRisk, context }: CatalogueCheck,
): Promise<Said> {
  const { path: list, size, warning: warningOf, absent } = rule;
  const result = await lookUp(value, rule, context);
  if (result.problem && isAtRisk) return [{ path, reason: notValidated(definition, result.problem) }];
  const { entries, entry } = result;
  if (!entries) return [];
  if (entry) {
    const replaced = size || before === undefined ? undefined : entries.find(({ id }) => String(id) === before);
    const warning = warningOf?.(entry, replaced);
    return warning === undefined ? [] : [`${path}: ${warning}`];
  }
  // Read only for suggestions: this ID is known to be missing.
  const all = size ? await othersIn(list, size, context) : entries;
  if (all === undefined) return [];
  const ids = all.map(({ id }) => String(id));
  if (ids.includes(value)) return [];
  const hasSamePrefix = (id: string): boolean => firstPart(id) === firstPart(value);
  // If nothing similar exists, the API URL may be wrong.
  const problem =
    size && !ids.some(hasSamePrefix)
      ? await apiUrlProblem(context, `${list}/${value}`, previewLimits(context))
      : undefined;
  if (problem !== undefined) return [{ problem }];
  const names = size === "huge" ? all.map(({ id, label }) => `${String(id)} (${String(label)})`) : ids;
  return [{ path, reason: absent?.(ids) ?? unknownName(value, names) }];
}

/** Other entries of a list that is not read in full; undefined if the API may not offer the list. */
async function othersIn(
  list: string,
  size: NonNullable<CatalogueRule["size"]>,
  context: Context,
): Promise<readonly Values[] | undefined> {
  if (size === "long") return (await readCatalogue(list, context)).entries ?? [];
  const { entries } = await readFirstPage(list, context);
  return size === "own" ? entries && [] : entries;
}

/** Failures of inputs that name nonexistent resources of the account. */
export async function missingReferences(
  { definition, context }: ResourceCall,
  references: readonly Reference[],
): Promise<readonly Failure[]> {
  if (await isUnreachable(context)) return [];
  const check = { definition, before: undefined, isAtRisk: false, context };
  const said = await Promise.all(
    references.map(({ named, rule }) => checkByCatalogue(named, { ...rule, size: "own" }, check)),
  );
  return said.flat().filter((one) => typeof one === "object" && "path" in one);
}

/** The resource that a reference names; undefined if it does not exist or cannot be read. */
export async function readReference({ named, rule }: Reference, context: Context): Promise<Values | undefined> {
  if (await isUnreachable(context)) return undefined;
  return (await readEntry(rule.path, named.id, context)).entries?.[0];
}

/** The resources of the account that the inputs name. */
export function ownReferences({ definition, args }: ResourceCall): readonly Reference[] {
  return Object.entries(definition.args).flatMap(([name, { catalogue: rule }]) =>
    rule?.size === "own" ? namedBy(definition, name, args).map((named) => ({ named, rule })) : [],
  );
}

/** Failure reason that keeps the old resource from being deleted for a new one that may turn out to be impossible. */
function notValidated({ noun }: Definition, { message }: Error): string {
  return (
    `could not be validated, and this replacement deletes the ${noun} before the new one exists. Nothing was changed; ` +
    `run the command again. Cause: ${message}`
  );
}

/** The IDs in an input, or in the origin that the input is, as far as they are known. */
function namedBy(definition: Definition, name: string, args: Values): readonly Named[] {
  if (definition.creation?.origins?.[name]) return [sourceOf(definition, args) ?? []].flat();
  const value = args[name];
  return Array.isArray(value) ? value.flatMap((one, index) => asNamed(`${name}[${index}]`, one)) : asNamed(name, value);
}

function asNamed(path: string, value: unknown): Named[] {
  return typeof value === "string" || typeof value === "number" ? [{ path, id: String(value) }] : [];
}

/**
 * Failures of a region that lacks a required capability. If no entry has it, the service may name it
 * differently, and the API validates the request.
 */
async function missingCapabilities(
  { definition, args: news, context }: ResourceCall,
  olds: Values,
  isAsked: (name: string) => boolean,
): Promise<readonly Failure[]> {
  const path = "region";
  const needs = Object.entries(definition.checks?.capabilities ?? {}).filter(
    ([, isNeeded]) => typeof news[path] === "string" && isNeeded(news) && (isAsked(path) || !isNeeded(olds)),
  );
  const failures = await Promise.all(
    needs.map(async ([capability, { says: what }]) => {
      const { entries = [] } = await readCatalogue(definition.args[path]?.catalogue?.path ?? "", context);
      const able = entries
        .filter(({ capabilities }) => includesCapability(capabilities, capability))
        .map(({ id }) => String(id));
      const isListed = entries.some(({ id }) => id === news[path]);
      if (!isListed || able.length === 0 || able.includes(String(news[path]))) return [];
      const reason = `"${String(news[path])}" does not offer "${capability}", which ${what} requires. Use one of ${commaList(able)}`;
      return [{ path, reason }];
    }),
  );
  return failures.flat();
}

function includesCapability(capabilities: unknown, capability: string): boolean {
  if (!Array.isArray(capabilities)) return false;
  return capabilities.some((one) => String(one).toLowerCase() === capability.toLowerCase());
}
