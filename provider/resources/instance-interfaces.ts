import { listOf, oneOf, shape, text, described } from "../definition/types";
import type { Failure } from "../definition/types";
import type { ArgumentRule } from "../definition/argument";
import type { IsGiven } from "../definition/definition";
import type { HasStatus, Step } from "../definition/step";
import { isUnset, withoutUnset } from "../definition/values";
import type { Values } from "../definition/values";
import { exactly } from "../normalise/exactly";
import type { InstanceArgs, InstanceInterface } from "./instance-args";
import { restart } from "./instance-power";

/** How the interfaces of an instance's configuration profile are checked, compared and changed. */
export const interfaces: ArgumentRule<InstanceInterface[], InstanceArgs> = {
  type: listOf(
    shape<InstanceInterface>({
      purpose: oneOf("public", "vlan"),
      label: text(0, 64, labelProblem),
      ipamAddress: text(0, Infinity, addressProblem),
    }),
    { max: 3 },
  ),
  writeOnly: true,
  sent: { in: "create" },
  compare: {
    canonical: described("An empty label or address is the same as none.", withoutEmpty),
    by: described("A single public interface is the same as an empty list.", (value: unknown) =>
      exactly(isDefault(value) ? [] : value),
    ),
  },
  change: {
    steps: changeInterfaces,
    // An instance from a backup has the configuration profile that was backed up, and a clone has its source's.
    appliedAfterCreate: ({ backupId, cloneFrom }) => (backupId ?? cloneFrom) !== undefined,
    beyondDocuments: {
      endpoints: [
        "GET /compute/instances/{id}/configs",
        "PUT /compute/instances/{id}/configs/{configId}",
        "POST /compute/instances/{id}/reboot",
      ],
      instead:
        "To create a new instance with these interfaces, use `replaceOnChanges`; all data on the old instance is lost. If you set `backupId`, omit `interfaces`.",
    },
    notice: "updates in place: the configuration profile changes, and a running instance restarts",
  },
  removal: { sends: [] },
};

function labelProblem(label: string): string | undefined {
  return /^[A-Za-z0-9-]*$/.test(label) ? undefined : 'may only contain letters, digits and "-"';
}

function addressProblem(address: string): string | undefined {
  const [host = "", bits = "", ...rest] = address.split("/");
  const isRange = /^(\d{1,3}\.){3}\d{1,3}$/.test(host) && host.split(".").every((part) => Number(part) <= 255);
  return address === "" || (isRange && /^\d{1,2}$/.test(bits) && Number(bits) <= 32 && rest.length === 0)
    ? undefined
    : "must be an IPv4 address with a prefix length, such as 10.0.0.1/24";
}

function withoutEmpty(value: unknown): unknown {
  return Array.isArray(value) ? value.map(withoutEmptyMembers) : value;
}

function withoutEmptyMembers(one: unknown): unknown {
  if (typeof one !== "object" || one === null) return one;
  return Object.fromEntries(Object.entries(withoutUnset(one)).filter(([, member]) => member !== ""));
}

/** Whether the value is equivalent to an empty array: only the public interface. */
function isDefault(value: unknown): boolean {
  return Array.isArray(value) && value.length === 1 && (value[0] as Values | undefined)?.purpose === "public";
}

/** VLANs work only in regions that offer them (Linode API v4, Linode Create). */
export function holdsVlan({ interfaces: given }: Partial<InstanceArgs>): boolean {
  return Array.isArray(given) && given.some((one: InstanceInterface | null | undefined) => one?.purpose === "vlan");
}

/** A change takes effect at the next boot. */
function changeInterfaces(args: Partial<InstanceArgs>, live: HasStatus): Step[] {
  const wanted = withoutEmpty(args.interfaces ?? []);
  const change: Step = { action: "configs/{configId}", body: { interfaces: wanted } };
  return live.status === "offline" ? [change] : [change, ...restart(args)];
}

/**
 * In `interfaces`, the purpose `vlan` requires a label, and the purpose `public` allows neither label nor address. `public`, each label
 * and each address may occur only once.
 */
export function interfacesFitTogether(
  { interfaces: all = [] }: Partial<InstanceArgs>,
  isGiven: IsGiven<InstanceArgs>,
  isCertain: IsGiven<InstanceArgs>,
): Failure[] {
  const repeated = (
    name: keyof InstanceInterface,
    reason: string,
    isMeant = (one: Partial<InstanceInterface>): boolean => !isUnset(one[name]) && one[name] !== "",
  ): Failure[] =>
    all.flatMap((one, index) => {
      const isRepeated =
        isMeant(one) && all.slice(0, index).some((other) => isMeant(other) && other[name] === one[name]);
      return isRepeated ? [{ path: `interfaces[${index}].${name}`, reason }] : [];
    });
  return [
    ...all.flatMap((one, index) => missing(one, index, isGiven)),
    ...all.flatMap((one, index) => onlyForVlans(one, index, isCertain)),
    ...repeated("purpose", 'may be "public" only once', ({ purpose }) => purpose === "public"),
    ...repeated("label", "repeats the VLAN of an earlier interface"),
    ...repeated("ipamAddress", "repeats the address of an earlier interface"),
  ];
}

function missing(
  { purpose, label }: Partial<InstanceInterface>,
  index: number,
  isGiven: IsGiven<InstanceArgs>,
): Failure[] {
  const [purposePath, labelPath] = [`interfaces[${index}].purpose`, `interfaces[${index}].label`] as const;
  if (!isGiven(purposePath)) return [{ path: purposePath, reason: "is required" }];
  if (purpose !== "vlan" || (isGiven(labelPath) && label !== "")) return [];
  return [{ path: labelPath, reason: 'is required for purpose "vlan"' }];
}

function onlyForVlans(one: Partial<InstanceInterface>, index: number, isCertain: IsGiven<InstanceArgs>): Failure[] {
  if (one.purpose !== "public") return [];
  return (["label", "ipamAddress"] as const).flatMap((name) => {
    const path = `interfaces[${index}].${name}` as const;
    return isCertain(path) && one[name] !== "" ? [{ path, reason: 'is valid only for purpose "vlan"' }] : [];
  });
}
