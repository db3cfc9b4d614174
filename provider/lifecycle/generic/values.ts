import { plainly, withIdOf } from "../../api/plain";
import { neutralPath, wireFor } from "../../api/wire";
import { formOf, isGeneric } from "../../definition/definition";
import type { Definition, GenericDefinition } from "../../definition/definition";
import { UNKNOWN, isObject, partsOfPath, valueAt, withoutUnset } from "../../definition/values";
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

/** The resource type of a collection's objects, by what is known of how to handle them; any other type as it is. */
export function definitionIn(definition: Definition, collection: string, given: Values = {}): Definition {
  return isGeneric(definition) ? definitionOfCollection(definition, { place: placeOf(collection), given }) : definition;
}

/** The same by what the run knows, and the context for requests under the API's names. */
export function inCollection(
  definition: Definition,
  collection: string,
  context: Context,
): { definition: Definition; context: Context } {
  const made = definitionIn(definition, collection, { idFields: context.plain.idFields.get(collection) });
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

/** What an engine has of an object, as the lifecycle takes it: each field of `body` is an input. */
export type Inner = ReturnType<typeof innerOf>;

export function innerOf(generic: GenericDefinition, context: Context, { how, state = {}, id }: Known) {
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
    ...pick({ [RESPONSE]: output, ...outer }, [RESPONSE, ...HIDDEN]),
    ...(outer[OPTIONS] !== undefined && { [OPTIONS]: innerOptions(optionsOf(outer), names, brand) }),
  });
  const inputs = (inner: Values): Values => ({
    collection: wireFor(brand).path(path),
    body: pick(inner, fields),
    ...pick(given, HOW),
    ...(inner[OPTIONS] !== undefined && { [OPTIONS]: outerOptions(optionsOf(inner), optionsOf(given)) }),
  });
  const fromRecorded = (recorded: Values): Values | undefined =>
    neutralPath(String(recorded.collection), brand) === path ? values(recorded) : undefined;
  const placed: Definition = { ...definition, identity: { ...definition.identity, fromRecorded } };
  return {
    definition: placed,
    /** For requests under the API's names. */
    context: plainContext(definition, path, context),
    /** The values of the engine, translated. */
    values,
    recorded: (outer: Recorded): Recorded => ({
      id: neutralPath(outer.id, brand),
      state: outer.state[APPLIED] === undefined ? {} : values(outer.state),
    }),
    /** The other way: what the engine records. */
    inputs,
    outer: ({ id, state: now }: Recorded): Recorded => {
      const shown = inputs(pick(now, [...appliedOf(now).args, OPTIONS]));
      const rest = pick({ output: now[RESPONSE], ...now }, ["output", ...HIDDEN]);
      return { id, state: marked({ ...shown, ...rest }, context) };
    },
    /** The ID of an object that the API shows so. */
    idOf: (output: unknown) => `${path}/${String(withIdOf(objectOf(output), definition.ids?.pathEnds ?? []).id)}`,
    /** The path of an input as the program has it: `body.label`. */
    path: (inner: string): string => {
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

const HIDDEN = [APPLIED, SERVER_VALUES];

function pick(values: Values, names: readonly string[]): Values {
  return Object.fromEntries(names.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])));
}

/** The options, about the fields of `body` instead of the whole. */
function innerOptions(options: Options, names: readonly string[], brand: string): Options {
  const within = ([first, ...rest]: readonly string[]): string[][] =>
    first !== "body" ? [] : rest.length > 0 ? [rest] : names.map((name) => [name]);
  const fieldsIn = (path: string): string[] =>
    path.startsWith("body") ? within(partsOfPath(path)).map(([name = ""]) => name) : [path];
  const { secrets, ignoreChanges, replaceOnChanges, import: named } = options;
  return withoutUnset({
    ...options,
    import: named && neutralPath(named, brand),
    secrets: secrets?.flatMap(within),
    ignoreChanges: ignoreChanges?.flatMap(fieldsIn),
    replaceOnChanges: replaceOnChanges?.flatMap(fieldsIn),
  });
}

/** What the lifecycle has noted in the options, with the program's own. */
export function outerOptions(inner: Options, own: Options): Options {
  // Those in the response are of the state only.
  const secrets = own.secrets?.filter(([first]) => first !== "output") ?? [];
  const { ignoreChanges, replaceOnChanges, import: named } = own;
  const ofProgram = {
    ignoreChanges,
    replaceOnChanges,
    import: named,
    secrets: secrets.length > 0 ? secrets : undefined,
  };
  return withoutUnset({ ...inner, ...ofProgram });
}

/** The inputs with marks for what `secretOutputs` names in `body`, too. */
export function withNamedSecrets(inputs: Values): Values {
  const named = secretPaths(inputs).filter((path) => valueAt(inputs.body, path) !== undefined);
  return withSecrets(inputs, "body", named);
}

/** The state with marks for what is secret in the response: what the program names, and what it has marked in `body`. */
function marked(state: Values, { memory }: Context): Values {
  const { secrets = [] } = optionsOf(state);
  const inBody = secrets.flatMap(([first, ...rest]) => (first === "body" ? [rest] : []));
  const named = secretPaths(state);
  for (const path of named) memory.noteSecret(valueAt(state.output, path));
  return withSecrets(state, "output", [...named, ...inBody]);
}

function withSecrets(values: Values, within: string, paths: readonly string[][]): Values {
  const options = optionsOf(values);
  const secrets = unitedPaths(
    options.secrets ?? [],
    paths.map((path) => [within, ...path]),
  );
  return paths.length === 0 ? values : { ...values, [OPTIONS]: { ...options, secrets } };
}

function secretPaths({ secretOutputs }: Values): string[][] {
  return ((secretOutputs ?? []) as string[]).map(partsOfPath);
}
