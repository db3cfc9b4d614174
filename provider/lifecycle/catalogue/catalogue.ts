import { apiUrlProblem, meansNoSuchPath } from "../../api/api-url";
import type { Failure } from "../../definition/types";
import type { Definition } from "../../definition/definition";
import type { CatalogueRule } from "../../definition/argument";
import type { Values } from "../../definition/values";
import { deletesFirst, isOwnId, isSame, optionsOf, changesThatReplace, sourceOf } from "../state";
import type { ResourceCall, CatalogueResult, Context, RunMemory } from "../context";
import { firstPart, lastPart, commaList, sentence, unknownName } from "../wording";
import { ApiError, CloudError, isNotFound, isNotOffered, isCloudFailure } from "../../api/errors";
import { readList } from "../../api/paging";
import { encodedId, replaces, rootOf } from "../../definition/definition";

/** The result of validating inputs against the API's catalogues (regions, plans, images, engines). */
export interface RemoteCheck {
  readonly failures: readonly Failure[];
  readonly warnings: readonly string[];
  /** A problem with the token, the API URL or the brand, independent of the inputs. */
  readonly problem?: string;
}

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
 * Validates the inputs against the API before any write. For a new resource, first checks that the API responds at all.
 * @param isSound whether the inputs have passed all checks so far
 */
export async function validateRemotely(call: ResourceCall, olds: Values, isSound: boolean): Promise<RemoteCheck> {
  const { definition, args: news, context } = call;
  const isCreated = Object.keys(olds).length === 0 && optionsOf(news).import === undefined;
  const { problem, isUnreachable } = isCreated && isSound ? await preflight(definition, context) : {};
  if (problem !== undefined) return { failures: [], warnings: [], problem };
  if (isUnreachable) return { failures: [], warnings: [] };
  const checked = await checkByCatalogues(call, olds);
  return context.address.warnsOfEnds
    ? { ...checked, warnings: [...checked.warnings, ...(await endsOf(call, checked))] }
    : checked;
}

