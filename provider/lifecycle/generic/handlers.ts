import { isDeepStrictEqual } from "node:util";
import { neutralPath, wireFor } from "../../api/wire";
import type { Wire } from "../../api/wire";
import { formOf } from "../../definition/definition";
import type { Definition, GenericDefinition } from "../../definition/definition";
import type { Failure } from "../../definition/types";
import { UNKNOWN, hasUnknown, isObject, isUnset, partsOfPath, valueAt } from "../../definition/values";
import type { Values } from "../../definition/values";
import { kinds } from "../../resources/registry";
import type { Context } from "../context";
import { memoryKey } from "../identity";
import { check, wholeInput } from "../object";
import type { ChangedPart } from "../object";
import type { DiffResult, ResourceHandlers } from "../resource-handlers";
import {
  APPLIED,
  OPTIONS,
  SERVER_VALUES,
  UnfinishedError,
  appliedOf,
  argsOf,
  isProvisional,
  isSame,
  optionsOf,
} from "../state";
import type { Options, Recorded } from "../state";
import { RESPONSE, definitionOfCollection, placeOf } from "./definition";

/** The inputs that say how to handle the object, and are not sent. */
const HOW = ["identifiedBy", "replaceOn", "ready", "unordered", "secretOutputs", "updateMethod", "updatePath"] as const;

/** What an engine has of an object, as the lifecycle takes it: each field of `body` is an input. */
interface Inner {
  readonly handlers: ResourceHandlers;
  readonly definition: Definition;
  readonly wire: Wire;
  /** The values of the engine, translated. */
  readonly values: (outer: Values) => Values;
  readonly recorded: (outer: Recorded) => Recorded;
  /** The other way: what the engine records. */
  readonly outer: (recorded: Recorded) => Recorded;
  readonly inputs: (inner: Values) => Values;
}

/**
 * The operations of objects of any collection: those of a resource type that is made for the collection. Inputs, states and messages are
 * translated; everything else is the lifecycle's.
 * @param handlersFor the operations of a resource type
 */
