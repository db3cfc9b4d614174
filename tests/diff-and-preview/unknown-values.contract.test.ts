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

/** Runs the test for each such value of each input. */
function eachUnknown(title: string, run: (row: (typeof everyArgument)[number], value: unknown) => Promise<void>): void {
  test.each(everyArgument)(`$kind: an unknown $name, or part of it, ${title} (sample $index)`, async (row) => {
    for (const value of withUnknown(row.args[row.name])) {
      await run(row, value).catch((error: unknown) => {
        throw new Error(`with ${JSON.stringify(value)}`, { cause: error });
      });
    }
  });
}

eachUnknown("is never a failure, and replaces if another value does", async (row, value) => {
  const { kind, definition, name } = row;
  const inputs = { ...row.args, ...optionsFor(kind) };
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
  const inputs = { ...row.args, ...optionsFor(row.kind) };
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

test.each(everyVariant)("accepts $kind with all inputs unknown (sample $index)", async ({ kind, args }) => {
  const news = Object.fromEntries(Object.keys(args).map((name) => [name, PULUMI_UNKNOWN]));
  expect((await offlineHost(kind).check({}, { ...news, ...optionsFor(kind) })).failures).toEqual([]);
});

test.each(everyVariant.filter(({ definition }) => definition.identity.generated))(
  "while a replacing input of $kind is unknown, so is a generated name, but that of an imported one stays (sample $index)",
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
