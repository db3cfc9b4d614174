import type { ArgumentRule } from "../../provider/definition/argument";
import { valueWhenRemoved } from "../../provider/definition/definition";
import type { Values } from "../../provider/definition/values";
import { canonicalValue, isSame } from "../../provider/lifecycle/state/values";
import { unfinishedState } from "../../provider/lifecycle/state/state";
import { toEngine } from "../../provider/shared/boundary";
import { objects } from "../../provider/resources/registry";
import { everyArgument, everyVariant, liveObject, offlineHost, optionsFor, outputsOf } from "../support/contract";

type Variant = (typeof everyVariant)[number];
type Argument = (typeof everyArgument)[number];

const NO_CHANGE = { changes: false, replaces: [] };

/** The engine compares the inputs itself when `changes` is left out. */
const IN_PLACE = { changes: undefined, replaces: [] };

const ruleOf = ({ definition, name }: Argument): ArgumentRule => {
  const rule = definition.args[name];
  if (!rule) throw new Error(`${definition.kind} has no ${name}`);
  return rule;
};
const inputsOf = ({ kind, args }: Variant): Values => ({ ...args, ...optionsFor(kind) });
const without = (inputs: Values, name: string): Values =>
  Object.fromEntries(Object.entries(inputs).filter(([one]) => one !== name));
/** The inputs with the sample's other value for one of them. */
const withOther = (row: Argument): Values => ({ ...inputsOf(row), [row.name]: row.others[row.name] });

/** What `diff` returns for a program with these inputs; without `changes`, it is undefined. */
async function diff(row: Variant, news: Values, before: Values = inputsOf(row)) {
  const found = await offlineHost(row.kind).diff("12/34", outputsOf(row.definition, before), news);
  return { changes: undefined, ...found };
}

test.each(everyArgument)("the canonical form of $name of $kind is its own canonical form (sample $index)", (row) => {
  const rule = ruleOf(row);
  for (const value of [row.args[row.name], row.others[row.name]]) {
    const once = canonicalValue(rule, value, row.args);
    expect(canonicalValue(rule, once, row.args)).toEqual(once);
    expect(isSame(rule, [value, once], row.args)).toBe(true);
  }
});

test.each(everyVariant)(
  "an unmodified $kind, with or without its optional inputs, has no changes (sample $index)",
  async (row) => {
    expect(await diff(row, inputsOf(row))).toMatchObject(NO_CHANGE);
    const required = Object.entries(row.args).filter(([name]) => row.definition.args[name]?.required === true);
    const inputs = { ...Object.fromEntries(required), ...optionsFor(row.kind) };
    expect(await diff(row, inputs, inputs)).toMatchObject(NO_CHANGE);
  },
);

const replacements = everyArgument.filter((row) => ruleOf(row).change?.replaces);

test.each(replacements)("another $name of $kind replaces the resource (sample $index)", async (row) => {
  const { changes, replaces, deleteBeforeReplace } = await diff(row, withOther(row));
  expect(changes).toBeUndefined();
  expect(replaces).toEqual([row.name]);
  if (row.definition.creation?.deleteBeforeReplace) expect(deleteBeforeReplace).toBe(true);
});

test.each(everyArgument.filter((row) => ruleOf(row).change?.onlyAtCreate))(
  "another $name of $kind, or none, is not a change (sample $index)",
  async (row) => {
    for (const news of [withOther(row), without(inputsOf(row), row.name)]) {
      expect(await diff(row, news)).toMatchObject(NO_CHANGE);
    }
  },
);

test.each(everyArgument.filter((row) => !ruleOf(row).change?.replaces && !ruleOf(row).change?.onlyAtCreate))(
  "another $name of $kind updates in place (sample $index)",
  async (row) => {
    expect(await diff(row, withOther(row))).toMatchObject(IN_PLACE);
  },
);

test.each(everyArgument.filter((row) => ruleOf(row).removal !== undefined))(
  "removing $name of $kind updates it in place, unless it has its default value (sample $index)",
  async (row) => {
    const before = outputsOf(row.definition, inputsOf(row));
    const values = [valueWhenRemoved(ruleOf(row), before), before[row.name]] as const;
    const found = await diff(row, without(inputsOf(row), row.name));
    expect(found).toMatchObject(isSame(ruleOf(row), values, row.args) ? NO_CHANGE : IN_PLACE);
  },
);

test.each(replacements.filter((row) => ruleOf(row).required !== true && ruleOf(row).sent?.in !== "origin"))(
  "removing $name of $kind replaces the resource (sample $index)",
  async (row) => {
    expect((await diff(row, without(inputsOf(row), row.name))).replaces).toEqual([row.name]);
  },
);

test.each(everyVariant)("an unfinished $kind is a change even if no input differs (sample $index)", async (row) => {
  const { definition, kind } = row;
  const inputs = inputsOf(row);
  const live = liveObject(definition, inputs);
  const state = toEngine(unfinishedState({ definition, args: inputs }, live, { args: Object.keys(row.args) }));
  expect(await offlineHost(kind).diff("12/34", state, inputs)).toMatchObject({ changes: true, replaces: [] });
});

