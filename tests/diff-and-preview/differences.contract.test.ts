import type { ArgumentRule } from "../../provider/definition/argument";
import { valueWhenRemoved } from "../../provider/definition/definition";
import type { Values } from "../../provider/definition/values";
import { canonicalValue, isSame } from "../../provider/lifecycle/state/state";
import { unfinishedState } from "../../provider/lifecycle/state/state";
import { PULUMI_UNKNOWN, toEngine } from "../../provider/shared/boundary";
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
/** The inputs with the variant's other value for one of them. */
const withOther = (row: Argument): Values => ({ ...inputsOf(row), [row.name]: row.others[row.name] });

/** What `diff` returns for a program with these inputs; without `changes`, it is undefined. */
async function diff(row: Variant, news: Values, before: Values = inputsOf(row)) {
  const found = await offlineHost(row.kind).diff("12/34", outputsOf(row.definition, before), news);
  return { changes: undefined, ...found };
}

test.each(everyArgument)("the canonical form of $name of $kind is its own canonical form (variant $index)", (row) => {
  const rule = ruleOf(row);
  for (const value of [row.args[row.name], row.others[row.name]]) {
    const once = canonicalValue(rule, value, row.args);
    expect(canonicalValue(rule, once, row.args)).toEqual(once);
    expect(isSame(rule, [value, once], row.args)).toBe(true);
  }
});

test.each(everyVariant)("an unmodified $kind, full or minimal, has no changes (variant $index)", async (row) => {
  expect(await diff(row, inputsOf(row))).toMatchObject(NO_CHANGE);
  const required = Object.entries(row.args).filter(([name]) => row.definition.args[name]?.required === true);
  const inputs = { ...Object.fromEntries(required), ...optionsFor(row.kind) };
  expect(await diff(row, inputs, inputs)).toMatchObject(NO_CHANGE);
});

const replacements = everyArgument.filter((row) => ruleOf(row).change?.replaces);
const setAtCreate = everyArgument.filter((row) => ruleOf(row).sent?.in === "creation");
const updated = everyArgument.filter((row) => !replacements.includes(row) && !setAtCreate.includes(row));
const removable = everyArgument.filter((row) => ruleOf(row).removal !== undefined);

test.each(replacements)("another $name of $kind replaces the resource (variant $index)", async (row) => {
  const { changes, replaces, deleteBeforeReplace } = await diff(row, withOther(row));
  expect(changes).toBeUndefined();
  expect(replaces).toEqual([row.name]);
  if (row.definition.identity.coexistence) expect(deleteBeforeReplace).toBe(true);
});

test.each(setAtCreate)("another $name of $kind, or none, is not a change (variant $index)", async (row) => {
  for (const news of [withOther(row), without(inputsOf(row), row.name)]) {
    expect(await diff(row, news)).toMatchObject(NO_CHANGE);
  }
});

test.each(updated)("another $name of $kind updates in place (variant $index)", async (row) => {
  expect(await diff(row, withOther(row))).toMatchObject(IN_PLACE);
});

test.each(removable)("removing $name of $kind, unless it is the default, updates it (variant $index)", async (row) => {
  const before = outputsOf(row.definition, inputsOf(row));
  const values = [valueWhenRemoved(ruleOf(row), before), before[row.name]] as const;
  const found = await diff(row, without(inputsOf(row), row.name));
  expect(found).toMatchObject(isSame(ruleOf(row), values, row.args) ? NO_CHANGE : IN_PLACE);
});

const optional = replacements.filter((row) => ruleOf(row).required !== true && ruleOf(row).sent?.in !== "origin");

test.each(optional)("removing $name of $kind replaces the resource (variant $index)", async (row) => {
  expect((await diff(row, without(inputsOf(row), row.name))).replaces).toEqual([row.name]);
});

