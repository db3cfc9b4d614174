import { described } from "../definition/types";

/** The valid values of a record's `ttlSec` (Linode API v4, Domain Records). */
export const RECORD_TTLS_SEC = [
  300, 3600, 7200, 14400, 28800, 57600, 86400, 172800, 345600, 604800, 1209600, 2419200,
] as const;

export const roundRecordTtl = described(
  `Rounded to the nearest of ${RECORD_TTLS_SEC.join(", ")} seconds (ties round up). 0 stays 0 and means the domain's default.`,
  (ttlSec: number): number => {
    if (ttlSec === 0) return 0;
    return RECORD_TTLS_SEC.reduce((best, candidate) =>
      Math.abs(candidate - ttlSec) <= Math.abs(best - ttlSec) ? candidate : best,
    );
  },
);
