import { addressProblem } from "../../api/base-address";
import type { Failure } from "../../definition/types";
import type { Definition } from "../../definition/definition";
import type { CatalogueRule } from "../../definition/argument";
import type { Values } from "../../definition/values";
import { deletesFirst, isSame, replacingChanges, sourceOf, optionsOf } from "../state";
import type { Asked, Context } from "../context";
import { missingCapabilities, previewLimits, readCatalogue, readEntry, readFirstPage } from "./catalogue";
import { preflight } from "./preflight";
import { firstPart, unknownName } from "../wording";

/** The result of checking arguments against the service's catalogues. */
export interface Judgement {
  readonly failures: readonly Failure[];
  readonly warnings: readonly string[];
  /** A problem with the token, the base address or the brand, independent of the arguments. */
  readonly problem?: string;
}

/** An id, and the path of the property that holds it. */
interface Named {
  readonly path: string;
  readonly id: string;
}

/** What a check of one of them depends on. */
interface Question {
  readonly definition: Definition;
  /** The id in the arguments before. */
  readonly before: string | undefined;
  /** Whether the old object is deleted before the new one exists. */
  readonly isAtRisk: boolean;
  readonly context: Context;
}

/**
 * Asks the service, at preview, whether it accepts the arguments; for a resource that is to be created, first whether
 * it answers at all.
 * @param isSound whether the arguments have passed all checks so far
 */
export async function validateRemotely(asked: Asked, olds: Values, isSound: boolean): Promise<Judgement> {
  const { definition, args: news, context } = asked;
  const isCreated = Object.keys(olds).length === 0 && optionsOf(news).import === undefined;
  const { problem, isUnreachable } = isCreated && isSound ? await preflight(definition, context) : {};
  if (problem !== undefined) return { failures: [], warnings: [], problem };
  return isUnreachable ? { failures: [], warnings: [] } : judgeByCatalogues(asked, olds);
}

/**
 * Looks up, at preview, what the arguments name, such as the region or the image: all of it for a new resource and
 * before a replacement that deletes first, otherwise what has changed. Unchanged arguments cost no request.
 */
async function judgeByCatalogues(asked: Asked, olds: Values): Promise<Judgement> {
  const { definition, args: news, context } = asked;
  const exists = Object.keys(olds).length > 0;
  // An imported object may have something that is no longer offered.
  if (!exists && optionsOf(news).import !== undefined) return { failures: [], warnings: [] };
  const changes = exists ? replacingChanges(definition, olds, news) : [];
  const isAtRisk = deletesBeforeItKnows(asked, olds, changes);
  const isAsked = (name: string): boolean => {
    const rule = definition.args[name];
    if (rule?.catalogue === undefined || !namedBy(definition, name, news)) return false;
    // Such a change is refused anyway.
    if (rule.change?.replaces && optionsOf(news).importStays) return false;
    // It is no longer sent.
    if (rule.change?.onlyAtCreate && exists && changes.length === 0) return false;
    return isAtRisk || (rule.catalogue.size !== "own" && !isSame(rule, [news[name], olds[name]], news));
  };
  const questions = Object.entries(definition.args).flatMap(([name, { catalogue }]) => {
    const named = isAsked(name) ? namedBy(definition, name, news) : undefined;
    return named && catalogue ? [{ named, catalogue, before: namedBy(definition, name, olds)?.id }] : [];
  });
  const [judgements, lacks] = await Promise.all([
    Promise.all(
      questions.map(({ named, catalogue, before }) =>
        judge(named, catalogue, { definition, before, isAtRisk, context }),
      ),
    ),
    missingCapabilities(asked, olds, isAsked),
  ]);
  const [problem] = judgements.flatMap(({ problem: found = [] }) => found);
  return {
    failures: [...judgements.flatMap(({ failures }) => failures), ...lacks],
    warnings: judgements.flatMap(({ warnings }) => warnings),
    ...(problem === undefined ? {} : { problem }),
  };
}

/** Whether a replacement would delete the old object before the service has accepted the new one. */
function deletesBeforeItKnows({ definition, args: news }: Asked, olds: Values, changes: readonly string[]): boolean {
  const { generated, importStays } = optionsOf(news);
  if (generated || importStays || !deletesFirst(definition, olds, news)) return false;
  return changes.some((name) => definition.args[name]?.sent?.in !== "path");
}

async function judge(
  { path, id: value }: Named,
  { path: list, size, warning: warningOf }: CatalogueRule,
  { definition, before, isAtRisk, context }: Question,
): Promise<Judgement> {
  const looked = await (size ? readEntry(list, value, context) : readCatalogue(list, context));
  if (looked.problem && isAtRisk) {
    return { failures: [{ path, reason: notSure(definition, looked.problem) }], warnings: [] };
  }
  const { entries } = looked;
  const entry = size ? entries?.[0] : entries?.find(({ id }) => String(id) === value);
  if (!entries) return { failures: [], warnings: [] };
  if (entry) {
    const replaced = size || before === undefined ? undefined : entries.find(({ id }) => String(id) === before);
    const warning = warningOf?.(entry, replaced);
    return { failures: [], warnings: warning === undefined ? [] : [`${path}: ${warning}`] };
  }
  // Only for suggestions: this id is known to be missing.
  const all = size ? await othersIn(list, size, context) : entries;
  if (all === undefined) return { failures: [], warnings: [] };
  const ids = all.map(({ id }) => String(id));
  if (ids.includes(value)) return { failures: [], warnings: [] };
  const isOfItsKind = (id: string): boolean => firstPart(id) === firstPart(value);
  // A service without anything like it may be the wrong one.
  const problem =
    size && !ids.some(isOfItsKind)
      ? await addressProblem(context, `${list}/${value}`, previewLimits(context))
      : undefined;
  if (problem !== undefined) return { failures: [], warnings: [], problem };
  const names = size === "huge" ? all.map(({ id, label }) => `${String(id)} (${String(label)})`) : ids;
  return { failures: [{ path, reason: unknownName(value, names) }], warnings: [] };
}

/** Other entries of a list that is not read as a whole; undefined if the service may not have the list. */
async function othersIn(
  list: string,
  size: NonNullable<CatalogueRule["size"]>,
  context: Context,
): Promise<readonly Values[] | undefined> {
  if (size === "huge") return (await readFirstPage(list, context)).entries;
  return size === "long" ? ((await readCatalogue(list, context)).entries ?? []) : [];
}

/** The old object must not be deleted for one that may turn out to be impossible. */
function notSure({ noun }: Definition, { message }: Error): string {
  return (
    `could not be looked up (${message}), and this replacement deletes the ${noun} before the new one exists. ` +
    "Nothing was changed; try again"
  );
}

/** The id in an argument, or in the origin that the argument is; undefined while it is unknown. */
function namedBy(definition: Definition, name: string, args: Values): Named | undefined {
  if (definition.creation?.origins?.[name]) return sourceOf(definition, args);
  const value = args[name];
  return typeof value === "string" || typeof value === "number" ? { path: name, id: String(value) } : undefined;
}
