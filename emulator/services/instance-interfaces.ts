import type { Problems } from "../errors";
import type { NetworkInterface } from "../tables";

/** An interface as a request describes it. */
export interface InterfaceInput {
  readonly purpose?: string;
  readonly label?: string;
  readonly ipam_address?: string;
}

const VLAN_LABEL = /^[A-Za-z0-9-]{1,64}$/;
const CIDR = /^(\d{1,3}\.){3}\d{1,3}\/\d{1,2}$/;

/**
 * Checks the interfaces of a config and completes them. The documents leave the purposes open: `public` carries neither label nor
 * address, `vlan` needs a label.
 */
export function readInterfaces(
  inputs: readonly InterfaceInput[],
  regionHasVlans: boolean,
  problems: Problems,
): NetworkInterface[] {
  const { length: publics } = inputs.filter((input) => input.purpose === "public");
  if (publics > 1) problems.add("interfaces", "Only one public interface is allowed");
  if (inputs.some((input) => input.purpose === "vlan") && !regionHasVlans) {
    problems.add("interfaces", "VLANs are not available in this region");
  }
  noteRepeated(inputs, "label", problems);
  noteRepeated(inputs, "ipam_address", problems);
  return inputs.map((input, index) => readInterface(input, `interfaces[${index}]`, problems));
}

function readInterface(input: InterfaceInput, name: string, problems: Problems): NetworkInterface {
  const { purpose, label = "", ipam_address: address = "" } = input;
  if (purpose === undefined && !problems.has(`${name}.purpose`)) {
    problems.add(`${name}.purpose`, "purpose is required");
  }
  if (purpose === "vlan") {
    if (!VLAN_LABEL.test(label)) {
      problems.add(`${name}.label`, "A VLAN needs a label of 1-64 ASCII letters, numbers, and dashes");
    }
    if (address !== "" && !CIDR.test(address)) {
      problems.add(`${name}.ipam_address`, "Must be an IPv4 address with a prefix length");
    }
    return { purpose, label, ipam_address: address };
  }
  if (label !== "") problems.add(`${name}.label`, "A public interface has no label");
  if (address !== "") problems.add(`${name}.ipam_address`, "A public interface has no ipam_address");
  return { purpose: "public", label: null, ipam_address: null };
}

function noteRepeated(inputs: readonly InterfaceInput[], key: "label" | "ipam_address", problems: Problems): void {
  const values = inputs.map((input) => input[key] ?? "").filter((value) => value !== "");
  if (new Set(values).size < values.length) problems.add("interfaces", `Each interface needs its own ${key}`);
}
