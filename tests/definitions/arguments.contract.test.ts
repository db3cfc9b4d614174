import { kinds, objects } from "../../provider/resources/registry";
import { specimenOf } from "../kinds";
import { everyArgument, everyVariant, offlineHost, optionsFor } from "../support/contract";

test.each(objects)("the specimen of $kind has every input and another value for each", ({ kind, args: rules }) => {
  const { variants } = specimenOf(kind);
  const names = Object.keys(rules).sort();
  expect([...new Set(variants.flatMap(({ args }) => Object.keys(args)))].sort()).toEqual(names);
  for (const { args, others } of variants) expect(Object.keys(others).sort()).toEqual(Object.keys(args).sort());
});

test.each(everyVariant)("preview accepts variant $index of $kind", async ({ kind, args }) => {
  const { inputs, failures } = await offlineHost(kind).check({}, { ...args, ...optionsFor(kind) });
  expect(failures).toEqual([]);
  expect(inputs).toMatchObject(args);
});

const pathsOf = (failures: readonly { property: string }[] = []): string[] => failures.map(({ property }) => property);

test.each(kinds)(
  "$kind rejects each missing required input with its path, and all of them together",
  async (definition) => {
    const { kind, args: rules } = definition;
    const { check } = offlineHost(kind);
    const required = Object.keys(rules).filter((name) => rules[name]?.required === true);
    for (const name of required) {
      const { [name]: _left, ...others } = specimenOf(kind).variants[0].args;
      for (const unset of [{}, { [name]: null }]) {
        const { failures } = await check({}, { ...others, ...unset, ...optionsFor(kind) });
        expect(failures).toContainEqual({ property: name, reason: "is required" });
      }
    }
    const { failures } = await check({}, optionsFor(kind));
    expect(pathsOf(failures)).toEqual(expect.arrayContaining(required));
  },
);

/** A value of a different type than the variant's. */
const ofAnotherType = (value: unknown): unknown => (typeof value === "object" ? "a text" : [["an array"]]);

test.each(everyVariant)(
  "$kind reports each input of the wrong type, and all together (variant $index)",
  async (row) => {
    const { kind, args } = row;
    const { check } = offlineHost(kind);
    const wrong = Object.fromEntries(Object.entries(args).map(([name, value]) => [name, ofAnotherType(value)]));
    for (const name of Object.keys(args)) {
      const { failures } = await check({}, { ...args, [name]: wrong[name], ...optionsFor(kind) });
      expect(pathsOf(failures)).toContain(name);
    }
    const { failures } = await check({}, { ...wrong, nonsense: 1, ...optionsFor(kind) });
    expect(pathsOf(failures)).toEqual(expect.arrayContaining([...Object.keys(args), "nonsense"]));
  },
);

test.each(everyVariant)(
  "$kind rejects an unknown input by its name (variant $index)",
  async ({ kind, args, definition }) => {
    const { failures } = await offlineHost(kind).check({}, { ...args, lable: "x", ...optionsFor(kind) });
    const meant = Object.hasOwn(definition.args, "label") ? "; did you mean label?" : "";
    expect(failures).toEqual([{ property: "lable", reason: `is not an input of ${kind}${meant}` }]);
  },
);

test.each(everyArgument.filter(({ definition, name }) => definition.args[name]?.required !== true))(
  "$kind treats $name as missing if it is null or undefined (variant $index)",
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

test.each(everyVariant)(
  "a second check of $kind gives the same result, without the loader text (variant $index)",
  async (row) => {
    const host = offlineHost(row.kind);
    const first = await host.check({}, { ...row.args, ...optionsFor(row.kind) });
    for (const olds of [{}, first.inputs ?? {}]) {
      expect(await host.check(olds, { ...row.args, __provider: "code", ...optionsFor(row.kind) })).toEqual(first);
    }
  },
);

/** Inputs in which null is an ordinary value. */
const ANYTHING = ["stackscriptData", "triggers"];

type Copy = readonly [value: unknown, path: string];

/** Copies of a value with a null item in one of its lists, at any depth, each with the path of the null. */
function withNull(value: unknown, path: string): Copy[] {
  if (typeof value !== "object" || value === null) return [];
  if (!Array.isArray(value)) {
    return Object.entries(value).flatMap(([name, member]: [string, unknown]) =>
      withNull(member, `${path}.${name}`).map(([copy, at]): Copy => [{ ...value, [name]: copy }, at]),
    );
  }
  const items: readonly unknown[] = value;
  const put = (index: number, item: unknown): unknown[] => [...items.slice(0, index), item, ...items.slice(index + 1)];
  return [...items, undefined].flatMap((item, index) => [
    [put(index, null), `${path}[${index}]`] as const,
    ...withNull(item, `${path}[${index}]`).map(([copy, at]): Copy => [put(index, copy), at]),
  ]);
}

const rows = everyArgument.flatMap(({ kind, args, name }) =>
  ANYTHING.includes(name)
    ? []
    : withNull(args[name], name).map(([copy, path]) => ({ kind, path, args: { ...args, [name]: copy } })),
);

test.each(rows)("preview rejects a null at $path of a $kind, also if the input had a value before", async (row) => {
  const host = offlineHost(row.kind);
  const before = everyVariant.find(({ kind }) => kind === row.kind)?.args ?? {};
  const { inputs = {} } = await host.check({}, { ...before, ...optionsFor(row.kind) });
  for (const olds of [{}, inputs]) {
    const { failures = [] } = await host.check(olds, { ...row.args, ...optionsFor(row.kind) });
    expect(failures.find(({ property }) => property === row.path)?.reason).toMatch(/^must be /);
  }
});

/** A value that no input accepts, except those that take any word. */
const WRONG = "no;such:value 4711";

const reasons = async (kind: string, args: Record<string, unknown>, options: object = {}): Promise<string[]> => {
  const { failures = [] } = await offlineHost(kind).check({}, { ...args, ...optionsFor(kind, { ...options }) });
  return failures.map(({ reason }) => reason);
};

const DOMAIN = { domain: "example.com", type: "master", soaEmail: "admin@example.com" };

test.each([
  ["a number", { ttlSec: -1 }, "must be an integer from 0 to 2147483647, not -1"],
  ["a string", { type: "primary" }, 'must be one of "master", "slave", not "primary"'],
  ["an item", { axfrIps: ["192.0.2.999"] }, 'must be an IP address or a CIDR range, not "192.0.2.999"'],
  ["an object", { ttlSec: { is: 5 } }, "must be an integer from 0 to 2147483647"],
  ["a long string", { ttlSec: "5".repeat(80) }, "must be an integer from 0 to 2147483647"],
])("an error shows the given value only if it is short and plain: %s", async (_, args, reason) => {
  expect(await reasons("Domain", { ...DOMAIN, ...args })).toEqual([reason]);
});

test("an error shows no value of a secret input", async () => {
  const args = { region: "us-east", type: "g6-nanode-1", image: "compute/debian11", rootPass: 4711 };
  expect(await reasons("Instance", args)).toEqual(["must be a string"]);
});

test.each(everyArgument)(
  "an error doesn't show $name of a $kind if the program marked it, or a part of it, as secret",
  async ({ kind, args, name }) => {
    const wrong = Array.isArray(args[name]) ? [WRONG, 4711] : typeof args[name] === "string" ? 4711 : WRONG;
    const marks = Array.isArray(wrong) ? [name, "*"] : [name];
    const shown = (await reasons(kind, { ...args, [name]: wrong }, { secrets: [marks] })).join();
    expect(shown).not.toContain("4711");
  },
);
