import { isIPv4, isIPv6 } from "node:net";
import type { Problems } from "../../interface/errors";
import type { MaintenanceWindow } from "./rows";
import { databases } from "./rows";
import type { Parsed } from "../../interface/validation";
import { flag, integer, ipRange, list, nullable, object, oneOf, text, undocumented } from "../../interface/validation";
import type { World } from "../../world";

/** Linode API v4, Managed Databases. */
const label = text(3, 32);

const allowList = list(ipRange);

/** The body of a create request (Linode API v4, Managed Databases), without engine-specific fields. */
export const CREATE_SHAPE = {
  engine: text(),
  label,
  region: text(),
  type: text(),
  allow_list: allowList,
  cluster_size: oneOf(1, 3),
  encrypted: flag(),
  ssl_connection: flag(),
};

/** Two nodes are possible today. */
export const SHAPE_OF_TODAY = { ...CREATE_SHAPE, cluster_size: oneOf(1, 2, 3) };

/** The body of an update request (Linode API v4, Managed Databases). The bounds of the window are those of the real service. */
export const UPDATE_SHAPE = {
  label,
  allow_list: allowList,
  updates: object({
    frequency: undocumented(oneOf("weekly", "monthly"), text()),
    duration: undocumented(integer(1, 3), integer()),
    hour_of_day: undocumented(integer(0, 23), integer()),
    day_of_week: undocumented(integer(1, 7), integer()),
    week_of_month: nullable(undocumented(integer(1, 4), integer())),
  }),
};

/** Weekly, Sunday 20:00 UTC, 3 hours (Linode API v4, Managed Databases). Days count from Monday, as in the service's clients. */
export const DEFAULT_WINDOW: MaintenanceWindow = {
  frequency: "weekly",
  duration: 3,
  hour_of_day: 20,
  day_of_week: 7,
  week_of_month: null,
};

/** The maintenance window after an update. Only a monthly one has a week, which the documents do not mention. */
export function changedWindow(
  before: MaintenanceWindow,
  sent: Parsed<typeof UPDATE_SHAPE>["updates"],
  problems: Problems,
): MaintenanceWindow {
  const withoutWeek = sent?.frequency === "weekly" ? { week_of_month: null } : {};
  const after = { ...before, ...withoutWeek, ...sent };
  const field = "updates.week_of_month";
  if (problems.has("updates")) return after;
  if (after.frequency === "monthly" && after.week_of_month === null) {
    problems.addUndocumented(field, "week_of_month is required for monthly updates");
  } else if (after.frequency === "weekly" && after.week_of_month !== null) {
    problems.addUndocumented(field, "week_of_month must be null for weekly updates");
  }
  return after;
}

/** Adds a problem for a label that another database of any engine has (Linode API v4, Managed Databases: unique). */
export function checkUniqueLabel(world: World, wanted: string | undefined, problems: Problems, ownId?: number): void {
  const others = databases
    .in(world)
    .by("label", wanted ?? "")
    .filter((row) => row.id !== ownId);
  if (others.length > 0) problems.add("label", "Label must be unique among your databases");
}

/**
 * An allow list in API responses: single addresses become ranges of one (Linode API v4, Managed Databases, which shows this only
 * for IPv4).
 */
export function asRanges(addresses: readonly string[]): string[] {
  return addresses.map((address) => (isIPv4(address) ? `${address}/32` : isIPv6(address) ? `${address}/128` : address));
}
