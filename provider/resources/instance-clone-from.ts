import { objectId, shape, described } from "../definition/types";
import type { Failure } from "../definition/types";
import type { ArgumentRule } from "../definition/argument";
import type { IsGiven } from "../definition/definition";
import type { Origin } from "../definition/creation";
import { fillPath } from "../definition/definition";
import { withoutUnset } from "../definition/values";
import type { Values } from "../definition/values";
import { exactly } from "../normalise/exactly";
import { canonicalObjectId } from "../normalise/object-id";
import { unordered } from "../normalise/unordered";
import type { InstanceArgs, InstanceCloneSource } from "./instance-args";
import { CLONING, ids, MAX_CLONES_AT_ONCE, numbers } from "./instance-clone-parts";

/** How the source of a clone is checked and compared; it matters only to the create. */
export const cloneFrom: ArgumentRule<InstanceCloneSource, object> = {
  type: shape<InstanceCloneSource>({ instanceId: objectId, disks: ids, configs: ids }),
  writeOnly: true,
  sent: { in: "origin" },
  compare: {
    canonical: described(
      "Omitting `disks` is equivalent to an empty list. The order of disks and configs is ignored.",
      canonicalSource,
    ),
    by: exactly,
  },
  change: { replaces: true },
  catalogue: { path: "/compute/instances", size: "own" },
};

const OWN_DISKS = "a clone has the disks of its source";
const OWN_KEYS = "a clone has the keys on the disks of its source";

/** The request to clone an instance into a new one, which is off at first. Its response shows no private address. */
export const cloneOrigin: Origin<InstanceArgs> = {
  fills: [],
  excludes: {
    image: OWN_DISKS,
    stackscriptId: OWN_DISKS,
    backupId: OWN_DISKS,
    authorizedKeys: OWN_KEYS,
    authorizedUsers: OWN_KEYS,
  },
  request: ({ cloneFrom: from, region, type, label, group, backupsEnabled }) => {
    const { disks, configs } = sourceIn(from);
    const contents = { disks: numbers(disks), configs: numbers(configs) };
    return {
      path: fillPath("/compute/instances/{instanceId}/clone", sourceIn(from)),
      body: withoutUnset({ region, type, label, group, backupsEnabled, ...contents }),
    };
  },
  source: { path: "cloneFrom.instanceId", status: CLONING, maxAtOnce: MAX_CLONES_AT_ONCE },
  createSec: 120 * 60,
};

function sourceIn(from: unknown): Values {
  return typeof from === "object" && from !== null ? (from as Values) : {};
}

/** An empty list of additional disks is the default; an empty list of configs is not. */
function canonicalSource(from: unknown): Values {
  const { instanceId, disks, configs } = sourceIn(from);
  const isNone = !Array.isArray(disks) || disks.length === 0;
  return withoutUnset({
    instanceId: canonicalObjectId(instanceId),
    disks: isNone ? undefined : unordered(disks),
    configs: unordered(configs),
  });
}

/** `cloneFrom` requires `instanceId`. If it names `configs`, `booted: true` requires at least one of them, and `interfaces` exactly one. */
export function cloneFitsTogether(
  { cloneFrom: from, booted }: Partial<InstanceArgs>,
  isGiven: IsGiven<InstanceArgs>,
  isCertain: IsGiven<InstanceArgs>,
): Failure[] {
  if (from === undefined) return [];
  const count = from.configs?.length;
  return [
    ...(!isGiven("cloneFrom.instanceId") ? [{ path: "cloneFrom.instanceId", reason: "is required" }] : []),
    ...(booted === true && count === 0
      ? [{ path: "booted", reason: "requires a config to boot, but cloneFrom.configs is empty" }]
      : []),
    ...(isCertain("interfaces") && count !== undefined && count !== 1
      ? [
          {
            path: "interfaces",
            reason: `requires exactly one config to apply to, but cloneFrom.configs names ${count}`,
          },
        ]
      : []),
  ];
}
