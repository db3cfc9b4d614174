import { createHash } from "node:crypto";
import type { InstanceRow } from "./rows";
import type { World } from "../../world";

/** Filterable fields (Linode API v4, Linode Instances). */
export const INSTANCE_FILTERABLE = ["id", "label", "group", "tags", "region", "image", "ipv4"];

/** An instance in API responses (Linode API v4, Linode Instances). */
export function viewInstance(world: World, row: InstanceRow): unknown {
  const plan = world.catalogue.types.get(row.type);
  const { disk = 0, memory = 0, transfer = 0, vcpus = 0, gpus = 0 } = plan ?? {};
  const { boot_jobs: _bootJobs, last_booted_config: _lastBootedConfig, copied, ...shown } = row;
  const undocumented = { host_uuid: createHash("sha1").update(`host of ${row.id}`).digest("hex") };
  return {
    ...shown,
    ...(world.brand.showsUndocumentedFields ? undocumented : {}),
    hypervisor: "kvm",
    specs: { disk, memory, transfer, vcpus, ...(world.brand.showsUndocumentedFields ? { gpus } : {}) },
    ...copied,
  };
}
