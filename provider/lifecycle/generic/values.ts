import { plainly, withIdOf } from "../../api/plain";
import { neutralPath, wireFor } from "../../api/wire";
import { formOf, isGeneric } from "../../definition/definition";
import type { Definition, GenericDefinition } from "../../definition/definition";
import { UNKNOWN, isObject, partsOfPath, valueAt } from "../../definition/values";
import type { Values } from "../../definition/values";
import { ownPartsIn } from "../../resources/api-collections";
import { apiObject } from "../../resources/api-object";
import type { Context } from "../context";
import {
  APPLIED,
  OPTIONS,
  SERVER_VALUES,
  appliedOf,
  isProvisional,
  optionsOf,
  partsOfPathId,
  unitedPaths,
} from "../state";
import type { Options, Recorded } from "../state";
import { RESPONSE, definitionOfCollection, placeOf } from "./definition";

/** The inputs that say how to handle the object, and are not sent. */
export const HOW = Object.keys(apiObject.args).filter((name) => name !== "collection" && name !== "body");

/** What an engine has of an object, as the lifecycle takes it: each field of `body` is an input. */
export interface Inner {
  readonly definition: Definition;
  /** For requests under the API's names. */
  readonly context: Context;
  /** The values of the engine, translated. */
  readonly values: (outer: Values) => Values;
  readonly recorded: (outer: Recorded) => Recorded;
  /** The other way: what the engine records. */
  readonly outer: (recorded: Recorded) => Recorded;
  readonly inputs: (inner: Values) => Values;
  /** The ID of an object that the API shows so. */
  readonly idOf: (output: unknown) => string;
  /** The path of an input as the program has it: `body.label`. */
  readonly path: (inner: string) => string;
}

/** The resource type of a collection's objects; any other type as it is. */
export function definitionIn(definition: Definition, collection: string): Definition {
  return isGeneric(definition) ? definitionOfCollection(definition, { place: placeOf(collection) }) : definition;
}

/** The same, and the context for requests under the API's names. */
export function inCollection(
  definition: Definition,
  collection: string,
  context: Context,
): Pick<Inner, "definition" | "context"> {
  const made = definitionIn(definition, collection);
  return { definition: made, context: made === definition ? context : plainContext(made, collection, context) };
}

function plainContext({ ids }: Definition, collection: string, context: Context): Context {
  const { reads, idFields } = context.plain;
  idFields.set(collection, ids?.pathEnds ?? []);
  return { ...context, send: plainly(context.send, idFields), reads };
}

interface Known extends Partial<Recorded> {
  /** The inputs that say how to handle the object: those of the program, or what the state has of them. */
  readonly how: Values;
}

export function innerOf(generic: GenericDefinition, context: Context, { how, state = {}, id }: Known): Inner {
  const { brand } = context.address;
  const given = "body" in how ? how : state;
  const isNamed = id !== undefined && !isProvisional({ id });
  const path = neutralPath(
    isNamed ? collectionOf(id, given, brand) : String(how.collection ?? state.collection),
    brand,
  );
  const place = placeOf(path);
  const before = state[APPLIED] === undefined ? [] : appliedOf(state).args;
  const definition = definitionOfCollection(generic, { place, given, body: objectOf(given.body), before });
  const names = Object.keys(definition.args);
  const fields = names.filter((name) => !Object.hasOwn(place.parents, name));
  const values = ({ body, output, ...outer }: Values): Values => ({
    ...(body === UNKNOWN ? Object.fromEntries(names.map((name) => [name, UNKNOWN])) : objectOf(body)),
    ...place.parents,
    ...(output !== undefined && { [RESPONSE]: output }),
    ...hidden(outer),
    ...(outer[OPTIONS] !== undefined && { [OPTIONS]: innerOptions(optionsOf(outer), names, brand) }),
  });
  const inputs = (inner: Values): Values => ({
    collection: wireFor(brand).path(path),
    body: Object.fromEntries(fields.flatMap((name) => (inner[name] === undefined ? [] : [[name, inner[name]]]))),
    ...Object.fromEntries(HOW.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]]))),
    ...(inner[OPTIONS] !== undefined && { [OPTIONS]: outerOptions(optionsOf(inner), optionsOf(given)) }),
  });
  const fromRecorded = (recorded: Values): Values | undefined =>
    neutralPath(String(recorded.collection), brand) === path ? values(recorded) : undefined;
  return {
    definition: { ...definition, identity: { ...definition.identity, fromRecorded } },
    context: plainContext(definition, path, context),
    values,
    inputs,
    recorded: (outer) => ({
      id: neutralPath(outer.id, brand),
      state: outer.state[APPLIED] === undefined ? {} : values(outer.state),
    }),
    outer: ({ id, state: now }) => {
      const output = now[RESPONSE];
      const applied = Object.fromEntries(appliedOf(now).args.map((name) => [name, now[name]]));
      const shown = inputs({ ...applied, [OPTIONS]: now[OPTIONS] });
      const outerState = { ...shown, ...(output === undefined ? {} : { output }), ...hidden(now) };
      return { id, state: marked(outerState, context) };
    },
    idOf: (output) => `${path}/${String(withIdOf(objectOf(output), definition.ids?.pathEnds ?? []).id)}`,
    path: (inner) => {
      const [name = ""] = partsOfPath(inner);
      if (Object.hasOwn(place.parents, name)) return "collection";
      return Object.hasOwn(definition.args, name) ? `body.${inner}` : inner;
    },
  };
}

