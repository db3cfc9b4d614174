import { everyVariant, offlineHost, optionsFor } from "../support/contract";

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

const rows = everyVariant.flatMap(({ kind, args }) =>
  Object.entries(args).flatMap(([name, value]) =>
    ANYTHING.includes(name)
      ? []
      : withNull(value, name).map(([copy, path]) => ({ kind, path, args: { ...args, [name]: copy } })),
  ),
);

test.each(rows)("preview rejects a null at $path of a $kind", async ({ kind, path, args }) => {
  const { failures = [] } = await offlineHost(kind).check({}, { ...args, ...optionsFor(kind) });
  expect(failures.map(({ property }) => property)).toContain(path);
  expect(failures.find(({ property }) => property === path)?.reason).toMatch(/^must be /);
});

test.each(rows)("preview rejects a null at $path of a $kind if the input had a value before", async (row) => {
  const host = offlineHost(row.kind);
  const olds = everyVariant.find(({ kind }) => kind === row.kind)?.args ?? {};
  const { inputs } = await host.check({}, { ...olds, ...optionsFor(row.kind) });
  const { failures = [] } = await host.check(inputs ?? {}, { ...row.args, ...optionsFor(row.kind) });
  expect(failures.map(({ property }) => property)).toContain(row.path);
});
