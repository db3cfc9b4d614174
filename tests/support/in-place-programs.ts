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

/** For each input that is updated in place by its own endpoints, a change of it. */
export const IN_PLACE: Readonly<Record<string, InPlace>> = {
  "Instance.type": { before: DEPLOYED, after: { ...DEPLOYED, type: "g6-standard-1" } },
  "Instance.rootPass": { before: DEPLOYED, after: { ...DEPLOYED, rootPass: "another-horse-2" } },
  "Instance.backupsEnabled": { before: DEPLOYED, after: { ...DEPLOYED, backupsEnabled: true } },
  "Instance.configId": { before: DEPLOYED, after: { ...DEPLOYED, configId: FIRST_CONFIG } },
  "Instance.booted": { before: DEPLOYED, after: { ...DEPLOYED, booted: false } },
  "Instance.privateIp": { before: DEPLOYED, after: { ...DEPLOYED, privateIp: true } },
  "Instance.interfaces": {
    before: WITH_VLANS,
    after: { ...WITH_VLANS, interfaces: [{ purpose: "vlan", label: "back" }] },
  },
};
