import { EMPTY, INSTANCES, ROOMY } from "../../../emulator/support/instances";
import { rule } from "../../rule";
import { expectFailure, expectRefusal, expectSuccess } from "../../support";
import { backedUp, contentsOf, restore, running } from "./support";

const ENDPOINT = "Document 1, Endpoints, Instances (restore)";
const RULE = "Document 1, Endpoints, Instances, rule 3";

export const RESTORE_RULES = [
  rule("1.restore.response", `${ENDPOINT}; Conventions`)
    .states("Restore returns an empty object, and the target has the disks and configs of the backup")
    .testOn(backedUp, async (service, { id, backup }) => {
      const target = await service.create(INSTANCES, EMPTY);
      const body = { compute_id: target.id, overwrite: false };
      expect(expectSuccess(await restore(service, id, backup.id, body))).toEqual({});
      expect(await contentsOf(service, target.id)).toEqual({ disks: backup.disks, configs: backup.configs });
    }),
  rule("1.restore.target-required", ENDPOINT)
    .states("Restore needs compute_id, the id of the instance to restore to")
    .testOn(backedUp, async (service, { id, backup }) => {
      for (const compute_id of [undefined, "target", 1.5]) {
        expectRefusal(await restore(service, id, backup.id, { compute_id, overwrite: true }), "compute_id");
      }
      expectFailure(await restore(service, id, backup.id, { compute_id: 1, overwrite: true }));
      const target = await service.create(INSTANCES, EMPTY);
      expectSuccess(await restore(service, id, backup.id, { compute_id: target.id, overwrite: true }));
    }),
  rule("1.restore.overwrite-optional", ENDPOINT)
    .states("overwrite may be left out")
    .testOn(backedUp, async (service, { id, backup }) => {
      const target = await service.create(INSTANCES, ROOMY);
      expectSuccess(await restore(service, id, backup.id, { compute_id: target.id }));
    }),
  rule("1.restore.overwrite-type", ENDPOINT)
    .states("overwrite is true or false")
    .testOn(backedUp, async (service, { id, backup }) => {
      const target = await service.create(INSTANCES, ROOMY);
      expectRefusal(await restore(service, id, backup.id, { compute_id: target.id, overwrite: "yes" }), "overwrite");
    }),
  rule("1.restore.overwrite", RULE)
    .states("With overwrite true, the disks and configs of the target are deleted before")
    .test(async (service) => {
      const { id, backup } = await backedUp(service, { swap_size: 1024 });
      const target = await running(service, { image: "compute/ubuntu22.04", swap_size: 256 });
      service.emulator.poke("instance", target.id, { power: "off" });
      expectSuccess(await restore(service, id, backup.id, { compute_id: target.id, overwrite: true }));
      expect(await contentsOf(service, target.id)).toEqual({ disks: backup.disks, configs: backup.configs });
    }),
  rule("1.restore.same-instance", RULE)
    .states("The target may be the instance that the backup is of")
    .testOn(backedUp, async (service, { id, backup }) => {
      service.emulator.poke("instance", id, { power: "off" });
      expectSuccess(await restore(service, id, backup.id, { compute_id: id, overwrite: true }));
      expect(expectSuccess(await service.get(`${INSTANCES}/${id}/backups/${backup.id}`))).toEqual(backup);
      expect(await contentsOf(service, id)).toEqual({ disks: backup.disks, configs: backup.configs });
    }),
  rule("1.restore.beside", RULE)
    .states("With overwrite false, what the target has stays")
    .testOn(backedUp, async (service, { id, backup }) => {
      const target = await service.create(INSTANCES, ROOMY);
      const body = { compute_id: target.id, overwrite: false };
      for (let times = 0; times < 2; times++) expectSuccess(await restore(service, id, backup.id, body));
      const { disks, configs } = await contentsOf(service, target.id);
      expect([disks.length, configs.length]).toEqual([2 * backup.disks.length, 2 * backup.configs.length]);
    }),
  rule("1.restore.no-space", `${RULE}; Errors`)
    .states("With overwrite false and too little free space on the target, the refusal speaks of the space")
    .testOn(backedUp, async (service, { id, backup }) => {
      const target = await running(service);
      service.emulator.poke("instance", target.id, { power: "off" });
      const reply = await restore(service, id, backup.id, { compute_id: target.id, overwrite: false });
      expectRefusal(reply);
      expect(reply.body.errors.map(({ reason }) => reason).join()).toMatch(/space/i);
      const { disks } = await contentsOf(service, target.id);
      expect(disks).toHaveLength(2);
    }),
];