/** Warns once in a run of each value that the catalogue no longer has, or soon. What is wrong with a new value is said anyway. */
async function endsOf({ definition, args: news, context }: ResourceCall, { warnings }: RemoteCheck): Promise<string[]> {
  const isSaid = (path: string): boolean => warnings.some((warning) => warning.startsWith(`${path}: `));
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
async function checkByCatalogues(call: ResourceCall, olds: Values): Promise<RemoteCheck> {
  const { definition, args: news, context } = call;
  const exists = Object.keys(olds).length > 0;
  // An imported resource may use something that is no longer offered.
  if (!exists && optionsOf(news).import !== undefined) return { failures: [], warnings: [] };
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
  const [checks, lacks] = await Promise.all([
    Promise.all(
      toCheck.map(({ named, catalogue, before }) =>
        checkByCatalogue(named, catalogue, { definition, before, isAtRisk, context }),
      ),
    ),
    missingCapabilities(call, olds, isChecked),
  ]);
  const [problem] = checks.flatMap(({ problem: found = [] }) => found);
  return {
    failures: [...checks.flatMap(({ failures }) => failures), ...lacks],
    warnings: checks.flatMap(({ warnings }) => warnings),
    ...(problem === undefined ? {} : { problem }),
  };
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
): Promise<RemoteCheck> {
  const { path: list, size, warning: warningOf, absent } = rule;
  const result = await lookUp(value, rule, context);
  if (result.problem && isAtRisk) {
    return { failures: [{ path, reason: notValidated(definition, result.problem) }], warnings: [] };
  }
  const { entries, entry } = result;
  if (!entries) return { failures: [], warnings: [] };
  if (entry) {
    const replaced = size || before === undefined ? undefined : entries.find(({ id }) => String(id) === before);
    const warning = warningOf?.(entry, replaced);
    return { failures: [], warnings: warning === undefined ? [] : [`${path}: ${warning}`] };
  }
  // Read only for suggestions: this ID is known to be missing.
  const all = size ? await othersIn(list, size, context) : entries;
  if (all === undefined) return { failures: [], warnings: [] };
  const ids = all.map(({ id }) => String(id));
  if (ids.includes(value)) return { failures: [], warnings: [] };
  const hasSamePrefix = (id: string): boolean => firstPart(id) === firstPart(value);
  // If nothing similar exists, the API URL may be wrong.
  const problem =
    size && !ids.some(hasSamePrefix)
      ? await apiUrlProblem(context, `${list}/${value}`, previewLimits(context))
      : undefined;
  if (problem !== undefined) return { failures: [], warnings: [], problem };
  const names = size === "huge" ? all.map(({ id, label }) => `${String(id)} (${String(label)})`) : ids;
  return { failures: [{ path, reason: absent?.(ids) ?? unknownName(value, names) }], warnings: [] };
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
  const checks = await Promise.all(
    references.map(({ named, rule }) => checkByCatalogue(named, { ...rule, size: "own" }, check)),
  );
  return checks.flatMap(({ failures }) => failures);
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

/** How long a preview tries to read something. The operation itself reads it again, and the API validates every request. */
export const PREVIEW_TIMEOUT_MS = 10_000;

/** All entries of a catalogue, read once per run. */
function readCatalogue(path: string, context: Context): Promise<CatalogueResult> {
  return loadOnce(path, context, () => readList(context.send, { path, ...previewLimits(context) }));
}

/** The entries on the first page of a catalogue, read once per run. */
function readFirstPage(path: string, context: Context): Promise<CatalogueResult> {
  return loadOnce(path, context, async () => {
    const { data } = await context.send({ method: "GET", path, ...previewLimits(context) });
    return Array.isArray(data) ? (data as readonly Values[]) : [];
  });
}

/** The entry with this ID, if any, read once per run. */
function readEntry(list: string, id: string, context: Context): Promise<CatalogueResult> {
  // A path with dot segments would lead elsewhere.
  if (id.split("/").some((part) => /^\.*$/.test(part))) return Promise.resolve({ entries: [] });
  const own = `${list}/${encodedId(id)}`;
  return loadOnce(own, context, async () => {
    try {
      const entry = await context.send({ method: "GET", path: own, ...previewLimits(context) });
      return lastPart(String(entry.id ?? entry.username)) === lastPart(id) ? [entry] : [];
    } catch (error) {
      if (isNotFound(error)) return [];
      throw error;
    }
  });
}

/** Limits for a preview's request: it requires no token, stops on Ctrl-C, and is retried only briefly. */
export function previewLimits({ clock, signal }: Context) {
  return { isPublic: true, signal, deadlineMs: clock.now() + PREVIEW_TIMEOUT_MS };
}

/** Failures are not retried in this run: that would cost time for an optional check. */
function loadOnce(path: string, context: Context, load: () => Promise<readonly Values[]>): Promise<CatalogueResult> {
  return context.memory.catalogues.once(path, async () => {
    const result = await resultOf(load);
    if (result.problem) warnOnce("values such as the region", result.problem, context);
    return result;
  });
}

/** A catalogue with prices, as the run has read it before, or else read within that time, without a warning. */
export function readPrices(path: string, withinMs: number, { send, memory }: Context): Promise<CatalogueResult> {
  const signal = AbortSignal.timeout(withinMs);
  const load = (): Promise<readonly Values[]> =>
    readList(send, { path, isPublic: true, signal }).catch((error: unknown) => {
      throw signal.aborted ? new CloudError(`GET ${path} got no response in time.`) : error;
    });
  return memory.catalogues.once(path, () => resultOf(load));
}

async function resultOf(load: () => Promise<readonly Values[]>): Promise<CatalogueResult> {
  try {
    return { entries: await load() };
  } catch (error) {
    if (!isCloudFailure(error)) throw error;
    return isNotOffered(error) || isNotAllowed(error) ? {} : { problem: error };
  }
}

/** A token may be allowed to create what it may not list. One without any permissions fails at its first operation. */
function isNotAllowed(error: CloudError): boolean {
  return error instanceof ApiError && [401, 403].includes(error.status);
}

const warned = new WeakSet<RunMemory>();

/** Warns once per run, not once per resource, that the API could not be reached. */
function warnOnce(what: string, error: CloudError, context: Context): void {
  if (warned.has(context.memory)) return;
  warned.add(context.memory);
  context.warn(`Could not validate ${what}: ${sentence(error)} Invalid values will fail during \`pulumi up\`.`);
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

/** The outcome of the first request in a run that creates something. */
interface Preflight {
  /** Why nothing can be created, and the remedy. */
  readonly problem?: string;
  /** There was no usable response, so further requests would fail, too. */
  readonly isUnreachable?: true;
}

const preflights = new WeakMap<RunMemory, Promise<Preflight>>();

/**
 * Sends one authenticated request per run, for the list of this resource type. Otherwise, a wrong token, API URL or brand would
 * surface only at the first create.
 */
function preflight(definition: Definition, context: Context): Promise<Preflight> {
  const contact = preflights.get(context.memory) ?? sendPreflight(definition, context);
  preflights.set(context.memory, contact);
  return contact;
}

/** Whether that request got no usable response. */
export async function isUnreachable({ memory }: Context): Promise<boolean> {
  return (await preflights.get(memory))?.isUnreachable === true;
}

async function sendPreflight(definition: Definition, context: Context): Promise<Preflight> {
  const { send, memory } = context;
  const path = rootOf(definition.collection);
  try {
    const { data, pages } = await send({ method: "GET", path, ...previewLimits(context) });
    if (Array.isArray(data)) {
      // Cached, so that a search by name need not send the same request.
      const isComplete = pages === 1 && data.every((live) => isOwnId(definition, (live as Values | null)?.id));
      const list = { objects: data as Values[], readAt: context.clock.now() };
      if (isComplete) void memory.lists.once(path, () => Promise.resolve(list));
      return {};
    }
  } catch (error) {
    if (!isCloudFailure(error)) throw error;
    if (!meansNoSuchPath(error)) return preflightFailure(error, context);
  }
  const problem = await apiUrlProblem(context, path, previewLimits(context));
  return problem === undefined ? {} : { problem };
}

function preflightFailure(error: CloudError, context: Context): Preflight {
  if (error instanceof ApiError && error.status < 500 && error.status !== 429) {
    // A token may be allowed to create what it may not list (403). One with the wrong scopes gets the same response as an invalid token.
    return error.status === 401
      ? { problem: `Access token rejected. Nothing was created. Cause: ${sentence(error)}` }
      : {};
  }
  warnOnce("the access token and values such as the region", error, context);
  return { isUnreachable: true };
}
