/** A JSON Schema (draft 7). */
export interface Schema {
  readonly [keyword: string]: unknown;
}

/** The fields of an object, each with its schema. */
export type Fields = Readonly<Record<string, Schema>>;

/**
 * A documented object: it has exactly these fields.
 *
 * @param mayLack fields that a response may omit
 */
export function documented(fields: Fields, mayLack: readonly string[] = []): Schema {
  const required = Object.keys(fields).filter((name) => !mayLack.includes(name));
  return { type: "object", properties: fields, required, additionalProperties: false };
}

export const TEXT: Schema = { type: "string" };
export const TEXT_OR_NULL: Schema = { type: ["string", "null"] };
export const FLAG: Schema = { type: "boolean" };
export const INTEGER: Schema = { type: "integer" };
const COUNT: Schema = { type: "integer", minimum: 0 };
export const ID: Schema = { type: "integer", minimum: 1 };

/** Dates have neither fractions of a second nor a time zone. */
const WITHOUT_ZONE = { format: "iso-date-time", pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}$" };
export const DATE: Schema = { type: "string", ...WITHOUT_ZONE };
const DATE_OR_NULL: Schema = { type: ["string", "null"], ...WITHOUT_ZONE };

/** Organizational only: their format is not documented. */
const TAGS: Schema = { type: "array", items: TEXT };

const ADDRESS = [{ format: "ipv4" }, { format: "ipv6" }];
const IP_ADDRESS: Schema = { type: "string", anyOf: ADDRESS };

export function oneOf(...values: readonly string[]): Schema {
  return { type: "string", enum: values };
}

/** A string of a length in this range. */
export function text(minLength: number, maxLength: number): Schema {
  return { type: "string", minLength, maxLength };
}

export function integer(minimum: number, maximum: number): Schema {
  return { type: "integer", minimum, maximum };
}

export function listOf(items: Schema): Schema {
  return { type: "array", items };
}

/** The response of an operation that returns nothing (Linode API v4, Introduction). */
export const NOTHING: Schema = documented({});

/** A list of objects (Linode API v4, Pagination). */
export function envelopeOf(item: Schema): Schema {
  return documented({
    data: listOf(item),
    page: ID,
    pages: ID,
    results: COUNT,
  });
}

/** An error (Linode API v4, Errors). `field` is absent if the error concerns no field, as on the real service. */
export const FAILURE: Schema = documented({
  errors: {
    type: "array",
    minItems: 1,
    items: documented({ field: { ...TEXT, minLength: 1 }, reason: { ...TEXT, minLength: 1 } }, ["field"]),
  },
});

const STATUS = oneOf(
  ...["running", "offline", "booting", "rebooting", "shutting_down", "provisioning", "deleting", "migrating"],
  ...["rebuilding", "cloning", "restoring", "stopped"],
);

/** A compute instance (Linode API v4, Linode Instances). */
export const INSTANCE: Schema = documented({
  id: ID,
  label: text(3, 64),
  group: TEXT,
  tags: TAGS,
  region: TEXT,
  type: TEXT,
  image: { ...TEXT_OR_NULL, pattern: "^(compute/|private/\\d+$)" },
  status: STATUS,
  hypervisor: oneOf("kvm"),
  created: DATE,
  updated: DATE,
  ipv4: { type: "array", items: { type: "string", format: "ipv4" }, uniqueItems: true },
  ipv6: { type: ["string", "null"], pattern: "^[0-9a-f:]+/128$" },
  specs: documented({ disk: COUNT, memory: COUNT, transfer: COUNT, vcpus: COUNT }),
  alerts: documented({
    cpu: INTEGER,
    io: INTEGER,
    network_in: INTEGER,
    network_out: INTEGER,
    transfer_quota: INTEGER,
  }),
  // The documents don't specify the value before there is a backup or a schedule; the real service shows null.
  backups: documented({
    enabled: FLAG,
    last_successful: DATE_OR_NULL,
    schedule: documented({ day: TEXT_OR_NULL, window: TEXT_OR_NULL }),
  }),
  watchdog_enabled: FLAG,
});

const BACKUP_STATUS = oneOf(
  ...["paused", "pending", "running", "needsPostProcessing", "successful", "failed", "userAborted"],
);

