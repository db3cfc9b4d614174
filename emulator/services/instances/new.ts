import { allocatePrivateIpv4, allocatePublicIpv4, slaacAddress } from "./addresses";
import type { InstancePlan } from "../../catalogue/types";
import type { Problems } from "../../interface/errors";
import { grantToCreator } from "../../access/grants";
import type { Call } from "../../interface/router";
import type { InstanceRow } from "./rows";
import { instances } from "./rows";
import type { World } from "../../world";
import { today } from "../../world";
import { backupSettings, planBackups } from "./backup-schedule";
import { INSTANCE } from "./state";

/** The region and plan of a new instance. */
export interface Placement {
  readonly region: string;
  readonly plan: InstancePlan;
}

interface NewInstance extends Placement {
  readonly status: string;
  readonly image: string | null;
  readonly label: string | undefined;
  readonly group: string | undefined;
  readonly tags: readonly string[] | undefined;
  readonly hasPrivateIp: boolean;
  readonly hasBackups: boolean;
}

/** Looks up region and type, and adds a problem for each that does not exist. */
export function readPlace(
  world: World,
  { region, type }: { readonly region?: string; readonly type?: string },
  problems: Problems,
): Placement | undefined {
  const isKnown = world.catalogue.regions.has(region ?? "");
  if (region !== undefined && !isKnown) problems.add("region", "region is not valid");
  const plan = world.catalogue.types.get(type ?? "");
  if (type !== undefined && plan === undefined) problems.add("type", "A valid plan type by that ID was not found");
  return region === undefined || !isKnown || plan === undefined ? undefined : { region, plan };
}

/** Stores a new instance without disks and configs, and grants its creator access. */
export function addInstance(world: World, call: Call, wanted: NewInstance): InstanceRow {
  const { plan, region, status, image } = wanted;
  const id = instances.in(world).nextId();
  const row = instances.in(world).put({
    id,
    label: wanted.label ?? defaultLabel(world, id),
    group: wanted.group ?? "",
    status,
    created: today(world),
    updated: today(world),
    type: plan.id,
    region,
    image,
    ipv4: addressesFor(world, id, wanted.hasPrivateIp),
    ipv6: slaacAddress(id),
    watchdog_enabled: true,
    tags: wanted.tags ?? [],
    // Defaults of the real service; the documents give none.
    alerts: { cpu: 90 * plan.vcpus, io: 10_000, network_in: 10, network_out: 10, transfer_quota: 80 },
    backups: backupSettings(wanted.hasBackups),
    last_booted_config: null,
    boot_jobs: [],
  });
  grantToCreator(world, call, INSTANCE, id);
  if (wanted.hasBackups) planBackups(world, row);
  return row;
}

/** One public address, and a private one on request (Linode API v4, Linode Instances). */
function addressesFor(world: World, id: number, isPrivate: boolean): string[] {
  const address = allocatePublicIpv4(world, id);
  return isPrivate ? [address, allocatePrivateIpv4(world, id)] : [address];
}

function defaultLabel(world: World, id: number): string {
  const label = world.brand.name(id);
  // Another instance may already have the default label of this ID.
  for (let suffix = 1; ; suffix += 1) {
    const candidate = suffix === 1 ? label : `${label}-${suffix}`;
    if (!instances.in(world).has("label", candidate)) return candidate;
  }
}
