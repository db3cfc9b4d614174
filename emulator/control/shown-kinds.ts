import type { Row, Table } from "../state/table";
import type { Tables } from "../state/tables";
import type { JsonObject } from "../json";
import type { World } from "../world";

type RowOf<K extends keyof Tables> = Tables[K] extends Table<infer R> ? R : never;

/** What the live page shows besides the title. */
type Fact = string | number | null | readonly string[];

/** How the live page shows the objects of one table. Anything not named here is not shown: secrets never are. */
interface Declared<R extends Row> {
  /** Plural, as a heading. */
  readonly heading: string;
  /** The kind of its jobs. */
  readonly noun: string;
  readonly title: (row: R, world: World) => string;
  readonly status?: (row: R) => string;
  /** By heading. */
  readonly facts: { readonly [heading: string]: (row: R, world: World) => Fact };
  /** Fields that a person may change; only with `control`. */
  readonly edit?: ReadonlyArray<keyof R & string>;
  /** One-click out-of-band changes, by the text of their button. */
  readonly pokes?: { readonly [label: string]: JsonObject };
  /** The objects of other tables that belong to one of these, found by an index of those tables. */
  readonly nested?: ReadonlyArray<{ readonly kind: ShownKind; readonly index: string }>;
  /** Whether its control path, which is named after the table, accepts changes and deletion. */
  readonly control: boolean;
}

/** A declaration together with its table. */
export interface ShownKind extends Declared<Row> {
  readonly table: keyof Tables;
}

function kind<K extends keyof Tables>(table: K, declared: Declared<RowOf<K>>): ShownKind {
  // The functions only ever see rows of this table.
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

/** The kinds in the order of the page. */
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
