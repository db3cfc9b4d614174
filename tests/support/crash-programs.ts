import type { Values } from "../../provider/definition/values";
import { aBackup, aDatabase, anInstance } from "./action-programs";
import { aDisk, aFile, PACKED, RAW } from "./image-data";
import { aZone, DEPLOYED, EMPTY, MASTER, MONGO, MYSQL } from "./programs";
import type { Service } from "./service";
import type { Declaration } from "./stack";

/** What a program declares: at first, after changes that update every resource, and after changes that replace every resource. */
export type Version = "first" | "updated" | "replaced";

export interface CrashProgram {
  readonly title: string;
  /** Creates what the program needs besides its own resources. */
  readonly prepare: (service: Service) => Promise<Prepared>;
}

interface Prepared {
  readonly declare: (version: Version) => Declaration[];
  /** Creates resources of others like those of the program, as far as the API allows them. */
  readonly addLookAlikes: () => Promise<void>;
}

/** For each version its value. */
function by<T>(version: Version, first: T, updated: T, replaced: T): T {
  return { first, updated, replaced }[version];
}

async function post(service: Service, path: string, ...bodies: readonly Values[]): Promise<void> {
  for (const body of bodies) await service.ask("POST", path, body);
}

const zones: CrashProgram = {
  title: "domains and records",
  async prepare(service) {
    const zone = await aZone(service);
    const [one, other] = [await aZone(service, "one.example"), await aZone(service, "other.example")];
    return {
      declare: (version) => [
        { kind: "Domain", name: "shop", args: { ...MASTER, description: by(version, "first", "updated", "updated") } },
        {
          kind: "Domain",
          name: "copy",
          args: {
            domain: "copy.example",
            type: "master",
            cloneFrom: by(version, one, one, other),
            tags: by(version, ["one"], ["two"], ["two"]),
          },
        },
        {
          kind: "DomainRecord",
          name: "www",
          args: {
            domainId: zone,
            ...by<Values>(
              version,
              { type: "A", name: "www", target: "192.0.2.1" },
              { type: "A", name: "www", target: "192.0.2.2" },
              { type: "TXT", name: "www", target: "text" },
            ),
          },
        },
        {
          kind: "DomainRecordSet",
          name: "set",
          args: (of) => ({
            domainId: by<unknown>(version, of("shop").id, of("shop").id, other),
            records: [
              { type: "A", name: "app", target: by(version, "192.0.2.1", "192.0.2.9", "192.0.2.9") },
              by<Values>(version, { type: "MX", target: "mail.shop.example", priority: 5 }, CNAME, CNAME),
              { type: "TXT", name: "kept", target: "kept" },
            ],
          }),
        },
      ],
      async addLookAlikes() {
        await post(
          service,
          `/domains/${zone}/records`,
          ...[1, 2].map((last) => ({ type: "A", name: "www", target: `192.0.2.${last}` })),
        );
        await post(service, `/domains/${zone}/records`, { type: "TXT", name: "www", target: "text" });
        await post(service, "/domains", { ...DOMAIN, domain: "shop.example.org" });
      },
    };
  },
};

const DOMAIN = { type: "master", soa_email: "admin@shop.example", description: "first" };
const CNAME = { type: "CNAME", name: "alias", target: "app.shop.example" };

const instances: CrashProgram = {
  title: "instances and their actions",
  prepare: (service) =>
    Promise.resolve({
      declare: (version) => [
        {
          kind: "Instance",
          name: "web",
          args: {
            ...DEPLOYED,
            label: "web",
            tags: by(version, ["one"], ["two"], ["two"]),
            backupsEnabled: true,
            image: by(version, "compute/debian11", "compute/debian11", "compute/ubuntu22.04"),
          },
        },
        {
          kind: "Instance",
          name: "generated",
          args: {
            ...EMPTY,
            tags: by(version, ["one"], ["two"], ["two"]),
            watchdogEnabled: by(version, true, false, false),
            region: by(version, "us-east", "us-east", "eu-west"),
          },
        },
        {
          kind: "Instance",
          name: "target",
          args: { ...EMPTY, type: "g6-standard-4", label: "target", region: "us-east" },
        },
        {
          kind: "InstanceSnapshot",
          name: "snapshot",
          args: (of) => ({ instanceId: of("web").id, label: "before", triggers: by(version, ["1"], ["1"], ["2"]) }),
        },
        {
          kind: "InstanceRestore",
          name: "restore",
          args: (of) => ({
            instanceId: of("web").id,
            backupId: of("snapshot").outputs.backupId,
            targetInstanceId: of("target").id,
            overwrite: true,
            triggers: by(version, ["1"], ["1"], ["2"]),
          }),
        },
        {
          kind: "InstanceClone",
          name: "copy",
          args: (of) => ({
            instanceId: of("web").id,
            targetInstanceId: of("target").id,
            triggers: by(version, ["1"], ["1"], ["2"]),
          }),
        },
      ],
      async addLookAlikes() {
        const body = { region: "us-east", type: "g6-nanode-1", tags: ["one"] };
        const deployed = { ...body, image: "compute/debian11", root_pass: "correct-horse-1" };
        await post(service, "/compute/instances", { ...body, label: "empty-1" }, { ...deployed, label: "web-1" });
      },
    }),
};

