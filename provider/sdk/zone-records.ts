import * as pulumi from "@pulumi/pulumi";
import { canonicalValue, clashesAmong, placedIn } from "../lifecycle/state";
import { commaList } from "../lifecycle/wording";
import { digestOf } from "../definition/digest";
import { withGivenValues } from "../definition/check-values";
import type { Failure } from "../definition/types";
import { UNKNOWN } from "../definition/values";
import type { Values } from "../definition/values";
import { canonicalHostName } from "../normalise/host-name";
import { domainRecord } from "../resources/domain-record";
import { domainRecordSet } from "../resources/domain-record-set";
import { parseZoneFile } from "../zone-file/records";
import { inLines, remarksIn, remarksOn } from "../zone-file/remarks";
import type { DistributiveOmit } from "./distributive-omit";
import type { WithoutDomain } from "./record-args";
import type { DomainRecordArgs } from "./resources/domain-record";

/** One record of a `Zone`: the inputs of a `DomainRecord`, except the domain. */
export type ZoneRecord = WithoutDomain<DomainRecordArgs, "domainId"> & {
  /**
   * Names the record within the zone, independently of its fields. Changing a field then updates the record in place; changing its
   * type replaces it, and the old one is deleted first. Required for records that differ only in outputs of other resources. Adding it
   * to an existing record that otherwise stays the same changes nothing. Letters, digits, `-`, `_` and `.`, unique within the zone;
   * default: a name generated from the fields that distinguish records.
   */
  key?: string | undefined;
};

/** A record and the name of its resource. */
export interface NamedRecord {
  readonly name: string;
  /** The name that it had without its `key`. */
  readonly aliases: pulumi.Alias[];
  readonly args: DistributiveOmit<ZoneRecord, "key">;
}

/** The fields that distinguish records with the same name. A name has only one CNAME, so its target may change in place. */
const DISTINGUISHING = ["target", "service", "protocol", "port", "tag"] as const;

/** What a `Zone` declares: its domain, and its records as given and from its file. */
interface Declared {
  readonly domain: unknown;
  readonly records?: readonly ZoneRecord[] | undefined;
  readonly file?: { readonly records: readonly ZoneRecord[]; readonly lines: readonly number[] };
}

/**
 * Names each record independently, so that neither its position in the array nor the other records matter.
 * @throws RunError if the array is not plain, or if records are the same, cannot coexist or cannot be distinguished; it lists all of them.
 */
export function nameRecords(zone: string, { domain, records = [], file }: Declared): NamedRecord[] {
  if (!Array.isArray(records)) {
    throw new pulumi.RunError(
      `Zone "${zone}": records must be a plain array; only a record's fields may be outputs. If the number of records depends on an output, ` +
        "declare a Domain and a DomainRecordSet, whose records may be an output.",
    );
  }
  const own: readonly ZoneRecord[] = records;
  const all = [...own, ...(file?.records ?? [])];
  const clashes = new Map(clashesIn(all, domain).map(({ path, reason }) => [path, reason]));
  const firsts = new Map<string, number>();
  const problems: string[] = [];
  const named = all.map((record: ZoneRecord, index): NamedRecord => {
    if (!isPlain(record)) {
      problems.push(`records[${index}]: must be a plain object; only its fields may be outputs`);
      return { name: "", aliases: [], args: record };
    }
    const { key, ...args } = record;
    if (key !== undefined && !/^[A-Za-z0-9._-]+$/.test(key)) {
      problems.push(`records[${index}].key: may only contain letters, digits, "-", "_" and "."`);
    }
    const withoutKey = `${zone}-${nameFrom(record, domain)}`;
    const name = key === undefined ? withoutKey : `${zone}-${key}`;
    const path = `records[${index}]`;
    const first = firsts.get(name);
    const problem = clashes.get(path) ?? (first === undefined ? undefined : clash(record, first));
    if (problem !== undefined) problems.push(`${path}: ${problem}`);
    if (first === undefined) firsts.set(name, index);
    return { name, aliases: key === undefined ? [] : [{ name: withoutKey }], args };
  });
  if (problems.length === 0) return withUniqueAliases(named);
  const inWords = problems.map((problem) => `  ${inLines(problem, own.length, file?.lines ?? [])}`);
  throw new pulumi.RunError(`Zone "${zone}":\n${inWords.join("\n")}`);
}

/**
 * The records of a zone file, what to say of it, and the domain, which must be the zone of the file once it is known.
 * @throws RunError if the text is not plain or cannot be read, or if the service cannot have a record; it lists all problems by line
 */
