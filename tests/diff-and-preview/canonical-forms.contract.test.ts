import { valueWhenRemoved } from "../../provider/definition/definition";
import type { Values } from "../../provider/definition/values";
import { canonicalValue, isSame } from "../../provider/lifecycle/state/values";
import { unfinishedState } from "../../provider/lifecycle/state/state";
import { toEngine } from "../../provider/shared/boundary";
import { everyArgument, everyVariant, liveObject, offlineHost, optionsFor, outputsOf } from "../support/contract";

const NO_CHANGE = { changes: false, replaces: [] };

/** The engine compares the inputs itself when `changes` is left out. */
const IN_PLACE = { changes: undefined, replaces: [] };

test.each(everyArgument)("the canonical form of $name of $kind is its own canonical form (sample $index)", (row) => {
  const rule = row.definition.args[row.name];
  for (const value of [row.args[row.name], row.others[row.name]]) {
    const once = rule && canonicalValue(rule, value, row.args);
    expect(rule && canonicalValue(rule, once, row.args)).toEqual(once);
    expect(rule && isSame(rule, [value, once], row.args)).toBe(true);
  }
});

test.each(everyVariant)("an unmodified $kind has no changes (sample $index)", async ({ kind, definition, args }) => {
  const inputs = { ...args, ...optionsFor(kind) };
  expect(await offlineHost(kind).diff("12/34", outputsOf(definition, inputs), inputs)).toMatchObject(NO_CHANGE);
});

test.each(everyVariant)("an unmodified $kind without optional inputs has no changes (sample $index)", async (row) => {
  const required = Object.entries(row.args).filter(([name]) => row.definition.args[name]?.required === true);
  const inputs = { ...Object.fromEntries(required), ...optionsFor(row.kind) };
  expect(await offlineHost(row.kind).diff("12/34", outputsOf(row.definition, inputs), inputs)).toMatchObject(NO_CHANGE);
});

test.each(everyArgument.filter(({ definition, name }) => definition.args[name]?.change?.replaces))(
  "another $name of $kind replaces the resource (sample $index)",
  async ({ kind, definition, args, others, name }) => {
    const inputs = { ...args, ...optionsFor(kind) };
    const found = await offlineHost(kind).diff("12/34", outputsOf(definition, inputs), {
      ...inputs,
      [name]: others[name],
    });
    expect(found.changes).toBeUndefined();
    expect(found.replaces).toEqual([name]);
  },
);

const onlyAtCreate = everyArgument.filter(({ definition, name }) => definition.args[name]?.change?.onlyAtCreate);

test.each(onlyAtCreate)("another $name of $kind, or none, is not a change (sample $index)", async (row) => {
  const inputs = { ...row.args, ...optionsFor(row.kind) };
  const { [row.name]: _removed, ...without } = inputs;
  for (const news of [{ ...inputs, [row.name]: row.others[row.name] }, without]) {
    expect(await offlineHost(row.kind).diff("12/34", outputsOf(row.definition, inputs), news)).toMatchObject(NO_CHANGE);
  }
});

test.each(
  everyArgument.filter(({ definition, name }) => {
    const { replaces, onlyAtCreate } = definition.args[name]?.change ?? {};
    return !replaces && !onlyAtCreate;
  }),
)("another $name of $kind updates in place (sample $index)", async ({ kind, definition, args, others, name }) => {
  const inputs = { ...args, ...optionsFor(kind) };
  const found = await offlineHost(kind).diff("12/34", outputsOf(definition, inputs), {
    ...inputs,
    [name]: others[name],
  });
  expect({ changes: undefined, ...found }).toMatchObject(IN_PLACE);
});

test.each(everyArgument.filter(({ definition, name }) => definition.args[name]?.removal !== undefined))(
  "removing $name of $kind updates it in place, unless it has its default value (sample $index)",
  async ({ kind, definition, args, name }) => {
    const { [name]: _removed, ...left } = { ...args, ...optionsFor(kind) };
    const before = outputsOf(definition, { ...args, ...optionsFor(kind) });
    const rule = definition.args[name];
    const isAtDefault = rule !== undefined && isSame(rule, [valueWhenRemoved(rule, before), before[name]], args);
    const found = await offlineHost(kind).diff("12/34", before, left);
    expect({ changes: undefined, ...found }).toMatchObject(isAtDefault ? NO_CHANGE : IN_PLACE);
  },
);

test.each(
  everyArgument.filter(({ definition, name }) => {
    const { change, required, sent } = definition.args[name] ?? {};
    return change?.replaces && required !== true && sent?.in !== "origin";
  }),
)("removing $name of $kind replaces the resource (sample $index)", async ({ kind, definition, args, name }) => {
  const { [name]: _removed, ...left } = { ...args, ...optionsFor(kind) };
  const found = await offlineHost(kind).diff("12/34", outputsOf(definition, { ...args, ...optionsFor(kind) }), left);
  expect(found.replaces).toEqual([name]);
});

