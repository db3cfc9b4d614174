import type { Values } from "../../provider/definition/values";
import { DEPLOYED, EMPTY, listed } from "./programs";
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

/** Everything that an action needs, with its inputs and a count of how often it was done. */
export interface ActionWorld {
  readonly args: Values;
  /** The route of its request, also as part of a fault's rule. */
  readonly post: string;
  readonly request: { readonly method: string; readonly path: string };
  /** The path that the wait reads. */
  readonly waitsAt: string;
  /** How often it was really done; existing resources count. */
  readonly timesDone: () => Promise<number>;
}

/** Creates what each action needs. */
const ACTION_WORLDS: Readonly<Record<string, (service: Service) => Promise<Omit<ActionWorld, "request">>>> = {
  async InstanceSnapshot(service) {
    const instanceId = await anInstance(service, "web");
    await aSnapshot(service, instanceId, "mine");
    return {
      args: { instanceId, label: "mine" },
      post: `POST ${backupsOf(instanceId)}`,
      waitsAt: `${backupsOf(instanceId)}/*`,
      timesDone: () => eventsOf(service, "compute_snapshot", 1),
    };
  },
  async InstanceRestore(service) {
    const instanceId = await anInstance(service, "web");
    const targetInstanceId = await anInstance(service, "standby", false);
    const backupId = await aSnapshot(service, instanceId);
    return {
      args: { instanceId, backupId, targetInstanceId },
      post: `POST ${backupsOf(instanceId)}/${backupId}/restore`,
      waitsAt: `/compute/instances/${targetInstanceId}`,
      timesDone: () => eventsOf(service, "backups_restore"),
    };
  },
  async InstanceClone(service) {
    const instanceId = await anInstance(service, "web");
    const targetInstanceId = await anInstance(service, "standby", false);
    return {
      args: { instanceId, targetInstanceId },
      post: `POST /compute/instances/${instanceId}/clone`,
      waitsAt: `/compute/instances/${instanceId}`,
      timesDone: () => eventsOf(service, "compute_clone"),
    };
  },
  async MongoDatabaseBackup(service) {
    const databaseId = await aDatabase(service);
    await aBackup(service, databaseId, "before-it");
    return {
      args: { databaseId, label: "before-it" },
      post: `POST ${MONGO}/${databaseId}/backups`,
      waitsAt: `${MONGO}/${databaseId}`,
      timesDone: async () => (await requestedBackups(service, databaseId)).length - 1,
    };
  },
  async MongoDatabaseRestore(service) {
    const databaseId = await aDatabase(service);
    const backupId = await aBackup(service, databaseId);
    return {
      args: { databaseId, backupId },
      post: `POST ${MONGO}/${databaseId}/backups/${backupId}/restore`,
      waitsAt: `${MONGO}/${databaseId}`,
      timesDone: () => eventsOf(service, "database_backup_restore"),
    };
  },
  async MongoCredentialsReset(service) {
    const databaseId = await aDatabase(service);
    return {
      args: { databaseId },
      post: `POST ${MONGO}/${databaseId}/credentials/reset`,
      waitsAt: `${MONGO}/${databaseId}`,
      timesDone: () => eventsOf(service, "database_credentials_reset"),
    };
  },
  async MongoDatabasePatch(service) {
    const databaseId = await aDatabase(service);
    return {
      args: { databaseId },
      post: `POST ${MONGO}/${databaseId}/patch`,
      waitsAt: `${MONGO}/${databaseId}`,
      timesDone: () => eventsOf(service, "database_update"),
    };
  },
};

export const ACTION_KINDS = Object.keys(ACTION_WORLDS);

export async function aWorldFor(service: Service, kind: string): Promise<ActionWorld> {
  const make = ACTION_WORLDS[kind];
  if (!make) throw new Error(`no world for ${kind}`);
  const world = await make(service);
  const [method = "", path = ""] = world.post.split(" ");
  return { ...world, request: { method, path } };
}

/** How many new events of the action exist. */
async function eventsOf(service: Service, action: string, besides = 0): Promise<number> {
  const events = await listed(service, "/account/events");
  return events.filter((event) => event.action === action).length - besides;
}
