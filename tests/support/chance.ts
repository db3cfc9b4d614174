/** The seed of all randomness in tests: constant in `npm test`, new in each `npm run test:explore`. */
export const SEED = Number(process.env["PROPERTY_SEED"] ?? 1);

/** How often a property is tried: the numbers in the tests apply to `npm run test:all` and `test:explore`; `npm test` tries a third. */
export function tries(many: number): number {
  return process.env["TEST_ALL"] || process.env["PROPERTY_SEED"] ? many : Math.ceil(many / 3);
}

/** Pseudorandom numbers from 0 to below 1, reproducible by seed (mulberry32). */
export function chanceFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