export function genericHandlers(
  generic: GenericDefinition,
  handlersFor: (definition: Definition) => ResourceHandlers,
): ResourceHandlers {
  /** @param how the inputs that say how to handle the object: those of the program, or what the state has of them */
  const inside = (context: Context, how: Values, { state = {}, id }: Partial<Recorded> = {}): Inner => {
    const { brand } = context.address;
    const wire = wireFor(brand);
    const path =
      id === undefined || isProvisional({ id }) ? String(how.collection ?? state.collection) : collectionOf(id);
    const place = placeOf(neutralPath(path, brand));
    const hidden = (values: Values): Values =>
      Object.fromEntries([APPLIED, SERVER_VALUES].flatMap((name) => (name in values ? [[name, values[name]]] : [])));
    const isStored = state[APPLIED] !== undefined;
    const before = isStored ? appliedOf(state).args : [];
    const given = "body" in how ? how : state;
    const definition = definitionOfCollection(generic, {
      wire,
      place,
      given,
      body: wire.response(objectOf(given.body)),
      before,
    });
    const fieldsOf = ({ body }: Values): Values =>
      body === UNKNOWN
        ? Object.fromEntries(Object.keys(definition.args).map((name) => [name, UNKNOWN]))
        : wire.response(objectOf(body));
    const values = (outer: Values): Values => ({
      ...fieldsOf(outer),
      ...place.parents,
      ...(outer.output === undefined
        ? {}
        : { [RESPONSE]: outer.output === UNKNOWN ? UNKNOWN : wire.response(outer.output) }),
      ...hidden(outer),
      ...(outer[OPTIONS] === undefined
        ? {}
        : { [OPTIONS]: innerOptions(optionsOf(outer), Object.keys(definition.args), brand) }),
    });
    const inputs = (inner: Values): Values => {
      const fields = Object.keys(definition.args).filter(
        (name) => !(name in place.parents) && inner[name] !== undefined,
      );
      const body = wire.body(Object.fromEntries(fields.map((name) => [name, inner[name]])));
      const of = Object.fromEntries(HOW.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]])));
      return {
        collection: wire.path(neutralPath(path, brand)),
        body,
        ...of,
        ...(inner[OPTIONS] === undefined ? {} : { [OPTIONS]: outerOptions(optionsOf(inner), optionsOf(given)) }),
      };
    };
    const fromRecorded = (inputs: Values): Values | undefined =>
      neutralPath(String(inputs.collection), brand) === neutralPath(path, brand) ? values(inputs) : undefined;
    return {
      handlers: handlersFor({ ...definition, identity: { ...definition.identity, fromRecorded } }),
      definition,
      wire,
      values,
      inputs,
      recorded: (outer) => ({
        id: neutralPath(outer.id, brand),
        state: outer.state[APPLIED] === undefined ? {} : values(outer.state),
      }),
      outer: ({ id, state: now }) => {
        const response = now[RESPONSE];
        const output =
          response === undefined ? undefined : response === UNKNOWN ? UNKNOWN : wire.body(response as Values);
        const shown = {
          ...Object.fromEntries(appliedOf(now).args.map((name) => [name, now[name]])),
          [OPTIONS]: now[OPTIONS],
        };
        const outerState = { ...inputs(shown), ...(output === undefined ? {} : { output }), ...hidden(now) };
        return { id, state: marked(outerState, context) };
      },
    };
  };

  /** Passes on what a failed operation left, as the engine records it. */
  const operated = async (inner: Inner, work: () => Promise<Recorded>): Promise<Recorded> => {
    try {
      return inner.outer(await work());
    } catch (error) {
      throw error instanceof UnfinishedError ? new UnfinishedError(inner.outer(error.recorded), error) : error;
    }
  };

  return {
    check: async (olds, news, context) => {
      const { inputs, failures } = check(generic, { olds, news });
      const own =
        typeof inputs.collection === "string"
          ? ownKind(neutralPath(inputs.collection, context.address.brand))
          : undefined;
      const all =
        own === undefined
          ? failures
          : [...failures, { path: "collection", reason: `has a resource type of its own: use ${own}` }];
      if (all.length > 0 || !isPlaced(inputs)) return { inputs, failures: all };
      const inner = inside(context, inputs);
      const { brand } = context.address;
      const isSame = neutralPath(String(olds.collection), brand) === neutralPath(String(inputs.collection), brand);
      // The first check has removed what is never recorded.
      const { isPreview, remarks } = optionsOf(news);
      const options = { ...optionsOf(inputs), ...(isPreview && { isPreview }), ...(remarks && { remarks }) };
      const wanted = inner.values({ ...inputs, [OPTIONS]: options });
      const checked = await inner.handlers.check(isSame ? inner.values(olds) : {}, wanted, context);
      return {
        inputs: { ...inputs, [OPTIONS]: outerOptions(optionsOf(checked.inputs), optionsOf(inputs)) },
        failures: checked.failures.map((failure): Failure => ({
          ...failure,
          path: outerPath(inner, failure.path),
        })),
      };
    },
    diff: async (recorded, args, context) => {
      if (!isPlaced(args)) return unplaced(args);
      const { brand } = context.address;
      const before = isProvisional(recorded) ? String(recorded.state.collection) : collectionOf(recorded.id);
      if (neutralPath(before, brand) !== neutralPath(String(args.collection), brand)) return replaced("collection");
      const inner = inside(context, args, recorded);
      const difference = await inner.handlers.diff(inner.recorded(recorded), inner.values(args), context);
      return withHow(asOuter(inner, difference), recorded.state, args);
    },
    preview: async (recorded, args, context) => {
      if (!isPlaced(args)) return { ...args, output: UNKNOWN };
      const inner = inside(context, args, recorded);
      const planned = await inner.handlers.preview(recorded && inner.recorded(recorded), inner.values(args), context);
      const output = planned[RESPONSE] ?? UNKNOWN;
      return { ...args, output: output === UNKNOWN ? UNKNOWN : wireFor(context.address.brand).body(output as Values) };
    },
    create: (args, context) => {
      const inner = inside(context, args);
      return operated(inner, () => inner.handlers.create(inner.values(args), context));
    },
    read: async (recorded, context) => {
      const inner = inside(context, {}, recorded);
      const found = await inner.handlers.read(inner.recorded(recorded), context);
      // What the program only reads has no inputs.
      const inputs = recorded.state[APPLIED] === undefined ? {} : inner.inputs(found?.inputs ?? {});
      return found && { ...inner.outer(found), inputs };
    },
    readNew: async (named, context) => {
      const read = async (how: Values) => {
        const inner = inside(context, how, { id: named.id, state: {} });
        const { id } = inner.recorded({ id: named.id, state: {} });
        const { state, inputs } = await inner.handlers.readNew({ ...named, id }, context);
        return { ...inner.outer({ id, state }), inputs: inner.inputs(inputs) };
      };
      // Only the response shows which fields there are.
      const { body } = whole((await read({})).state);
      return read({ body, [OPTIONS]: { import: named.id } });
    },
    update: async (recorded, args, context) => {
      const inner = inside(context, args, recorded);
      const [before, wanted] = [inner.recorded(recorded), inner.values(args)];
      const { state } = await operated(inner, async () => {
        const after = await inner.handlers.update(before, wanted, context);
        for (const name of unchangedBy(inner, wanted, [before.state, after]))
          context.warn(ignored(outerPath(inner, name)));
        return { id: before.id, state: after };
      });
      return state;
    },
    delete: (recorded, context) => {
      const inner = inside(context, {}, recorded);
      return inner.handlers.delete(inner.recorded(recorded), context);
    },
    list: async (args, context) => {
      if (typeof args.collection !== "string") return [];
      const inner = inside(context, { collection: args.collection, body: {} });
      return (await inner.handlers.list(inner.values({}), context)).map((one) => ({
        ...one,
        state: whole(inner.outer(one).state),
      }));
    },
    inspect: async (recorded, args, context) => {
      const inner = inside(context, args, recorded);
      const found = await inner.handlers.inspect(inner.recorded(recorded), inner.values(args), context);
      if (!found) return undefined;
      const { state } = inner.outer({ id: inner.recorded(recorded).id, state: found.state });
      const deviations = found.deviations.map(({ name: field, path, expected, actual, ...more }) => {
        const outer = outerPath(inner, path);
        const [shown = {}, live = {}] = [expected, actual].map((value) => inner.wire.body({ [field]: value }));
        const [name = ""] = partsOfPath(outer);
        return { ...more, name, path: outer, expected: Object.values(shown)[0], actual: Object.values(live)[0] };
      });
      return { ...found, state, deviations };
    },
    interruptedResults: async (recorded, args, context) => {
      const inner = inside(context, args);
      const found = await inner.handlers.interruptedResults(inner.recorded(recorded), inner.values(args), context);
      return found?.map((one) => ({ ...one, ...inner.outer(one) }));
    },
    objectKeys: (recorded) => (isProvisional(recorded) ? [] : [memoryKey(generic, recorded.id)]),
  };
}

