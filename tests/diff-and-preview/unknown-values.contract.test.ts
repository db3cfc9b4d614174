import type { Values } from "../../provider/definition/values";
import { PULUMI_UNKNOWN } from "../../provider/shared/boundary";
import { everyArgument, everyVariant, offlineHost, optionsFor, outputsOf } from "../support/contract";

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

const places = everyArgument.flatMap((row) =>
  withUnknown(row.args[row.name]).map((value) => ({ ...row, value, place: JSON.stringify(value).slice(0, 60) })),
);

test.each(places)("$kind: $name = $place is never a failure (sample $index)", async ({ kind, args, name, value }) => {
  const news = { ...args, [name]: value, ...optionsFor(kind) };
  const { inputs, failures } = await offlineHost(kind).check({}, news);
  expect(failures).toEqual([]);
  expect(inputs?.[name]).toEqual(value);
});

test.each(places)("$kind: $name = $place replaces if another value does (sample $index)", async (row) => {
  const inputs = { ...row.args, ...optionsFor(row.kind) };
  const news = { ...inputs, [row.name]: row.value };
  const host = offlineHost(row.kind);
  const checked = await host.check(inputs, news);
  const found = await host.diff("12/34", outputsOf(row.definition, inputs), checked.inputs);
  expect(found.replaces).toEqual(row.definition.args[row.name]?.change?.replaces ? [row.name] : []);
  expect(found.changes).toBeUndefined();
});

test.each(places)(
  "$kind: $name = $place is never deleted together with what it refers to (sample $index)",
  async (row) => {
    const inputs = { ...row.args, ...optionsFor(row.kind) };
    const state = outputsOf(row.definition, inputs);
    const host = offlineHost(row.kind);
    const asksWhetherItGoes = () => host.diff("12/34", state, { ...inputs, [row.name]: row.value });
    expect((await asksWhetherItGoes()).replaces).toEqual([]);
    await host.check(inputs, inputs);
    await host.diff("12/34", state, inputs);
    expect((await asksWhetherItGoes()).replaces).toEqual([]);
  },
);

test.each(places)(
  "$kind: $name = $place replaces nothing while the import option stays (sample $index)",
  async (row) => {
    const inputs = { ...row.args, ...optionsFor(row.kind, { import: "12/34" }) };
    const host = offlineHost(row.kind);
    const checked = await host.check(inputs, { ...inputs, [row.name]: row.value });
    const found = await host.diff("12/34", outputsOf(row.definition, inputs), checked.inputs);
    expect(found.replaces).toEqual([]);
  },
);

test.each(everyVariant)("accepts $kind with all inputs unknown (sample $index)", async ({ kind, args }) => {
  const news = Object.fromEntries(Object.keys(args).map((name) => [name, PULUMI_UNKNOWN]));
  expect((await offlineHost(kind).check({}, { ...news, ...optionsFor(kind) })).failures).toEqual([]);
});

test.each(everyVariant.filter(({ definition }) => definition.identity.generated))(
  "while a replacing input of $kind is unknown, so is the generated name of the replacement (sample $index)",
  async ({ kind, definition, args }) => {
    const generated = definition.identity.generated ?? "";
    const { [generated]: _given, ...unnamed } = args;
    const host = offlineHost(kind);
    const { inputs = {} } = await host.check({}, { ...unnamed, ...optionsFor(kind) });
    for (const name of Object.keys(args).filter((one) => definition.args[one]?.change?.replaces)) {
      const checked = await host.check(inputs, { ...unnamed, [name]: PULUMI_UNKNOWN, ...optionsFor(kind) });
      // A name contains no hash of a secret.
      const kept = definition.args[name]?.secret ? inputs[generated] : PULUMI_UNKNOWN;
      expect(checked.inputs?.[generated]).toBe(kept);
    }
  },
);

test.each(everyVariant.filter(({ definition }) => definition.identity.generated))(
  "while a replacing input of an imported $kind is unknown, its name stays (sample $index)",
  async ({ kind, definition, args }) => {
    const generated = definition.identity.generated ?? "";
    const { [generated]: _given, ...unnamed } = args;
    const inputs = { ...unnamed, ...optionsFor(kind, { import: "12/34" }) };
    for (const name of Object.keys(args).filter((one) => definition.args[one]?.change?.replaces)) {
      const checked = await offlineHost(kind).check(inputs, { ...inputs, [name]: PULUMI_UNKNOWN });
      expect(checked.inputs?.[generated]).toBeUndefined();
    }
  },
);

test.each(everyVariant.filter(({ definition }) => definition.identity.generated))(
  "while a replacing input of a new $kind is unknown, so is its generated name (sample $index)",
  async ({ kind, definition, args }) => {
    const generated = definition.identity.generated ?? "";
    const { [generated]: _given, ...unnamed } = args;
    const replacing = Object.keys(args).find((one) => definition.args[one]?.change?.replaces) ?? "";
    const news = { ...unnamed, [replacing]: PULUMI_UNKNOWN, ...optionsFor(kind) };
    expect((await offlineHost(kind).check({}, news)).inputs?.[generated]).toBe(PULUMI_UNKNOWN);
  },
);
