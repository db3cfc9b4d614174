import type { Started } from "../../../emulator/support/client";
import { DEBIAN } from "../../../emulator/support/client";
import { EMPTY, INSTANCES } from "../../../emulator/support/instances";
import { rule } from "../../rule";
import { expectRefusal, expectSuccess, LONG_MS, observedOnce, waitFor } from "../../support";
import { STATUSES } from "./instance-fields";
import { backedUp, boots, captured, contentsOf, restore, running, settled } from "./support";

const MODES = "Document 1, Creation modes";
const TRANSITIONS = "Document 1, States and transitions";

/** What is deployed, and the required fields: an image, a private image, a StackScript. */
const DEPLOYMENTS: { readonly [name: string]: (service: Started) => Promise<object> } = {
  "public-image": () => Promise.resolve(DEBIAN),
  "private-image": async (service) => {
    await running(service);
    const { id } = await captured(service);
    return { ...DEBIAN, image: id, type: "g6-standard-1" };
  },
  stackscript: () => Promise.resolve({ ...DEBIAN, stackscript_id: 9002 }),
};

const DEPLOYED = Object.entries(DEPLOYMENTS).flatMap(([name, deployment]) => {
  /** The response without a password, the statuses from the create until the instance runs, and its contents then. */
  const deployed = observedOnce(async (service) => {
    const order = await deployment(service);
    const withoutPassword = await service.post(INSTANCES, { ...order, root_pass: undefined });
    const { id, status } = await service.create(INSTANCES, order);
    const statuses = [status];
    await waitFor(
      service,
      `${INSTANCES}/${id}`,
      ({ body }) => statuses.push(body.status) > 0 && body.status === "running",
    );
    return { withoutPassword, statuses, contents: await contentsOf(service, id) };
  });
  return [
    rule(`1.modes.${name}-runs`, `${MODES}; States and transitions`)
      .states(`An instance made from a ${name} is first provisioning and in the end running`)
      .test(async (service) => {
        const { statuses } = await deployed(service);
        expect(statuses[0]).toBe("provisioning");
        expect(STATUSES).toEqual(expect.arrayContaining(statuses));
      }),
    rule(`1.modes.${name}-contents`, `${MODES}; States and transitions`)
      .states(`An instance made from a ${name} has one config and two disks, one of them 512 of swap`)
      .test(async (service) => {
        const { configs, disks } = (await deployed(service)).contents;
        expect(configs).toHaveLength(1);
        expect(disks).toHaveLength(2);
        expect(disks.filter((disk) => disk.filesystem === "swap" && disk.size === 512)).toHaveLength(1);
      }),
    rule(`1.modes.${name}-root-pass`, `${MODES}; Instance create request`)
      .states(`Making an instance from a ${name} needs a root password`)
      .test(async (service) => expectRefusal((await deployed(service)).withoutPassword, "root_pass")),
  ];
});

export const CREATION_MODE_RULES = [
  ...DEPLOYED,
  rule("1.modes.backup-id", `${MODES}; Instance create request`)
    .states("backup_id names a backup of another instance, whose root password is used, so that none is needed")
    .testOn(backedUp, async (service, { backup }) => {
      expectRefusal(await service.post(INSTANCES, { ...EMPTY, backup_id: backup.id + 1 }), "backup_id");
      const { id } = await service.create(INSTANCES, { ...EMPTY, backup_id: backup.id });
      expectSuccess(await service.get(`${INSTANCES}/${id}`));
    }),
  rule("1.modes.backup-size", MODES)
    .states("An instance made from a backup must be large enough for it")
    .test(async (service) => {
      const { backup } = await backedUp(service, { type: "g6-standard-1" });
      expectRefusal(await service.post(INSTANCES, { ...EMPTY, backup_id: backup.id }));
      expectSuccess(await service.post(INSTANCES, { ...EMPTY, type: "g6-standard-1", backup_id: backup.id }));
    }),
  rule("1.modes.backup-contents", MODES)
    .states("An instance made from a backup has the disks and the config of the instance that was backed up")
    .test(async (service) => {
      const { backup } = await backedUp(service, { swap_size: 1024 });
      const { id } = await service.create(INSTANCES, { ...EMPTY, type: "g6-standard-2", backup_id: backup.id });
      service.emulator.clock.advance(LONG_MS);
      expect(backup.disks).toHaveLength(2);
      expect(await contentsOf(service, id)).toEqual({ disks: backup.disks, configs: backup.configs });
    }),
  rule("1.modes.backup-booted", "Document 1, Instance create request")
    .states("An instance made from a backup is booted unless told otherwise")
    .testOn(backedUp, async (service, { backup }) => {
      const create = (fields: object) => service.create(INSTANCES, { ...EMPTY, backup_id: backup.id, ...fields });
      const [booted, not] = [await create({}), await create({ booted: false })];
      await settled(service, `${INSTANCES}/${booted.id}`, "running");
      service.emulator.clock.advance(LONG_MS);
      expect((await service.get(`${INSTANCES}/${not.id}`)).body.status).toBe("offline");
    }),
  rule("1.modes.empty-offline", `${MODES}; States and transitions`)
    .states("An instance without image, StackScript and backup is offline and stays so")
    .test(async (service) => {
      const { id, status } = await service.create(INSTANCES, { ...EMPTY, booted: true });
      expect(status).toBe("offline");
      service.emulator.clock.advance(LONG_MS);
      expect((await service.get(`${INSTANCES}/${id}`)).body.status).toBe("offline");
    }),
  rule("1.modes.empty-boot", TRANSITIONS)
    .states("An instance that was made empty is started by boot, once there is something on it")
    .testOn(backedUp, async (service, source) => {
      const { id } = await service.create(INSTANCES, EMPTY);
      expectSuccess(await restore(service, source.id, source.backup.id, { compute_id: id, overwrite: false }));
      service.emulator.poke("instance", id, { power: "off" });
      await boots(service, id);
    }),
  rule("1.modes.empty-contents", MODES, { usesExtensions: true })
    .states("An instance that was made empty has no disks and configs until they are made by hand")
    .test(async (service) => {
      const { id } = await service.create(INSTANCES, EMPTY);
      service.emulator.clock.advance(LONG_MS);
      for (const path of ["disks", "configs"]) {
        expect(expectSuccess(await service.get(`${INSTANCES}/${id}/${path}`))["data"]).toEqual([]);
      }
      const disk = await service.create(`${INSTANCES}/${id}/disks`, { label: "by hand", size: 1024 });
      service.emulator.clock.advance(LONG_MS);
      const devices = { sda: { disk_id: disk.id } };
      await service.create(`${INSTANCES}/${id}/configs`, { label: "by hand", devices });
      await boots(service, id);
    }),
];
