import { objects } from "../../provider/resources/registry";
import { everyArgument, everyVariant, offlineHost, optionsFor } from "../support/contract";
import { sampleOf } from "../support/samples";

const pathsOf = (failures: readonly { property: string }[] = []): string[] => failures.map(({ property }) => property);

const requiredArguments = objects.flatMap((definition) =>
  Object.keys(definition.args)
    .filter((name) => definition.args[name]?.required === true)
    .map((name) => ({ kind: definition.kind, name, args: sampleOf(definition).variants[0].args })),
);

test.each(requiredArguments)("$kind rejects a missing required $name, with the path", async ({ kind, name, args }) => {
  const { [name]: _left, ...others } = args;
  for (const unset of [{}, { [name]: null }]) {
    const { failures } = await offlineHost(kind).check({}, { ...others, ...unset, ...optionsFor(kind) });
    expect(failures).toContainEqual({ property: name, reason: "is required" });
  }
});

test.each(objects)("$kind without inputs reports every required one together", async (definition) => {
  const { failures } = await offlineHost(definition.kind).check({}, optionsFor(definition.kind));
  const required = Object.keys(definition.args).filter((name) => definition.args[name]?.required === true);
  expect(pathsOf(failures)).toEqual(expect.arrayContaining(required));
});

/** A value of a different type than the sample's. */
const ofAnotherType = (value: unknown): unknown => (typeof value === "object" ? "a text" : [["an array"]]);

test.each(everyArgument)("$kind rejects $name of the wrong type, with the path (sample $index)", async (row) => {
  const wrong = { ...row.args, [row.name]: ofAnotherType(row.args[row.name]), ...optionsFor(row.kind) };
  const { failures } = await offlineHost(row.kind).check({}, wrong);
  expect(failures?.map(({ property }) => property)).toContain(row.name);
});

test.each(everyVariant)(
  "$kind reports every invalid input together (sample $index)",
  async ({ kind, args, definition }) => {
    const wrong = Object.fromEntries(Object.entries(args).map(([name, value]) => [name, ofAnotherType(value)]));
    const { failures } = await offlineHost(kind).check({}, { ...wrong, nonsense: 1, ...optionsFor(kind) });
    const named = failures?.map(({ property }) => property);
    expect(named).toEqual(expect.arrayContaining([...Object.keys(args), "nonsense"]));
    expect(Object.keys(definition.args)).not.toContain("nonsense");
  },
);

test.each(everyVariant)(
  "$kind rejects an unknown input by its name (sample $index)",
  async ({ kind, args, definition }) => {
    const { failures } = await offlineHost(kind).check({}, { ...args, lable: "x", ...optionsFor(kind) });
    const meant = Object.hasOwn(definition.args, "label") ? "; did you mean label?" : "";
    expect(failures).toEqual([{ property: "lable", reason: `is not an input of ${kind}${meant}` }]);
  },
);

test.each(everyArgument.filter(({ definition, name }) => definition.args[name]?.required !== true))(
  "$kind treats $name as missing if it is null or undefined (sample $index)",
  async ({ kind, args, name }) => {
    const host = offlineHost(kind);
    const { [name]: _left, ...without } = args;
    const expected = await host.check({}, { ...without, ...optionsFor(kind) });
    for (const unset of [null, undefined]) {
      const checked = await host.check({}, { ...args, [name]: unset, ...optionsFor(kind) });
      expect(checked).toEqual(expected);
    }
  },
);

test.each(everyVariant)("a second check of $kind gives the same result (sample $index)", async ({ kind, args }) => {
  const host = offlineHost(kind);
  const first = await host.check({}, { ...args, ...optionsFor(kind) });
  const again = await host.check(first.inputs ?? {}, { ...args, ...optionsFor(kind) });
  expect(again).toEqual(first);
});

test.each(everyVariant)("the loader text is not an input of $kind and is not returned (sample $index)", async (row) => {
  const news = { ...row.args, __provider: "code", ...optionsFor(row.kind) };
  const { inputs, failures } = await offlineHost(row.kind).check({}, news);
  expect(failures).toEqual([]);
  expect(inputs).not.toHaveProperty("__provider");
});
