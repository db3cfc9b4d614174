import { allocatePrivateIpv4, allocatePublicIpv4, slaacAddress } from "../addresses";
import type { Image } from "../catalogue/images";
import type { InstanceType } from "../catalogue/types";
import { Problems } from "../errors";
import type { Call } from "../router";
import type { InstanceRow, NetworkInterface } from "../tables";
import { parse, requireFields } from "../validation";
import type { Parsed } from "../validation";
import type { World } from "../world";
import { today } from "../world";
import { findImage } from "./images";
import { checkUniqueLabel, CREATE_SHAPE } from "./instance-fields";
import { readInterfaces } from "./instance-interfaces";
import { becomes, durationOf, INSTANCE } from "./instance-state";

/** Swap disk of an image deployment, in MB (document 1, Limits). */
const DEFAULT_SWAP_MB = 512;

/** A create request that was found good. */
interface Order {
  readonly region: string;
  readonly plan: InstanceType;
  readonly image: Image | undefined;
  readonly swapMb: number;
  readonly interfaces: readonly NetworkInterface[];
  readonly input: Parsed<typeof CREATE_SHAPE>;
}

/** POST /compute/instances (document 1, creation modes 1, 4 and 5). */
export function createInstance(world: World, call: Call): InstanceRow {
  const order = checkOrder(world, call);
  const { input, image } = order;
  const id = world.tables.instances.nextId();
  const starts = image !== undefined && input.booted !== false;
  const config = image === undefined ? null : deployImage(world, id, order, image);
  const row = world.tables.instances.put({
    id,
    label: input.label ?? defaultLabel(world, id),
    group: input.group ?? "",
    status: image === undefined ? "offline" : "provisioning",
    created: today(world),
    updated: today(world),
    type: order.plan.id,
    region: order.region,
    image: image?.id ?? null,
    ipv4: addressesFor(world, id, input.private_ip === true),
    ipv6: slaacAddress(id),
    watchdog_enabled: true,
    tags: input.tags ?? [],
    // Defaults of the real service; the documents show none.
    alerts: { cpu: 90 * order.plan.vcpus, io: 10_000, network_in: 10, network_out: 10, transfer_quota: 80 },
    backups: backupsFor(input.backups_enabled === true),
    last_booted_config: starts ? config : null,
    boot_jobs: starts ? [world.clock.now()] : [],
  });
  if (image !== undefined) startProvisioning(world, id, starts);
  return row;
}

function checkOrder(world: World, call: Call): Order {
  const problems = new Problems();
  const input = parse(CREATE_SHAPE, call.body, problems);
  const deploys = input.image !== undefined || input.stackscript_id !== undefined;
  requireFields(["region", "type", ...(deploys ? ["root_pass"] : [])], call.body, problems);
  checkUniqueLabel(world, input.label, problems);

  const region = world.catalogue.regions.get(input.region ?? "");
  if (input.region !== undefined && region === undefined) problems.add("region", "region is not valid");
  const plan = world.catalogue.types.get(input.type ?? "");
  if (input.type !== undefined && plan === undefined) {
    problems.add("type", "A valid plan type by that ID was not found");
  }
  const image = findImage(world, input.image ?? "");
  if (input.image !== undefined && image?.status !== "available") problems.add("image", "image is not valid");
  // Neither scripts nor backups exist yet.
  if (input.stackscript_id !== undefined) problems.add("stackscript_id", "stackscript_id is not valid");
  if (input.backup_id !== undefined) problems.add("backup_id", "backup_id is not valid");

  const swapMb = input.swap_size ?? DEFAULT_SWAP_MB;
  if (image && plan && plan.disk - swapMb < image.size) {
    problems.add("image", `Distribution requires a minimum size of ${image.size}`);
  }
  const hasVlans = region?.capabilities.includes("Vlans") ?? true;
  const interfaces = readInterfaces(input.interfaces ?? [], hasVlans, problems);
  problems.throwIfAny();
  if (region === undefined || plan === undefined) throw new Error("a missing region or type was not noticed");
  return { region: region.id, plan, image, swapMb, interfaces, input };
}

/** Makes the disks and the config of an image deployment (document 1, creation mode 1), and returns the config's id. */
function deployImage(world: World, id: number, order: Order, image: Image): number {
  const { disks, configs } = world.tables;
  const dates = { created: today(world), updated: today(world) };
  const of = { instance_id: id, status: "ready", ...dates };
  const root = disks.put({
    id: disks.nextId(),
    label: `${image.label} Disk`,
    filesystem: "ext4",
    size: order.plan.disk - order.swapMb,
    ...of,
  });
  const devices = [root.id];
  if (order.swapMb > 0) {
    const label = `${order.swapMb} MB Swap Image`;
    devices.push(disks.put({ id: disks.nextId(), label, filesystem: "swap", size: order.swapMb, ...of }).id);
  }
  const config = configs.put({
    id: configs.nextId(),
    instance_id: id,
    label: `My ${image.label} Disk Profile`,
    kernel: `${world.brand.word}/grub2`,
    interfaces: order.interfaces,
    disks: devices,
    ...dates,
  });
  return config.id;
}

function startProvisioning(world: World, id: number, starts: boolean): void {
  const provisioned = durationOf(world, "provision");
  const steps = starts
    ? [becomes("booting", provisioned), becomes("running", world.provisionMs)]
    : [becomes("offline", provisioned)];
  world.progress.start(INSTANCE, id, "create", steps);
}

/** One public address, and a private one on demand (document 1, Instance). */
function addressesFor(world: World, id: number, isPrivate: boolean): string[] {
  const address = allocatePublicIpv4(world, id);
  return isPrivate ? [address, allocatePrivateIpv4(world, id)] : [address];
}

/** The schedule is chosen by the service until the user chooses one; the real service shows that as `Scheduling`. */
export function backupsFor(enabled: boolean): InstanceRow["backups"] {
  const chosen = enabled ? "Scheduling" : null;
  return { enabled, last_successful: null, schedule: { day: chosen, window: chosen } };
}

function defaultLabel(world: World, id: number): string {
  const label = world.brand.name(id);
  // A user may have taken the name of an id that was still to come.
  for (let suffix = 1; ; suffix += 1) {
    const candidate = suffix === 1 ? label : `${label}-${suffix}`;
    if (!world.tables.instances.has("label", candidate)) return candidate;
  }
}