test.each(everyVariant)("an unfinished $kind is a change even if no input differs (variant $index)", async (row) => {
  const { definition, kind } = row;
  const inputs = inputsOf(row);
  const live = liveObject(definition, inputs);
  const state = toEngine(unfinishedState({ definition, args: inputs }, live, { args: Object.keys(row.args) }));
  expect(await offlineHost(kind).diff("12/34", state, inputs)).toMatchObject({ changes: true, replaces: [] });
});

test.each(everyVariant)("another timeout, but no other order, updates $kind in place (variant $index)", async (row) => {
  const timed = (timeouts: Values): Values => ({ ...row.args, ...optionsFor(row.kind, { timeouts }) });
  expect(await diff(row, timed({ delete: 90 }))).toMatchObject(IN_PLACE);
  const found = await diff(row, timed({ delete: 90, create: 60 }), timed({ create: 60, delete: 90 }));
  expect(found).toMatchObject(NO_CHANGE);
});

test.each(everyVariant)("adding or removing the import option is no change to $kind (variant $index)", async (row) => {
  const imported = { ...row.args, ...optionsFor(row.kind, { import: "12/34", ignoreChanges: [] }) };
  const plain = inputsOf(row);
  const { inputs: kept = {} } = await offlineHost(row.kind).check(imported, plain);
  for (const news of [imported, plain, kept]) expect(await diff(row, news, imported)).toMatchObject(NO_CHANGE);
  expect(await diff(row, imported, plain)).toMatchObject(NO_CHANGE);
});

test.each(everyArgument)("an input in ignoreChanges is not a change: $name of $kind (variant $index)", async (row) => {
  for (const ignored of [row.name, "*"]) {
    const options = optionsFor(row.kind, { ignoreChanges: [ignored] });
    expect(await diff(row, { ...withOther(row), ...options })).toMatchObject(NO_CHANGE);
  }
});

const named = replacements.filter(
  ({ definition: { identity }, name }) => identity.unique && !identity.coexistence && !identity.by.includes(name),
);

const declared = named.filter(({ definition, args }) => definition.identity.by.every((by) => args[by] !== undefined));

test.each(declared)(
  "the old $kind is deleted first if its declared name stays: $name (variant $index)",
  async (row) => {
    expect((await diff(row, withOther(row))).deleteBeforeReplace).toBe(true);
    const renamed = Object.fromEntries(row.definition.identity.by.map((by) => [by, row.others[by]]));
    expect((await diff(row, { ...withOther(row), ...renamed })).deleteBeforeReplace).toBe(false);
  },
);

// A name contains no hash of a secret, so changing only a secret gives the same name.
const generated = named.filter((row) => row.definition.identity.generated && !ruleOf(row).secret);

test.each(generated)("the new $kind is created first if its name is generated: $name (variant $index)", async (row) => {
  const { definition, kind, name } = row;
  const unnamed = without(inputsOf(row), definition.identity.generated ?? "");
  const host = offlineHost(kind);
  const { inputs = {} } = await host.check({}, unnamed);
  const { inputs: news = {} } = await host.check(inputs, { ...unnamed, [name]: row.others[name] });
  expect(await diff(row, news, inputs as Values)).toMatchObject({ deleteBeforeReplace: false, replaces: [name] });
});

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

/** Every way to replace the value, or a part of it, with an unknown. */
function withUnknown(value: unknown): unknown[] {
  if (Array.isArray(value)) {
    const parts = value.flatMap((item: unknown, index) => withUnknown(item).map((part) => value.with(index, part)));
    return [PULUMI_UNKNOWN, ...parts];
  }
  if (typeof value !== "object" || value === null) return [PULUMI_UNKNOWN];
  const members = Object.entries(value as Values);
  return [
    PULUMI_UNKNOWN,
    ...members.flatMap(([name, member]: [string, unknown]) =>
      withUnknown(member).map((part) => ({ ...value, [name]: part })),
    ),
  ];
}

