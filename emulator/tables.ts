import type { Store } from "./store";
import type { Row, Table } from "./table";
import type { JsonObject } from "./validation";

/** A compute instance (document 1, Instance). */
export interface InstanceRow extends Row {
  readonly label: string;
  readonly group: string;
  readonly tags: readonly string[];
  readonly region: string;
  readonly type: string;
  readonly image: string | null;
  readonly status: string;
  readonly created: string;
  readonly updated: string;
  readonly ipv4: readonly string[];
  readonly ipv6: string | null;
  readonly alerts: Alerts;
  readonly backups: BackupSettings;
  readonly watchdog_enabled: boolean;
  /** The config of the last boot; null when there was none, or when that config is gone (document 1, rule 4). */
  readonly last_booted_config: number | null;
  /** Times of the latest boot jobs, for the watchdog (document 1, Limits). */
  readonly boot_jobs: readonly number[];
}

/** Thresholds of an instance (document 1, Instance). */
interface Alerts {
  readonly cpu: number;
  readonly io: number;
  readonly network_in: number;
  readonly network_out: number;
  readonly transfer_quota: number;
}

/** The backup service of an instance (document 1, Instance). */
interface BackupSettings {
  readonly enabled: boolean;
  readonly last_successful: string | null;
  readonly schedule: { readonly day: string | null; readonly window: string | null };
}

/** A disk of an instance. */
export interface DiskRow extends Row {
  readonly instance_id: number;
  readonly label: string;
  readonly status: string;
  readonly filesystem: string;
  /** MB. */
  readonly size: number;
  readonly created: string;
  readonly updated: string;
}

/** A network interface of a config profile (document 1, Instance create request). */
export interface NetworkInterface {
  readonly purpose: string;
  readonly label: string | null;
  readonly ipam_address: string | null;
}

/** A configuration profile of an instance. */
export interface ConfigRow extends Row {
  readonly instance_id: number;
  readonly label: string;
  readonly kernel: string;
  readonly interfaces: readonly NetworkInterface[];
  /** Disk ids in the order of the devices sda to sdh. */
  readonly disks: readonly number[];
  readonly created: string;
  readonly updated: string;
}

/** A DNS domain (document 3, Domain). */
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

/** A record of a domain (document 3, Domain record). */
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

/** A chain of state changes in progress on one object. */
export interface JobRow extends Row {
  /** The kind and id of the object, for example `instance/10001`. */
  readonly subject: string;
  readonly action: string;
  /** The steps that are still to come, soonest first. */
  readonly steps: readonly JobStep[];
}

/** One state change of a job. */
export interface JobStep {
  /** Emulated milliseconds since 1970. */
  readonly due: number;
  /** Name of the effect to run. */
  readonly effect: string;
  readonly id: number;
  readonly data: JsonObject;
}

/** How far the clock was moved by hand; one row. */
interface ClockRow extends Row {
  readonly offset_ms: number;
}

/** Every table of the emulator. */
export interface Tables {
  readonly instances: Table<InstanceRow>;
  readonly disks: Table<DiskRow>;
  readonly configs: Table<ConfigRow>;
  readonly domains: Table<DomainRow>;
  readonly records: Table<RecordRow>;
  readonly jobs: Table<JobRow>;
  readonly clock: Table<ClockRow>;
}

/** The key under which the records of one name in one domain are filed. */
export function recordNameKey(domainId: number, name: string): string {
  return `${domainId}/${name.toLowerCase()}`;
}

/** Declares the tables. Each kind counts its ids from a start of its own, so that a mixed-up id is never found. */
export function declareTables(store: Store): Tables {
  return {
    instances: store.table<InstanceRow>("instances", 10_001, {
      label: (row) => [row.label],
      address: (row) => row.ipv4,
    }),
    disks: store.table<DiskRow>("disks", 40_001, { instance: (row) => [row.instance_id] }),
    configs: store.table<ConfigRow>("configs", 50_001, { instance: (row) => [row.instance_id] }),
    domains: store.table<DomainRow>("domains", 2_000_001, { domain: (row) => [row.domain.toLowerCase()] }),
    records: store.table<RecordRow>("records", 30_000_001, {
      domain: (row) => [row.domain_id],
      name: (row) => [recordNameKey(row.domain_id, row.name)],
    }),
    jobs: store.table<JobRow>("jobs", 1, { subject: (row) => [row.subject] }),
    clock: store.table<ClockRow>("clock", 1),
  };
}
