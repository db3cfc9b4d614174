import { formOf, isAction, isGeneric, namesInPath, recordsOf } from "../definition/definition";
import type { Definition } from "../definition/definition";
import { titleOf } from "../definition/title";
import type { Values } from "../definition/values";
import { idOf } from "../lifecycle/state";
import { dataSourceRules } from "./registry";
import { askPage } from "./request";
import type { DataSourceContext, DataSourceRule } from "./rule";

/** An existing resource. */
export interface ListedResource {
  /** Pulumi ID. */
  readonly id: string;
  /** Display name; empty if it has none. */
  readonly name: string;
}

/** The data source that lists the resources of a type; undefined if there is none. */
export function listingOf(definition: Definition): DataSourceRule | undefined {
  const { collection } = definition;
  if (isAction(definition) || recordsOf(definition)) return undefined;
  return dataSourceRules.find(
    ({ list, path, isGeneric: isOfAny = false }) =>
      list && (isOfAny ? isGeneric(definition) : formOf(path) === formOf(collection)),
  );
}

/** One page of the resources of a type that match the inputs of its data source, without those that cannot be managed. */
export async function listPage(
  { definition, rule, args }: { readonly definition: Definition; readonly rule: DataSourceRule; readonly args: Values },
  part: { readonly page: number; readonly size: number },
  around: DataSourceContext,
): Promise<{ readonly resources: readonly ListedResource[]; readonly isLast: boolean }> {
  const { items, isLast } = await askPage({ rule, args }, part, around);
  if (rule.isGeneric) {
    const listed = items.map((live) => ({
      id: `${String(args.collection)}/${String(live.id)}`,
      name: titleOf(definition, { output: live }),
    }));
    return { resources: listed, isLast };
  }
  const names = namesInPath(rule.path);
  const places = namesInPath(definition.collection).map((name, index) => [name, args[names[index] ?? ""]]);
  const own = Object.fromEntries(places) as Values;
  const listed = items.map((live) => ({ id: idOf(definition, own, live), name: titleOf(definition, live) }));
  return { resources: listed.filter(({ id }) => definition.ids?.cannotManage?.(id) === undefined), isLast };
}