const clones: CrashProgram = {
  title: "clones of instances",
  async prepare(service) {
    const source = await anInstance(service, "source");
    return {
      declare: (version) => [
        {
          kind: "Instance",
          name: "clone",
          args: {
            ...EMPTY,
            label: "clone",
            cloneFrom: { instanceId: source },
            tags: by(version, ["one"], ["two"], ["two"]),
            type: by(version, "g6-nanode-1", "g6-standard-1", "g6-standard-1"),
            region: by(version, "us-east", "us-east", "eu-west"),
          },
        },
      ],
      async addLookAlikes() {
        await post(service, `/compute/instances/${source}/clone`, {
          region: "us-east",
          type: "g6-nanode-1",
          label: "clone-1",
        });
      },
    };
  },
};

const images: CrashProgram = {
  title: "images",
  async prepare(service) {
    const [disk, other] = [await aDisk(service), await aDisk(service)];
    const [raw, packed] = [aFile(RAW), aFile(PACKED)];
    return {
      declare: (version) => [
        {
          kind: "Image",
          name: "captured",
          args: { label: "captured", description: by(version, "a", "b", "b"), diskId: by(version, disk, disk, other) },
        },
        {
          kind: "Image",
          name: "uploaded",
          args: {
            label: "uploaded",
            region: "us-east",
            description: by(version, "a", "b", "b"),
            source: by(version, raw, raw, packed),
          },
        },
      ],
      async addLookAlikes() {
        await post(service, "/images", { disk_id: disk, label: "captured" });
        service.clock.advance(600_000);
        await post(service, "/images/upload", { region: "us-east", label: "uploaded" });
      },
    };
  },
};

const mongo: CrashProgram = {
  title: "MongoDB databases and their actions",
  async prepare(service) {
    const store = await aDatabase(service);
    return {
      declare: (version) => [
        {
          kind: "MongoDatabase",
          name: "orders",
          args: {
            ...MONGO,
            label: "orders",
            allowList: by(version, ["192.0.2.1"], ["192.0.2.2"], ["192.0.2.2"]),
            type: by(version, "g6-nanode-1", "g6-nanode-1", "g6-standard-1"),
          },
        },
        {
          kind: "MongoDatabaseBackup",
          name: "backup",
          args: { databaseId: store, label: "nightly", triggers: by(version, ["1"], ["1"], ["2"]) },
        },
        {
          kind: "MongoDatabaseRestore",
          name: "restore",
          args: (of) => ({
            databaseId: store,
            backupId: of("backup").outputs.backupId,
            triggers: by(version, ["1"], ["1"], ["2"]),
          }),
        },
        {
          kind: "MongoCredentialsReset",
          name: "reset",
          args: { databaseId: store, triggers: by(version, ["1"], ["1"], ["2"]) },
        },
        {
          kind: "MongoDatabasePatch",
          name: "patch",
          args: { databaseId: store, triggers: by(version, ["1"], ["1"], ["2"]) },
        },
      ],
      async addLookAlikes() {
        await post(service, "/databases/mongodb/instances", { ...MONGO, label: "orders-1" });
        await aBackup(service, store, "nightly-1");
      },
    };
  },
};

const mysql: CrashProgram = {
  title: "MySQL databases",
  prepare: (service) =>
    Promise.resolve({
      declare: (version) => [
        {
          kind: "MysqlDatabase",
          name: "shop",
          args: {
            ...MYSQL,
            label: "shop",
            allowList: by(version, ["192.0.2.1"], ["192.0.2.2"], ["192.0.2.2"]),
            type: by(version, "g6-nanode-1", "g6-nanode-1", "g6-standard-1"),
          },
        },
        {
          kind: "MysqlDatabase",
          name: "generated",
          args: {
            ...MYSQL,
            allowList: by(version, [], ["192.0.2.2"], ["192.0.2.2"]),
            encrypted: by(version, false, false, true),
          },
        },
      ],
      async addLookAlikes() {
        await post(service, "/databases/mysql/instances", { ...MYSQL, label: "shop-1" });
      },
    }),
};

/** Programs that together declare every resource type. */
export const CRASH_PROGRAMS: readonly CrashProgram[] = [zones, instances, clones, images, mongo, mysql];
