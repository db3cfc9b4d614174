import { DAY_MS, HOUR_MS } from "../../../support/time";
import { list } from "../../lists";
import { rule } from "../../rule";
import { expectSuccess } from "../../support";
import { advanceToMidnight, mongodb, takeSnapshot, waitForAuto } from "./databases";

const SECTION = "Document 2, Backup record";

/** Automatic backups. */
export const AUTOMATIC_BACKUP_RULES = [
  rule("2.auto-backup.time", SECTION)
    .states("An automatic backup is made every day at 0:00 UTC")
    .testOn(mongodb, async (service, { path }) => {
      for (let night = 0; night < 3; night++) {
        const before = (await list(service, `${path}/backups`)).length;
        const date = advanceToMidnight(service).toISOString().slice(0, 10);
        expect((await list(service, `${path}/backups`)).length).toBe(before);
        service.emulator.clock.advance(HOUR_MS);
        const backups = await list(service, `${path}/backups`);
        expect(backups.length).toBe(before + 1);
        expect(backups.map(({ created }) => created.slice(0, 13))).toContain(`${date}T00`);
      }
    }),
  rule("2.auto-backup.kept", SECTION)
    .states("Automatic backups are kept for 7 days, which makes seven of them")
    .testOn(mongodb, async (service, { path }) => {
      advanceToMidnight(service);
      service.emulator.clock.advance(10 * DAY_MS + 12 * HOUR_MS);
      const now = service.emulator.clock.now().getTime();
      const nights = Array.from({ length: 7 }, (_, days) => new Date(now - days * DAY_MS).toISOString().slice(0, 10));
      const automatic = (await list(service, `${path}/backups`)).filter(({ type }) => type === "auto");
      expect(automatic.map(({ created }) => created.slice(0, 10)).sort()).toEqual(nights.sort());
    }),
  rule("2.auto-backup.beside-snapshots", SECTION)
    .states("Snapshots are made on request alone, and do not go with the automatic backups")
    .testOn(mongodb, async (service, { path }) => {
      const { id } = await takeSnapshot(service, { path });
      advanceToMidnight(service);
      service.emulator.clock.advance(10 * DAY_MS);
      const snapshots = (await list(service, `${path}/backups`)).filter(({ type }) => type === "snapshot");
      expect(snapshots.map((snapshot) => snapshot.id)).toEqual([id]);
    }),
  rule("2.auto-backup.restorable", "Document 2, What the service does")
    .states("An automatic backup can be viewed, restored and deleted as a snapshot can")
    .testOn(mongodb, async (service, { path }) => {
      const { id } = await waitForAuto(service, path);
      const backup = `${path}/backups/${id}`;
      expect(expectSuccess(await service.get(backup)).type).toBe("auto");
      expect(expectSuccess(await service.post(`${backup}/restore`))).toEqual({});
      expect(expectSuccess(await service.delete(backup))).toEqual({});
    }),
];
