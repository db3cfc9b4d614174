import type { Body, Started } from "../../../emulator/support/client";
import { asUser } from "../../../emulator/support/client";
import { EMPTY, INSTANCES } from "../../../emulator/support/instances";
import { expectRefusal, expectSuccess, LONG_MS, observedOnce } from "../../support";
import { rule } from "../../rule";
import { running, withTokens } from "./support";

const UPDATE = "Document 1, Endpoints, Instances (update); Instance";

const ALERTS = { cpu: 80, io: 9000, network_in: 11, network_out: 12, transfer_quota: 70 };

/** Each field of an update, with another value than that of a new instance. */
const FIELDS = {
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

/** An instance before and after updates that bring each of the fixed fields alone. */
const fixed = observedOnce(async (service) => {
  const before = await running(service);
  // The document doesn't specify whether they are ignored or rejected.
  for (const [field, value] of Object.entries(FIXED))
    await service.put(`${INSTANCES}/${before.id}`, { [field]: value });
  service.emulator.clock.advance(LONG_MS);
  return { before, after: await view(service, before.id) };
});

const RITA = { token: "rita", username: "rita", restricted: true, grants: ["add_computes"] };

export const INSTANCE_UPDATE_RULES = [
  ...Object.entries(FIELDS).map(([field, value]) =>
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
      .test(async (service) => {
        const { id } = await service.create(INSTANCES, EMPTY);
        expectRefusal(await service.put(`${INSTANCES}/${id}`, { [field]: value }), field);
      }),
  ),
  ...Object.keys(FIXED).map((field) =>
    rule(`1.update.${field}-fixed`, UPDATE)
      .states(`An update does not change ${field}`)
      .test(async (service) => {
        const { before, after } = await fixed(service);
        expect(after[field]).toEqual(before[field]);
      }),
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
      const { id, backups } = await running(service, { backups_enabled: true });
      await service.put(`${INSTANCES}/${id}`, { backups: { enabled: false, last_successful: "2001-01-01T00:00:00" } });
      expect((await view(service, id)).backups).toEqual(backups);
    }),
  rule("1.update.label-length", `${UPDATE}; Limits`)
    .states("A new label has 3 to 64 characters as well")
    .test(async (service) => {
      const { id } = await service.create(INSTANCES, EMPTY);
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
];
