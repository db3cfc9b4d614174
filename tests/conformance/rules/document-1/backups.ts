import { EMPTY, INSTANCES } from "../../../emulator/support/instances";
import { DAY_MS } from "../../../support/time";
import { rule } from "../../rule";
import type { Shape } from "../../shapes";
import { expectShape, isInteger, isText, isTime, listOf, objectOf, oneOf, orNull } from "../../shapes";
import { expectFailure, expectRefusal, expectSuccess, LONG_MS, observedOnce, waitFor } from "../../support";
import { backedUp, backupsOf, FIRST, running, snapshotOf } from "./support";

const BACKUP = "Document 1, Backup";
const ENDPOINTS = "Document 1, Endpoints, Instances";

const isStatus = oneOf("paused", "pending", "running", "needsPostProcessing", "successful", "failed", "userAborted");

const isDisk = objectOf({ filesystem: isText, label: isText, size: isInteger });

/** Rows of the table: a field, and its description for a finished backup, as a shape. */
const FIELDS: ReadonlyArray<readonly [field: string, states: string, shape: Shape]> = [
  ["id", "an integer", isInteger],
  ["label", "a text or null", orNull(isText)],
  ["type", "auto or snapshot", oneOf("auto", "snapshot")],
  ["status", "one of seven words", isStatus],
  ["created", "a date with time", isTime],
  ["finished", "a date with time", isTime],
  ["updated", "a date with time", isTime],
  ["configs", "a list of texts", listOf(isText)],
  ["disks", "a list of objects with filesystem, label and size", listOf(isDisk)],
];

const isBackup = objectOf(Object.fromEntries(FIELDS.map(([field, , shape]) => [field, shape])));

/** A finished backup, as its own path and the list show it. */
const finished = observedOnce(async (service) => {
  const { id, backup } = await backedUp(service);
  expect((await backupsOf(service, id)).snapshot.current).toEqual(backup);
  return backup;
});

const SHAPES = FIELDS.map(([field, states, shape]) =>
  rule(`1.backup.type-of-${field}`, BACKUP)
    .states(`The ${field} of a backup is ${states}`)
    .test(async (service) => expectShape(await finished(service), field, shape)),
);

