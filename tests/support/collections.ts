import type { Values } from "../../provider/definition/values";
import { definitionOf } from "../../provider/resources/registry";
import { aZone } from "./programs";
import type { Service } from "./service";

/** The path of a resource type's collection; records are in that of their zone, or of every zone in a fault's path pattern. */
export function collectionOf(kind: string, zone: number | string = "*"): string {
  return definitionOf(kind).collection.replace(/\{\w+\}/, String(zone));
}

/** Inputs as in a program, and the collection of the resource: a record gets a zone, created directly through the API. */
export async function placed(service: Service, kind: string, args: Values): Promise<{ args: Values; list: string }> {
  if (kind !== "DomainRecord") return { args, list: collectionOf(kind) };
  const domainId = await aZone(service);
  return { args: { ...args, domainId }, list: collectionOf(kind, domainId) };
}