const BACKUP_FIELDS = {
  id: ID,
  label: { ...TEXT_OR_NULL, minLength: 1, maxLength: 255 },
  type: oneOf("auto", "snapshot"),
  status: BACKUP_STATUS,
  created: DATE,
  // The documents don't mention null; the real service shows it until the backup is finished.
  finished: DATE_OR_NULL,
  updated: DATE,
  configs: listOf(TEXT),
  disks: listOf(documented({ filesystem: TEXT, label: TEXT, size: COUNT })),
};

/** A backup of an instance (Linode API v4, Backup View). */
export const BACKUP: Schema = documented(BACKUP_FIELDS);

/** null if there is no snapshot: not documented, but shown by the real service. */
const SNAPSHOT: Schema = { ...BACKUP, type: ["object", "null"] };

/** The backups of an instance (Linode API v4, Backups List). */
export const BACKUPS: Schema = documented({
  automatic: listOf(documented({ ...BACKUP_FIELDS, type: oneOf("auto") })),
  snapshot: documented({ current: SNAPSHOT, in_progress: SNAPSHOT }),
});

/**
 * An image (Linode API v4, Images). Its eol and vendor are null on a private image, and on a distribution without an end of life.
 */
export const IMAGE: Schema = documented({
  id: { type: "string", pattern: "^(compute/.+|private/\\d+)$" },
  label: TEXT,
  description: { ...TEXT_OR_NULL, minLength: 1, maxLength: 65_000 },
  created: DATE,
  updated: DATE,
  created_by: TEXT,
  deprecated: FLAG,
  eol: DATE_OR_NULL,
  expiry: DATE_OR_NULL,
  is_public: FLAG,
  size: COUNT,
  status: oneOf("creating", "pending_upload", "available"),
  type: oneOf("manual", "automatic"),
  vendor: TEXT_OR_NULL,
});

/** The response to the creation of an upload (Linode API v4, Images). */
export const UPLOAD: Schema = documented({ image: IMAGE, upload_to: { type: "string", format: "uri" } });

const RESOLVERS: Schema = { type: "string", pattern: "^[0-9a-f.:]+(,[0-9a-f.:]+)*$" };

/** A data center region (Linode API v4, Regions). */
export const REGION: Schema = documented({
  id: TEXT,
  country: TEXT,
  capabilities: listOf(TEXT),
  resolvers: documented({ ipv4: RESOLVERS, ipv6: RESOLVERS }),
  status: oneOf("ok", "outage"),
});

const ADDRESS_OR_RANGE: Schema = { type: "string", pattern: "^[0-9A-Fa-f.:]+(/\\d{1,3})?$" };

/** A DNS domain (Linode API v4, Domains). An unset group or email address is an empty string, as on the real service. */
export const DOMAIN: Schema = documented({
  id: ID,
  domain: text(1, 255),
  type: oneOf("master", "slave"),
  status: oneOf("disabled", "active"),
  description: { ...TEXT_OR_NULL, minLength: 1, maxLength: 255 },
  group: text(0, 50),
  tags: TAGS,
  soa_email: { type: "string", pattern: "^(|[^\\s@]+@[^\\s@]+)$" },
  master_ips: listOf(IP_ADDRESS),
  axfr_ips: listOf(ADDRESS_OR_RANGE),
  expire_sec: INTEGER,
  refresh_sec: INTEGER,
  retry_sec: INTEGER,
  ttl_sec: INTEGER,
});

/** The lines of the last rendered zone file (Linode API v4, Domains). */
export const ZONE_FILE: Schema = documented({ zone_file: listOf(TEXT) });

/** The valid values (Linode API v4, Domain Records), and 0 for the default, as on the real service. */
const TTL = [
  ...[0, 300, 3_600, 7_200, 14_400, 28_800, 57_600, 86_400, 172_800, 345_600],
  ...[604_800, 1_209_600, 2_419_200],
];

/** A record of a domain (Linode API v4, Domain Records). An empty name is the domain itself. */
export const RECORD: Schema = documented({
  id: ID,
  type: oneOf("A", "AAAA", "NS", "MX", "CNAME", "TXT", "SRV", "PTR", "CAA"),
  name: text(0, 100),
  target: TEXT,
  ttl_sec: { type: "integer", enum: TTL },
  priority: integer(0, 255),
  weight: integer(0, 65_535),
  port: integer(0, 65_535),
  service: TEXT_OR_NULL,
  protocol: TEXT_OR_NULL,
  tag: { type: ["string", "null"], enum: ["issue", "issuewild", "iodef", null] },
  created: DATE,
  updated: DATE,
});
