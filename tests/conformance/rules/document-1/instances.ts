import { isIPv6 } from "node:net";
import type { Body, Reply, Started } from "../../../emulator/support/client";
import { asUser, DEBIAN } from "../../../emulator/support/client";
import { EMPTY, empty, INSTANCES, ROOMY } from "../../../emulator/support/instances";
import { MINUTE_MS } from "../../../support/time";
import { fieldRules, rule } from "../../rule";
import {
  expectFailure,
  expectRefusal,
  expectSuccess,
  filtered,
  list,
  LONG_MS,
  observedOnce,
  waitFor,
  waitForStatus,
  waitUntilDeleted,
} from "../../support";
import { backedUp, boots, FIRST, restore, running, withTokens } from "./support";

const INSTANCE = "Document 1, Instance";

const STATUSES = [
  ...["running", "offline", "booting", "rebooting", "shutting_down", "provisioning", "deleting", "migrating"],
  ...["rebuilding", "cloning", "restoring", "stopped"],
] as const;

/** The fields of the table, each with its description. */
const FIELDS = {
  id: "The id of an instance is an integer",
  label: "The label of an instance is a text of 3 to 64 characters",
  group: "The group of an instance is a text",
  tags: "The tags of an instance is a list of texts",
  region: "The region of an instance is a text",
  type: "The type of an instance is a text",
  image: "The image of an instance is a text or null",
  status: "The status of an instance is one of twelve words",
  hypervisor: "The hypervisor of an instance is always kvm",
  created: "The created of an instance is a date with time",
  updated: "The updated of an instance is a date with time",
  ipv4: "The ipv4 of an instance is a list of IPv4 addresses",
  ipv6: "The ipv6 of an instance is an IPv6 address with the prefix /128, or null",
  specs: "The specs of an instance is disk, memory, transfer and vcpus, all integers",
  alerts: "The alerts of an instance is cpu, io, network_in, network_out and transfer_quota, all integers",
  backups: "The backups of an instance is enabled, last_successful, and a schedule of day and window",
  watchdog_enabled: "The watchdog_enabled of an instance is true or false",
};

/** Various instances, as the create, the list and their own paths show them. */
const samples = observedOnce(async (service) => {
  const fields = { private_ip: true, backups_enabled: true, tags: ["one"], group: "web", label: "web-1" };
  const created = [
    await service.create(INSTANCES, { ...DEBIAN, ...fields }),
    await service.create(INSTANCES, { ...DEBIAN, booted: false }),
    await service.create(INSTANCES, EMPTY),
  ];
  service.emulator.clock.advance(LONG_MS);
  const views = await Promise.all(created.map(async ({ id }) => (await service.get(`${INSTANCES}/${id}`)).body));
  const all = [...created, ...views, ...(await list(service, INSTANCES))];
  expect(all).toHaveLength(9);
  return all;
});

