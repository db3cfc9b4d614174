import type { RequestLogEntry } from "../../emulator";
import { DOMAIN, IMAGE, INSTANCE, RECORD } from "./schemas/schema";
import { MONGODB, MYSQL } from "./schemas/databases";
import type { Schema } from "./schemas/schema";

/** Fields of a request body; an array's fields are those of its items. `true` is a value without fields. */
interface Fields {
  readonly [name: string]: true | Fields;
}

/** Values without fields. */
const plain = (...names: readonly string[]): Fields => Object.fromEntries(names.map((name) => [name, true]));

/** Those of a response; the documents describe both in one table. */
function fieldsIn({ properties }: Schema): Fields {
  const entries = Object.entries(properties as Readonly<Record<string, Schema>>);
  return Object.fromEntries(entries.map(([name, one]) => [name, "properties" in one ? fieldsIn(one) : true]));
}

function only(schema: Schema, ...names: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(fieldsIn(schema)).filter(([name]) => names.includes(name)));
}

/** Without what is marked "response only". */
function without(schema: Schema, ...readOnly: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(fieldsIn(schema)).filter(([name]) => !readOnly.includes(name)));
}

const IMAGE_UPDATE = only(IMAGE, "description", "label", "status");
const READ_ONLY = ["id", "version", "hosts", "port", "status", "created", "updated", "peers"];
const DATABASE_UPDATE = only(MYSQL, "label", "allow_list", "updates");
const RECORD_FIELDS = without(RECORD, "id", "created", "updated");
const INTERFACES = { interfaces: plain("purpose", "label", "ipam_address") };

/** The documented fields of each request with a body; `{}` stands for a path parameter. */
export const DOCUMENTED_FIELDS: Readonly<Record<string, Fields>> = {
  // Linode API v4, Linode Create
  "POST /compute/instances": {
    ...only(INSTANCE, "region", "type", "label", "group", "tags", "image"),
    ...plain("root_pass", "authorized_keys", "authorized_users", "stackscript_id", "stackscript_data", "swap_size"),
    ...plain("backup_id", "backups_enabled", "booted", "private_ip"),
    ...INTERFACES,
  },
  // Linode API v4, Linode Instances
  "PUT /compute/instances/{}": {
    ...only(INSTANCE, "alerts", "group", "label", "tags", "watchdog_enabled"),
    backups: { schedule: plain("day", "window") },
  },
  "POST /compute/instances/{}/boot": plain("config_id"),
  "POST /compute/instances/{}/backups/enable": {},
  "POST /compute/instances/{}/backups/cancel": {},
  "POST /compute/instances/{}/backups": plain("label"),
  "POST /compute/instances/{}/backups/{}/restore": plain("compute_id", "overwrite"),
  "POST /compute/instances/{}/clone": {
    ...only(INSTANCE, "group", "label", "region", "type"),
    ...plain("backups_enabled", "configs", "disks", "compute_id"),
  },
  // Linode API v4, Images
  "POST /images": plain("disk_id", "label", "description"),
  "POST /images/upload": plain("label", "region", "description"),
  "PUT /images/{}": IMAGE_UPDATE,
  "PUT /images/private/{}": IMAGE_UPDATE,
  // Linode API v4, Managed MongoDB Databases
  "POST /databases/mongodb/instances/{}/backups": plain("label", "target"),
  // Linode API v4, Managed Databases
  "POST /databases/mongodb/instances": without(MONGODB, ...READ_ONLY, "updates"),
  "POST /databases/mysql/instances": without(MYSQL, ...READ_ONLY, "updates"),
  "PUT /databases/mongodb/instances/{}": DATABASE_UPDATE,
  "PUT /databases/mysql/instances/{}": DATABASE_UPDATE,
  // Linode API v4, Domains and Domain Records
  "POST /domains": without(DOMAIN, "id"),
  "PUT /domains/{}": without(DOMAIN, "id"),
  "POST /domains/import": plain("domain", "remote_nameserver"),
  "POST /domains/{}/clone": plain("domain"),
  "POST /domains/{}/records": RECORD_FIELDS,
  "PUT /domains/{}/records/{}": RECORD_FIELDS,
  // Endpoints that the documents mention without describing them
  "POST /compute/instances/{}/resize": plain("type"),
  "POST /compute/instances/{}/shutdown": {},
  "POST /compute/instances/{}/password": plain("root_pass"),
  "POST /compute/instances/{}/reboot": plain("config_id"),
  "POST /compute/instances/{}/ips": plain("type", "public"),
  "PUT /compute/instances/{}/configs/{}": INTERFACES,
};

/** Every undocumented field of the logged request bodies, with its request. */
export function undocumentedFields(log: readonly RequestLogEntry[]): string[] {
  return log.flatMap(({ method, path, requestBody }) => {
    if (requestBody === undefined) return [];
    const request = `${method} ${path.replace(/\/\d+(?=\/|$)/g, "/{}")}`;
    const documented = DOCUMENTED_FIELDS[request];
    if (!documented) return [`${request}: no body is documented`];
    return unlisted(requestBody, documented, "").map((field) => `${request}: ${field}`);
  });
}

function unlisted(value: unknown, fields: true | Fields, path: string): string[] {
  if (fields === true || typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((item: unknown) => unlisted(item, fields, path));
  return Object.entries(value).flatMap(([name, member]: [string, unknown]) => {
    const listed = fields[name];
    const memberPath = path === "" ? name : `${path}.${name}`;
    return listed === undefined ? [memberPath] : unlisted(member, listed, memberPath);
  });
}