export const BACKUP_RULES = [
  ...SHAPES,
  rule("1.backup.list-empty", BACKUP)
    .states("The backups of an instance are a list automatic and an object snapshot with current and in_progress")
    .test(async (service) => {
      const { id } = await running(service, { backups_enabled: true });
      const none = orNull(() => false);
      expectShape(
        await backupsOf(service, id),
        "automatic",
        listOf(() => false),
      );
      expectShape(await backupsOf(service, id), "snapshot", objectOf({ current: none, in_progress: none }));
    }),
  rule("1.backup.list-automatic", BACKUP)
    .states("Under automatic stand backups of the type auto")
    .test(async (service) => {
      const { id } = await backedUp(service);
      service.emulator.clock.advance(8 * DAY_MS);
      const { automatic } = await backupsOf(service, id);
      for (const backup of automatic) {
        expect(backup).toMatchObject({ type: "auto" });
        expect(isBackup(backup)).toBe(true);
      }
      expect(Array.isArray(automatic)).toBe(true);
    }),
  rule("1.backup.list-snapshot", BACKUP)
    .states("A snapshot stands under in_progress first, under current in the end, each time as its own path shows it")
    .test(async (service) => {
      const { id } = await running(service, { backups_enabled: true });
      const path = `${INSTANCES}/${id}/backups`;
      const started = await service.create(path, { label: "first" });
      const during = (await backupsOf(service, id)).snapshot;
      expect(during.in_progress).toEqual(expectSuccess(await service.get(`${path}/${started.id}`)));
      expect(during.current).toBeNull();
      service.emulator.clock.advance(LONG_MS);
      const after = (await backupsOf(service, id)).snapshot;
      expect(after.current).toEqual(expectSuccess(await service.get(`${path}/${started.id}`)));
      expect(after.in_progress).toBeNull();
    }),
  rule("1.backup.snapshot-response", ENDPOINTS)
    .states("Taking a snapshot returns a backup of the type snapshot with the given label")
    .test(async (service) => {
      const { id } = await running(service, { backups_enabled: true });
      const backup = await service.create(`${INSTANCES}/${id}/backups`, { label: "before the update" });
      expect(backup).toMatchObject({ label: "before the update", type: "snapshot" });
      for (const field of ["id", "status", "created", "configs", "disks"]) {
        expectShape(backup, field, FIELDS.find(([name]) => name === field)?.[2] ?? (() => false));
      }
    }),
  rule("1.backup.statuses", "Document 1, States and transitions")
    .states("The status of a backup shows nothing but its seven values, from the request to the success")
    .test(async (service) => {
      const { id } = await running(service, { backups_enabled: true });
      const path = `${INSTANCES}/${id}/backups`;
      const { id: backup } = await service.create(path, { label: "first" });
      await waitFor(service, `${path}/${backup}`, ({ body }) => {
        expectShape(body, "status", isStatus);
        return body.status === "successful";
      });
    }),
  rule("1.backup.label-length", `${ENDPOINTS}; Limits`)
    .states("The label of a snapshot is required and has 1 to 255 characters")
    .test(async (service) => {
      const { id } = await running(service, { backups_enabled: true });
      const path = `${INSTANCES}/${id}/backups`;
      for (const body of [{}, { label: "" }, { label: "x".repeat(256) }, { label: 5 }]) {
        expectRefusal(await service.post(path, body), "label");
      }
      for (const length of [1, 255]) await snapshotOf(service, id, "x".repeat(length));
    }),
  rule("1.backup.configs", BACKUP)
    .states("The configs of a backup are the labels of the config profiles in it")
    .test(async (service) => {
      const { id } = await running(service, { backups_enabled: true });
      service.emulator.poke("config", FIRST.config, { label: "my profile" });
      expect((await snapshotOf(service, id)).configs).toEqual(["my profile"]);
    }),
  rule("1.backup.disks", BACKUP)
    .states("The disks of a backup are those of the instance, with filesystem, label and size")
    .test(async (service) => {
      const { id } = await running(service, { backups_enabled: true });
      service.emulator.poke("disk", FIRST.disk, { label: "my disk", size: 2000 });
      const { filesystem } = service.emulator.poke("disk", FIRST.disk, {});
      const { disks } = await snapshotOf(service, id);
      expect(disks).toHaveLength(2);
      expect(disks).toContainEqual({ filesystem, label: "my disk", size: 2000 });
    }),
  rule("1.backup.one-snapshot", "Document 1, States and transitions")
    .states("A new snapshot deletes the one before")
    .test(async (service) => {
      const { id, backup } = await backedUp(service);
      const second = await snapshotOf(service, id, "second");
      service.emulator.clock.advance(LONG_MS);
      expect((await backupsOf(service, id)).snapshot).toEqual({ current: second, in_progress: null });
      expectFailure(await service.get(`${INSTANCES}/${id}/backups/${backup.id}`));
    }),
  rule("1.backup.view-unknown", ENDPOINTS)
    .states("The path of a backup shows that backup, by an integer, and no other")
    .test(async (service) => {
      const { id, backup } = await backedUp(service);
      expect(expectSuccess(await service.get(`${INSTANCES}/${id}/backups/${backup.id}`))).toEqual(backup);
      for (const wrong of [backup.id + 1, "first"]) {
        expectFailure(await service.get(`${INSTANCES}/${id}/backups/${wrong}`));
      }
    }),
  rule("1.backup.last-successful", "Document 1, Instance")
    .states("The instance shows when its last successful backup was")
    .test(async (service) => {
      const { id } = await backedUp(service);
      const { backups } = expectSuccess(await service.get(`${INSTANCES}/${id}`));
      expectShape(backups, "last_successful", isTime);
    }),
  ...(["enable", "cancel"] as const).map((action) =>
    rule(`1.backup.${action}`, `${ENDPOINTS}; Conventions`)
      .states(
        `backups/${action} switches the backup service ${action === "enable" ? "on" : "off"} and returns an empty object`,
      )
      .test(async (service) => {
        const enabled = action === "enable";
        const { id } = await service.create(INSTANCES, { ...EMPTY, backups_enabled: !enabled });
        expect(expectSuccess(await service.post(`${INSTANCES}/${id}/backups/${action}`))).toEqual({});
        expect((await service.get(`${INSTANCES}/${id}`)).body.backups).toMatchObject({ enabled });
      }),
  ),
  rule("1.backup.cancel-deletes", "Document 1, Endpoints, Instances, rule 2")
    .states("backups/cancel deletes all backups of the instance for good")
    .test(async (service) => {
      const { id, backup } = await backedUp(service);
      expectSuccess(await service.post(`${INSTANCES}/${id}/backups/cancel`));
      service.emulator.clock.advance(LONG_MS);
      expectFailure(await service.get(`${INSTANCES}/${id}/backups/${backup.id}`));
      expectRefusal(await service.post(INSTANCES, { ...EMPTY, backup_id: backup.id }), "backup_id");
      expect(await backupsOf(service, id)).toEqual({ automatic: [], snapshot: { current: null, in_progress: null } });
    }),
  rule("1.backup.snapshot-refused", "Document 1, Errors")
    .states("A snapshot that cannot start is rejected")
    .untestable("When a snapshot cannot start, the document does not say."),
];
