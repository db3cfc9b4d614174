import { EMPTY, INSTANCES } from "../../../emulator/support/instances";
import { filtered, list } from "../../lists";
import { rule } from "../../rule";
import { expectFailure, expectRefusal, expectSuccess, LONG_MS, waitUntilDeleted } from "../../support";
import { backedUp, FIRST, running } from "./support";

const DELETE = "Document 1, Endpoints, Instances, rule 1";

export const INSTANCE_DELETE_RULES = [
  rule("1.delete.response", "Document 1, Endpoints, Instances; Conventions")
    .states("Deleting an instance returns an empty object, and the instance is deleted")
    .test(async (service) => {
      const { id } = await service.create(INSTANCES, EMPTY);
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
      const { id, ipv4 } = await running(service, { private_ip: true });
      for (const address of ipv4) expect(await filtered(service, INSTANCES, { ipv4: address })).toEqual([id]);
      expectSuccess(await service.delete(`${INSTANCES}/${id}`));
      await waitUntilDeleted(service, `${INSTANCES}/${id}`);
      for (const address of ipv4) expect(await filtered(service, INSTANCES, { ipv4: address })).toEqual([]);
    }),
  ...(["disk", "config"] as const).map((kind) =>
    rule(`1.delete.${kind}s`, DELETE)
      .states(`The ${kind}s of a deleted instance are deleted`)
      .testOn(running, async (service, { id }) => {
        const stored = () => service.emulator.poke(kind, FIRST[kind], {});
        expect(stored()).toMatchObject({ id: FIRST[kind] });
        expectSuccess(await service.delete(`${INSTANCES}/${id}`));
        await waitUntilDeleted(service, `${INSTANCES}/${id}`);
        expect(stored).toThrow();
      }),
  ),
  rule("1.delete.backups", DELETE)
    .states("The backups of a deleted instance are deleted")
    .testOn(backedUp, async (service, { id, backup }) => {
      expectSuccess(await service.delete(`${INSTANCES}/${id}`));
      await waitUntilDeleted(service, `${INSTANCES}/${id}`);
      expectFailure(await service.get(`${INSTANCES}/${id}/backups/${backup.id}`));
      expectRefusal(await service.post(INSTANCES, { ...EMPTY, backup_id: backup.id }), "backup_id");
    }),
  rule("1.delete.billing", DELETE)
    .states("Deleting ends the billing of an instance and its services; the time until then is billed")
    .untestable("Billing is not part of the interface."),
];
