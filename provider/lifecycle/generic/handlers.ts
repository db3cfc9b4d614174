import { isDeepStrictEqual } from "node:util";
import { neutralPath } from "../../api/wire";
import { formOf } from "../../definition/definition";
import type { Definition, GenericDefinition } from "../../definition/definition";
import type { Failure } from "../../definition/types";
import { UNKNOWN, hasUnknown, isObject, isUnset, partsOfPath } from "../../definition/values";
import type { Values } from "../../definition/values";
import { kinds } from "../../resources/registry";
import type { Context } from "../context";
import { memoryKey } from "../identity";
import { check, wholeInput } from "../object";
import type { DiffResult, ResourceHandlers } from "../resource-handlers";
import { APPLIED, OPTIONS, UnfinishedError, appliedOf, argsOf, isProvisional, isSame, optionsOf } from "../state";
import type { Recorded } from "../state";
import { RESPONSE } from "./definition";
import { HOW, collectionOf, innerOf, outerOptions, whole, withNamedSecrets } from "./values";
import type { Inner } from "./values";

/**
 * The operations of objects of any collection: those of a resource type that is made for the collection. Inputs, states and messages are
 * translated; everything else is the lifecycle's.
 * @param handlersFor the operations of a resource type
 */
export function genericHandlers(
  generic: GenericDefinition,
  handlersFor: (definition: Definition) => ResourceHandlers,
): ResourceHandlers {
  const inside = (context: Context, how: Values, recorded: Partial<Recorded> = {}) => {
    const inner = innerOf(generic, context, { how, ...recorded });
    return { ...inner, handlers: handlersFor(inner.definition) };
  };

  return {
    check: async (olds, news, context) => {
      const { inputs: given, failures } = check(generic, { olds, news });
      const all = [...failures, ...ownKind(given.collection, context.address.brand)];
      if (all.length > 0 || unknownIn(given) !== undefined) return { inputs: given, failures: all };
      const inputs = withNamedSecrets(given);
      const inner = inside(context, inputs);
      const had = inner.definition.identity.fromRecorded?.(olds) ?? {};
      // The first check has removed what is never recorded.
      const wanted = inner.values({ ...inputs, [OPTIONS]: { ...optionsOf(news), ...optionsOf(inputs) } });
      const checked = await inner.handlers.check(had, wanted, inner.context);
      return {
        inputs: { ...inputs, [OPTIONS]: outerOptions(optionsOf(checked.inputs), optionsOf(inputs)) },
        failures: checked.failures.map((failure) => ({ ...failure, path: inner.path(failure.path) })),
      };
    },
    diff: async (recorded, args, context) => {
      const unknown = unknownIn(args);
      if (unknown !== undefined) return differsIn(unknown, unknown === "collection");
      const { id, state } = recorded;
      const { brand } = context.address;
      const before = isProvisional(recorded) ? String(state.collection) : collectionOf(id, state, brand);
      if (neutralPath(before, brand) !== neutralPath(String(args.collection), brand)) return differsIn("collection");
      const isIdSame = isProvisional(recorded) || isDeepStrictEqual(args.idFields, state.idFields);
      if (!isIdSame && inside(context, args).idOf(state.output) !== neutralPath(id, brand))
        return differsIn("idFields");
      const inner = inside(context, args, recorded);
      const difference = await inner.handlers.diff(inner.recorded(recorded), inner.values(args), inner.context);
      return withHow(asOuter(inner, difference), state, args);
    },
    preview: async (recorded, args, context) => {
      if (unknownIn(args) !== undefined) return { ...args, output: UNKNOWN };
      const inner = inside(context, args, recorded);
      const had = recorded && inner.recorded(recorded);
      const planned = await inner.handlers.preview(had, inner.values(args), inner.context);
      return { ...args, output: planned[RESPONSE] ?? UNKNOWN };
    },
    create: (args, context) => {
      const inner = inside(context, args);
      return operated(inner, () => inner.handlers.create(inner.values(args), inner.context));
    },
    read: async (recorded, context) => {
      const inner = inside(context, {}, recorded);
      const found = await inner.handlers.read(inner.recorded(recorded), inner.context);
      // What the program only reads has no inputs.
      const inputs = recorded.state[APPLIED] === undefined ? {} : inner.inputs(found?.inputs ?? {});
      return found && { ...inner.outer(found), inputs };
    },
    readNew: async (named, context) => {
      const { id } = named;
      const read = inside(context, {}, { id });
      const { state } = await read.handlers.readNew(
        { ...named, id: read.recorded({ id, state: {} }).id },
        read.context,
      );
      // Only the response shows which fields there are.
      const { body } = whole(read.outer({ id, state }).state);
      const inner = inside(context, { body, [OPTIONS]: { import: id } }, { id });
      const args = { ...inner.values({ body }), [OPTIONS]: optionsOf(state) };
      const applied = { ...appliedOf(state), args: Object.keys(inner.definition.args) };
      return { ...inner.outer({ id, state: { ...state, ...args, [APPLIED]: applied } }), inputs: inner.inputs(args) };
    },
    update: async (recorded, args, context) => {
      const inner = inside(context, args, recorded);
      const [before, wanted] = [inner.recorded(recorded), inner.values(args)];
      const { state } = await operated(inner, async () => {
        const after = await inner.handlers.update(before, wanted, inner.context);
        for (const name of unchangedBy(inner, wanted, [before.state, after])) context.warn(ignored(inner.path(name)));
        return { id: before.id, state: after };
      });
      return state;
    },
    delete: (recorded, context) => {
      const inner = inside(context, {}, recorded);
      return inner.handlers.delete(inner.recorded(recorded), inner.context);
    },
    list: async (args, context) => {
      if (typeof args.collection !== "string") return [];
      const inner = inside(context, { body: {}, ...args });
      const listed = await inner.handlers.list(inner.values({}), inner.context);
      return listed.map((one) => ({ ...one, state: whole(inner.outer(one).state) }));
    },
    inspect: async (recorded, args, context) => {
      const inner = inside(context, args, recorded);
      const found = await inner.handlers.inspect(inner.recorded(recorded), inner.values(args), inner.context);
      if (!found) return undefined;
      const { state } = inner.outer({ id: inner.recorded(recorded).id, state: found.state });
      const deviations = found.deviations.map((one) => {
        const path = inner.path(one.path);
        return { ...one, path, name: partsOfPath(path)[0] ?? "" };
      });
      return { ...found, state, deviations };
    },
    interruptedResults: async (recorded, args, context) => {
      const inner = inside(context, args);
      const had = inner.recorded(recorded);
      const found = await inner.handlers.interruptedResults(had, inner.values(args), inner.context);
      return found?.map((one) => ({ ...one, ...inner.outer(one) }));
    },
    objectKeys: (recorded) => (isProvisional(recorded) ? [] : [memoryKey(generic, recorded.id)]),
  };
}

