import { objects } from "../../provider/resources/registry";
import { everyArgument, everyVariant, offlineHost, optionsFor } from "../support/contract";
import { sampleOf } from "../support/samples";

test.each(objects)("the sample of $kind has every input and another value for each", (definition) => {
  const { variants } = sampleOf(definition);
  const names = Object.keys(definition.args).sort();
  expect([...new Set(variants.flatMap(({ args }) => Object.keys(args)))].sort()).toEqual(names);
  for (const { args, others } of variants) expect(Object.keys(others).sort()).toEqual(Object.keys(args).sort());
});

test.each(everyVariant)("preview accepts sample $index of $kind", async ({ kind, args }) => {
  const { inputs, failures } = await offlineHost(kind).check({}, { ...args, ...optionsFor(kind) });
  expect(failures).toEqual([]);
  expect(inputs).toMatchObject(args);
});

test.each(everyArgument)(
  "the other value of $name of $kind in sample $index has its type",
  ({ definition, name, others }) => {
    expect(definition.args[name]?.type.check(others[name], name)).toEqual([]);
  },
);