/** The path of the collection that the object with this ID is in. */
export function collectionOf(id: string, { idFields }: Values, brand: string): string {
  const length = Array.isArray(idFields) ? idFields.length : ownPartsIn(formOf(neutralPath(id, brand)));
  return partsOfPathId(id, length).collection;
}

/** The state of an object that no program declares, with everything as `body` that one may declare of the response. */
export function whole(state: Values): Values & { readonly body: Values } {
  const isOfService = (name: string): boolean => ["id", "created", "updated", "status"].includes(name);
  const fields = Object.entries(objectOf(state.output)).filter(([name, value]) => value !== null && !isOfService(name));
  return { ...state, body: Object.fromEntries(fields) };
}

function objectOf(value: unknown): Values {
  return isObject(value) ? value : {};
}

function hidden(values: Values): Values {
  return Object.fromEntries([APPLIED, SERVER_VALUES].flatMap((name) => (name in values ? [[name, values[name]]] : [])));
}

/** The options, about the fields of `body` instead of the whole. */
function innerOptions(options: Options, names: readonly string[], brand: string): Options {
  const within = (paths: readonly string[]): string[] =>
    paths.flatMap((path) => {
      const [first = "", field] = partsOfPath(path);
      return first !== "body" ? [path] : field === undefined ? names : [field];
    });
  const { secrets, ignoreChanges, replaceOnChanges, import: named } = options;
  return {
    ...options,
    ...(named !== undefined && { import: neutralPath(named, brand) }),
    ...(secrets && {
      secrets: secrets.flatMap(([first = "", ...rest]) =>
        first !== "body" ? [] : rest.length === 0 ? names.map((name) => [name]) : [rest],
      ),
    }),
    ...(ignoreChanges && { ignoreChanges: within(ignoreChanges) }),
    ...(replaceOnChanges && { replaceOnChanges: within(replaceOnChanges) }),
  };
}

/** What the lifecycle has noted in the options, with the program's own. */
export function outerOptions(
  inner: Options,
  { secrets, ignoreChanges, replaceOnChanges, import: named }: Options,
): Options {
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

/** The inputs with marks for what `secretOutputs` names in `body`, too. */
export function withNamedSecrets(inputs: Values): Values {
  const options = optionsOf(inputs);
  const named = secretPaths(inputs).filter((path) => valueAt(inputs.body, path) !== undefined);
  const paths = named.map((path) => ["body", ...path]);
  return paths.length === 0
    ? inputs
    : { ...inputs, [OPTIONS]: { ...options, secrets: unitedPaths(options.secrets ?? [], paths) } };
}

/** The state with marks for what is secret in the response: what the program names, and what it has marked in `body`. */
function marked(state: Values, { memory }: Context): Values {
  const options = optionsOf(state);
  const { secrets = [] } = options;
  const inBody = secrets.filter(([first]) => first === "body").map(([, ...rest]) => rest);
  const named = secretPaths(state);
  const paths = [...named, ...inBody].map((path) => ["output", ...path]);
  for (const path of named) memory.noteSecret(valueAt(state.output, path));
  if (paths.length === 0) return state;
  return { ...state, [OPTIONS]: { ...options, secrets: unitedPaths(secrets, paths) } };
}

function secretPaths({ secretOutputs }: Values): string[][] {
  return ((secretOutputs ?? []) as string[]).map(partsOfPath);
}