export const INSTANCE_FIELD_RULES = [
  ...fieldRules("1.instance.type-of-", INSTANCE, FIELDS, samples),
  rule("1.instance.id-in-paths", INSTANCE)
    .states("The id leads to the instance in every operation, and no two instances share one")
    .test(async (service) => {
      const [a, b] = [await service.create(INSTANCES, EMPTY), await service.create(INSTANCES, EMPTY)];
      expect(a.id).not.toBe(b.id);
      for (const { id, label } of [a, b]) {
        expect(expectSuccess(await service.get(`${INSTANCES}/${id}`))).toMatchObject({ id, label });
      }
    }),
  rule("1.instance.list-and-view-agree", "Document 1, Endpoints, Instances")
    .states("The list holds instances as their own paths show them")
    .testOn(running, async (service, { id }) => {
      expect(await list(service, INSTANCES)).toEqual([expectSuccess(await service.get(`${INSTANCES}/${id}`))]);
    }),
  rule("1.instance.image-deployed-from", INSTANCE)
    .states("The image is the one that the disk was deployed from, and null when there was none")
    .test(async (service) => {
      expect(await service.create(INSTANCES, DEBIAN)).toMatchObject({ image: DEBIAN.image });
      expect(await service.create(INSTANCES, EMPTY)).toMatchObject({ image: null });
    }),
  rule("1.instance.one-public-address", INSTANCE)
    .states("A new instance has one public IPv4 address and an IPv6 address, which are its own")
    .test(async (service) => {
      const [a, b] = [await service.create(INSTANCES, EMPTY), await service.create(INSTANCES, DEBIAN)];
      expect([a.ipv4.length, b.ipv4.length]).toEqual([1, 1]);
      expect(a.ipv4[0]).not.toBe(b.ipv4[0]);
      expect(isIPv6(String(a["ipv6"]).replace("/128", ""))).toBe(true);
      expect(a["ipv6"]).not.toBe(b["ipv6"]);
    }),
  rule("1.instance.statuses", "Document 1, States and transitions")
    .states("The status can show each of its twelve values")
    .testOn(empty, async (service, { id }) => {
      for (const status of STATUSES) {
        service.emulator.poke("instance", id, { status });
        expect(expectSuccess(await service.get(`${INSTANCES}/${id}`)).status).toBe(status);
      }
    }),
  rule("1.instance.ipv4-reassigned", INSTANCE)
    .states("IPv4 addresses can be given to another instance or shared")
    .untestable("The endpoints for it belong to networking, which the document does not show."),
  rule("1.instance.ipv6-null", INSTANCE)
    .states("The IPv6 address is null while none is assigned")
    .untestable("No operation of the document makes an instance without one."),
  rule("1.instance.display-only", INSTANCE)
    .states("Label and tags are for people and have no effect")
    .untestable("The absence of every effect cannot be shown by a test."),
];

const UPDATE = "Document 1, Endpoints, Instances (update); Instance";

const ALERTS = { cpu: 80, io: 9000, network_in: 11, network_out: 12, transfer_quota: 70 };

/** Each field of an update, with another value than that of a new instance. */
const UPDATED = {
  alerts: ALERTS,
  group: "web",
  label: "renamed",
  tags: ["one", "two"],
  watchdog_enabled: false,
};

const SCHEDULE = { day: "Saturday", window: "W22" };

/** Values of the wrong type, by field. */
const WRONG_TYPES: { readonly [field: string]: unknown } = {
  alerts: { ...ALERTS, cpu: "much" },
  backups: { schedule: { ...SCHEDULE, day: 6 } },
  group: 5,
  label: 12345,
  tags: [5],
  watchdog_enabled: "no",
};

/** Fields that only other operations change, or none. */
const FIXED: { readonly [field: string]: unknown } = {
  id: 1,
  region: "eu-west",
  type: "g6-standard-2",
  image: "compute/ubuntu22.04",
  status: "stopped",
  hypervisor: "xen",
  created: "2001-01-01T00:00:00",
  ipv4: ["192.0.2.1"],
  ipv6: "2001:db8::1/128",
  specs: { disk: 1, memory: 1, transfer: 1, vcpus: 1 },
};

const view = async (service: Started, id: number): Promise<Body> =>
  expectSuccess(await service.get(`${INSTANCES}/${id}`));

/** Fails unless an instance is offline when everything that goes on has ended. */
export async function staysOffline(service: Started, id: number): Promise<void> {
  service.emulator.clock.advance(LONG_MS);
  expect((await view(service, id)).status).toBe("offline");
}

/** Deletes an instance, and waits until it is gone. */
async function remove(service: Started, id: number): Promise<void> {
  expectSuccess(await service.delete(`${INSTANCES}/${id}`));
  await waitUntilDeleted(service, `${INSTANCES}/${id}`);
}

