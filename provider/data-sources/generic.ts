import { CloudError } from "../api/errors";
import { neutralPath, wireFor } from "../api/wire";
import { formOf } from "../definition/definition";
import { anything } from "../definition/types";
import type { Values } from "../definition/values";
import { commaList } from "../lifecycle/wording";
import { dataSourceRules } from "./registry";
import type { DataSourceCall } from "./rule";

/**
 * The call for the collection that an input names, with the filter's fields as inputs; and what makes the result of its answer.
 * @throws CloudError if the collection has a data source of its own
 */
export function ofCollection(
  { rule: { name, ids: { id: idType = anything } = {}, list }, args: { collection, id, filter = {} } }: DataSourceCall,
  brand: string,
): { readonly call: DataSourceCall; readonly resultOf: (answer: Values) => Values } {
  const wire = wireFor(brand);
  const neutral = neutralPath(String(collection), brand);
  const own = dataSourceRules.find((one) => formOf(one.path) === formOf(list ? neutral : `${neutral}/{}`));
  if (own) throw new CloudError(`${name}: collection: has a data source of its own: use ${own.name}`);
  const place = wire.path(neutral);
  const rule = { name, noun: `object in ${place}` };
  const shown = (live: Values): Values => ({ path: `${place}/${String(live.id)}`, output: wire.body(live) });
  if (id !== undefined)
    return { call: { rule: { ...rule, path: `${neutral}/{id}`, ids: { id: idType } }, args: { id } }, resultOf: shown };

  const fields = wire.response(filter);
  const by = Object.fromEntries(Object.keys(fields).map((field) => [field, { type: anything }]));
  const resultOf = ({ objects }: Values): Values => {
    const found = (objects as Values[]).map(shown);
    if (list) return { objects: found };
    const [only, ...others] = found;
    if (only && others.length === 0) return only;
    const problem = only
      ? `${found.length} objects in ${place} match. Select one by ID. Paths: ${commaList(found.map(({ path }) => String(path)))}.`
      : `No object in ${place} that matches is visible to this token. Check the filter and the provider's account.`;
    throw new CloudError(`${name}: ${problem} Filter: ${JSON.stringify(filter)}.`);
  };
  return { call: { rule: { ...rule, path: neutral, list: { as: "objects", by } }, args: fields }, resultOf };
}
