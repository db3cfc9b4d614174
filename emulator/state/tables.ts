import type { EventRow, GrantRow, SettingsRow, StackScriptRow } from "./rows/account";
import type { BackupRow, ConfigRow, DiskRow, InstanceRow } from "./rows/instances";
import type { ClockRow, JobRow } from "./rows/jobs";
import type { KindOf } from "./kind";
import { kind } from "./kind";
import type { Store } from "./store";
import type { Row, Table } from "./table";

const instances = kind<InstanceRow>({
  table: "instances",
  noun: "instance",
  firstId: 10_001,
  indexes: { label: (row) => [row.label], address: (row) => row.ipv4 },
});

const ofInstance = { of: { kind: instances, index: "instance" } };

export const LEGACY = {
  instances,
  disks: kind<DiskRow>({
    table: "disks",
    noun: "disk",
    firstId: 40_001,
    indexes: { instance: (row) => [row.instance_id] },
    ...ofInstance,
  }),
  configs: kind<ConfigRow>({
    table: "configs",
    noun: "config",
    firstId: 50_001,
    indexes: { instance: (row) => [row.instance_id] },
    ...ofInstance,
  }),
  backups: kind<BackupRow>({
    table: "backups",
    noun: "backup",
    firstId: 60_001,
    indexes: { instance: (row) => [row.instance_id] },
    ...ofInstance,
  }),
  stackscripts: kind<StackScriptRow>({ table: "stackscripts", noun: "stackscript", firstId: 10_000_001 }),
  settings: kind<SettingsRow>({ table: "settings", noun: "settings", firstId: 1 }),
  grants: kind<GrantRow>({
    table: "grants",
    noun: "grant",
    firstId: 1,
    indexes: { object: (row) => [`${row.kind}/${row.object_id}`] },
  }),
  events: kind<EventRow>({ table: "events", noun: "event", firstId: 1 }),
  jobs: kind<JobRow>({
    table: "jobs",
    noun: "job",
    firstId: 1,
    indexes: { subject: (row) => [row.subject], background: (row) => [row.background ? 1 : 0] },
  }),
  clock: kind<ClockRow>({ table: "clock", noun: "clock", firstId: 1 }),
};

type TableOf<K> = K extends KindOf<infer R> ? Table<R> : never;

export type Tables = { readonly [K in keyof typeof LEGACY]: TableOf<(typeof LEGACY)[K]> };

export function tablesIn(store: Store): Tables {
  const entries = Object.entries<KindOf<Row>>(LEGACY as never).map(([name, of]) => [name, of.in({ store })]);
  return Object.fromEntries(entries) as Tables;
}
