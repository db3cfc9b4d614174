import type { IsGiven } from "../definition/definition";
import type { Failure } from "../definition/types";
import type { Values } from "../definition/values";
import type { InstanceArgs } from "./instance-args";

/** A label with anything but letters, digits, and single `-`, `_` or `.` between them. */
export function labelWithOtherCharacters(label: string): string | undefined {
  return /^[A-Za-z0-9]+([-_.][A-Za-z0-9]+)*$/.test(label)
    ? undefined
    : 'the API is known to accept only letters, digits, and single "-", "_" or "." between them';
}

/** A line of the file `authorized_keys`, which may begin with options. */
export function publicKeyProblem(key: string): string | undefined {
  return /(^|\s)(ssh|ecdsa|sk)-[\w@.-]+\s+[A-Za-z0-9+/]+=*(\s|$)/.test(key)
    ? undefined
    : "must be a public SSH key, such as ssh-ed25519 AAAAC3… name";
}

/** A key that is read from a file often ends with a line break. */
export function trimmedKeys(keys: unknown): unknown {
  return Array.isArray(keys) ? keys.map((key: unknown) => (typeof key === "string" ? key.trim() : key)) : keys;
}

/** `image` requires `rootPass`. */
export function imageNeedsRootPass(
  _: Partial<InstanceArgs>,
  isGiven: IsGiven<InstanceArgs>,
  isCertain: IsGiven<InstanceArgs>,
): Failure[] {
  if (!isCertain("image") || isGiven("rootPass")) return [];
  return [{ path: "rootPass", reason: "is required with an image" }];
}

/** `image` requires `rootPass`, or keys for the root user. */
export function imageNeedsPasswordOrKeys(
  known: Partial<InstanceArgs>,
  isGiven: IsGiven<InstanceArgs>,
  isCertain: IsGiven<InstanceArgs>,
): Failure[] {
  const areGiven = (["authorizedKeys", "authorizedUsers"] as const).some(
    (name) => isGiven(name) && known[name]?.length !== 0,
  );
  if (!isCertain("image") || isGiven("rootPass") || areGiven) return [];
  return [{ path: "rootPass", reason: "is required with an image, unless authorizedKeys or authorizedUsers are set" }];
}

/** A warning about passwords that the service rejects, although the documents allow them. */
export function shorterThan(min: number): (rootPass: string) => string | undefined {
  return ({ length }) => (length < min ? `the API is known to reject fewer than ${min} characters` : undefined);
}

/**
 * `image` (with or without `stackscriptId`) cannot be combined with `backupId`: they are two ways to create an instance
 * (Linode API v4, Linode Create).
 */
export function originsExclude(
  _: Partial<InstanceArgs>,
  __: IsGiven<InstanceArgs>,
  isCertain: IsGiven<InstanceArgs>,
): Failure[] {
  if (!isCertain("backupId")) return [];
  return (["image", "stackscriptId"] as const)
    .filter(isCertain)
    .map((path) => ({ path, reason: "cannot be combined with backupId: a backup has its own disks" }));
}

/** `stackscriptId` requires `image`, and `stackscriptData` requires `stackscriptId`. */
export function stackScriptIsComplete(
  _: Partial<InstanceArgs>,
  isGiven: IsGiven<InstanceArgs>,
  isCertain: IsGiven<InstanceArgs>,
): Failure[] {
  const needsImage = isCertain("stackscriptId") && !isCertain("backupId") && !isGiven("image") && !isGiven("cloneFrom");
  const needsScript = isCertain("stackscriptData") && !isGiven("stackscriptId");
  return [
    ...(needsImage
      ? [{ path: "image", reason: "is required with stackscriptId; use one that the StackScript supports" }]
      : []),
    ...(needsScript ? [{ path: "stackscriptData", reason: "is valid only with stackscriptId" }] : []),
  ];
}

/** `backups` requires `backupsEnabled: true`. */
export function scheduleNeedsService(
  { backupsEnabled }: Partial<InstanceArgs>,
  isGiven: IsGiven<InstanceArgs>,
  isCertain: IsGiven<InstanceArgs>,
): Failure[] {
  const isOff = backupsEnabled === false || !isGiven("backupsEnabled");
  if (!isCertain("backups") || !isOff) return [];
  return [{ path: "backups", reason: "requires the backup service; set backupsEnabled: true, or remove backups" }];
}

/** A rebuild deletes the configuration profiles, and cannot set the size of the swap disk. */
export function rebuildKeepsNoProfile(
  { rebuildOnImageChange }: Partial<InstanceArgs>,
  _: IsGiven<InstanceArgs>,
  isCertain: IsGiven<InstanceArgs>,
): Failure[] {
  if (rebuildOnImageChange !== true) return [];
  return (["configId", "interfaces", "swapSize"] as const)
    .filter(isCertain)
    .map((path) => ({ path, reason: "cannot be combined with rebuildOnImageChange: a rebuild does not keep it" }));
}

/** The API does not shrink disks (known from the service, not from the documents). */
export function smallerPlan(plan: Values, before: Values | undefined): string | undefined {
  const [wanted, had] = [plan.disk, before?.disk];
  if (typeof wanted !== "number" || typeof had !== "number" || wanted >= had) return undefined;
  return (
    `${String(plan.id)} has ${wanted} MB of disk, but ${String(before?.id)} has ${had} MB; shrink the disks outside Pulumi first, ` +
    "or keep the plan, because the API rejects a plan that is too small for the disks"
  );
}