/** Whether it is known where the object is, what it has to have, and how to handle it. */
function isPlaced(args: Values): boolean {
  return typeof args.collection === "string" && isObject(args.body) && !HOW.some((name) => hasUnknown(args[name]));
}

/** A preview knows the path only once the parent exists. */
function unplaced(args: Values): DiffResult {
  if (typeof args.collection !== "string") return replaced("collection");
  const unknown = HOW.find((name) => hasUnknown(args[name])) ?? "body";
  return { ...replaced(unknown), replaces: [] };
}

function replaced(path: string): DiffResult {
  const parts: ChangedPart[] = [{ path, kind: "update" }];
  return { changed: [path], replaces: [path], parts, hasChanges: true, unfinished: false, deleteBeforeReplace: false };
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
  const outer = (names: readonly string[]) => [
    ...new Set(names.map((name) => partsOfPath(outerPath(inner, name))[0] ?? "")),
  ];
  return {
    ...rest,
    changed: outer(changed),
    replaces: outer(replaces),
    ...(parts && { parts: parts.map((part) => ({ ...part, path: outerPath(inner, part.path) })) }),
  };
}

/** The path of an input as the program has it: `body.label`. */
function outerPath({ definition, wire }: Inner, path: string): string {
  const [name = ""] = partsOfPath(path);
  if (name.startsWith("__parent")) return "collection";
  return name in definition.args ? `body.${path.replaceAll(/\w+/g, wire.apiName)}` : path;
}

