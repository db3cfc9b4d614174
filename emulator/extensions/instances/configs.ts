import { INSTANCES } from "../../access/guards";
import { configEntity, instanceEntity } from "../../services/entities";
import { listOf } from "../../interface/envelope";
import { notFound, Problems } from "../../interface/errors";
import type { Call, Route } from "../../interface/router";
import { del, get, idOf, post, put } from "../../interface/router";
import type { ConfigFields, ConfigRow, Device, InstanceRow } from "../../services/instances/rows";
import { configs, disks, instances } from "../../services/instances/rows";
import { newConfig, SLOTS } from "../../services/instances/config-fields";
import { INTERFACES, readInterfaces } from "../../services/instances/interfaces";
import { forgetConfig, instanceOf } from "../../services/instances/state";
import { flag, integer, nullable, object, oneOf, parse, requireFields, text } from "../../interface/validation";
import type { World } from "../../world";
import { today } from "../../world";

const DEVICE = nullable(object({ disk_id: nullable(integer()), volume_id: nullable(integer()) }));

const SHAPE = {
  label: text(1, 48),
  comments: text(0, 65_000),
  kernel: text(),
  memory_limit: integer(0),
  run_level: oneOf("default", "single", "binbash"),
  virt_mode: oneOf("paravirt", "fullvirt"),
  root_device: text(1),
  initrd: nullable(integer()),
  helpers: object({
    updatedb_disabled: flag(),
    distro: flag(),
    modules_dep: flag(),
    network: flag(),
    devtmpfs_automount: flag(),
  }),
  devices: object(Object.fromEntries(SLOTS.map((slot) => [slot, DEVICE]))),
  interfaces: INTERFACES,
};

const PATH = "/compute/instances/{id}/configs";

/** Configuration profiles of an instance (mentioned in Linode API v4, Linode Create and Linode Boot). */
export function instanceConfigRoutes(world: World): Route[] {
  const changed = (row: ConfigRow, verb: string) => {
    const instance = instances.in(world).get(row.instance_id);
    const entity = instance === undefined ? null : instanceEntity(world, instance);
    world.events.note(world.brand.name(`_config_${verb}`), entity, configEntity(world, row));
    return viewConfig(row);
  };
  return [
    get(PATH, INSTANCES.view, (call) =>
      listOf(world, call, configs.in(world).by("instance", instanceOf(world, call).id), [], viewConfig),
    ),
    post(PATH, INSTANCES.change, (call) => {
      const instance = instanceOf(world, call);
      const fields = readConfig(world, instance, newConfig(world.brand.name("/latest-64bit"), ""), call, true);
      const dates = { created: today(world), updated: today(world) };
      return changed(configs.in(world).add({ instance_id: instance.id, ...fields, ...dates }), "create");
    }),
    get(`${PATH}/{configId}`, INSTANCES.view, (call) => viewConfig(configOf(world, call))),
    put(`${PATH}/{configId}`, INSTANCES.change, (call) => {
      const row = configOf(world, call);
      const fields = readConfig(world, instanceOf(world, call), row, call, false);
      return changed(configs.in(world).put({ ...row, ...fields, updated: today(world) }), "update");
    }),
    del(`${PATH}/{configId}`, INSTANCES.change, (call) => {
      const row = configOf(world, call);
      forgetConfig(world, row);
      changed(row, "delete");
      return {};
    }),
  ];
}

/** The config after a request. Interfaces and devices are replaced as a whole (Linode API v4, Linode Create, interfaces). */
function readConfig(
  world: World,
  instance: InstanceRow,
  before: ConfigFields,
  call: Call,
  isNew: boolean,
): ConfigFields {
  const problems = new Problems(world.documentedOnly);
  if (isNew) requireFields(["label", "devices"], call.body, problems);
  const { devices, interfaces, helpers, ...input } = parse(SHAPE, call.body, problems);
  const fields = {
    ...before,
    ...input,
    helpers: { ...before.helpers, ...helpers },
    devices: devices === undefined ? before.devices : readDevices(world, instance, devices, problems),
    interfaces:
      interfaces === undefined ? before.interfaces : readInterfaces(world, interfaces, instance.region, problems),
  };
  problems.throwIfAny();
  return fields;
}

type DeviceInputs = { readonly [slot: string]: Partial<Device> | null | undefined };

function readDevices(world: World, instance: InstanceRow, inputs: DeviceInputs, problems: Problems) {
  const devices = Object.entries(inputs).flatMap(([slot, input]): Array<[string, Device]> => {
    const { disk_id = null, volume_id = null } = input ?? {};
    if (volume_id !== null) problems.add(`devices.${slot}.volume_id`, "volume_id is not valid");
    if (disk_id === null) return [];
    if (disks.in(world).get(disk_id)?.instance_id !== instance.id) {
      problems.add(`devices.${slot}.disk_id`, "disk_id is not valid");
    }
    return [[slot, { disk_id, volume_id }]];
  });
  return Object.fromEntries(devices);
}

function configOf(world: World, call: Call): ConfigRow {
  const instance = instanceOf(world, call);
  const row = configs.in(world).get(idOf(call, "configId"));
  if (row?.instance_id !== instance.id) throw notFound();
  return row;
}

function viewConfig({ instance_id: _instanceId, devices, ...shown }: ConfigRow): unknown {
  return { ...shown, devices: Object.fromEntries(SLOTS.map((slot) => [slot, devices[slot] ?? null])) };
}
