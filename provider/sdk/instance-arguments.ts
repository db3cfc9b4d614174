import type { InstanceArgs as Plain } from "../resources/instance-args";
import type { Inputs } from "./resource";

type All = Inputs<Plain>;
type Needed<K extends keyof Plain> = Inputs<Required<Pick<Plain, K>>>;
type Script = "stackscriptId" | "stackscriptData";
type Keys = "authorizedKeys" | "authorizedUsers";

/** What an `Instance` may have whatever it starts from: what others extend. */
export interface InstanceCommonArgs extends Omit<All, "image" | Script | "backupId" | "cloneFrom" | Keys> {}

type Deployed = Omit<InstanceCommonArgs, "rootPass"> & Needed<"rootPass"> & Pick<All, Keys>;

/** Arguments of an instance that is deployed from an image with a StackScript. */
export interface ScriptInstanceArgs extends Deployed, Needed<"image" | "stackscriptId">, Pick<All, "stackscriptData"> {
  backupId?: undefined;
  cloneFrom?: undefined;
}

/** Arguments of an instance that is deployed from an image; an image that is undefined makes it empty. */
export interface ImageInstanceArgs extends Deployed, Pick<All, "image"> {
  stackscriptId?: undefined;
  stackscriptData?: undefined;
  backupId?: undefined;
  cloneFrom?: undefined;
}

/** Arguments of an instance that starts from a backup of another; a backup that is undefined makes it empty. */
export interface BackupInstanceArgs extends InstanceCommonArgs, Pick<All, "backupId" | Keys> {
  image?: undefined;
  stackscriptId?: undefined;
  stackscriptData?: undefined;
  cloneFrom?: undefined;
}

/** Arguments of an instance that is a clone of another; a source that is undefined makes it empty. */
export interface ClonedInstanceArgs extends InstanceCommonArgs, Pick<All, "cloneFrom"> {
  image?: undefined;
  stackscriptId?: undefined;
  stackscriptData?: undefined;
  backupId?: undefined;
  authorizedKeys?: undefined;
  authorizedUsers?: undefined;
}

/** Arguments of an instance that starts empty. */
export interface EmptyInstanceArgs extends InstanceCommonArgs, Pick<All, Keys> {
  image?: undefined;
  stackscriptId?: undefined;
  stackscriptData?: undefined;
  backupId?: undefined;
  cloneFrom?: undefined;
}

/**
 * Arguments of an `Instance`: for each way to make one, those that it needs and may have. The compiler explains what is wrong by the
 * last alternative that fits, so that the usual ones come after what they are part of.
 */
export type InstanceArgs =
  ScriptInstanceArgs | ImageInstanceArgs | BackupInstanceArgs | ClonedInstanceArgs | EmptyInstanceArgs;
