import * as compute from "../../provider";
import { dataSourceRules } from "../../provider/data-sources/registry";
import { operationOf } from "../support/schemas/by-route";

test("the registry lists exactly the data sources that programs can call", () => {
  const functions = Object.keys(compute).filter((name) => name.startsWith("get"));
  const called = new Set(functions.map((name) => name.replace(/Output$/, "")));
  expect(dataSourceRules.map(({ name }) => name).sort()).toEqual([...called].sort());
});

test("a data source has a plain form unless its result is secret", () => {
  const withoutPlain = dataSourceRules.filter(({ name }) => !(name in compute)).map(({ name }) => name);
  expect(withoutPlain).toEqual(dataSourceRules.filter(({ isSecret }) => isSecret).map(({ name }) => name));
});

const ofCollections = dataSourceRules.filter(({ isGeneric }) => !isGeneric);

test.each(ofCollections)("$name needs only a documented operation, or says what to do without its own", (rule) => {
  const { path, beyondDocuments } = rule;
  const operation = operationOf("GET", path.replace(/\{\+?\w+\}/g, "1"));
  expect(operation === undefined).toBe(beyondDocuments !== undefined);
});
