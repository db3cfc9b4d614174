import type { Values } from "../../provider/definition/values";
import { aZone } from "./programs";
import type { Service } from "./service";

/** Where the service has the objects of each kind. */
const COLLECTIONS = {
  Instance: "/compute/instances",
  Image: "/images",
  Domain: "/domains",
  DomainRecord: "/domains/*/records",
  MongoDatabase: "/databases/mongodb/instances",
  MysqlDatabase: "/databases/mysql/instances",
} as const;

/** The path of the list of a kind's objects; records are in that of their zone, or of every zone in the pattern of a fault. */
export function collectionOf(kind: string, zone: number | string = "*"): string {
  if (!(kind in COLLECTIONS)) throw new Error(`tests/support/collections.ts has no collection of ${kind}`);
  return COLLECTIONS[kind as keyof typeof COLLECTIONS].replace("*", String(zone));
}

/** Arguments as they are in a program, and the list that the object will be in: a record gets a zone, made at the service. */
export async function placed(service: Service, kind: string, args: Values): Promise<{ args: Values; list: string }> {
  if (kind !== "DomainRecord") return { args, list: collectionOf(kind) };
  const domainId = await aZone(service);
  return { args: { ...args, domainId }, list: collectionOf(kind, domainId) };
}