/** An instance before and after updates that bring each of the fixed fields alone. */
const fixed = observedOnce(async (service) => {
  const { put, view } = await running(service);
  const before = await view();
  // The document doesn't specify whether they are ignored or rejected.
  for (const [field, value] of Object.entries(FIXED)) await put({ [field]: value });
  service.emulator.clock.advance(LONG_MS);
  return { before, after: await view() };
});

const RITA = { token: "rita", username: "rita", restricted: true, grants: ["add_computes"] };

const STATES = "Document 1, States and transitions";
const WATCHDOG = `${STATES}; Instance; Limits`;

/** Twice as many steps of the clock as a job takes. */
const MOST_LOOKS = 20;

/** Cuts the power of a running instance; returns whether it is booted again within a minute. */
async function survives(service: Started, id: number): Promise<boolean> {
  service.emulator.poke("instance", id, { powerLoss: true });
  service.emulator.clock.advance(MINUTE_MS);
  return (await service.get(`${INSTANCES}/${id}`)).body.status === "running";
}

const DELETE = "Document 1, Endpoints, Instances, rule 1";
const BOOT = "Document 1, Endpoints, Instances, rule 4";

/** An offline instance with one config that was never booted. */
async function neverBooted(service: Started): Promise<number> {
  const { id } = await service.create(INSTANCES, { ...DEBIAN, booted: false });
  await waitForStatus(service, `${INSTANCES}/${id}`, "offline");
  service.emulator.clock.advance(LONG_MS);
  return id;
}

/** An instance without configs that was never booted; `addConfig` adds one by restoring a backup without overwrite. */
async function growing(service: Started) {
  const source = await backedUp(service);
  const { id } = await service.create(INSTANCES, ROOMY);
  const powerOff = () => void service.emulator.poke("instance", id, { power: "off" });
  const addConfig = async () => {
    const reply = await restore(service, source.id, source.backup.id, { compute_id: id, overwrite: false });
    expectSuccess(reply);
    powerOff();
  };
  return { id, addConfig, powerOff };
}

