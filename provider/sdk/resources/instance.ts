import type * as pulumi from "@pulumi/pulumi";
import { instance } from "../../resources/instance";
import type { InstanceArgs as Plain, InstanceState } from "../../resources/instance-args";
import type { Inputs } from "../resource";
import { resourceClass } from "../resource-class";

export type {
  InstanceAlerts,
  InstanceBackupSchedule,
  InstanceState,
  InstanceCloneSource,
  InstanceInterface,
} from "../../resources/instance-args";

type All = Inputs<Plain>;
type Needed<K extends keyof Plain> = Inputs<Required<Pick<Plain, K>>>;
/** Always present, so that two alternatives have the same one, but for one of them it may be undefined. */
type Image = { [K in keyof Needed<"image">]: Needed<"image">[K] | undefined };
type Script = "stackscriptId" | "stackscriptData";
type Keys = "authorizedKeys" | "authorizedUsers";

// An editor describes a name in an object only if all alternatives declare it in one place.
/** Inputs that no origin of an instance requires or excludes. */
interface InstanceFreeArgs extends Omit<All, "image" | "rootPass" | Script | "backupId" | "cloneFrom" | Keys> {}

/** Inputs that an `Instance` of any origin may have, for other interfaces to extend. */
export interface InstanceCommonArgs extends InstanceFreeArgs, Pick<All, "rootPass"> {}

type Deployed = InstanceFreeArgs & Needed<"rootPass"> & Pick<All, Keys>;

/** Inputs of an instance that is deployed from an image with a StackScript. */
export interface ScriptInstanceArgs extends Deployed, Image, Needed<"stackscriptId">, Pick<All, "stackscriptData"> {
  backupId?: undefined;
  cloneFrom?: undefined;
}

/** Inputs of an instance that is deployed from an image; if `image` is undefined, the instance is empty. */
export interface ImageInstanceArgs extends Deployed, Image {
  stackscriptId?: undefined;
  stackscriptData?: undefined;
  backupId?: undefined;
  cloneFrom?: undefined;
}

/** Inputs of an instance that is created from a backup of another; if `backupId` is undefined, the instance is empty. */
export interface BackupInstanceArgs extends InstanceCommonArgs, Pick<All, "backupId" | Keys> {
  image?: undefined;
  stackscriptId?: undefined;
  stackscriptData?: undefined;
  cloneFrom?: undefined;
}

/** Inputs of an instance that is cloned from another; if `cloneFrom` is undefined, the instance is empty. */
export interface ClonedInstanceArgs extends InstanceCommonArgs, Pick<All, "cloneFrom"> {
  image?: undefined;
  stackscriptId?: undefined;
  stackscriptData?: undefined;
  backupId?: undefined;
  authorizedKeys?: undefined;
  authorizedUsers?: undefined;
}

/** Inputs of an empty instance. */
export interface EmptyInstanceArgs extends InstanceCommonArgs, Pick<All, Keys> {
  image?: undefined;
  stackscriptId?: undefined;
  stackscriptData?: undefined;
  backupId?: undefined;
  cloneFrom?: undefined;
}

// The compiler explains an error by the last alternative that fits, so the usual ones come after those that contain them.
/** Inputs of an `Instance`: those that each way to create one requires and allows. */
export type InstanceArgs =
  ScriptInstanceArgs | ImageInstanceArgs | BackupInstanceArgs | ClonedInstanceArgs | EmptyInstanceArgs;

/**
 * A virtual machine (Linode API v4, Linode Instances): deployed from an image, with or without a StackScript; created from a backup;
 * cloned from another instance; or empty. A create waits until the instance is running, or until it is offline if it is empty, has
 * `booted: false`, or is a clone without `booted: true`. A delete waits until the instance no longer exists.
 *
 *     const web = new compute.Instance("web", {
 *         region: "us-east",
 *         type: "g6-nanode-1",
 *         image: "compute/debian11",
 *         rootPass: config.requireSecret("rootPass"),
 *     });
 *     export const address = web.ipv4[0];
 *
 * Changing `region`, `image`, the StackScript, `backupId`, `cloneFrom`, the keys or `swapSize` replaces it. Import ID: the instance's ID.
 */
export class Instance extends resourceClass<Instance, InstanceArgs, InstanceState>(instance) {
  /** Public IPv4 address first, which every instance has, then a private one if there is one. */
  declare readonly ipv4: pulumi.Output<string[]> & { readonly 0: pulumi.Output<string> };

  /** Reads an existing instance that this stack does not manage; fails if no instance has this ID. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): Instance {
    return new Instance(name, {} as InstanceArgs, { ...opts, id });
  }
}