test.each(everyVariant)(
  "another timeout of $kind updates in place, so that a delete uses it; their order is not a change (sample $index)",
  async (row) => {
    const timed = (timeouts: Values): Values => ({ ...row.args, ...optionsFor(row.kind, { timeouts }) });
    expect(await diff(row, timed({ delete: 90 }))).toMatchObject(IN_PLACE);
    const found = await diff(row, timed({ delete: 90, create: 60 }), timed({ create: 60, delete: 90 }));
    expect(found).toMatchObject(NO_CHANGE);
  },
);

test.each(everyVariant)(
  "adding or removing the import option is not a change to $kind (sample $index)",
  async (row) => {
    const imported = { ...row.args, ...optionsFor(row.kind, { import: "12/34", ignoreChanges: [] }) };
    const plain = inputsOf(row);
    const { inputs: kept = {} } = await offlineHost(row.kind).check(imported, plain);
    for (const news of [imported, plain, kept]) expect(await diff(row, news, imported)).toMatchObject(NO_CHANGE);
    expect(await diff(row, imported, plain)).toMatchObject(NO_CHANGE);
  },
);

test.each(everyArgument)("an input in ignoreChanges is not a change: $name of $kind (sample $index)", async (row) => {
  for (const ignored of [row.name, "*"]) {
    const options = optionsFor(row.kind, { ignoreChanges: [ignored] });
    expect(await diff(row, { ...withOther(row), ...options })).toMatchObject(NO_CHANGE);
  }
});

const named = replacements.filter(
  ({ definition, name }) =>
    definition.identity.unique && !definition.creation?.deleteBeforeReplace && !definition.identity.by.includes(name),
);

test.each(named.filter(({ definition, args }) => definition.identity.by.every((by) => args[by] !== undefined)))(
  "the old $kind is deleted first when $name changes and a declared name stays (sample $index)",
  async (row) => {
    expect((await diff(row, withOther(row))).deleteBeforeReplace).toBe(true);
    const renamed = Object.fromEntries(row.definition.identity.by.map((by) => [by, row.others[by]]));
    expect((await diff(row, { ...withOther(row), ...renamed })).deleteBeforeReplace).toBe(false);
  },
);

// A name contains no hash of a secret, so changing only a secret gives the same name.
test.each(named.filter((row) => row.definition.identity.generated && !ruleOf(row).secret))(
  "the new $kind is created first when $name changes and the name is generated (sample $index)",
  async (row) => {
    const { definition, kind, name } = row;
    const unnamed = without(inputsOf(row), definition.identity.generated ?? "");
    const host = offlineHost(kind);
    const { inputs = {} } = await host.check({}, unnamed);
    const { inputs: news = {} } = await host.check(inputs, { ...unnamed, [name]: row.others[name] });
    expect(await diff(row, news, inputs as Values)).toMatchObject({ deleteBeforeReplace: false, replaces: [name] });
  },
);

const origins = everyVariant.flatMap((row) =>
  Object.entries(row.definition.creation?.origins ?? {})
    .filter(([name]) => name in row.args)
    .flatMap(([name, origin]) => (origin ? [{ ...row, name, origin }] : [])),
);

test.each(objects)("every origin of $kind is an input that is declared as one", ({ args, creation }) => {
  const own = creation?.origins ?? {};
  const declared = Object.keys(args).filter((name) => args[name]?.sent?.in === "origin");
  expect(Object.keys(own).sort()).toEqual(declared.sort());
  for (const name of declared) expect(args[name]).toMatchObject({ writeOnly: true, change: { replaces: true } });
  for (const origin of Object.values(own)) {
    expect(origin?.fills.filter((name) => !(name in args))).toEqual([]);
  }
});

describe.each(origins)("$kind: $name", (row) => {
  const { kind, definition, args, others, name, origin } = row;
  const inputs = inputsOf(row);
  const removed = without(inputs, name);

  test("can be removed and set again without a change", async () => {
    const host = offlineHost(kind);
    const { inputs: kept = {}, failures } = await host.check(inputs, removed);
    expect(failures).toEqual([]);
    expect(kept).toEqual(inputs);
    expect(await diff(row, kept)).toMatchObject(NO_CHANGE);
    expect((await host.check(kept, inputs)).inputs).toEqual(inputs);
  });

  test("replaces the resource when set to another value, even after it was removed", async () => {
    const { inputs: kept = {} } = await offlineHost(kind).check(inputs, removed);
    expect((await diff(row, { ...kept, [name]: others[name] }, kept)).replaces).toEqual([name]);
  });

  test("is not passed to the replacement once the program no longer sets it", async () => {
    const { inputs: checked } = await offlineHost(kind).check({}, { ...inputs, ...others, [name]: null });
    expect(checked).not.toHaveProperty(name);
  });

  test("excludes every other origin", async () => {
    for (const row of origins.filter((other) => other.kind === kind && other.name !== name)) {
      const { failures } = await offlineHost(kind).check({}, { ...inputs, [row.name]: row.args[row.name] });
      expect(failures?.map(({ reason }) => reason)).toContainEqual(expect.stringContaining("cannot be combined with"));
    }
  });

  test("sends the name to a path below the collection", () => {
    const { path, body } = origin.request(args);
    expect(path.startsWith(`${definition.collection}/`)).toBe(true);
    for (const by of definition.identity.by) expect(Object.keys(body)).toContain(by);
  });
});
