import { newCertificate } from "./certificate";
import { Problems } from "../../interface/errors";
import { grantToCreator } from "../../access/grants";
import type { Call } from "../../interface/router";
import type { DatabaseRow } from "./rows";
import { databases } from "./rows";
import { sent } from "../../json";
import { parse, requireFields } from "../../interface/validation";
import type { World } from "../../world";
import { today } from "../../world";
import { newPassword } from "./credentials";
import { scheduleDailyBackup } from "./daily-backups";
import { asRanges, checkUniqueLabel, CREATE_SHAPE, DEFAULT_WINDOW, SHAPE_OF_TODAY } from "./fields";
import type { DatabaseKind } from "./kinds";
import { DATABASE, startWork } from "./states";

/** Capability of the regions that offer databases. */
const CAPABILITY = "Managed Databases";

/** Creates a database and starts to provision it (Linode API v4, Managed Databases). */
export function createDatabase(world: World, call: Call, kind: DatabaseKind): DatabaseRow {
  const order = readOrder(world, call, kind);
  const id = databases.in(world).nextId();
  const row = databases.in(world).put({
    id,
    ...order,
    status: "provisioning",
    created: today(world),
    updated: today(world),
    updates: DEFAULT_WINDOW,
    password: newPassword(),
    password_changes: 0,
    ca_certificate: newCertificate(),
  });
  grantToCreator(world, call, DATABASE, id);
  startWork(world, row, { job: "provision", event: "database_create" });
  scheduleDailyBackup(world, id, world.clock.now());
  return row;
}

function readOrder(world: World, call: Call, kind: DatabaseKind) {
  const problems = new Problems(world.documentedOnly);
  requireFields(["engine", "label", "region", "type"], call.body, problems);
  const isToday = world.profile === "today";
  const input = parse(isToday ? SHAPE_OF_TODAY : CREATE_SHAPE, call.body, problems);
  const { engine: engineId = "", label = "", region = "", type = "", cluster_size = 1 } = input;
  checkUniqueLabel(world, input.label, problems);
  const { engines, regions, types } = world.catalogue;
  const engine = engines.get(engineId);
  const capabilities = regions.get(region)?.capabilities ?? [];
  if (input.engine !== undefined && engine?.engine !== kind.engine) problems.add("engine", "engine is not valid");
  if (input.region !== undefined && !capabilities.includes(CAPABILITY)) problems.add("region", "region is not valid");
  if (input.type !== undefined && !types.has(type)) {
    problems.add("type", "A valid plan type by that ID was not found");
  }
  const { version = "" } = engine ?? {};
  const own = kind.readOwn(call.body, { version, size: cluster_size }, problems);
  if (isToday && sent(call.body, "replication_type") !== undefined) {
    problems.add("replication_type", "Configuring replication_type is no longer supported");
  }
  problems.throwIfAny();
  return {
    engine: kind.engine,
    version,
    label,
    region,
    type,
    cluster_size,
    own,
    encrypted: input.encrypted ?? false,
    // The default is true in the documents, and false on the real service.
    ssl_connection: input.ssl_connection ?? world.documentedOnly,
    allow_list: asRanges(input.allow_list ?? []),
  };
}
