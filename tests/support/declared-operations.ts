import { isSentIn } from "../../provider/definition/argument";
import type { UploadRule } from "../../provider/definition/creation";
import { isAction } from "../../provider/definition/definition";
import type { ActionDefinition, Definition } from "../../provider/definition/definition";
import type { Values } from "../../provider/definition/values";
import { dataSourceRules } from "../../provider/data-sources/registry";
import { actions, objects, sets } from "../../provider/resources/registry";
import { sampleOf } from "./samples";
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

/** All requests that a resource type can send, including those of single inputs. */
function ofKind(definition: Definition): Declared[] {
  if (isAction(definition)) return ofAction(definition);
  const { kind, collection, args, outputs, creation } = definition;
  const one = `${collection}/{id}`;
  const by = (what: string): string => `\`${kind}\` (${what})`;
  const hasPut = Object.values(args).some((rule) => isSentIn(rule, "update"));
  return [
    { method: "POST", path: collection, by: by("create") },
    { method: "GET", path: collection, by: by("create") },
    { method: "GET", path: one, by: by("read") },
    ...(hasPut ? [{ method: "PUT", path: one, by: by("update") }] : []),
    { method: "DELETE", path: one, by: by("delete") },
    ...(creation?.upload ? ofUpload(creation.upload) : []),
    ...Object.keys(outputs.subResources ?? {}).map((part) => ({
      method: "GET",
      path: `${one}/${part}`,
      by: by("outputs"),
    })),
    ...Object.entries(creation?.origins ?? {}).flatMap(([name, origin]) =>
      valuesOf(definition, name).flatMap((values) =>
        origin ? [{ method: "POST", path: origin.request(values).path, by: argument(name) }] : [],
      ),
    ),
    ...Object.keys(args).flatMap((name) => ofSteps(definition, name, argument(name))),
    ...Object.values(args).flatMap(({ catalogue }) =>
      catalogue ? [{ method: "GET", path: catalogue.path, by: by("check") }] : [],
    ),
  ];

  function ofUpload({ from, reserve }: UploadRule): Declared[] {
    const paths = valuesOf(definition, from).map((values) => reserve(values).path);
    return paths.map((path) => ({ method: "POST", path, by: argument(from) }));
  }

  function argument(name: string): string {
    return `\`${kind}.${name}\``;
  }
}

/** The requests of an input with its own endpoints, for a running resource and for an offline one. */
function ofSteps(definition: Definition, name: string, by: string): Declared[] {
  const one = `${definition.collection}/{id}`;
  const { steps } = definition.args[name]?.change ?? {};
  const all = valuesOf(definition, name).flatMap((values) =>
    ["running", "offline"].flatMap((status) => steps?.(values, { status }) ?? []),
  );
  return all.map(({ action, putsOnlyEntry }) =>
    putsOnlyEntry
      ? { method: "PUT", path: `${one}/${action}/{id}`, by }
      : { method: "POST", path: `${one}/${action}`, by },
  );
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
function valuesOf(definition: Definition, name: string): Values[] {
  return sampleOf(definition).variants.flatMap(({ args, others }) =>
    name in args ? [args, { ...args, [name]: others[name] }] : [],
  );
}
