/**
 * Answers like the service's of 2026: what its public client (`@linode/api-v4` 0.158) declares beyond release 4.130 of the documents, and
 * what it has no longer. Everything else is as documented.
 */
import type { Brand } from "./brand";
import type { Catalogue } from "./catalogue/catalogue";
import type { Region } from "./catalogue/regions";
import type { Route } from "./interface/router";

type Body = Readonly<Record<string, unknown>>;

/** What responses of an endpoint have besides the documents' fields. */
const CHANGES: readonly (readonly [path: RegExp, change: (body: Body) => Body])[] = [
  [/^\/(?!databases\/)\w+\/instances(\/\{\w+\}(\/(rebuild|clone))?)?$/, instance],
  [/^\/images(\/(\{\+?\w+\}|upload))?$/, image],
  [/^\/domains(\/\{\w+\}(\/clone)?|\/import)?$/, ({ created: _, ...domain }) => domain],
  [/^\/databases\/(mysql\/)?instances(\/\{\w+\})?$/, database],
];

/** The service has no MongoDB any more. */
export function isServedToday({ path }: Route): boolean {
  return !path.startsWith("/databases/mongodb");
}

/** The body as the service of today sends it. */
export function asToday({ path }: Route, body: unknown): unknown {
  if (typeof body !== "object" || body === null) return body;
  const given = body as Body;
  const change = CHANGES.find(([pattern]) => pattern.test(path))?.[1];
  if (!change) return body;
  return Array.isArray(given.data)
    ? { ...given, data: (given.data as Body[]).map((one) => change(one)) }
    : change(given);
}

/** What every plan has besides. */
const SINCE_TYPES = { accelerated_devices: 0, region_prices: [{ id: "id-cgk", hourly: 0.009, monthly: 6 }] };

/** What the service offers besides, and what no longer. */
export function catalogueOfToday(brand: Brand, { regions, types, images, engines, ...others }: Catalogue): Catalogue {
  const [region] = regions.values();
  const type = types.get("g6-dedicated-2");
  const [image] = images.values();
  if (!region || !type || !image) throw new Error("the catalogue is empty");
  const newRegion = { ...region, id: "us-den-1", country: "us" };
  const newType = { ...type, id: "g8-dedicated-4-2", label: "Dedicated G8 4GB" };
  const engine = { id: "mysql/8.4.6", engine: "mysql", version: "8.4.6" };
  const newer = `${brand.word}/debian13`;
  return {
    ...others,
    regions: new Map([...regions.values(), newRegion].map((one) => [one.id, regionOfToday(one)])),
    types: new Map([...types.values(), newType].map((one) => [one.id, { ...one, ...SINCE_TYPES }])),
    images: new Map([...images, [newer, { ...image, id: newer, label: "Debian 13", deprecated: false }]]),
    engines: new Map([...Array.from(engines).filter(([, one]) => one.engine !== "mongodb"), [engine.id, engine]]),
  };
}

function regionOfToday(region: Region) {
  return {
    ...region,
    capabilities: [...region.capabilities, "Metadata", "Placement Group"],
    placement_group_limits: { maximum_pgs_per_customer: null, maximum_linodes_per_pg: 5 },
    site_type: "core",
  };
}

function instance(body: Body): Body {
  return {
    ...body,
    specs: { ...(body.specs as Body), gpus: 0, accelerated_devices: 0 },
    alerts: { ...(body.alerts as Body), system_alerts: [], user_alerts: [] },
    backups: { available: false, ...(body.backups as Body) },
    capabilities: ["SMTP Enabled"],
    disk_encryption: "enabled",
    has_user_data: false,
    host_uuid: "3a3ddd59d9a78bb8de041391075df44de62bfec8",
    interface_generation: "legacy_config",
    lke_cluster_id: null,
    locks: [],
    maintenance_policy: null,
    placement_group: null,
    site_type: "core",
  };
}

/** An upload's response has the image in it. */
function image(body: Body): Body {
  if (body.image !== undefined) return { ...body, image: image(body.image as Body) };
  return {
    ...body,
    capabilities: ["cloud-init"],
    image_sharing: { shared_by: null, shared_with: null },
    is_shared: false,
    regions: [],
    tags: [],
    total_size: 0,
  };
}

/** The hosts of a cluster are named differently, and so is nothing of replication. */
function database({ replication_type: _, hosts, ...body }: Body): Body {
  const { primary = null, secondary, standby = secondary } = (hosts ?? {}) as Body;
  return {
    ...body,
    hosts: hosts && primary !== null ? { endpoints: [], ...(hosts as Body), primary, standby } : null,
    encrypted: true,
    engine_config: {},
    members: {},
    oldest_restore_time: null,
    platform: "rdbms-default",
    private_network: null,
    updates: { ...(body.updates as Body), pending: [] },
    total_disk_size_gb: 9,
    used_disk_size_gb: null,
  };
}
