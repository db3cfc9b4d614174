/** Valid durations of records (Linode API v4, Domain Records), in seconds. The real service uses the same for domains. */
const VALID_SECONDS = [300, 3600, 7200, 14400, 28800, 57600, 86400, 172800, 345600, 604800, 1209600, 2419200] as const;

const LONGEST = VALID_SECONDS[VALID_SECONDS.length - 1] ?? 0;

/** 0 means the default, and is not rounded. */
const DEFAULT = 0;

/** Rounds a record's ttl_sec to the nearest valid value (Linode API v4, Domain Records); halfway between two, to the longer one. */
export function roundRecordTtl(seconds: number): number {
  if (seconds === DEFAULT) return DEFAULT;
  return VALID_SECONDS.reduce<number>(
    (best, valid) => (Math.abs(valid - seconds) <= Math.abs(best - seconds) ? valid : best),
    VALID_SECONDS[0],
  );
}

/** Rounds a domain's expire_sec, refresh_sec, retry_sec or ttl_sec up to a valid value. The documents have no rule for this. */
export function roundUpDomainSeconds(seconds: number): number {
  if (seconds === DEFAULT) return DEFAULT;
  return VALID_SECONDS.find((valid) => valid >= seconds) ?? LONGEST;
}
