import { CloudError } from "../api/errors";
import { asAnswered, plainly } from "../api/plain";
import { neutralPath, wireFor } from "../api/wire";
import { formOf } from "../definition/definition";
import { idOfParts } from "../definition/ids";
import { anything } from "../definition/types";
import type { Values } from "../definition/values";
import { commaList } from "../lifecycle/wording";
import { handlingOf } from "../resources/api-collections";
import { dataSourceRules } from "./registry";
import type { DataSourceCall, DataSourceContext } from "./rule";

/**
 * The call for the collection that an input names, with the filter's fields as inputs; and what makes the result of its answer.
 * @throws CloudError if the collection has a data source of its own
 */
export function ofCollection(
  { rule: own, args }: DataSourceCall,
  around: DataSourceContext,
): { call: DataSourceCall; around: DataSourceContext; resultOf: (answer: Values) => Values } {
  const { name, list } = own;
  const { brand } = around.address;
  const { collection, id, filter = {} } = args as { filter?: Values } & Values;
  const neutral = neutralPath(String(collection), brand);
  const better = dataSourceRules.find((one) => formOf(one.path) === formOf(list ? neutral : `${neutral}/{}`));
  if (better) throw new CloudError(`${name}: collection: has a data source of its own: use ${better.name}`);
  const place = wireFor(brand).path(neutral);
  const { idFields } = handlingOf(formOf(neutral), {}, {});
  const inside = { ...around, send: plainly(around.send, new Map([[neutral, idFields]])) };
  const rule = { name, noun: `object in ${place}`, isGeneric: true } as const;
  const shown = (live: Values): Values => ({
    path: live.id === undefined ? "" : `${place}/${live.id as string}`,
    output: asAnswered(live),
  });
  if (id !== undefined) {
    const one = { ...rule, path: `${neutral}/{id}`, ids: { id: idOfParts(idFields.length) } };
    return { call: { rule: one, args: { id } }, around: inside, resultOf: shown };
  }
  const by = Object.fromEntries(Object.keys(filter).map((field) => [field, { type: anything }]));
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
  const all = { ...rule, path: neutral, list: { as: "objects", by } };
  return { call: { rule: all, args: filter }, around: inside, resultOf };
}
