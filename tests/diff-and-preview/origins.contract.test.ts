import { objects } from "../../provider/resources/registry";
import { everyVariant, offlineHost, optionsFor, outputsOf } from "../support/contract";

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

describe.each(origins)("$kind: $name", ({ kind, definition, args, others, name, origin }) => {
  const inputs = { ...args, ...optionsFor(kind) };
  const { [name]: _taken, ...without } = inputs;

  test("can be removed and set again without a change", async () => {
    const host = offlineHost(kind);
    const { inputs: kept = {}, failures } = await host.check(inputs, without);
    expect(failures).toEqual([]);
    expect(kept).toEqual(inputs);
    expect(await host.diff("12/34", outputsOf(definition, inputs), kept)).toMatchObject({ changes: false });
    expect((await host.check(kept, inputs)).inputs).toEqual(inputs);
  });

  test("replaces the resource when set to another value, even after it was removed", async () => {
    const host = offlineHost(kind);
    const { inputs: kept = {} } = await host.check(inputs, without);
    const news = { ...kept, [name]: others[name] };
    expect((await host.diff("12/34", outputsOf(definition, kept), news)).replaces).toEqual([name]);
  });

  test("is not passed to the replacement once the program no longer sets it", async () => {
    const { inputs: checked } = await offlineHost(kind).check(
      {},
      { ...args, ...others, ...optionsFor(kind), [name]: null },
    );
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
