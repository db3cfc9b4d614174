import fc from "fast-check";

/** Code points of surrogates, which are not characters. */
const [HALVES, AFTER_HALVES] = [0xd800, 0xe000];
const COUNT = 0x110000 - (AFTER_HALVES - HALVES);

const numbered = (index: number): string =>
  String.fromCodePoint(index < HALVES ? index : index - HALVES + AFTER_HALVES);

const indexOf = (character: unknown): number => {
  const [first = "", ...more] = typeof character === "string" ? character : "";
  const point = first.codePointAt(0);
  if (point === undefined || more.length > 0 || (point >= HALVES && point < AFTER_HALVES))
    throw new Error("no character");
  return point < HALVES ? point : point - AFTER_HALVES + HALVES;
};

/** Any character of Unicode. The unit "binary" is equivalent, but takes more than a second to build its table. */
const character = fc.nat({ max: COUNT - 1 }).map(numbered, indexOf);

/** Text of any characters. */
export function anyText(constraints: { readonly maxLength?: number; readonly minLength?: number } = {}) {
  return fc.string({ ...constraints, unit: character });
}
