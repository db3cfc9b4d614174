import { ownOutputs } from "../../provider/definition/outputs";
import type { Values } from "../../provider/definition/values";
import { finishedState } from "../../provider/lifecycle/state/state";
import { everyVariant, liveObject, offlineHost, optionsFor, outputsOf } from "../support/contract";

/** Paths of everything that the engine's protocol cannot carry. */
function unspeakable(value: unknown, path: string): string[] {
  if (value === undefined || typeof value === "function" || typeof value === "bigint" || typeof value === "symbol") {
    return [path];
  }
  if (typeof value !== "object" || value === null) return [];
  if (value instanceof Date) return [path];
  return Object.entries(value).flatMap(([name, member]: [string, unknown]) => unspeakable(member, `${path}.${name}`));
}

describe.each(everyVariant)("$kind, sample $index", ({ kind, definition, args }) => {
  const inputs: Values = { ...args, ...optionsFor(kind) };

  test("outputs contain only what the engine can store", () => {
    expect(unspeakable(outputsOf(definition, inputs), "outputs")).toEqual([]);
  });

  test("outputs contain only what the engine can store even if the API's response is empty", () => {
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

  test("check returns inputs that the engine can store", async () => {
    const checked = await offlineHost(kind).check({}, inputs);
    expect(unspeakable(checked.inputs, "inputs")).toEqual([]);
  });
});
