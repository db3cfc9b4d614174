import type { Problems } from "../../interface/errors";
import type { ConfigFields, NetworkInterface } from "./rows";
import type { Parsed } from "../../interface/validation";
import { list, object, oneOf, text, undocumented } from "../../interface/validation";
import type { World } from "../../world";

const INTERFACE_SHAPE = {
  purpose: undocumented<string>(oneOf("public", "vlan"), text()),
  label: undocumented(text(0, 64), text()),
  ipam_address: text(),
};

/** An interface in a request. */
type InterfaceInput = Parsed<typeof INTERFACE_SHAPE>;

/** The interfaces of a config: at most three (Linode API v4, Linode Create). */
export const INTERFACES = list(object(INTERFACE_SHAPE), 3);

const VLAN_LABEL = /^[A-Za-z0-9-]{1,64}$/;
const CIDR = /^(\d{1,3}\.){3}\d{1,3}\/\d{1,2}$/;

/**
 * Validates and completes the interfaces of a config. The documents do not list the purposes or their rules. On the real service,
 * `public` has neither a label nor an address, and `vlan` requires a label.
 *
 * @param region region of the instance, if it is known
 */
export function readInterfaces(
  world: World,
  inputs: readonly InterfaceInput[],
  region: string | undefined,
  problems: Problems,
): NetworkInterface[] {
  const { length: publics } = inputs.filter((input) => input.purpose === "public");
  if (publics > 1) problems.addUndocumented("interfaces", "Only one public interface is allowed");
  noteRepeated(inputs, "label", problems);
  noteRepeated(inputs, "ipam_address", problems);
  const interfaces = inputs.map((input, index) => readInterface(input, `interfaces[${index}]`, problems));
  checkVlans(world, [{ interfaces }], region, "interfaces", problems);
  return interfaces;
}

/**
 * Adds a problem for VLANs in a region that has none (Linode API v4, Linode Create, interfaces).
 *
 * @param field the field to report
 */
export function checkVlans(
  world: World,
  configs: ReadonlyArray<Pick<ConfigFields, "interfaces">>,
  region: string | undefined,
  field: string,
  problems: Problems,
): void {
  const hasVlans = world.catalogue.regions.get(region ?? "")?.capabilities.includes("Vlans") ?? true;
  const wantsVlans = configs.some(({ interfaces }) => interfaces.some(({ purpose }) => purpose === "vlan"));
  if (wantsVlans && !hasVlans) problems.add(field, "VLANs are not available in this region");
}

function readInterface(input: InterfaceInput, name: string, problems: Problems): NetworkInterface {
  const { purpose = "public", label = "", ipam_address: address = "" } = input;
  if (input.purpose === undefined && !problems.has(`${name}.purpose`)) {
    problems.addUndocumented(`${name}.purpose`, "purpose is required");
  }
  if (purpose === "vlan") {
    if (!VLAN_LABEL.test(label)) {
      problems.addUndocumented(`${name}.label`, "A VLAN needs a label of 1-64 ASCII letters, numbers, and dashes");
    }
    if (address !== "" && !CIDR.test(address)) {
      problems.addUndocumented(`${name}.ipam_address`, "Must be an IPv4 address with a prefix length");
    }
    return { purpose, label, ipam_address: address };
  }
  if (label !== "") problems.addUndocumented(`${name}.label`, "A public interface has no label");
  if (address !== "") problems.addUndocumented(`${name}.ipam_address`, "A public interface has no ipam_address");
  return { purpose, label: label === "" ? null : label, ipam_address: address === "" ? null : address };
}

function noteRepeated(inputs: readonly InterfaceInput[], key: "label" | "ipam_address", problems: Problems): void {
  const values = inputs.map((input) => input[key] ?? "").filter((value) => value !== "");
  if (new Set(values).size < values.length) {
    problems.addUndocumented("interfaces", `Each interface needs its own ${key}`);
  }
}
