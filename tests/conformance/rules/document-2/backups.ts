import { PROVISION_MS } from "../../../emulator/support/client";
import { DAY_MS } from "../../../support/time";
import { expectTwoPages, filtered, list, PAGE } from "../../lists";
import { fieldRules, rule } from "../../rule";
import { expectFailure, expectSuccess, observedOnce, waitFor } from "../../support";
import { activeDatabase, mongodb, takeSnapshot, waitForAuto } from "./databases";

const SECTION = "Document 2, Backup record";

const FIELDS = {
  id: "A backup has an integer as `id`",
  label: "A backup shows its label as text",
  type: "A backup is of the type snapshot or auto",
  created: "A backup shows when it was created",
};

/** A snapshot and an automatic backup, as the list shows them and alone. */
const shown = observedOnce(async (service) => {
  const { path } = await activeDatabase(service, "mongodb");
  const listed = [await takeSnapshot(service, { path }), await waitForAuto(service, path)];
  const alone = [];
  for (const { id } of listed) alone.push(expectSuccess(await service.get(`${path}/backups/${id}`)));
  expect(alone).toEqual(listed);
  return listed;
});

/** Backups: their records, the snapshots and the automatic ones. */
export const BACKUP_RULES = [
  ...fieldRules("2.backup.", SECTION, FIELDS, shown),
  rule("2.backup.label-form", SECTION)
    .states("The label of a backup is at most 30 ASCII letters or digits")
    .testOn(mongodb, async (service, { path }) => {
      const label = "S0123456789".repeat(3).slice(0, 30);
      expect((await takeSnapshot(service, { path }, label)).label).toBe(label);
      expect((await waitForAuto(service, path)).label).toMatch(/^[A-Za-z0-9]{0,30}$/);
    }),
  rule("2.backup.filter-type", SECTION)
    .states("Backups can be filtered by `type`")
    .testOn(mongodb, async (service, { path }) => {
      const snapshot = await takeSnapshot(service, { path });
      const auto = await waitForAuto(service, path);
      expect(await filtered(service, `${path}/backups`, { type: "snapshot" })).toEqual([snapshot.id]);
      const automatic = await filtered(service, `${path}/backups`, { type: "auto" });
      expect(automatic).toContain(auto.id);
      expect(automatic).not.toContain(snapshot.id);
    }),
  rule("2.backup.filter-created", SECTION)
    .states("Backups can be filtered by `created`")
    .testOn(mongodb, async (service, { path }) => {
      const first = await takeSnapshot(service, { path });
      service.emulator.clock.advance(DAY_MS / 2);
      const second = await takeSnapshot(service, { path }, "Tuesday");
      expect(second.created).not.toBe(first.created);
      expect(await filtered(service, `${path}/backups`, { created: first.created })).toEqual([first.id]);
      expect(await filtered(service, `${path}/backups`, { created: second.created })).toEqual([second.id]);
    }),
  rule("2.backup.page", "Document 2, Endpoints")
    .states("The list of backups takes `page` and `page_size`")
    .testOn(mongodb, async (service, { path }) => {
      for (let index = 0; index < PAGE.objects; index++) {
        expectSuccess(await service.post(`${path}/backups`, { label: `Snapshot${index}` }));
        service.emulator.clock.advance(2 * PROVISION_MS);
      }
      // Midnight may have passed meanwhile.
      for (const { id, type } of await list(service, `${path}/backups`)) {
        if (type === "auto") await service.delete(`${path}/backups/${id}`);
      }
      await expectTwoPages(service, `${path}/backups`);
    }),
  rule("2.backup.delete", "Document 2, Endpoints")
    .states("Deleting a backup leaves the others")
    .testOn(mongodb, async (service, { path }) => {
      const [kept, deleted] = [
        await takeSnapshot(service, { path }, "Kept"),
        await takeSnapshot(service, { path }, "Deleted"),
      ];
      expect(expectSuccess(await service.delete(`${path}/backups/${deleted.id}`))).toEqual({});
      await waitFor(service, `${path}/backups/${deleted.id}`, ({ status }) => status >= 400);
      expectFailure(await service.post(`${path}/backups/${deleted.id}/restore`));
      expect(await filtered(service, `${path}/backups`, { type: "snapshot" })).toEqual([kept.id]);
    }),
  rule("2.backup.of-its-database", "Document 2, Endpoints")
    .states("A backup is found below its own database alone")
    .testOn(mongodb, async (service, { path }) => {
      const other = await activeDatabase(service, "mongodb", { label: "other" });
      const { id } = await takeSnapshot(service, { path });
      const elsewhere = `${other.path}/backups/${id}`;
      expectFailure(await service.get(elsewhere));
      expectFailure(await service.delete(elsewhere));
      expectFailure(await service.post(`${elsewhere}/restore`));
      expect(await filtered(service, `${path}/backups`, { type: "snapshot" })).toEqual([id]);
      expect(await filtered(service, `${other.path}/backups`, { type: "snapshot" })).toEqual([]);
    }),
];
