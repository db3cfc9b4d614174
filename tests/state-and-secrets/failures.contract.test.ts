import type { Values } from "../../provider/definition/values";
import { everyArgument, everyVariant, plainOfflineHost, optionsFor, outputsOf } from "../support/contract";

/** Every string in the value of a secret input. */
const textsIn = (value: unknown): string[] =>
  typeof value === "string" ? [value] : Object.values((value ?? {}) as Values).flatMap(textsIn);

const secretArguments = everyArgument.filter(({ definition, name }) => definition.args[name]?.secret);

test("there is at least one secret input", () => expect(secretArguments).not.toEqual([]));

test.each(secretArguments)(
  "reports an invalid secret $name of $kind without its value",
  async ({ kind, definition, args, name }) => {
    const values = ["hunter", "hunter22".repeat(40), ["hunter22"], { hunter22: 1 }];
    const wrongs = values.filter((value) => definition.args[name]?.type.check(value, name).length);
    expect(wrongs.length).toBeGreaterThan(2);
    for (const wrong of wrongs) {
      const { failures = [] } = await plainOfflineHost(kind).check({}, { ...args, [name]: wrong, ...optionsFor(kind) });
      expect(failures).toHaveLength(1);
      // The engine prints the value of the property that is named here.
      expect(failures[0]?.property).toBe("");
      expect(failures[0]?.reason).toMatch(new RegExp(`^${name}: `));
      expect(JSON.stringify(failures)).not.toContain("hunter");
    }
  },
);

test.each(secretArguments)("detects a change of the secret $name of $kind without showing the value", async (row) => {
  const inputs = { ...row.args, ...optionsFor(row.kind) };
  const news = { ...inputs, [row.name]: row.others[row.name] };
  const found = await plainOfflineHost(row.kind).diff("34", outputsOf(row.definition, inputs), news);
  expect(found.changes).toBeUndefined();
  for (const text of textsIn(row.others[row.name])) expect(JSON.stringify(found)).not.toContain(text);
});

test.each(everyVariant)("no failure of $kind shows a secret, whatever else is invalid (sample $index)", async (row) => {
  const wrong = Object.fromEntries(
    Object.entries(row.args).map(([name, value]) => [
      name,
      row.definition.args[name]?.secret ? value : Symbol.iterator,
    ]),
  );
  const { failures } = await plainOfflineHost(row.kind).check({}, { ...wrong, ...optionsFor(row.kind) });
  expect(failures).not.toEqual([]);
  for (const { name } of secretArguments) {
    for (const text of textsIn(row.args[name])) expect(JSON.stringify(failures)).not.toContain(text);
  }
});

test.each(everyVariant)(
  "no failure of $kind names a property to the engine, which would print its value",
  async (row) => {
    const wrong = Object.fromEntries(Object.keys(row.args).map((name) => [name, Symbol.iterator]));
    const { failures = [] } = await plainOfflineHost(row.kind).check({}, { ...wrong, ...optionsFor(row.kind) });
    expect(failures.map(({ property }) => property)).toEqual(failures.map(() => ""));
  },
);
