import type { Values } from "../../provider/definition/values";
import { definitionOf } from "../../provider/resources/registry";
import { plainSpecimens } from "../kinds";
import type { Specimen } from "../kinds/specimen";
import { aBackup, aDatabase, aDisk, anInstance } from "./action-programs";
import { collectionOf } from "./deployment";
import { aFile, PACKED, RAW } from "./image-data";
import { aZone, DEPLOYED, EMPTY, inWireNames, MASTER, MONGO } from "./programs";
import type { Service } from "./service";
import type { Declaration, RecordedOf } from "./stack";

/** What a program declares: at first, after changes that update every resource, and after changes that replace every resource. */
export type Version = "first" | "updated" | "replaced";

export interface CrashProgram {
  readonly title: string;
  /** The resource types that it declares. */
  readonly kinds: readonly string[];
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

/** A resource of the program. */
const one = (kind: string, name: string, args: Declaration["args"]): Declaration => ({ kind, name, args });

/** What makes an action run again. */
const triggersOf = (version: Version) => ({ triggers: by(version, ["1"], ["1"], ["2"]) });
const tagsOf = (version: Version) => ({ tags: by(version, ["one"], ["two"], ["two"]) });
const allowing = (version: Version) => ({ allowList: by(version, ["192.0.2.1"], ["192.0.2.2"], ["192.0.2.2"]) });

const DOMAIN = { type: "master", soa_email: "admin@shop.example", description: "first" };
const WWW = { type: "A", name: "www" };
const TEXT = { type: "TXT", name: "www", target: "text" };
const ALIAS = { type: "CNAME", name: "alias", target: "app.shop.example" };
const MAIL = { type: "MX", target: "mail.shop.example", priority: 5 };
const FIRST = { ...WWW, target: "192.0.2.1" };
const SECOND = { ...WWW, target: "192.0.2.2" };

const zones: CrashProgram = {
  title: "domains and records",
  kinds: ["Domain", "DomainRecord", "DomainRecordSet"],
  async prepare(service) {
    const zone = await aZone(service);
    const [source, other] = [await aZone(service, "one.example"), await aZone(service, "other.example")];
    return {
      declare: (version) => [
        one("Domain", "shop", { ...MASTER, description: by(version, "first", "updated", "updated") }),
        one("Domain", "copy", {
          domain: "copy.example",
          type: "master",
          cloneFrom: by(version, source, source, other),
          ...tagsOf(version),
        }),
        one("DomainRecord", "www", { domainId: zone, ...by<Values>(version, FIRST, SECOND, TEXT) }),
        one("DomainRecordSet", "set", (of) => ({
          domainId: by<unknown>(version, of("shop").id, of("shop").id, other),
          records: [
            { type: "A", name: "app", target: by(version, "192.0.2.1", "192.0.2.9", "192.0.2.9") },
            by<Values>(version, MAIL, ALIAS, ALIAS),
            { type: "TXT", name: "kept", target: "kept" },
          ],
        })),
      ],
      async addLookAlikes() {
        await post(service, `/domains/${zone}/records`, FIRST, SECOND, TEXT);
        await post(service, "/domains", { ...DOMAIN, domain: "shop.example.org" });
      },
    };
  },
};

const instances: CrashProgram = {
  title: "instances and their actions",
  kinds: ["Instance", "InstanceSnapshot", "InstanceRestore", "InstanceClone"],
  prepare: (service) =>
    Promise.resolve({
      declare: (version) => [
        one("Instance", "web", {
          ...DEPLOYED,
          ...tagsOf(version),
          label: "web",
          backupsEnabled: true,
          image: by(version, "compute/debian11", "compute/debian11", "compute/ubuntu22.04"),
        }),
        one("Instance", "generated", {
          ...EMPTY,
          ...tagsOf(version),
          watchdogEnabled: by(version, true, false, false),
          region: by(version, "us-east", "us-east", "eu-west"),
        }),
        one("Instance", "rebuilt", {
          ...DEPLOYED,
          label: "rebuilt",
          rebuildOnImageChange: true,
          shutdownBeforeDelete: true,
          image: by(version, "compute/debian11", "compute/ubuntu22.04", "compute/ubuntu22.04"),
          region: by(version, "us-east", "us-east", "eu-west"),
        }),
        one("Instance", "target", { ...EMPTY, type: "g6-standard-4", label: "target", region: "us-east" }),
        one("InstanceSnapshot", "snapshot", (of) => {
          return { instanceId: of("web").id, label: "before", ...triggersOf(version) };
        }),
        one("InstanceRestore", "restore", (of) => ({
          instanceId: of("web").id,
          backupId: of("snapshot").outputs.backupId,
          targetInstanceId: of("target").id,
          overwrite: true,
          ...triggersOf(version),
        })),
        one("InstanceClone", "copy", (of) => {
          return { instanceId: of("web").id, targetInstanceId: of("target").id, ...triggersOf(version) };
        }),
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
  kinds: ["Instance"],
  async prepare(service) {
    const source = await anInstance(service, "source");
    return {
      declare: (version) => [
        one("Instance", "clone", {
          ...EMPTY,
          ...tagsOf(version),
          label: "clone",
          cloneFrom: { instanceId: source },
          type: by(version, "g6-nanode-1", "g6-standard-1", "g6-standard-1"),
          region: by(version, "us-east", "us-east", "eu-west"),
        }),
      ],
      addLookAlikes: () => post(service, `/compute/instances/${source}/clone`, { ...EMPTY, label: "clone-1" }),
    };
  },
};

const images: CrashProgram = {
  title: "images",
  kinds: ["Image"],
  async prepare(service) {
    const [disk, other] = [await aDisk(service), await aDisk(service)];
    const [raw, packed] = [aFile(RAW), aFile(PACKED)];
    return {
      declare: (version) => {
        const description = by(version, "a", "b", "b");
        const source = by(version, raw, raw, packed);
        return [
          one("Image", "captured", { label: "captured", description, diskId: by(version, disk, disk, other) }),
          one("Image", "uploaded", { label: "uploaded", region: "us-east", description, source }),
        ];
      },
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
  kinds: [
    "MongoDatabase",
    "MongoDatabaseBackup",
    "MongoDatabaseRestore",
    "MongoCredentialsReset",
    "MongoDatabasePatch",
  ],
  async prepare(service) {
    const store = await aDatabase(service);
    return {
      declare: (version) => {
        const action = { databaseId: store, ...triggersOf(version) };
        const type = by(version, "g6-nanode-1", "g6-nanode-1", "g6-standard-1");
        return [
          one("MongoDatabase", "orders", { ...MONGO, ...allowing(version), label: "orders", type }),
          one("MongoDatabaseBackup", "backup", { ...action, label: "nightly" }),
          one("MongoDatabaseRestore", "restore", (of) => ({ ...action, backupId: of("backup").outputs.backupId })),
          one("MongoCredentialsReset", "reset", action),
          one("MongoDatabasePatch", "patch", action),
        ];
      },
      async addLookAlikes() {
        await post(service, "/databases/mongodb/instances", { ...MONGO, label: "orders-1" });
        await aBackup(service, store, "nightly-1");
      },
    };
  },
};

/** Resources of one type with its first life, with the name there and with a generated one. */
const alone = ({ kind, needs, several, lives: [life], variants: [{ others }] }: Specimen): CrashProgram => ({
  title: `${definitionOf(kind).noun}s`,
  kinds: [kind],
  async prepare(service) {
    const { args = {}, changes = {} } = life ?? {};
    const named: Values = { ...args, ...(await needs(service)) };
    const names = Object.keys(several(0));
    const generated = Object.fromEntries(Object.entries(named).filter(([name]) => !names.includes(name)));
    const replacing = Object.entries(others).find(
      ([name]) => name in generated && definitionOf(kind).args[name]?.change?.replaces,
    );
    if (!replacing) throw new Error(`the first life of ${kind} has no input that replaces it`);
    const changed = (version: Version) => by(version, {}, changes, { ...changes, [replacing[0]]: replacing[1] });
    return {
      declare: (version) => [
        one(kind, "named", { ...named, ...changed(version) }),
        one(kind, "generated", { ...generated, ...changed(version) }),
      ],
      addLookAlikes: () => post(service, collectionOf(kind, named), inWireNames({ ...args, ...several(1) })),
    };
  },
});

/** What one provider has, resources of the other import, and back; a record changes its provider, so that it is replaced. */
const providers: CrashProgram = {
  title: "two providers of one account",
  kinds: ["Domain", "DomainRecord"],
  async prepare(service) {
    const zone = await aZone(service);
    return {
      declare: (version) => {
        const isUpdated = version === "updated";
        const [mine, others] = isUpdated ? (["second", "first"] as const) : (["first", "second"] as const);
        const [here, there] = isUpdated ? ["moved", "kept"] : ["kept", "moved"];
        const from = (name: string) => (version === "first" ? {} : { imports: (of: RecordedOf) => of(name).id });
        const www = { domainId: zone, ...FIRST };
        return [
          { ...one("Domain", `${here}-zone`, MASTER), provider: mine, ...from(`${there}-zone`) },
          { ...one("DomainRecord", `${here}-www`, www), provider: mine, ...from(`${there}-www`) },
          { ...one("DomainRecord", "text", { domainId: zone, ...TEXT }), provider: others },
        ];
      },
      addLookAlikes: () => post(service, `/domains/${zone}/records`, FIRST, TEXT),
    };
  },
};

const SEVERAL: readonly CrashProgram[] = [zones, instances, clones, images, mongo];

/** Programs that together declare every resource type: those in none with several have one of their own. */
export const CRASH_PROGRAMS: readonly CrashProgram[] = [
  ...SEVERAL,
  ...plainSpecimens.filter(({ kind }) => !SEVERAL.some(({ kinds }) => kinds.includes(kind))).map(alone),
  providers,
];
