import { spread } from "./statistics.mjs";

/** The results of runs, by condition, kind, count and contender. A figure is undefined if nothing was measured. */
export class Figures {
  #lives;
  #asking;

  constructor(runs) {
    this.#lives = runs.flatMap(({ variant, bootSec, lives }) => lives.map((life) => ({ ...life, variant, bootSec })));
    this.contenders = uniqueBy(
      runs.flatMap(({ contenders }) => contenders),
      ({ name }) => name,
    );
    this.#asking = new Set(this.contenders.filter(({ asksService }) => asksService).map(({ name }) => name));
  }

  /** The combinations of variant, boot time, latency and limits that were measured. The report details the first. */
  get conditions() {
    const all = this.#lives.map(({ variant, bootSec, latencyMs, limits }) => ({ variant, bootSec, latencyMs, limits }));
    return uniqueBy(all, JSON.stringify);
  }

  kinds(condition) {
    return uniqueBy(this.#within(condition), ({ kind }) => kind).map(({ kind }) => kind);
  }

  counts(condition, kind) {
    const lives = this.#within(condition).filter((life) => life.kind === kind);
    return uniqueBy(lives, ({ count }) => count)
      .map(({ count }) => count)
      .sort((a, b) => a - b);
  }

  /** A contender that sends no requests has the same lives at every boot time, latency and rate limit. */
  lives({ variant, bootSec, latencyMs, limits }, { kind, count, contender }) {
    return this.#lives.filter((life) => {
      const same = life.contender === contender && life.kind === kind && life.count === count;
      if (!same || life.variant !== variant) return false;
      if (!this.#asking.has(contender)) return true;
      return life.bootSec === bootSec && life.latencyMs === latencyMs && life.limits === limits;
    });
  }

  /** @param figureOf returns the figure from an operation's measurements */
  ofOperation(lives, operation, figureOf) {
    const measured = lives.map(({ operations }) => operations[operation]).filter((one) => one !== undefined);
    return spread(measured.map(figureOf));
  }

  asksService(contender) {
    return this.#asking.has(contender);
  }

  get failures() {
    return this.#lives.filter(({ failed }) => failed !== undefined);
  }

  #within(condition) {
    return this.#lives.filter((life) => Object.entries(condition).every(([name, value]) => life[name] === value));
  }
}

/** Keeps the first value of each key, in order. */
function uniqueBy(values, keyOf) {
  const first = new Map();
  for (const value of values) if (!first.has(keyOf(value))) first.set(keyOf(value), value);
  return [...first.values()];
}
