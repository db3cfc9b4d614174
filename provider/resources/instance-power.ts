import type { Step } from "../definition/step";
import type { Values } from "../definition/values";
import { canonicalObjectId } from "../normalise/object-id";
import type { InstanceArgs } from "./instance-args";

type Args = Partial<InstanceArgs>;

/**
 * Whether a create with these arguments ends running: an empty instance has nothing to boot, whatever `booted` says, and a clone
 * is booted on demand only, because it is another machine's double.
 */
export function wantsToRun({ image, backupId, cloneFrom, booted }: Args): boolean {
  if (cloneFrom !== undefined) return booted === true;
  return (image !== undefined || backupId !== undefined) && booted !== false;
}

/** Only two statuses tell the power that somebody chose: `stopped` is maintenance, and the others pass. */
export function isBooted(live: Values): boolean | undefined {
  return live.status === "running" ? true : live.status === "offline" ? false : undefined;
}

export function isSettled(live: Values): boolean {
  return isBooted(live) !== undefined;
}

/** Boots the instance, or shuts it down, as the arguments want it. */
export function switchPower(args: Args): Step[] {
  return args.booted === true || (args.booted === undefined && wantsToRun(args))
    ? [{ action: "boot", ...withConfig(args), until: (live) => live.status === "running" }]
    : [{ action: "shutdown", until: (live) => live.status === "offline" }];
}

export function restart(args: Args): Step[] {
  return [{ action: "reboot", ...withConfig(args), until: (live) => live.status === "running" }];
}

/** What runs is restarted with the other configuration profile; what is off is booted with it when its time comes. */
export function changeConfig(args: Args, live: Values): Step[] {
  return live.status === "offline" ? [] : restart(args);
}

/** The service resets the password of an instance that is off. */
export function resetPassword(args: Args, live: Values): Step[] {
  const reset: Step = { action: "password", body: { rootPass: args.rootPass } };
  return live.status === "offline"
    ? [reset]
    : [...switchPower({ booted: false }), reset, ...switchPower({ ...args, booted: true })];
}

function withConfig({ configId }: Args): { body?: Values } {
  return configId === undefined ? {} : { body: { configId: canonicalObjectId(configId) } };
}
