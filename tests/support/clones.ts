import type { Values } from "../../provider/definition/values";
import { DEPLOYED, listed } from "./programs";
import type { Service } from "./service";

/** The region and plan of these tests' instances: a region with VLANs. */
export const PLACE = { region: "us-southeast", type: "g6-nanode-1" };

/** An instance with two disks and a config, to be cloned. */
export async function anOriginal(service: Service, fields: Values = {}): Promise<number> {
  const { image, rootPass } = DEPLOYED;
  const body = { ...PLACE, label: "original", image, root_pass: rootPass, tags: ["old"], group: "shop", ...fields };
  const { id } = await service.ask("POST", "/compute/instances", body);
  service.emulator.clock.advance(60_000);
  service.forget();
  return Number(id);
}

/** Clones that were started out of band. */
export async function foreignClones(service: Service, source: number, count: number): Promise<void> {
  for (let index = 1; index <= count; index++) {
    await service.ask("POST", `/compute/instances/${source}/clone`, { ...PLACE, label: `foreign-${index}` });
  }
  service.forget();
}

/** All instances except the original. */
export async function clonesOf(service: Service, source: number): Promise<Values[]> {
  const instances = await listed(service, "/compute/instances");
  return instances.filter(({ id }) => id !== source);
}

/** Write requests, without the ids of instances, and with N for other ids. */
export function writesBelow(service: Service): string[] {
  return service.writes().map((write) => write.replace(/\/compute\/instances\/\d+/, "").replace(/\d+$/, "N"));
}
