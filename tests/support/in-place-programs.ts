import type { Values } from "../../provider/definition/values";
import { DEPLOYED } from "./programs";

/** Inputs of a resource, and those that update it in place. */
export interface InPlace {
  readonly before: Values;
  readonly after: Values;
}

const WITH_VLANS = { ...DEPLOYED, region: "us-southeast" };
/** The id of the first configuration profile in a new account. */
export const FIRST_CONFIG = 50_001;

const changed = (change: Values, before: Values = DEPLOYED): InPlace => ({ before, after: { ...before, ...change } });

/** For each input that is updated in place by its own endpoints, a change of it. */
export const IN_PLACE: Readonly<Record<string, InPlace>> = {
  "Instance.type": changed({ type: "g6-standard-1" }),
  "Instance.rootPass": changed({ rootPass: "another-horse-2" }),
  "Instance.backupsEnabled": changed({ backupsEnabled: true }),
  "Instance.configId": changed({ configId: FIRST_CONFIG }),
  "Instance.booted": changed({ booted: false }),
  "Instance.privateIp": changed({ privateIp: true }),
  "Instance.interfaces": changed({ interfaces: [{ purpose: "vlan", label: "back" }] }, WITH_VLANS),
};
