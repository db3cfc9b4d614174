import { described } from "../definition/types";
import type { Described } from "../definition/types";
import type { ServiceFacts } from "./brands";

/** The `ttlSec`, in seconds, that a service keeps of a record. */
export function ttlRounding({
  recordTtlsSec: kept,
  roundsTtl,
}: ServiceFacts): ((ttlSec: number) => number) & Described {
  const ties = roundsTtl === "to the nearest" ? " (ties round up)" : "";
  return described(
    `Rounded ${roundsTtl} of ${kept.join(", ")} seconds${ties}. 0 stays 0 and means the domain's default.`,
    (ttlSec: number): number => {
      if (ttlSec === 0) return 0;
      const nearer = (best: number, one: number): number =>
        Math.abs(one - ttlSec) <= Math.abs(best - ttlSec) ? one : best;
      const next = roundsTtl === "up to the next" ? kept.find((one) => one >= ttlSec) : undefined;
      return next ?? kept.reduce(nearer);
    },
  );
}
