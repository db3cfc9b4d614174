import type { Row, Table } from "../state/table";
import type { Tables } from "../state/tables";
import type { JsonObject } from "../json";
import type { World } from "../world";

type RowOf<K extends keyof Tables> = Tables[K] extends Table<infer R> ? R : never;

/** A value in a column of the dashboard. */
type Fact = string | number | null | readonly string[];

/** How the dashboard shows the rows of one table. It shows no other fields, so secrets never appear. */
interface Declared<R extends Row> {
  /** Plural, used as the heading. */
  readonly heading: string;
  /** Singular; also the resource type of its jobs. */
  readonly noun: string;
  readonly title: (row: R, world: World) => string;
  readonly status?: (row: R) => string;
  /** Column values by heading. */
  readonly facts: { readonly [heading: string]: (row: R, world: World) => Fact };
  /** Fields that can be edited on the dashboard; only with `control`. */
  readonly edit?: ReadonlyArray<keyof R & string>;
  /** One-click out-of-band changes, by button label. */
  readonly pokes?: { readonly [label: string]: JsonObject };
  /** Tables whose rows belong to a row of this one, each with the index that finds them. */
  readonly nested?: ReadonlyArray<{ readonly kind: ShownKind; readonly index: string }>;
  /** Whether the control API can change and delete these rows, at the path named after the table. */
  readonly control: boolean;
}

export interface ShownKind extends Declared<Row> {
  readonly table: keyof Tables;
}

function kind<K extends keyof Tables>(table: K, declared: Declared<RowOf<K>>): ShownKind {
  // Safe: the functions only receive rows of this table.
  return { ...(declared as unknown as Declared<Row>), table };
}

const size = (mb: number): string => `${mb} MB`;

const DISKS = kind("disks", {
  heading: "Disks",
  noun: "disk",
  control: true,
  title: (row) => row.label,
  status: (row) => row.status,
  facts: { Filesystem: (row) => row.filesystem, Size: (row) => size(row.size) },
  edit: ["label"],
});

const CONFIGS = kind("configs", {
  heading: "Configuration profiles",
  noun: "config",
  control: true,
  title: (row) => row.label,
  facts: { Kernel: (row) => row.kernel, Interfaces: (row) => row.interfaces.length },
  edit: ["label"],
});

const BACKUPS = kind("backups", {
  heading: "Backups",
  noun: "backup",
  control: false,
  title: (row) => row.label ?? row.type,
  status: (row) => row.status,
  facts: { Type: (row) => row.type, Created: (row) => row.created },
});

const DATABASE_BACKUPS = kind("databaseBackups", {
  heading: "Backups",
  noun: "database backup",
  control: false,
  title: (row) => row.label,
  facts: { Type: (row) => row.type, Created: (row) => row.created },
});

/** In the order of the dashboard. */
export const SHOWN_KINDS: readonly ShownKind[] = [
  kind("instances", {
    heading: "Instances",
    noun: "instance",
    control: true,
    title: (row) => row.label,
    status: (row) => row.status,
    facts: {
      Plan: (row) => row.type,
      Region: (row) => row.region,
      Image: (row) => row.image,
      Addresses: (row) => row.ipv4,
    },
    edit: ["label", "group", "tags", "watchdog_enabled"],
    pokes: {
      "Power off": { power: "off" },
      "Power on": { power: "on" },
      "Power loss": { powerLoss: true },
      Maintenance: { status: "stopped" },
    },
    nested: [
      { kind: DISKS, index: "instance" },
      { kind: CONFIGS, index: "instance" },
      { kind: BACKUPS, index: "instance" },
    ],
  }),
  kind("domains", {
    heading: "Domains",
    noun: "domain",
    control: true,
    title: (row) => row.domain,
    status: (row) => row.status,
    facts: {
      Type: (row) => row.type,
      Records: (row, world) => world.tables.records.count("domain", row.id),
      "SOA email": (row) => row.soa_email,
    },
    edit: ["description", "soa_email", "ttl_sec", "group", "tags"],
    pokes: { Disable: { status: "disabled" }, Enable: { status: "active" } },
  }),
  kind("records", {
    heading: "Records",
    noun: "record",
    control: true,
    title: (row, world) => fullName(row.name, world.tables.domains.get(row.domain_id)?.domain),
    facts: { Type: (row) => row.type, Target: (row) => row.target, TTL: (row) => row.ttl_sec },
    edit: ["target", "name", "ttl_sec", "priority", "weight", "port"],
  }),
  kind("databases", {
    heading: "Databases",
    noun: "database",
    control: true,
    title: (row) => row.label,
    status: (row) => row.status,
    facts: {
      Engine: (row) => `${row.engine} ${row.version}`,
      Plan: (row) => row.type,
      Region: (row) => row.region,
      Nodes: (row) => row.cluster_size,
    },
    edit: ["label", "allow_list"],
    pokes: {
      Fail: { status: "failed" },
      Degrade: { status: "degraded" },
      Suspend: { status: "suspended" },
      Activate: { status: "active" },
    },
    nested: [{ kind: DATABASE_BACKUPS, index: "database" }],
  }),
  kind("images", {
    heading: "Private images",
    noun: "image",
    control: true,
    title: (row) => row.label,
    status: (row) => row.status,
    facts: { Image: (row) => `private/${row.id}`, Type: (row) => row.type, Size: (row) => size(row.size) },
    edit: ["label", "description"],
    pokes: { "Make available": { status: "available" } },
  }),
  kind("stackscripts", {
    heading: "StackScripts",
    noun: "stackscript",
    control: false,
    title: (row) => row.label,
    facts: { Images: (row) => row.images, Owner: (row) => row.username },
  }),
  kind("sshKeys", {
    heading: "SSH keys",
    noun: "ssh key",
    control: false,
    title: (row) => row.label,
    facts: { Owner: (row) => row.username },
  }),
];

function fullName(name: string, domain = ""): string {
  return name === "" ? domain : `${name}.${domain}`;
}