export function readZoneFile(zone: string, domain: pulumi.Input<string>, text: unknown) {
  if (text === undefined || text === null) return { records: [], lines: [], remarks: undefined, domain };
  if (typeof text !== "string") {
    throw new pulumi.RunError(
      `Zone "${zone}": zoneFile must be a plain string. If it is an output, declare a Domain and a DomainRecordSet, whose zoneFile may be one.`,
    );
  }
  const file = parseZoneFile(text, typeof domain === "string" ? domain : undefined);
  const { records, lines } = file;
  const wrong = domainRecordSet.args.records?.type.check(records, "records") ?? [];
  const inWords = withGivenValues(wrong, { records }, () => false).map(({ path, reason }) => `${path}: ${reason}`);
  rejectAny(zone, [...remarksIn(file.problems), ...inWords.map((problem) => inLines(problem, 0, lines))]);
  const inZone = (name: string): string => {
    rejectAny(zone, remarksIn(parseZoneFile(text, name).problems));
    return name;
  };
  return {
    records: records as readonly ZoneRecord[],
    lines,
    remarks: remarksOn(file, "zone"),
    domain: typeof domain === "string" ? domain : pulumi.output(domain).apply(inZone),
  };
}

function rejectAny(zone: string, problems: readonly string[]): void {
  if (problems.length > 0) throw new pulumi.RunError(`Zone "${zone}": zoneFile:\n  ${commaList(problems, "\n  ")}`);
}

/** Records that are the same or cannot coexist, as far as their fields are known while the program runs. */
function clashesIn(records: readonly unknown[], domain: unknown): readonly Failure[] {
  const known = records.map((record) => {
    if (!isPlain(record)) return undefined;
    const fields = Object.entries(record).map(([field, value]) => [field, isLater(value) ? UNKNOWN : value] as const);
    return Object.fromEntries(fields);
  });
  const zone = typeof domain === "string" ? { domain } : undefined;
  return clashesAmong(placedIn(known, domainRecord, zone), domainRecord);
}

/** The engine rejects a name that two resources had. */
function withUniqueAliases(named: readonly NamedRecord[]): NamedRecord[] {
  const taken = new Set<unknown>(named.map(({ name }) => name));
  return named.map((record) => {
    const aliases = record.aliases.filter(({ name }) => !taken.has(name));
    for (const { name } of aliases) taken.add(name);
    return { ...record, aliases };
  });
}

function clash(record: ZoneRecord, first: number): string {
  if (record.key !== undefined) return `has the same key as records[${first}]`;
  const fields: Values = { ...record };
  return [...DISTINGUISHING, "type", "name"].some((field) => isLater(fields[field]))
    ? `cannot be distinguished from records[${first}] until its outputs are known; give each a unique \`key\``
    : `is the same as records[${first}]; remove one of them, or give each a unique \`key\``;
}

/** The type and name, for readability, and a hash of all distinguishing fields that are known while the program runs. */
function nameFrom(record: ZoneRecord, domain: unknown): string {
  const known: Values = Object.fromEntries(Object.entries(record).filter(([, value]) => !isLater(value)));
  const type = text(known.type);
  const owner = type === "SRV" ? "" : relative(text(normalizedValue("name", known)), domain);
  const distinguishing = type === "CNAME" ? [] : DISTINGUISHING.map((field) => normalizedValue(field, known) ?? null);
  const hash = digestOf([type, owner, ...distinguishing], 8);
  const readable = [type, type === "SRV" ? text(normalizedValue("service", known)) : owner]
    .map((part) =>
      part
        .replaceAll("*", "any")
        .replace(/[^A-Za-z0-9_.-]+/g, "-")
        .slice(0, 40),
    )
    .filter((part) => part !== "");
  return [...readable, hash].join("-").toLowerCase();
}

function normalizedValue(field: string, record: Values): unknown {
  const rule = domainRecord.args[field];
  // The value's type is checked at preview, by the record itself.
  return rule && typeof record[field] === "string" ? canonicalValue(rule, record[field], record) : record[field];
}

/** The part of a full name before the zone, if the program gives the zone's name as a plain string. */
function relative(name: string, domain: unknown): string {
  if (typeof domain !== "string") return name;
  const zone = canonicalHostName(domain);
  if (name === zone) return "";
  return name.endsWith(`.${zone}`) ? name.slice(0, -zone.length - 1) : name;
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** A JavaScript program may pass anything. */
function isPlain(record: unknown): record is object {
  return typeof record === "object" && record !== null && !isLater(record);
}

function isLater(value: unknown): boolean {
  return pulumi.Output.isInstance(value) || value instanceof Promise;
}
