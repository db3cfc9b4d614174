import { kind } from "../../state/kind";
import type { Row } from "../../state/table";

/** A DNS domain (Linode API v4, Domains). */
export interface DomainRow extends Row {
  readonly domain: string;
  readonly type: string;
  readonly status: string;
  readonly description: string | null;
  readonly group: string;
  readonly tags: readonly string[];
  readonly soa_email: string;
  readonly master_ips: readonly string[];
  readonly axfr_ips: readonly string[];
  readonly expire_sec: number;
  readonly refresh_sec: number;
  readonly retry_sec: number;
  readonly ttl_sec: number;
  readonly created: string;
  readonly updated: string;
}

/** A record of a domain (Linode API v4, Domain Records). */
export interface RecordRow extends Row {
  readonly domain_id: number;
  readonly type: string;
  readonly name: string;
  readonly target: string;
  readonly ttl_sec: number;
  readonly priority: number;
  readonly weight: number;
  readonly port: number;
  readonly service: string | null;
  readonly protocol: string | null;
  readonly tag: string | null;
  readonly created: string;
  readonly updated: string;
}

/** What the name servers serve for a domain. Its ID is the domain's. */
export interface ZoneRow extends Row {
  /** Serial number of the last rendering. */
  readonly serial: number;
  /** The last rendered lines while a newer rendering is pending; null if the rendering is up to date. */
  readonly lines: readonly string[] | null;
}

export const domains = kind<DomainRow>({
  table: "domains",
  noun: "domain",
  firstId: 2_000_001,
  indexes: { domain: (row) => [row.domain.toLowerCase()] },
});

export const records = kind<RecordRow>({
  table: "records",
  noun: "record",
  firstId: 30_000_001,
  indexes: { domain: (row) => [row.domain_id], name: (row) => [recordNameKey(row.domain_id, row.name)] },
  of: { kind: domains, index: "domain" },
});

export const zones = kind<ZoneRow>({
  table: "zones",
  noun: "zone",
  firstId: 1,
  indexes: { domain: (row) => [row.id] },
  of: { kind: domains, index: "domain" },
});

/** Index key of the records with one name in one domain. */
export function recordNameKey(domainId: number, name: string): string {
  return `${domainId}/${name.toLowerCase()}`;
}
