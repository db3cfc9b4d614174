import type { Values } from "../../provider/definition/values";
import { aZone, DEPLOYED, EMPTY, listed } from "./programs";
import type { Service } from "./service";
import { HOUR_MS } from "./time";

const MONGO = "/databases/mongodb/instances";

/** A running instance with the backup service enabled; ids follow the order of creation. */
export async function anInstance(service: Service, label: string, deployed = true): Promise<number> {
  const { image, rootPass } = DEPLOYED;
  // The target of a restore or clone must have room for several of them.
  const contents = deployed ? { image, root_pass: rootPass } : { type: "g6-standard-4" };
  const { id } = await service.ask("POST", "/compute/instances", {
    ...EMPTY,
    ...contents,
    label,
    backups_enabled: true,
  });
  pass(service);
  service.forget();
  return Number(id);
}

/** The path of an instance's backups. */
export const backupsOf = (instanceId: number): string => `/compute/instances/${instanceId}/backups`;

/** A successful snapshot that was taken out of band. */
export async function aSnapshot(service: Service, instanceId: number, label = "foreign"): Promise<number> {
  const { id } = await service.ask("POST", backupsOf(instanceId), { label });
  pass(service);
  service.forget();
  return Number(id);
}

/** An active MongoDB database. */
export async function aDatabase(service: Service, label = "store"): Promise<number> {
  const body = { label, region: "us-east", type: "g6-nanode-1", engine: "mongodb/4.4.10" };
  const { id } = await service.ask("POST", MONGO, body);
  pass(service);
  service.forget();
  return Number(id);
}

/** A backup that was created out of band. */
export async function aBackup(service: Service, databaseId: number, label = "foreign"): Promise<number> {
  await service.ask("POST", `${MONGO}/${databaseId}/backups`, { label });
  pass(service);
  service.forget();
  return Number((await requestedBackups(service, databaseId)).at(-1)?.id);
}

/** The snapshots of a database, without its automatic backups. */
export async function requestedBackups(service: Service, databaseId: number): Promise<Values[]> {
  const all = await listed(service, `${MONGO}/${databaseId}/backups`);
  return all.filter(({ type }) => type === "snapshot");
}

/** Advances the clock until all jobs are finished. */
export function pass(service: Service, ms = HOUR_MS): void {
  service.clock.advance(ms);
}

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

/** The user of the tests, with a new SSH key. */
export async function aUserWithKey(service: Service): Promise<string> {
  const key = Buffer.from(`\0\0\0\x0bssh-ed25519\0\0\0 ${"k".repeat(32)}`).toString("base64");
  await service.ask("POST", "/profile/sshkeys", { label: "laptop", ssh_key: `ssh-ed25519 ${key}` });
  service.forget();
  return "admin";
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

/** Creates a running instance, and returns the ID of its first disk. */
export async function aDisk(service: Service): Promise<number> {
  const body = { ...EMPTY, image: DEPLOYED.image, root_pass: DEPLOYED.rootPass };
  const { id } = await service.ask("POST", "/compute/instances", body);
  service.clock.advance(60_000);
  const [disk] = await listed(service, `/compute/instances/${String(id)}/disks`);
  service.forget();
  return Number(disk?.id);
}

/** A zone with two records, to be cloned. */
export async function aSource(service: Service, fields: Values = {}): Promise<number> {
  const id = await aZone(service, "source.example");
  const path = `/domains/${id}`;
  await service.ask("PUT", path, { ttl_sec: 3600, description: "The source", tags: ["old"], ...fields });
  await service.ask("POST", `${path}/records`, { type: "A", name: "www", target: "192.0.2.1" });
  await service.ask("POST", `${path}/records`, { type: "TXT", target: "v=spf1 -all" });
  service.forget();
  return id;
}