/** Passes on what a failed operation left, as the engine records it. */
async function operated(inner: Inner, work: () => Promise<Recorded>): Promise<Recorded> {
  try {
    return inner.outer(await work());
  } catch (error) {
    throw error instanceof UnfinishedError ? new UnfinishedError(inner.outer(error.recorded), error) : error;
  }
}

/** Rejects collections that the package handles better than an object of any collection could. */
function ownKind(collection: unknown, brand: string): Failure[] {
  if (typeof collection !== "string") return [];
  const form = formOf(neutralPath(collection, brand));
  const own = kinds.find((one) => formOf(one.collection) === form);
  return own ? [{ path: "collection", reason: `has a resource type of its own: use ${own.kind}` }] : [];
}

/** The first input that has to be known to say where the object is, how to handle it, and what it has to have. */
function unknownIn(args: Values): string | undefined {
  const how = HOW.find((name) => hasUnknown(args[name])) ?? (isObject(args.body) ? undefined : "body");
  return typeof args.collection === "string" ? how : "collection";
}

function differsIn(path: string, isReplaced = true): DiffResult {
  const what = { changed: [path], replaces: isReplaced ? [path] : [], parts: [{ path, kind: "update" } as const] };
  return { ...what, hasChanges: true, unfinished: false, deleteBeforeReplace: false };
}

/** The difference, also in how the object is handled, which only the state has to show. */
function withHow(difference: DiffResult, state: Values, args: Values): DiffResult {
  const changed = HOW.filter((name) => !isDeepStrictEqual(args[name], state[name]));
  if (changed.length === 0 || difference.unfinished) return difference;
  return {
    ...difference,
    changed: [...difference.changed, ...changed],
    ...(difference.parts && { parts: [...difference.parts, ...changed.map((name) => wholeInput(name, state, args))] }),
    hasChanges: true,
  };
}

/** Fields that the update changed according to the program, but not according to the API. A secret may be hidden in its response. */
function unchangedBy({ definition }: Inner, wanted: Values, [before, after]: readonly [Values, Values]): string[] {
  const { [OPTIONS]: _, ...had } = argsOf(before);
  const { secrets = [] } = optionsOf(wanted);
  return Object.entries(definition.args).flatMap(([name, rule]) => {
    const isChanged = !isUnset(wanted[name]) && !isDeepStrictEqual(wanted[name], had[name]);
    const isShown = isDeepStrictEqual(after[name], before[name]) && !secrets.some(([first]) => first === name);
    return isChanged && isShown && !isSame(rule, [wanted[name], after[name]], wanted) ? [name] : [];
  });
}

function ignored(path: string): string {
  return (
    `${path}: the API accepted the update, but shows the same value as before. If it cannot change the field, name it in \`replaceOn\`; if the ` +
    "field has a request of its own, in `updatePath`."
  );
}

function asOuter(inner: Inner, { changed, replaces, parts, ...rest }: DiffResult): DiffResult {
  return {
    ...rest,
    changed: [...new Set(changed.map((name) => partsOfPath(inner.path(name))[0] ?? ""))],
    replaces: replaces.map(inner.path),
    ...(parts && { parts: parts.map((part) => ({ ...part, path: inner.path(part.path) })) }),
  };
}