/** Runs the test for each such value of each input. */
function eachUnknown(title: string, run: (row: (typeof everyArgument)[number], value: unknown) => Promise<void>): void {
  test.each(everyArgument)(`$kind: an unknown $name, or part of it, ${title} (variant $index)`, async (row) => {
    for (const value of withUnknown(row.args[row.name])) {
      await run(row, value).catch((error: unknown) => {
        throw new Error(`with ${JSON.stringify(value)}`, { cause: error });
      });
    }
  });
}

eachUnknown("is never a failure, and replaces if another value does", async (row, value) => {
  const { kind, definition, name } = row;
  const inputs = inputsOf(row);
  const { inputs: fresh, failures } = await offlineHost(kind).check({}, { ...inputs, [name]: value });
  expect(failures).toEqual([]);
  expect(fresh?.[name]).toEqual(value);
  const host = offlineHost(kind);
  const checked = await host.check(inputs, { ...inputs, [name]: value });
  const found = await host.diff("12/34", outputsOf(definition, inputs), checked.inputs);
  expect(found.replaces).toEqual(definition.args[name]?.change?.replaces ? [name] : []);
  expect(found.changes).toBeUndefined();
});

eachUnknown("is never deleted together with what it refers to", async (row, value) => {
  const inputs = inputsOf(row);
  const state = outputsOf(row.definition, inputs);
  const host = offlineHost(row.kind);
  const asksWhetherItGoes = () => host.diff("12/34", state, { ...inputs, [row.name]: value });
  expect((await asksWhetherItGoes()).replaces).toEqual([]);
  await host.check(inputs, inputs);
  await host.diff("12/34", state, inputs);
  expect((await asksWhetherItGoes()).replaces).toEqual([]);
});

eachUnknown("replaces nothing while the import option stays", async (row, value) => {
  const inputs = { ...row.args, ...optionsFor(row.kind, { import: "12/34" }) };
  const host = offlineHost(row.kind);
  const checked = await host.check(inputs, { ...inputs, [row.name]: value });
  const found = await host.diff("12/34", outputsOf(row.definition, inputs), checked.inputs);
  expect(found.replaces).toEqual([]);
});

test.each(everyVariant)("accepts $kind with all inputs unknown (variant $index)", async ({ kind, args }) => {
  const news = Object.fromEntries(Object.keys(args).map((name) => [name, PULUMI_UNKNOWN]));
  expect((await offlineHost(kind).check({}, { ...news, ...optionsFor(kind) })).failures).toEqual([]);
});

const namable = everyVariant.filter(({ definition }) => definition.identity.generated);

test.each(namable)(
  "a generated name of $kind is unknown while a replacing input is, except after an import (variant $index)",
  async ({ kind, definition, args }) => {
    const generated = definition.identity.generated ?? "";
    const { [generated]: _given, ...unnamed } = args;
    const news = { ...unnamed, ...optionsFor(kind) };
    const imported = { ...unnamed, ...optionsFor(kind, { import: "12/34" }) };
    const replacing = Object.keys(args).filter((name) => definition.args[name]?.change?.replaces);
    const host = offlineHost(kind);
    const unknown = { [replacing[0] ?? ""]: PULUMI_UNKNOWN };
    expect((await offlineHost(kind).check({}, { ...news, ...unknown })).inputs?.[generated]).toBe(PULUMI_UNKNOWN);
    const { inputs = {} } = await host.check({}, news);
    for (const name of replacing) {
      const checked = await host.check(inputs, { ...news, [name]: PULUMI_UNKNOWN });
      // A name contains no hash of a secret.
      const kept = definition.args[name]?.secret ? inputs[generated] : PULUMI_UNKNOWN;
      expect(checked.inputs?.[generated]).toBe(kept);
      const stays = await offlineHost(kind).check(imported, { ...imported, [name]: PULUMI_UNKNOWN });
      expect(stays.inputs?.[generated]).toBeUndefined();
    }
  },
);
