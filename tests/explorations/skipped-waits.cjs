/**
 * Loaded before a provider: the emulator shows everything at once, so a wait for what the API may show late only takes time. The provider's
 * clock advances as if it had slept (`timer` in provider/api/clock.ts); the date, and the limits of a single request, stay real.
 */
const LONG_MS = 1_000;

const now = performance.now.bind(performance);
const start = globalThis.setTimeout;
let skippedMs = 0;
performance.now = () => now() + skippedMs;
globalThis.setTimeout = (work, ms, ...args) => {
  if (!(ms >= LONG_MS) || !/\btimer \(/.test(new Error().stack)) return start(work, ms, ...args);
  return start(() => ((skippedMs += ms), work(...args)), 1);
};
// `util.promisify` looks for one of them.
Object.defineProperties(globalThis.setTimeout, Object.getOwnPropertyDescriptors(start));
