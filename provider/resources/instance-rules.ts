import type { Failure } from "../definition/types";
import type { Values } from "../definition/values";
import type { InstanceArgs } from "./instance-args";

type Known = Partial<InstanceArgs>;
type IsGiven = (name: keyof InstanceArgs) => boolean;

export function instanceLabelProblem(label: string): string | undefined {
  if (!/^[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?$/.test(label)) {
    return 'may only contain letters, digits, "-", "_" and ".", and must begin and end with a letter or digit';
  }
  return /--|__|\.\./.test(label) ? 'must not contain "--", "__" or ".."' : undefined;
}

/** `image` needs `rootPass`. */
export function imageNeedsRootPass({ image }: Known, isGiven: IsGiven): Failure[] {
  if (image === undefined || isGiven("rootPass")) return [];
  return [{ path: "rootPass", reason: "is required with an image" }];
}

/**
 * An image (with or without a StackScript) cannot be combined with a backup: they are two ways to create an instance
 * (Linode API v4, Linode Create).
 */
export function originsExclude({ image, stackscriptId, backupId }: Known): Failure[] {
  if (backupId === undefined) return [];
  return Object.entries({ image, stackscriptId }).flatMap(([path, value]) =>
    value === undefined ? [] : [{ path, reason: "cannot be combined with backupId: a backup has its own disks" }],
  );
}

/** `stackscriptId` needs `image`, and `stackscriptData` needs `stackscriptId`. */
export function stackScriptIsComplete(known: Known, isGiven: IsGiven): Failure[] {
  const { stackscriptId, stackscriptData, backupId } = known;
  const needsImage =
    stackscriptId !== undefined && backupId === undefined && !isGiven("image") && !isGiven("cloneFrom");
  const needsScript = stackscriptData !== undefined && !isGiven("stackscriptId");
  return [
    ...(needsImage
      ? [{ path: "image", reason: "is required with stackscriptId: one that the StackScript supports" }]
      : []),
    ...(needsScript ? [{ path: "stackscriptData", reason: "is valid only with stackscriptId" }] : []),
  ];
}

/** `backups` cannot be combined with `backupsEnabled: false`. */
export function scheduleNeedsService({ backups, backupsEnabled }: Known): Failure[] {
  if (backups === undefined || backupsEnabled !== false) return [];
  return [{ path: "backups", reason: "needs the backup service: leave it out, or set backupsEnabled: true" }];
}

/** The service does not shrink disks (known from the service, not from the documents). */
export function smallerPlan(plan: Values, before: Values | undefined): string | undefined {
  const [wanted, had] = [plan.disk, before?.disk];
  if (typeof wanted !== "number" || typeof had !== "number" || wanted >= had) return undefined;
  return (
    `${String(plan.id)} has ${wanted} MB of disk, ${String(before?.id)} has ${had} MB: the service refuses the change in place while ` +
    "the instance's disks need more. It does not shrink disks itself: shrink them first, at the service, or keep the plan"
  );
}
