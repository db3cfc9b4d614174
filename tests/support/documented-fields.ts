import type { RequestLogEntry } from "../../emulator";

/** Fields of a request body; an array's fields are those of its items. `true` is a value without fields. */
interface Fields {
  readonly [name: string]: true | Fields;
}

const ALERTS: Fields = { cpu: true, io: true, network_in: true, network_out: true, transfer_quota: true };
const SCHEDULE: Fields = { schedule: { day: true, window: true } };

const IMAGE_UPDATE: Fields = { description: true, label: true, status: true };

const DOMAIN: Fields = {
  domain: true,
  type: true,
  status: true,
  description: true,
  group: true,
  tags: true,
  soa_email: true,
  master_ips: true,
  axfr_ips: true,
  expire_sec: true,
  refresh_sec: true,
  retry_sec: true,
  ttl_sec: true,
};

const RECORD: Fields = {
  type: true,
  name: true,
  target: true,
  ttl_sec: true,
  priority: true,
  weight: true,
  port: true,
  service: true,
  protocol: true,
  tag: true,
};

const DATABASE: Fields = {
  engine: true,
  label: true,
  region: true,
  type: true,
  allow_list: true,
  cluster_size: true,
  encrypted: true,
  ssl_connection: true,
};

const DATABASE_UPDATE: Fields = {
  label: true,
  allow_list: true,
  updates: { frequency: true, duration: true, hour_of_day: true, day_of_week: true, week_of_month: true },
};

/** The documented fields of each request with a body; `{}` stands for a path parameter. */
export const DOCUMENTED_FIELDS: Readonly<Record<string, Fields>> = {
  // Linode API v4, Linode Create
  "POST /compute/instances": {
    region: true,
    type: true,
    label: true,
    group: true,
    tags: true,
    image: true,
    root_pass: true,
    authorized_keys: true,
    authorized_users: true,
    stackscript_id: true,
    stackscript_data: true,
    swap_size: true,
    backup_id: true,
    backups_enabled: true,
    booted: true,
    private_ip: true,
    interfaces: { purpose: true, label: true, ipam_address: true },
  },
  // Linode API v4, Linode Instances
  "PUT /compute/instances/{}": {
    alerts: ALERTS,
    backups: SCHEDULE,
    group: true,
    label: true,
    tags: true,
    watchdog_enabled: true,
  },
  "POST /compute/instances/{}/boot": { config_id: true },
  "POST /compute/instances/{}/backups/enable": {},
  "POST /compute/instances/{}/backups/cancel": {},
  "POST /compute/instances/{}/backups": { label: true },
  "POST /compute/instances/{}/backups/{}/restore": { compute_id: true, overwrite: true },
  "POST /compute/instances/{}/clone": {
    backups_enabled: true,
    configs: true,
    disks: true,
    group: true,
    label: true,
    compute_id: true,
    region: true,
    type: true,
  },
  // Linode API v4, Images
  "POST /images": { disk_id: true, label: true, description: true },
  "POST /images/upload": { label: true, region: true, description: true },
  "PUT /images/{}": IMAGE_UPDATE,
  "PUT /images/private/{}": IMAGE_UPDATE,
  // Linode API v4, Managed MongoDB Databases
  "POST /databases/mongodb/instances/{}/backups": { label: true, target: true },
  // Linode API v4, Managed Databases
  "POST /databases/mongodb/instances": {
    ...DATABASE,
    compression_type: true,
    replica_set: true,
    storage_engine: true,
  },
  "POST /databases/mysql/instances": { ...DATABASE, replication_type: true },
  "PUT /databases/mongodb/instances/{}": DATABASE_UPDATE,
  "PUT /databases/mysql/instances/{}": DATABASE_UPDATE,
  // Linode API v4, Domains and Domain Records, except what is marked "response only"
  "POST /domains": DOMAIN,
  "PUT /domains/{}": DOMAIN,
  "POST /domains/import": { domain: true, remote_nameserver: true },
  "POST /domains/{}/clone": { domain: true },
  "POST /domains/{}/records": RECORD,
  "PUT /domains/{}/records/{}": RECORD,
  // Endpoints that the documents mention without describing them
  "POST /compute/instances/{}/resize": { type: true },
  "POST /compute/instances/{}/shutdown": {},
  "POST /compute/instances/{}/password": { root_pass: true },
  "POST /compute/instances/{}/reboot": { config_id: true },
  "POST /compute/instances/{}/ips": { type: true, public: true },
  "PUT /compute/instances/{}/configs/{}": { interfaces: { purpose: true, label: true, ipam_address: true } },
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
