import { ownOutputs } from "../../provider/definition/outputs";
import type { Values } from "../../provider/definition/values";
import { finishedState } from "../../provider/lifecycle/state/state";
import {
  everyArgument,
  everyVariant,
  liveObject,
  offlineHost,
  optionsFor,
  outputsOf,
  plainOfflineHost,
} from "../support/contract";

/** Paths of everything that the engine's protocol cannot carry. */
function unspeakable(value: unknown, path: string): string[] {
  if (value === undefined || typeof value === "function" || typeof value === "bigint" || typeof value === "symbol") {
    return [path];
  }
  if (typeof value !== "object" || value === null) return [];
  if (value instanceof Date) return [path];
  return Object.entries(value).flatMap(([name, member]: [string, unknown]) => unspeakable(member, `${path}.${name}`));
}

describe.each(everyVariant)("$kind, variant $index", ({ kind, definition, args }) => {
  const inputs: Values = { ...args, ...optionsFor(kind) };

  test("inputs and outputs contain only what the engine can store, even if the API's response is empty", async () => {
    const checked = await offlineHost(kind).check({}, inputs);
    expect(unspeakable(checked.inputs, "inputs")).toEqual([]);
    expect(unspeakable(outputsOf(definition, inputs), "outputs")).toEqual([]);
    const outputs = outputsOf(definition, { ...optionsFor(kind), ...definition.args });
    expect(unspeakable(outputs, "outputs")).toEqual([]);
  });

  test("outputs have every input and every computed output that the API returns", () => {
    const live = liveObject(definition, inputs);
    const shown = ownOutputs(definition.outputs).filter(([, field]) => live[field] !== undefined);
    const names = [...Object.keys(args), ...shown.map(([name]) => name)];
    expect(Object.keys(outputsOf(definition, inputs))).toEqual(expect.arrayContaining(names));
  });

  test("the state records the user's form of a value only if the API's differs", () => {
    const { __applied: applied } = finishedState(definition, liveObject(definition, inputs), inputs);
    const spellings = (applied as { spellings?: Record<string, { sent: unknown; answered: unknown }> }).spellings ?? {};
    for (const [name, { sent, answered }] of Object.entries(spellings)) {
      expect(sent).toEqual(args[name]);
      expect(answered).not.toEqual(sent);
    }
  });

  test("secrets appear in the outputs only under their own names, which are declared secret", () => {
    const secrets = Object.keys(definition.args).filter((name) => definition.args[name]?.secret);
    const outputs = outputsOf(definition, inputs);
    const elsewhere = Object.fromEntries(Object.entries(outputs).filter(([name]) => !secrets.includes(name)));
    for (const name of secrets.filter((one) => typeof args[one] === "string")) {
      expect(outputs[name]).toBe(args[name]);
      expect(JSON.stringify(elsewhere)).not.toContain(args[name]);
    }
  });
});

/** Every string in the value of a secret input. */
const textsIn = (value: unknown): string[] =>
  typeof value === "string" ? [value] : Object.values((value ?? {}) as Values).flatMap(textsIn);

const secretArguments = everyArgument.filter(({ definition, name }) => definition.args[name]?.secret);

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

test.each(everyVariant)(
  "no failure of $kind shows a secret, or names a property to the engine, which would print its value (variant $index)",
  async ({ kind, definition, args }) => {
    const isSecret = (name: string): boolean => definition.args[name]?.secret === true;
    for (const spared of [isSecret, () => false]) {
      const wrong = Object.entries(args).map(([name, value]) => [name, spared(name) ? value : Symbol.iterator]);
      const news = { ...Object.fromEntries(wrong), ...optionsFor(kind) };
      const { failures = [] } = await plainOfflineHost(kind).check({}, news);
      expect(failures).not.toEqual([]);
      expect(failures.map(({ property }) => property)).toEqual(failures.map(() => ""));
      const shown = JSON.stringify(failures);
      for (const name of Object.keys(args).filter(isSecret)) {
        for (const text of textsIn(args[name])) expect(shown).not.toContain(text);
      }
    }
  },
);