test.each(everyVariant)("an unfinished $kind is a change even if no input differs (sample $index)", async (row) => {
  const inputs = { ...row.args, ...optionsFor(row.kind) };
  const live = liveObject(row.definition, inputs);
  const state = toEngine(
    unfinishedState({ definition: row.definition, args: inputs }, live, { args: Object.keys(row.args) }),
  );
  expect(await offlineHost(row.kind).diff("12/34", state, inputs)).toMatchObject({ changes: true, replaces: [] });
});

test.each(everyVariant)(
  "another timeout of $kind updates in place, so that a delete uses it (sample $index)",
  async (row) => {
    const before = outputsOf(row.definition, { ...row.args, ...optionsFor(row.kind) });
    const news = { ...row.args, ...optionsFor(row.kind, { timeouts: { delete: 90 } }) };
    const found = await offlineHost(row.kind).diff("12/34", before, news);
    expect({ changes: undefined, ...found }).toMatchObject(IN_PLACE);
  },
);

test.each(everyVariant)("the order of the timeouts is not a change to $kind (sample $index)", async (row) => {
  const before = outputsOf(row.definition, {
    ...row.args,
    ...optionsFor(row.kind, { timeouts: { create: 60, delete: 90 } }),
  });
  const news = { ...row.args, ...optionsFor(row.kind, { timeouts: { delete: 90, create: 60 } }) };
  expect(await offlineHost(row.kind).diff("12/34", before, news)).toMatchObject(NO_CHANGE);
});

test.each(everyVariant)(
  "adding or removing the import option is not a change to $kind (sample $index)",
  async (row) => {
    const imported = { ...row.args, ...optionsFor(row.kind, { import: "12/34", ignoreChanges: [] }) };
    const plain = { ...row.args, ...optionsFor(row.kind) };
    const host = offlineHost(row.kind);
    const { inputs: kept = {} } = await host.check(imported, plain);
    for (const [state, news] of [
      [imported, imported],
      [imported, plain],
      [imported, kept],
      [plain, imported],
    ] as const) {
      expect(await host.diff("12/34", outputsOf(row.definition, state), news)).toMatchObject(NO_CHANGE);
    }
  },
);

test.each(everyArgument)("an input in ignoreChanges is not a change: $name of $kind (sample $index)", async (row) => {
  const before = outputsOf(row.definition, { ...row.args, ...optionsFor(row.kind) });
  for (const ignored of [row.name, "*"]) {
    const options = optionsFor(row.kind, { ignoreChanges: [ignored] });
    const news = { ...row.args, [row.name]: row.others[row.name], ...options };
    expect(await offlineHost(row.kind).diff("12/34", before, news)).toMatchObject(NO_CHANGE);
  }
});

const replacements = everyArgument.filter(({ definition, name }) => definition.args[name]?.change?.replaces);

test.each(replacements.filter(({ definition }) => definition.creation?.deleteBeforeReplace))(
  "the old $kind is deleted first when $name changes (sample $index)",
  async ({ kind, definition, args, others, name }) => {
    const inputs = { ...args, ...optionsFor(kind) };
    const found = await offlineHost(kind).diff("12/34", outputsOf(definition, inputs), {
      ...inputs,
      [name]: others[name],
    });
    expect(found.deleteBeforeReplace).toBe(true);
  },
);

const named = replacements.filter(
  ({ definition, name }) =>
    definition.identity.unique && !definition.creation?.deleteBeforeReplace && !definition.identity.by.includes(name),
);

test.each(named.filter(({ definition, args }) => definition.identity.by.every((by) => args[by] !== undefined)))(
  "the old $kind is deleted first when $name changes and a declared name stays (sample $index)",
  async ({ kind, definition, args, others, name }) => {
    const host = offlineHost(kind);
    const inputs = { ...args, ...optionsFor(kind) };
    const state = outputsOf(definition, inputs);
    const kept = await host.diff("12/34", state, { ...inputs, [name]: others[name] });
    expect(kept.deleteBeforeReplace).toBe(true);
    const renamed = Object.fromEntries(definition.identity.by.map((by) => [by, others[by]]));
    const moved = await host.diff("12/34", state, { ...inputs, ...renamed, [name]: others[name] });
    expect(moved.deleteBeforeReplace).toBe(false);
  },
);

// A name contains no hash of a secret, so changing only a secret gives the same name.
test.each(named.filter(({ definition, name }) => definition.identity.generated && !definition.args[name]?.secret))(
  "the new $kind is created first when $name changes and the name is generated (sample $index)",
  async ({ kind, definition, args, others, name }) => {
    const { [definition.identity.generated ?? ""]: _given, ...unnamed } = args;
    const host = offlineHost(kind);
    const { inputs = {} } = await host.check({}, { ...unnamed, ...optionsFor(kind) });
    const { inputs: news = {} } = await host.check(inputs, { ...unnamed, [name]: others[name], ...optionsFor(kind) });
    const found = await host.diff("12/34", outputsOf(definition, inputs as Values), news);
    expect(found).toMatchObject({ deleteBeforeReplace: false, replaces: [name] });
  },
);
