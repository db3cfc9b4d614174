import type { EventRow, GrantRow, SettingsRow, SshKeyRow, StackScriptRow } from "./rows/account";
import type { DatabaseBackupRow, DatabaseRow } from "./rows/databases";
import { replicaSetOf } from "./rows/databases";
import type { DomainRow, RecordRow, ZoneRow } from "./rows/domains";
import { recordNameKey } from "./rows/domains";
import type { ImageRow } from "./rows/images";
import type { BackupRow, ConfigRow, DiskRow, InstanceRow } from "./rows/instances";
import type { ClockRow, JobRow } from "./rows/jobs";
import type { Store } from "./store";
import type { Table } from "./table";

export interface Tables {
  readonly instances: Table<InstanceRow>;
  readonly disks: Table<DiskRow>;
  readonly configs: Table<ConfigRow>;
  readonly backups: Table<BackupRow>;
  readonly images: Table<ImageRow>;
  readonly databases: Table<DatabaseRow>;
  readonly databaseBackups: Table<DatabaseBackupRow>;
  readonly domains: Table<DomainRow>;
  readonly records: Table<RecordRow>;
  readonly zones: Table<ZoneRow>;
  readonly stackscripts: Table<StackScriptRow>;
  readonly sshKeys: Table<SshKeyRow>;
  readonly settings: Table<SettingsRow>;
  readonly grants: Table<GrantRow>;
  readonly events: Table<EventRow>;
  readonly jobs: Table<JobRow>;
  readonly clock: Table<ClockRow>;
}

/** Resource IDs start at a different number in each table, so that the ID of another resource type is not found. */
export function declareTables(store: Store): Tables {
  return {
    instances: store.table<InstanceRow>("instances", 10_001, {
      label: (row) => [row.label],
      address: (row) => row.ipv4,
    }),
    disks: store.table<DiskRow>("disks", 40_001, { instance: (row) => [row.instance_id] }),
    configs: store.table<ConfigRow>("configs", 50_001, { instance: (row) => [row.instance_id] }),
    backups: store.table<BackupRow>("backups", 60_001, { instance: (row) => [row.instance_id] }),
    images: store.table<ImageRow>("images", 70_001),
    databases: store.table<DatabaseRow>("databases", 80_001, {
      engine: (row) => [row.engine],
      label: (row) => [row.label],
      replicaSet: (row) => (row.engine === "mongodb" ? [replicaSetOf(row)] : []),
    }),
    databaseBackups: store.table<DatabaseBackupRow>("databaseBackups", 90_001, {
      database: (row) => [row.database_id],
    }),
    domains: store.table<DomainRow>("domains", 2_000_001, { domain: (row) => [row.domain.toLowerCase()] }),
    records: store.table<RecordRow>("records", 30_000_001, {
      domain: (row) => [row.domain_id],
      name: (row) => [recordNameKey(row.domain_id, row.name)],
    }),
    zones: store.table<ZoneRow>("zones", 1, { domain: (row) => [row.id] }),
    stackscripts: store.table<StackScriptRow>("stackscripts", 10_000_001),
    sshKeys: store.table<SshKeyRow>("sshKeys", 20_001, { username: (row) => [row.username] }),
    settings: store.table<SettingsRow>("settings", 1),
    grants: store.table<GrantRow>("grants", 1, { object: (row) => [`${row.kind}/${row.object_id}`] }),
    events: store.table<EventRow>("events", 1),
    jobs: store.table<JobRow>("jobs", 1, {
      subject: (row) => [row.subject],
      background: (row) => [row.background ? 1 : 0],
    }),
    clock: store.table<ClockRow>("clock", 1),
  };
}
