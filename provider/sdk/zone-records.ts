import { createHash } from "node:crypto";
import * as pulumi from "@pulumi/pulumi";
import { canonicalValue } from "../lifecycle/state";
import type { Values } from "../definition/values";
import { canonicalHostName } from "../normalise/host-name";
import { domainRecord } from "../resources/domain-record";
import type { DomainRecordArgs, Without } from "./resources/domain-record";

/** One record of a `Zone`: what a `DomainRecord` is made of, but for the domain. */
export type ZoneRecord = Without<DomainRecordArgs, "domainId"> & {
  /**
   * Names the record within the zone, whatever its fields are: a change of any of them then happens in place, or replaces the
   * record by deleting the old one first, where its type changes. Needed for records that only outputs of other resources tell
   * apart. Letters, digits, `-`, `_` and `.`, unique within the zone; default: a name made of the fields that tell records apart.
   */
  key?: string | undefined;
};

/** A record and the name of the resource that stands for it. */
export interface NamedRecord {
  readonly name: string;
  readonly args: Without<ZoneRecord, "key">;
}

/** What tells the records of a name apart. A name has one CNAME only, whose target may so change in place. */
const TELLING = ["target", "service", "protocol", "port", "tag"] as const;

/**
 * Names each record by itself, so that neither its place in the array nor the records beside it matter.
 * @throws RunError for an array that is not plain, and for records that nothing tells apart, all of them at once.
 */
export function nameRecords(zone: string, domain: unknown, records: readonly ZoneRecord[] = []): NamedRecord[] {
  if (!Array.isArray(records)) {
    throw new pulumi.RunError(
      `Zone "${zone}": records must be a plain array, because each record is a resource with a name of its own. Its fields may be ` +
        "outputs of other resources; where their number is only known later, declare a Domain and its records apart.",
    );
  }
  const firsts = new Map<string, number>();
  const problems: string[] = [];
  const named = records.map((record: ZoneRecord, index) => {
    if (!isPlain(record)) {
      problems.push(`records[${index}]: must be a plain object; only its fields may be outputs`);
      return { name: "", args: record };
    }
    const { key, ...args } = record;
    if (key !== undefined && !/^[A-Za-z0-9._-]+$/.test(key)) {
      problems.push(`records[${index}].key: must be of letters, digits, "-", "_" and "."`);
    }
    const name = `${zone}-${key ?? nameFrom(record, domain)}`;
    const first = firsts.get(name);
    if (first === undefined) firsts.set(name, index);
    else problems.push(`records[${index}]: ${clash(record, first)}`);
    return { name, args };
  });
  if (problems.length === 0) return named;
  throw new pulumi.RunError(`Zone "${zone}":\n${problems.map((problem) => `  ${problem}`).join("\n")}`);
}

function clash(record: ZoneRecord, first: number): string {
  if (record.key !== undefined) return `has the same key as records[${first}]`;
  const fields: Values = { ...record };
  return [...TELLING, "type", "name"].some((field) => isLater(fields[field]))
    ? `before its outputs are known, nothing tells it from records[${first}]: give each of them a key of its own`
    : `is the same as records[${first}]: leave one of them out, or give each of them a key of its own`;
}

/** Type and name to be read, and a hash of everything that tells records apart and is known while the program runs. */
function nameFrom(record: ZoneRecord, domain: unknown): string {
  const known: Values = Object.fromEntries(Object.entries(record).filter(([, value]) => !isLater(value)));
  const type = text(known.type);
  const owner = type === "SRV" ? "" : relative(text(spelling("name", known)), domain);
  const telling = type === "CNAME" ? [] : TELLING.map((field) => spelling(field, known) ?? null);
  const hash = createHash("sha256")
    .update(JSON.stringify([type, owner, ...telling]))
    .digest("hex")
    .slice(0, 8);
  const readable = [type, type === "SRV" ? text(spelling("service", known)) : owner]
    .map((part) =>
      part
        .replaceAll("*", "any")
        .replace(/[^A-Za-z0-9_.-]+/g, "-")
        .slice(0, 40),
    )
    .filter((part) => part !== "");
  return [...readable, hash].join("-").toLowerCase();
}

function spelling(field: string, record: Values): unknown {
  const rule = domainRecord.args[field];
  // Whether it is of its type is checked at preview, by the record itself.
  return rule && typeof record[field] === "string" ? canonicalValue(rule, record[field], record) : record[field];
}

/** A full name means the same as the part before the zone, where the program says what the zone is. */
function relative(name: string, domain: unknown): string {
  if (typeof domain !== "string") return name;
  const zone = canonicalHostName(domain);
  if (name === zone) return "";
  return name.endsWith(`.${zone}`) ? name.slice(0, -zone.length - 1) : name;
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** A program without types may hold anything. */
function isPlain(record: unknown): boolean {
  return typeof record === "object" && record !== null && !isLater(record);
}

function isLater(value: unknown): boolean {
  return pulumi.Output.isInstance(value) || value instanceof Promise;
}
