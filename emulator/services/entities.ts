import type { EventEntity } from "../state/events";
import type { DatabaseRow } from "./databases/rows";
import type { DomainRow } from "./domains/rows";
import type { ImageRow } from "./images/rows";
import { privateImageId } from "./images/rows";
import type { ConfigRow, DiskRow, InstanceRow } from "./instances/rows";
import type { World } from "../world";

export function instanceEntity(world: World, row: InstanceRow): EventEntity {
  return { id: row.id, type: world.brand.word, label: row.label, url: instanceUrl(world, row.id) };
}

export function diskEntity(world: World, row: DiskRow): EventEntity {
  const url = `${instanceUrl(world, row.instance_id)}/disks/${row.id}`;
  return { id: row.id, type: "disk", label: row.label, url };
}

export function configEntity(world: World, row: ConfigRow): EventEntity {
  const url = `${instanceUrl(world, row.instance_id)}/configs/${row.id}`;
  return { id: row.id, type: world.brand.name("_config"), label: row.label, url };
}

export function imageEntity(row: ImageRow): EventEntity {
  const id = privateImageId(row.id);
  return { id, type: "image", label: row.label, url: `/v4/images/${id}` };
}

export function publicImageEntity(id: string, label: string): EventEntity {
  return { id, type: "image", label, url: `/v4/images/${id}` };
}

export function domainEntity(row: DomainRow): EventEntity {
  return { id: row.id, type: "domain", label: row.domain, url: `/v4/domains/${row.id}` };
}

export function databaseEntity(row: DatabaseRow): EventEntity {
  return { id: row.id, type: "database", label: row.label, url: `/v4/databases/${row.engine}/instances/${row.id}` };
}

function instanceUrl(world: World, id: number): string {
  return `/v4/${world.brand.word}/instances/${id}`;
}
