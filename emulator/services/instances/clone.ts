import { INSTANCES } from "../../access/guards";
import { Problems } from "../../interface/errors";
import type { Call, Route } from "../../interface/router";
import { post } from "../../interface/router";
import type { Contents, InstanceRow } from "./rows";
import { configs, disks } from "./rows";
import type { Row } from "../../state/table";
import type { Parsed } from "../../interface/validation";
import { flag, integer, list, parse, requireFields, text } from "../../interface/validation";
import type { World } from "../../world";
import { beginClone, refuseClone } from "./clone-progress";
import { contentsOf, noteImage, putContents, refuseWithoutRoom, sizeOf } from "./contents";
import { checkUniqueLabel, INSTANCE_LABEL } from "./fields";
import { checkVlans } from "./interfaces";
import { addInstance, readPlace } from "./new";
import { changeInstance, instanceOf, refuseIfBusy } from "./state";
import { readTarget, targetField } from "./target";
import { viewInstance } from "./view";

/** Fields for a new target only. */
const FOR_NEW = { region: text(), type: text(), label: INSTANCE_LABEL, group: text(), backups_enabled: flag() };

/** The body of a clone request (Linode API v4, Linode Clone). */
const SHAPE = { configs: list(integer()), disks: list(integer()), ...FOR_NEW };

type CloneInput = Parsed<typeof SHAPE>;

/** Instances: clone to a new or to an existing one (Linode API v4, Linode Clone). */
export function instanceCloneRoutes(world: World): Route[] {
  return [
    // Cloning requires the right to create instances. For the source, read access is enough.
    post("/compute/instances/{id}/clone", { ...INSTANCES.view, ...INSTANCES.create }, (call) =>
      viewInstance(world, cloneInstance(world, call)),
    ),
  ];
}

/** An existing target keeps its power state; a new one is powered off. */
function cloneInstance(world: World, call: Call): InstanceRow {
  const source = instanceOf(world, call);
  const problems = new Problems(world.documentedOnly);
  const input = parse(SHAPE, call.body, problems);
  const existing = readTarget(world, call, problems);
  const isNew = existing === undefined && !problems.has(targetField(world));
  const addNew = isNew ? checkNew(world, call, source, input, problems) : undefined;
  if (existing !== undefined) checkExisting(world, source, existing, input, problems);
  const contents = chosenContents(world, source, input, problems);
  problems.throwIfAny();

  refuseClone(world, source);
  if (existing !== undefined) refuseIfBusy(world, existing);
  const target = existing ?? addNew?.();
  if (target === undefined) throw new Error("unreachable: the missing target was reported above");
  refuseWithoutRoom(world, target, sizeOf(contents.disks));
  beginClone(world, source, target);
  putContents(world, target.id, contents);
  const tags = [...new Set([...target.tags, ...source.tags])];
  return changeInstance(world, noteImage(world, target, contents.disks.length > 0 ? source.image : null), { tags });
}

/** Validates a new target, which defaults to the source's values, and returns a function that adds it. */
function checkNew(world: World, call: Call, source: InstanceRow, input: CloneInput, problems: Problems) {
  // The documents do not say what a new target requires; the real service requires both.
  if (!world.documentedOnly) requireFields(["region", "type"], call.body, problems);
  checkUniqueLabel(world, input.label, problems);
  const place = readPlace(world, { region: source.region, type: source.type, ...input }, problems);
  checkVlans(world, configs.in(world).by("instance", source.id), place?.region, "region", problems);
  const { label, group, backups_enabled: hasBackups = false } = input;
  return () =>
    place &&
    addInstance(world, call, {
      ...place,
      label,
      group,
      hasBackups,
      hasPrivateIp: false,
      status: "offline",
      image: null,
      tags: undefined,
    });
}

function checkExisting(
  world: World,
  source: InstanceRow,
  target: InstanceRow,
  input: CloneInput,
  problems: Problems,
): void {
  const field = targetField(world);
  if (target.id === source.id) problems.add(field, `A ${world.brand.word} cannot be cloned to itself`);
  for (const name of Object.keys(FOR_NEW).filter((known) => known in input)) {
    problems.addUndocumented(name, `${name} is only for a new ${world.brand.word}`);
  }
  checkVlans(world, configs.in(world).by("instance", source.id), target.region, field, problems);
}

/**
 * The contents to clone. The documents do not specify them. On the real service, these are the requested configs (by default, all)
 * with the disks that they use, plus the requested disks.
 */
function chosenContents(world: World, source: InstanceRow, input: CloneInput, problems: Problems): Contents {
  const ownConfigs = configs.in(world).by("instance", source.id);
  const ownDisks = disks.in(world).by("instance", source.id);
  const chosen = input.configs === undefined ? ownConfigs : pick(ownConfigs, input.configs, "configs", problems);
  const named = pick(ownDisks, input.disks ?? [], "disks", problems);
  const used = new Set(chosen.flatMap(({ devices, initrd }) => [...Object.values(devices).map(diskOf), initrd]));
  return contentsOf(
    ownDisks.filter((disk) => used.has(disk.id) || named.includes(disk)),
    chosen,
  );
}

function pick<R extends Row>(rows: readonly R[], ids: readonly number[], field: string, problems: Problems): R[] {
  ids.forEach((id, index) => {
    if (!rows.some((row) => row.id === id)) problems.add(`${field}[${index}]`, `${field} is not valid`);
  });
  return rows.filter((row) => ids.includes(row.id));
}

function diskOf({ disk_id }: { readonly disk_id: number | null }): number | null {
  return disk_id;
}
