import { Problems } from "../../interface/errors";
import { checkTags } from "../../access/grants";
import { instanceEntity } from "../entities";
import type { Effects } from "../../state/progress";
import { sshKeys } from "../../extensions/account/ssh-keys";
import type { Call } from "../../interface/router";
import type { InstanceRow } from "./rows";
import { configs, instances } from "./rows";
import type { Parsed } from "../../interface/validation";
import { parse, requireFields } from "../../interface/validation";
import type { World } from "../../world";
import { putContents } from "./contents";
import { checkUniqueLabel, CREATE_SHAPE, requireAccess, rootPass } from "./fields";
import { readInterfaces } from "./interfaces";
import type { Placement } from "./new";
import { addInstance, readPlace } from "./new";
import type { InitialContents } from "./origin";
import { readOrigin } from "./origin";
import { changeInstance, durationOf, startBoot, startJob } from "./state";

/** A valid create request. */
interface Order {
  readonly place: Placement;
  /** Undefined for an empty instance. */
  readonly origin: InitialContents | undefined;
  readonly input: Parsed<typeof CREATE_SHAPE>;
}

/** POST /compute/instances (Linode API v4, Linode Create). */
export function createInstance(world: World, call: Call): InstanceRow {
  const { place, origin, input } = checkOrder(world, call);
  const { label, group, tags, private_ip: hasPrivateIp = false, backups_enabled: hasBackups = false } = input;
  const row = addInstance(world, call, {
    ...place,
    label,
    group,
    tags,
    hasPrivateIp,
    hasBackups,
    status: origin === undefined ? "offline" : "provisioning",
    image: origin?.image ?? null,
  });
  if (origin === undefined) noteEmpty(world, row);
  else provision(world, row, origin, input.booted ?? true);
  return row;
}

/** The end of provisioning boots the instance, or leaves it powered off. */
export function instanceCreateEffects(world: World): Effects {
  return {
    "instance.provisioned": (id, data, at) => {
      const row = instances.in(world).get(id);
      if (row === undefined) return;
      const config = typeof data["config"] === "number" ? configs.in(world).get(data["config"]) : undefined;
      if (config === undefined) changeInstance(world, row, { status: "offline" }, at);
      else startBoot(world, row, config, { from: at });
    },
  };
}

function checkOrder(world: World, call: Call): Order {
  const problems = new Problems(world.documentedOnly);
  const input = parse({ ...CREATE_SHAPE, root_pass: rootPass(world) }, call.body, problems);
  const deploys = input.image !== undefined || input.stackscript_id !== undefined;
  requireFields(["region", "type"], call.body, problems);
  if (deploys) requireAccess(world, call.body, problems);
  checkUniqueLabel(world, input.label, problems);
  checkTags(call, [], input.tags, problems);
  checkUsers(world, input.authorized_users ?? [], problems);
  const place = readPlace(world, input, problems);
  const interfaces = readInterfaces(world, input.interfaces ?? [], input.region, problems);
  const origin = readOrigin(world, call, input, place, interfaces, problems);
  problems.throwIfAny();
  if (place === undefined) throw new Error("unreachable: the missing region or type was reported above");
  return { place, origin, input };
}

/** Each user must already have an SSH key on their profile (Linode API v4, Linode Create). */
export function checkUsers(world: World, usernames: readonly string[], problems: Problems): void {
  usernames.forEach((username, index) => {
    const field = `authorized_users[${index}]`;
    const isKnown = world.authority.knows(username) || world.account.users.includes(username);
    if (!isKnown) problems.add(field, "authorized_users is not valid");
    else if (!sshKeys.in(world).has("username", username)) problems.add(field, `${username} has no SSH key`);
  });
}

/** Boots the first config; a backup can have several. */
function provision(world: World, row: InstanceRow, { contents, entity }: InitialContents, boots: boolean): void {
  const [config] = putContents(world, row.id, contents);
  const afterMs = world.provisionMs - durationOf(world, "boot");
  const data = { config: boots && config !== undefined ? config.id : null };
  startJob(world, row, "create", [{ afterMs, effect: "instance.provisioned", data }], { secondary: entity });
}

/** An empty instance is ready immediately. */
function noteEmpty(world: World, row: InstanceRow): void {
  const event = world.events.begin(world.brand.name("_create"), instanceEntity(world, row));
  world.events.end(event, "finished", world.clock.now());
}