/** What happens to an instance: updates, states, boots and deletion. */
export const INSTANCE_CHANGE_RULES = [
  ...Object.entries(UPDATED).map(([field, value]) =>
    rule(`1.update.${field}`, UPDATE)
      .states(`An update can bring ${field} alone, and returns the instance with it`)
      .test(async (service) => {
        const before = await service.create(INSTANCES, EMPTY);
        const after = expectSuccess(await service.put(`${INSTANCES}/${before.id}`, { [field]: value }));
        expect(before[field]).not.toEqual(value);
        expect(after).toEqual({ ...before, [field]: value, updated: after.updated });
        expect(await view(service, before.id)).toEqual(after);
      }),
  ),
  ...Object.entries(WRONG_TYPES).map(([field, value]) =>
    rule(`1.update.type-of-${field}`, UPDATE)
      .states(`An update takes ${field} only with its type`)
      .testOn(empty, async (service, { id }) => {
        expectRefusal(await service.put(`${INSTANCES}/${id}`, { [field]: value }), field);
      }),
  ),
  ...Object.keys(FIXED).map((field) =>
    rule(`1.update.${field}-fixed`, UPDATE)
      .states(`An update does not change ${field}`)
      .testOn(fixed, (_service, { before, after }) => expect(after[field]).toEqual(before[field])),
  ),
  rule("1.update.nothing", UPDATE)
    .states("All fields of an update are optional")
    .test(async (service) => {
      const before = await service.create(INSTANCES, EMPTY);
      const after = expectSuccess(await service.put(`${INSTANCES}/${before.id}`, {}));
      expect(after).toEqual({ ...before, updated: after.updated });
    }),
  rule("1.update.backups-schedule", UPDATE)
    .states("An update can bring the schedule of the backups")
    .test(async (service) => {
      const { id } = await service.create(INSTANCES, { ...EMPTY, backups_enabled: true });
      const after = expectSuccess(await service.put(`${INSTANCES}/${id}`, { backups: { schedule: SCHEDULE } }));
      expect(after.backups).toMatchObject({ enabled: true, schedule: SCHEDULE });
      expect(await view(service, id)).toEqual(after);
    }),
  rule("1.update.backups-rest-fixed", UPDATE)
    .states("Of the backups, an update changes nothing but the schedule")
    .test(async (service) => {
      const { view, put } = await running(service, { backups_enabled: true });
      const { backups } = await view();
      await put({ backups: { enabled: false, last_successful: "2001-01-01T00:00:00" } });
      expect((await view()).backups).toEqual(backups);
    }),
  rule("1.update.label-length", `${UPDATE}; Limits`)
    .states("A new label has 3 to 64 characters as well")
    .testOn(empty, async (service, { id }) => {
      const rename = (length: number) => service.put(`${INSTANCES}/${id}`, { label: "x".repeat(length) });
      for (const length of [3, 64]) expectSuccess(await rename(length));
      for (const length of [2, 65]) expectRefusal(await rename(length), "label");
    }),
  rule("1.update.tags-unrestricted-only", `${UPDATE}; Authentication`, { options: withTokens(RITA) })
    .states("A restricted user can change its instances, but not their tags")
    .test(async (service) => {
      const rita = asUser(service, RITA.token);
      const { id } = await rita.create(INSTANCES, EMPTY);
      expectRefusal(await rita.put(`${INSTANCES}/${id}`, { tags: ["one"] }));
      expect(expectSuccess(await rita.put(`${INSTANCES}/${id}`, { group: "web" }))).toMatchObject({ group: "web" });
    }),
  rule("1.update.type-by-resize", "Document 1, Instance", { usesExtensions: true })
    .states("The type changes through POST /compute/instances/{id}/resize")
    .testOn(running, async (service, { id }) => {
      expectSuccess(await service.post(`${INSTANCES}/${id}/resize`, { type: "g6-standard-2" }));
      service.emulator.clock.advance(LONG_MS);
      expect(await view(service, id)).toMatchObject({ type: "g6-standard-2" });
    }),
  rule("1.update.region-by-migration", "Document 1, Instance")
    .states("The region changes through a migration to another data center")
    .untestable("The document shows no endpoint that migrates an instance."),
  rule("1.states.maintenance", `${STATES}; Instance`)
    .states("Maintenance shows as stopped, without anybody's action and whatever the status was")
    .testOn(running, async (service, { id }) => {
      for (const before of STATUSES) {
        service.emulator.poke("instance", id, { status: before });
        service.emulator.poke("instance", id, { status: "stopped" });
        service.emulator.clock.advance(LONG_MS);
        expect((await service.get(`${INSTANCES}/${id}`)).body.status).toBe("stopped");
      }
    }),
  rule("1.states.known-values-only", STATES)
    .states("Through snapshot, restore, clone and deletion, the status shows nothing but its twelve values")
    .testOn(backedUp, async (service, { id, backup }) => {
      const target = await service.create(INSTANCES, ROOMY);
      const path = `${INSTANCES}/${id}`;
      // Each look compares the response with the schema, which has these values.
      const watch = async (watched: number) => {
        let looks = 0;
        const last = ({ status }: Reply) => status >= 400 || ++looks > MOST_LOOKS;
        return (await waitFor(service, `${INSTANCES}/${watched}`, last)).status;
      };
      const body = { compute_id: target.id, overwrite: true };
      expectSuccess(await service.post(`${path}/backups/${backup.id}/restore`, body));
      expect(await watch(target.id)).toBe(200);
      expectSuccess(await service.post(`${path}/clone`, { compute_id: target.id }));
      expect(await watch(target.id)).toBe(200);
      expectSuccess(await service.delete(path));
      expect(await watch(id)).toBe(404);
    }),
  rule("1.watchdog.boots", WATCHDOG)
    .states("With the watchdog, an instance that lost its power is booted again")
    .testOn(running, async (service, { id }) => {
      expect((await service.get(`${INSTANCES}/${id}`)).body).toMatchObject({ watchdog_enabled: true });
      service.emulator.poke("instance", id, { powerLoss: true });
      await waitForStatus(service, `${INSTANCES}/${id}`, "booting");
      await waitForStatus(service, `${INSTANCES}/${id}`, "running");
    }),
  rule("1.watchdog.off", WATCHDOG)
    .states("Without the watchdog, an instance that lost its power stays off")
    .testOn(running, async (service, { id }) => {
      expectSuccess(await service.put(`${INSTANCES}/${id}`, { watchdog_enabled: false }));
      service.emulator.poke("instance", id, { powerLoss: true });
      await staysOffline(service, id);
    }),
  rule("1.watchdog.unexpected-only", WATCHDOG, { usesExtensions: true })
    .states("The watchdog acts only when no shutdown job was responsible")
    .testOn(running, async (service, { id }) => {
      expectSuccess(await service.post(`${INSTANCES}/${id}/shutdown`));
      await staysOffline(service, id);
    }),
  rule("1.watchdog.gives-up", WATCHDOG)
    .states("The watchdog gives up after more than five boot jobs within fifteen minutes")
    .testOn(running, async (service, { id }) => {
      service.emulator.clock.advance(15 * MINUTE_MS);
      for (let losses = 1; losses <= 5; losses++) expect(await survives(service, id)).toBe(true);
      // The sentence doesn't specify whether the sixth boot job still runs; a seventh does not.
      if (await survives(service, id)) expect(await survives(service, id)).toBe(false);
      await staysOffline(service, id);
    }),
  rule("1.watchdog.fifteen-minutes", WATCHDOG)
    .states("Boot jobs that are spread over more than fifteen minutes do not make the watchdog give up")
    .testOn(running, async (service, { id }) => {
      for (let losses = 1; losses <= 10; losses++) {
        service.emulator.clock.advance(4 * MINUTE_MS);
        expect(await survives(service, id)).toBe(true);
      }
    }),
  rule("1.delete.response", "Document 1, Endpoints, Instances; Conventions")
    .states("Deleting an instance returns an empty object, and the instance is deleted")
    .testOn(empty, async (service, { id }) => {
      const other = await service.create(INSTANCES, EMPTY);
      expect(expectSuccess(await service.delete(`${INSTANCES}/${id}`))).toEqual({});
      await waitUntilDeleted(service, `${INSTANCES}/${id}`);
      expect((await list(service, INSTANCES)).map((left) => left.id)).toEqual([other.id]);
    }),
  rule("1.delete.irreversible", DELETE)
    .states("A deleted instance does not come back, and nothing can be done with it")
    .testOn(running, async (service, { id }) => {
      expectSuccess(await service.delete(`${INSTANCES}/${id}`));
      service.emulator.clock.advance(LONG_MS);
      expectFailure(await service.get(`${INSTANCES}/${id}`));
      expectFailure(await service.post(`${INSTANCES}/${id}/boot`));
      expectFailure(await service.put(`${INSTANCES}/${id}`, { group: "web" }));
      expectFailure(await service.delete(`${INSTANCES}/${id}`));
      service.emulator.clock.advance(LONG_MS);
      expectFailure(await service.get(`${INSTANCES}/${id}`));
    }),
  rule("1.delete.addresses", DELETE)
    .states("The addresses of a deleted instance are released")
    .test(async (service) => {
      const { id, view } = await running(service, { private_ip: true });
      const { ipv4 } = await view();
      for (const address of ipv4) expect(await filtered(service, INSTANCES, { ipv4: address })).toEqual([id]);
      await remove(service, id);
      for (const address of ipv4) expect(await filtered(service, INSTANCES, { ipv4: address })).toEqual([]);
    }),
  ...(["disk", "config"] as const).map((kind) =>
    rule(`1.delete.${kind}s`, DELETE)
      .states(`The ${kind}s of a deleted instance are deleted`)
      .testOn(running, async (service, { id }) => {
        const stored = () => service.emulator.poke(kind, FIRST[kind], {});
        expect(stored()).toMatchObject({ id: FIRST[kind] });
        await remove(service, id);
        expect(stored).toThrow();
      }),
  ),
  rule("1.delete.backups", DELETE)
    .states("The backups of a deleted instance are deleted")
    .testOn(backedUp, async (service, { id, backup }) => {
      await remove(service, id);
      expectFailure(await service.get(`${INSTANCES}/${id}/backups/${backup.id}`));
      expectRefusal(await service.post(INSTANCES, { ...EMPTY, backup_id: backup.id }), "backup_id");
    }),
  rule("1.delete.billing", DELETE)
    .states("Deleting ends the billing of an instance and its services; the time until then is billed")
    .untestable("Billing is not part of the interface."),
  rule("1.boot.one-config", `${BOOT}; Conventions`)
    .states(
      "Without config_id, the only config is used; boot returns an empty object, and the instance runs afterwards",
    )
    .test(async (service) => boots(service, await neverBooted(service))),
  rule("1.boot.config-id", "Document 1, Endpoints, Instances", { usesExtensions: true })
    .states("config_id names the config to boot with")
    .testOn(neverBooted, async (service, id) => {
      const [config] = await list(service, `${INSTANCES}/${id}/configs`);
      const other = await neverBooted(service);
      const [foreign] = await list(service, `${INSTANCES}/${other}/configs`);
      expectRefusal(await service.post(`${INSTANCES}/${id}/boot`, { config_id: foreign?.id }));
      await boots(service, id, { config_id: config?.id });
    }),
  rule("1.boot.config-id-type", "Document 1, Endpoints, Instances")
    .states("config_id is an integer")
    .testOn(neverBooted, async (service, id) => {
      for (const config_id of ["first", 1.5, true]) {
        expectRefusal(await service.post(`${INSTANCES}/${id}/boot`, { config_id }), "config_id");
      }
      await boots(service, id);
    }),
  rule("1.boot.never-booted", `${BOOT}; Errors`)
    .states("Without config_id, boot is rejected when there are several configs and none was ever booted")
    .testOn(growing, async (service, { id, addConfig }) => {
      await addConfig();
      await addConfig();
      expectRefusal(await service.post(`${INSTANCES}/${id}/boot`));
      await staysOffline(service, id);
    }),
  rule("1.boot.last-booted", BOOT)
    .states("Without config_id, of several configs the one that was booted last is used")
    .testOn(growing, async (service, { id, addConfig, powerOff }) => {
      await addConfig();
      await boots(service, id);
      powerOff();
      await addConfig();
      await boots(service, id);
    }),
  rule("1.boot.explicit-counts-as-booted", BOOT, { usesExtensions: true })
    .states("A config that was named at a boot is the last booted one from then on")
    .testOn(growing, async (service, { id, addConfig, powerOff }) => {
      await addConfig();
      await addConfig();
      const [config] = await list(service, `${INSTANCES}/${id}/configs`);
      await boots(service, id, { config_id: config?.id });
      powerOff();
      await boots(service, id);
    }),
  rule("1.boot.last-booted-deleted", `${BOOT}; Errors`, { usesExtensions: true })
    .states("Without config_id, boot is rejected when the last booted config is deleted and several are left")
    .testOn(growing, async (service, { id, addConfig, powerOff }) => {
      await addConfig();
      const [first] = await list(service, `${INSTANCES}/${id}/configs`);
      await boots(service, id);
      powerOff();
      await addConfig();
      await addConfig();
      expectSuccess(await service.delete(`${INSTANCES}/${id}/configs/${first?.id}`));
      service.emulator.clock.advance(LONG_MS);
      expectRefusal(await service.post(`${INSTANCES}/${id}/boot`));
    }),
];
