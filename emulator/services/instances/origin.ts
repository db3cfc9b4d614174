import { publicImageEntity } from "../entities";
import type { CatalogueImage } from "../../catalogue/images";
import type { Problems } from "../../interface/errors";
import { requireUse } from "../../access/grants";
import type { Call } from "../../interface/router";
import type { EventEntity } from "../../state/events";
import { privateImageNumber } from "../images/rows";
import type { Contents, NetworkInterface } from "./rows";
import { backups } from "./rows";
import type { Parsed } from "../../interface/validation";
import type { World } from "../../world";
import { devicesOf, newConfig } from "./config-fields";
import { findImage } from "../images/images";
import { shortageOf, sizeOf } from "./contents";
import type { CREATE_SHAPE } from "./fields";
import { checkVlans } from "./interfaces";
import type { Placement } from "./new";
import { INSTANCE } from "./state";
import { checkUserInput, findStackScript, isCompatible } from "./stackscripts";

/** Swap disk of an image deployment, in MB (Linode API v4, Linode Create). */
const DEFAULT_SWAP_MB = 512;

/** Maximum length of disk and config labels on the real service. */
const LONGEST_LABEL = 48;

type CreateInput = Parsed<typeof CREATE_SHAPE>;

/** The initial contents of a new instance. */
export interface InitialContents {
  readonly contents: Contents;
  /** The image that its disks come from. */
  readonly image: string | null;
  /** Secondary entity of the create event. */
  readonly entity: EventEntity | null;
}

/** Reads what an instance is created from: an image, a StackScript with an image, or a backup (Linode API v4, Linode Create). */
export function readOrigin(
  world: World,
  call: Call,
  input: CreateInput,
  place: Placement | undefined,
  interfaces: readonly NetworkInterface[],
  problems: Problems,
): InitialContents | undefined {
  if (input.stackscript_id !== undefined) checkScript(world, call, input, problems);
  if (input.backup_id === undefined) return readImage(world, call, input, place, interfaces, problems);
  if (input.image !== undefined || input.stackscript_id !== undefined) {
    problems.add("backup_id", "backup_id cannot be combined with image or stackscript_id");
  }
  return readBackup(world, call, input.backup_id, place, problems);
}

function readImage(
  world: World,
  call: Call,
  input: CreateInput,
  place: Placement | undefined,
  interfaces: readonly NetworkInterface[],
  problems: Problems,
): InitialContents | undefined {
  if (input.image === undefined) return undefined;
  const image = findImage(world, input.image);
  const number = privateImageNumber(input.image);
  if (image !== undefined && number !== undefined) requireUse(world, call, "image", number, "read_only");
  // Only available images can be deployed (Linode API v4, Images).
  if (image?.status !== "available") problems.add("image", "image is not valid");
  if (image === undefined || place === undefined) return undefined;

  const swapMb = input.swap_size ?? DEFAULT_SWAP_MB;
  const rootMb = place.plan.disk - swapMb;
  if (rootMb < image.size) problems.add("image", `Distribution requires a minimum size of ${image.size}`);
  return {
    contents: imageContents(world, image, { diskMb: place.plan.disk, swapMb, interfaces }),
    image: image.id,
    entity: publicImageEntity(image.id, image.label),
  };
}

/** The disks and the config of an instance that an image is deployed on. */
export function imageContents(
  world: World,
  image: Pick<CatalogueImage, "label" | "size">,
  {
    diskMb,
    swapMb = DEFAULT_SWAP_MB,
    interfaces = [],
  }: { diskMb: number; swapMb?: number; interfaces?: readonly NetworkInterface[] },
): Contents {
  const root = { label: short(`${image.label} Disk`), filesystem: "ext4", size: diskMb - swapMb, used: image.size };
  const swap = { label: `${swapMb} MB Swap Image`, filesystem: "swap", size: swapMb, used: 0 };
  const disks = swapMb > 0 ? [root, swap] : [root];
  const config = newConfig(world.brand.name("/grub2"), short(`My ${image.label} Disk Profile`));
  return { disks, configs: [{ ...config, interfaces, devices: devicesOf([...disks.keys()]) }] };
}

/** A StackScript requires a compatible image and its inputs (Linode API v4, Linode Create). */
function checkScript(world: World, call: Call, input: CreateInput, problems: Problems): void {
  const found = findStackScript(world, input.stackscript_id ?? Number.NaN);
  const script = found?.is_public === true || found?.username === call.principal?.username ? found : undefined;
  if (script === undefined) problems.add("stackscript_id", "stackscript_id is not valid");
  else checkUserInput(script, input.stackscript_data ?? {}, problems);
  if (input.image === undefined) problems.add("image", "image is required");
  const image = findImage(world, input.image ?? "");
  if (script === undefined || image === undefined) return;
  if (!isCompatible(script, image)) {
    problems.add("image", "The requested distribution is not supported by this stackscript.");
  } else if (!image.is_public) {
    problems.addUndocumented("image", "A StackScript cannot be deployed with a private image");
  }
}

/** Disks and configs are those of the instance that was backed up (Linode API v4, Linode Create). */
function readBackup(
  world: World,
  call: Call,
  id: number,
  place: Placement | undefined,
  problems: Problems,
): InitialContents | undefined {
  const backup = backups.in(world).get(id);
  if (backup === undefined) {
    problems.add("backup_id", "backup_id is not valid");
    return undefined;
  }
  // The documents do not give the required grant (Linode API v4, Linode Create); it is the same as for other uses of an instance.
  requireUse(world, call, INSTANCE, backup.instance_id, "read_write");
  if (backup.status !== "successful") problems.add("backup_id", "Only a successful backup can be deployed");
  if (place === undefined) return undefined;
  if (place.region !== backup.region) {
    problems.addUndocumented("region", "The instance and the backup must be in the same region");
  }
  checkVlans(world, backup.configs, place.region, "region", problems);
  const shortage = shortageOf(sizeOf(backup.disks), place.plan.disk);
  if (shortage !== undefined) problems.add("type", shortage);
  return { contents: backup, image: backup.image, entity: null };
}

function short(label: string): string {
  return [...label].slice(0, LONGEST_LABEL).join("");
}
