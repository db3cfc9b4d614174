import fc from "fast-check";
import type { Values } from "../../provider/definition/values";

export type Arbitraries = Readonly<Record<string, fc.Arbitrary<unknown>>>;

/** Any of the optional inputs: omitted, null, or set. */
export function someOf(optional: Arbitraries): fc.Arbitrary<Values> {
  const nullable = Object.entries(optional).map(([name, value]) => [name, fc.option(value, { freq: 6 })] as const);
  return fc.record(Object.fromEntries(nullable), { requiredKeys: [] });
}

/** Two sets of inputs of one resource, with equal replacing inputs. */
export function twoOf(
  fixed: fc.Arbitrary<Values>,
  changing: (fixed: Values) => fc.Arbitrary<Values>,
): fc.Arbitrary<[Values, Values]> {
  return fixed.chain((same) =>
    fc
      .tuple(changing(same), changing(same))
      .map(([first, second]): [Values, Values] => [asJson({ ...first, ...same }), asJson({ ...second, ...same })]),
  );
}

const asJson = (values: Values): Values => JSON.parse(JSON.stringify(values)) as Values;

export const mixedCase = (text: string): fc.Arbitrary<string> =>
  fc
    .array(fc.boolean(), { minLength: text.length, maxLength: text.length })
    .map((upper) => Array.from(text, (letter, index) => (upper[index] ? letter.toUpperCase() : letter)).join(""));
export const word = fc.stringMatching(/^[a-z][a-z0-9]{0,8}$/);
export const host = fc
  .tuple(word, word, fc.constantFrom("example", "com"), fc.constantFrom("", "."))
  .chain(([a, b, top, dot]) => mixedCase(`${a}.${b}.${top}${dot}`));
export const unicode = (most: number): fc.Arbitrary<string> =>
  fc.oneof(
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 }),
    fc.constantFrom("ü", "日本語", "😀", "a".repeat(most), " padded "),
  );
export const tags = fc.array(
  fc.oneof(fc.stringMatching(/^[A-Za-z0-9:_-]{3,12}$/), fc.constantFrom("größe", "日本語")),
  {
    maxLength: 4,
  },
);
export const seconds = fc.oneof(
  fc.constantFrom(0, 1, 299, 300, 301, 1950, 5400, 86_399, 2_419_200, 2_419_201, 2_147_483_647),
  fc.nat({ max: 2_147_483_647 }),
);
export const ipv6 = fc.oneof(
  fc.ipV6(),
  fc.ipV6().map((address) => address.toUpperCase()),
  fc.constantFrom("2001:0db8:0000:0000:0000:0000:0000:0001", "::", "2001:DB8::1"),
);
export const address = fc.oneof(fc.ipV4(), ipv6);

export const domainName = fc
  .tuple(word, fc.constantFrom("example", "com"), fc.constantFrom("", "."))
  .chain(([a, top, dot]) => mixedCase(`${a}.${top}${dot}`));
export const email = fc.tuple(word, host).map(([user, at]) => `${user}@${at.replace(/\.$/, "")}`);