/** Collections that the package handles better than an object of any collection could. */
function ownKind(collection: string): string | undefined {
  return kinds.find((one) => formOf(one.collection) === formOf(collection))?.kind;
}

function collectionOf(id: string): string {
  return id.slice(0, id.lastIndexOf("/"));
}

function objectOf(value: unknown): Values {
  return isObject(value) ? value : {};
}

/** The state of an object that no program declares, with everything as `body` that one may declare of the response. */
function whole(state: Values): Values & { readonly body: Values } {
  const isOfService = (name: string): boolean => ["id", "created", "updated", "status"].includes(name);
  const fields = Object.entries(objectOf(state.output)).filter(([name, value]) => value !== null && !isOfService(name));
  return { ...state, body: Object.fromEntries(fields) };
}

/** The options, about the fields of `body` instead of the whole. */
function innerOptions(options: Options, names: readonly string[], brand: string): Options {
  const { ourName } = wireFor(brand);
  const within = (paths: readonly string[]): string[] =>
    paths.flatMap((path) => {
      const [first = "", field] = partsOfPath(path);
      return first !== "body" ? [path] : field === undefined ? names : [ourName(field)];
    });
  const { secrets, ignoreChanges, replaceOnChanges, import: named } = options;
  return {
    ...options,
    ...(named !== undefined && { import: neutralPath(named, brand) }),
    ...(secrets && {
      secrets: secrets.flatMap(([first = "", ...rest]) =>
        first !== "body" ? [] : rest.length === 0 ? names.map((name) => [name]) : [rest.map(ourName)],
      ),
    }),
    ...(ignoreChanges && { ignoreChanges: within(ignoreChanges) }),
    ...(replaceOnChanges && { replaceOnChanges: within(replaceOnChanges) }),
  };
}

/** What the lifecycle has noted in the options, with the program's own. */
function outerOptions(inner: Options, { secrets, ignoreChanges, replaceOnChanges, import: named }: Options): Options {
  const { secrets: _, ignoreChanges: __, replaceOnChanges: ___, import: ____, ...noted } = inner;
  // Those in the response are of the state only.
  const ofProgram = secrets?.filter(([first]) => first !== "output") ?? [];
  return {
    ...noted,
    ...(named !== undefined && { import: named }),
    ...(ofProgram.length > 0 && { secrets: ofProgram }),
    ...(ignoreChanges && { ignoreChanges }),
    ...(replaceOnChanges && { replaceOnChanges }),
  };
}

/** The state with marks for what is secret in the response: what the program names, and what it has marked in `body`. */
function marked(state: Values, { memory }: Context): Values {
  const options = optionsOf(state);
  const { secrets = [] } = options;
  const inBody = secrets.filter(([first]) => first === "body").map(([, ...rest]) => rest);
  const named = ((state.secretOutputs ?? []) as string[]).map(partsOfPath);
  const paths = [...named, ...inBody].map((path) => ["output", ...path]);
  for (const path of named) memory.noteSecret(valueAt(state.output, path));
  if (paths.length === 0) return state;
  const all = new Map([...secrets, ...paths].map((path) => [JSON.stringify(path), path]));
  return { ...state, [OPTIONS]: { ...options, secrets: Array.from(all.values()) } };
}
