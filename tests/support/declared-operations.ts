import { isSentIn } from "../../provider/definition/definition";
import type { ActionDefinition, Definition } from "../../provider/definition/definition";
import type { Values } from "../../provider/definition/values";
import { dataSourceRules } from "../../provider/data-sources/registry";
import { listIn } from "../../provider/definition/step";
import { stepsOf } from "../../provider/lifecycle/object";
import { actions, objects, sets } from "../../provider/resources/registry";
import { specimenOf } from "../kinds";
import { operationOf } from "./schemas/by-route";

/** A request that a definition declares, and its purpose in words. */
interface Declared {
  readonly method: string;
  /** `{name}` stands for an id. */
  readonly path: string;
  readonly by: string;
}

/** For each operation of the documents, the resources and data sources that declare it. */
export function reachedThrough(): ReadonlyMap<string, readonly string[]> {
  const reached = new Map<string, string[]>();
  const declared = [
    ...objects.flatMap(ofKind),
    ...sets.flatMap(ofSet),
    ...actions.flatMap(ofAction),
    ...dataSourceRules.map(({ name, path }) => ({ method: "GET", path, by: `\`${name}\`` })),
  ];
  for (const { method, path, by } of declared) {
    const operation = operationOf(method, path.replace(/\{\w+\}/g, "1"));
    const known = operation === undefined ? undefined : (reached.get(operation) ?? []);
    if (operation === undefined || known?.includes(by)) continue;
    reached.set(operation, [...(known ?? []), by]);
  }
  return reached;
}

const forms = (collection: string, by: (what: string) => string, hasPut: boolean): Declared[] => [
  { method: "POST", path: collection, by: by("create") },
  { method: "GET", path: `${collection}/{id}`, by: by("read") },
  ...(hasPut ? [{ method: "PUT", path: `${collection}/{id}`, by: by("update") }] : []),
  { method: "DELETE", path: `${collection}/{id}`, by: by("delete") },
];

/** All requests that a resource type can send, including those of single inputs. */
function ofKind(definition: Definition): Declared[] {
  const { kind, collection, args, outputs, creation } = definition;
  const by = (what: string): string => `\`${kind}\` (${what})`;
  const reads = (path: string, what: string): Declared => ({ method: "GET", path, by: by(what) });
  const argument = (name: string): string => `\`${kind}.${name}\``;
  const posts = (name: string, pathOf: (values: Values) => string): Declared[] =>
    valuesOf(definition, name).map((values) => ({ method: "POST", path: pathOf(values), by: argument(name) }));
  const rules = Object.values(args);
  const { upload } = creation ?? {};
  return [
    reads(collection, "create"),
    ...forms(
      collection,
      by,
      rules.some((rule) => isSentIn(rule, "update")),
    ),
    ...(upload ? posts(upload.from, (values) => upload.request(values).path) : []),
    ...Object.keys(outputs.subResources ?? {}).map((part) => reads(`${collection}/{id}/${part}`, "outputs")),
    ...Object.entries(creation?.origins ?? {}).flatMap(([name, origin]) =>
      origin ? posts(name, (values) => origin.request(values).path) : [],
    ),
    ...Object.keys(args).flatMap((name) => ofSteps(definition, name, argument(name))),
    ...rules.flatMap(({ catalogue }) => (catalogue ? [reads(catalogue.path, "check")] : [])),
  ];
}

/** The requests of an input with its own endpoints, for a running resource and for an offline one. */
function ofSteps(definition: Definition, name: string, by: string): Declared[] {
  const one = `${definition.collection}/{id}`;
  const all = valuesOf(definition, name).flatMap((args) =>
    ["running", "offline"].flatMap((status) => stepsOf({ definition, args }, name, { status })),
  );
  return all.map((step) => ({
    method: listIn(step) === undefined ? "POST" : "PUT",
    path: `${one}/${step.action}`,
    by,
  }));
}

/** A set reads the whole list, and then writes its members one by one. */
function ofSet({ kind, collection }: Definition): Declared[] {
  const by = (what: string): string => `\`${kind}\` (${what})`;
  return [
    { method: "GET", path: collection, by: by("read") },
    { method: "POST", path: collection, by: by("create") },
    { method: "PUT", path: `${collection}/{id}`, by: by("update") },
    { method: "DELETE", path: `${collection}/{id}`, by: by("delete") },
  ];
}

function ofAction({ kind, collection, action }: ActionDefinition): Declared[] {
  const { before, after, evidence, outcome, deleting } = action;
  const looks = [...[...before, ...after].map((subject) => `${subject.collection}/{id}`), evidence.path, outcome ?? []];
  return [
    { method: "POST", path: collection, by: `\`${kind}\`` },
    ...looks.flat().map((path) => ({ method: "GET", path, by: `\`${kind}\`` })),
    ...(deleting === "delete" ? [{ method: "DELETE", path: `${collection}/{id}`, by: `\`${kind}\`` }] : []),
  ];
}

/** Valid inputs that contain the named one, with two values of it. */
function valuesOf({ kind }: Definition, name: string): Values[] {
  return specimenOf(kind).variants.flatMap(({ args, others }) =>
    name in args ? [args, { ...args, [name]: others[name] }] : [],
  );
}
