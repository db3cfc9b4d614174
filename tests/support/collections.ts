import type { Values } from "../../provider/definition/values";
import { definitionOf } from "../../provider/resources/registry";
import { aZone } from "./programs";
import type { Service } from "./service";

/** The path of the list of a kind's objects; records are in that of their zone, or of every zone in the pattern of a fault. */
export function collectionOf(kind: string, zone: number | string = "*"): string {
  return definitionOf(kind).collection.replace(/\{\w+\}/, String(zone));
}

/** Arguments as they are in a program, and the list that the object will be in: a record gets a zone, made at the service. */
export async function placed(service: Service, kind: string, args: Values): Promise<{ args: Values; list: string }> {
  if (kind !== "DomainRecord") return { args, list: collectionOf(kind) };
  const domainId = await aZone(service);
  return { args: { ...args, domainId }, list: collectionOf(kind, domainId) };
}
