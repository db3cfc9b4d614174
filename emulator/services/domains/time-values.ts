import type { World } from "../../world";

/** Valid durations of records (Linode API v4, Domain Records), in seconds. The real service uses the same for domains. */
const VALID_SECONDS = [300, 3600, 7200, 14400, 28800, 57600, 86400, 172800, 345600, 604800, 1209600, 2419200] as const;

/** Those of the service today, which also rounds a record's duration up. */
const SECONDS_OF_TODAY = [30, 120, ...VALID_SECONDS] as const;

const LONGEST = VALID_SECONDS[VALID_SECONDS.length - 1] ?? 0;

/** 0 means the default, and is not rounded. */
const DEFAULT = 0;

/** Rounds a record's ttl_sec to the nearest valid value (Linode API v4, Domain Records); halfway between two, to the longer one. */
export function roundRecordTtl(world: World, seconds: number): number {
  if (seconds === DEFAULT) return DEFAULT;
  if (world.profile === "today") return roundUpDomainSeconds(world, seconds);
  return VALID_SECONDS.reduce<number>(
    (best, valid) => (Math.abs(valid - seconds) <= Math.abs(best - seconds) ? valid : best),
    VALID_SECONDS[0],
  );
}

/** Rounds a domain's expire_sec, refresh_sec, retry_sec or ttl_sec up to a valid value. The documents have no rule for this. */
export function roundUpDomainSeconds({ profile }: World, seconds: number): number {
  if (seconds === DEFAULT) return DEFAULT;
  const all: readonly number[] = profile === "today" ? SECONDS_OF_TODAY : VALID_SECONDS;
  return all.find((valid) => valid >= seconds) ?? LONGEST;
}
