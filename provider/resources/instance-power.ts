import type { HasStatus, Step } from "../definition/step";
import type { Values } from "../definition/values";
import { canonicalObjectId } from "../normalise/object-id";
import type { InstanceArgs } from "./instance-args";

type InstanceInputs = Partial<InstanceArgs>;

/**
 * Whether an instance created with these inputs ends up running. An empty instance has nothing to boot, whatever `booted` is. A clone
 * is booted only on request, because it duplicates another machine.
 */
export function wantsToRun({ image, backupId, cloneFrom, booted }: InstanceInputs): boolean {
  if (cloneFrom !== undefined) return booted === true;
  return (image !== undefined || backupId !== undefined) && booted !== false;
}

/** Only two statuses show a power state that someone chose: `stopped` means maintenance, and the others are transient. */
export function isBooted(live: Values): boolean | undefined {
  return live.status === "running" ? true : live.status === "offline" ? false : undefined;
}

export function isSettled(live: Values): boolean {
  return isBooted(live) !== undefined;
}

/** Boots the instance, or shuts it down, depending on the inputs. */
export function switchPower(args: InstanceInputs): Step[] {
  return args.booted === true || (args.booted === undefined && wantsToRun(args))
    ? [{ action: "boot", ...withConfig(args), until: "running" }]
    : [{ action: "shutdown", until: "offline" }];
}

const SHUTDOWN_SEC = 120;

/** Shuts the instance down before it is deleted, if the inputs say so. */
export function shutdownFirst({ shutdownBeforeDelete: wanted }: InstanceInputs) {
  const [step] = switchPower({ booted: false });
  return step && wanted !== undefined && wanted !== false
    ? ([step, wanted === true ? SHUTDOWN_SEC : wanted] as const)
    : undefined;
}

export function restart(args: InstanceInputs): Step[] {
  return [{ action: "reboot", ...withConfig(args), until: "running" }];
}

/** Restarts a running instance with the new configuration profile; one that is off uses it at its next boot. */
export function changeConfig(args: InstanceInputs, live: HasStatus): Step[] {
  return live.status === "offline" ? [] : restart(args);
}

/** The API resets the password only of an instance that is off. */
export function resetPassword(args: InstanceInputs, live: HasStatus): Step[] {
  const reset: Step = { action: "password", body: { rootPass: args.rootPass } };
  return live.status === "offline"
    ? [reset]
    : [...switchPower({ booted: false }), reset, ...switchPower({ ...args, booted: true })];
}

function withConfig({ configId }: InstanceInputs): { body?: Values } {
  return configId === undefined ? {} : { body: { configId: canonicalObjectId(configId) } };
}
