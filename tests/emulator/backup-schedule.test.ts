import { join } from "node:path";
import { temporaryFolder } from "../support/temporary-folder";
import { DAY_MS } from "../support/time";
import type { Started } from "./support/client";
import { PROVISION_MS, start } from "./support/client";
import { advanceTo, backupsOf, EMPTY, INSTANCES, running, startAtNoon, view } from "./support/instances";

async function automatic(client: Started, id: number) {
  return (await backupsOf(client, id)).automatic;
}

describe("automatic backups", () => {
  test("are made once a day, at the beginning of the window", async () => {
    const client = await startAtNoon();
    const { id } = await running(client, { backups_enabled: true });
    await client.put(`${INSTANCES}/${id}`, { backups: { schedule: { day: "Sunday", window: "W22" } } });
    advanceTo(client, 22);
    expect(await automatic(client, id)).toMatchObject([{ type: "auto", label: null, status: "pending" }]);
    client.emulator.clock.advance(PROVISION_MS);
    const [backup, ...others] = await automatic(client, id);
    expect(others).toEqual([]);
    expect(backup).toMatchObject({ status: "successful", created: expect.stringMatching(/T22:00:00$/) });
    expect(backup?.disks).toHaveLength(2);
    expect((await view(client, id)).backups["last_successful"]).toBe(backup?.finished);
    client.emulator.clock.advance(DAY_MS);
    expect(await automatic(client, id)).toHaveLength(2);
  });

  test("are made without a chosen window, too", async () => {
    const client = await startAtNoon();
    const { id } = await running(client);
    await client.create(`${INSTANCES}/${id}/backups/enable`);
    client.emulator.clock.advance(DAY_MS);
    expect(await automatic(client, id)).toMatchObject([{ created: expect.stringMatching(/T02:00:00$/) }]);
  });

  test("are kept three at a time, the latest ones", async () => {
    const client = await startAtNoon();
    const { id } = await running(client, { backups_enabled: true });
    client.emulator.clock.advance(3 * DAY_MS);
    const early = (await automatic(client, id)).map((backup) => backup.id);
    expect(early).toHaveLength(3);
    client.emulator.clock.advance(5 * DAY_MS);
    expect((await automatic(client, id)).map((backup) => backup.id)).toEqual(early.map((number) => number + 5));
  });

  test("leave their instance free, and unchanged but for its last backup", async () => {
    const client = await startAtNoon();
    const before = await running(client, { backups_enabled: true });
    advanceTo(client, 2);
    expect((await automatic(client, before.id))[0]?.status).toBe("pending");
    expect(client.emulator.clock.advance(0)).toMatchObject({ jobs: 0, nextDue: null });
    client.emulator.clock.advance(PROVISION_MS);
    const { backups, ...after } = await view(client, before.id);
    expect({ ...after, backups: { ...backups, last_successful: null } }).toEqual(before);
    expect((await client.post(`${INSTANCES}/${before.id}/reboot`)).status).toBe(200);
  });

  test("are not made of an instance without disks, nor once the service is off", async () => {
    const client = await startAtNoon();
    const empty = await client.create(INSTANCES, { ...EMPTY, backups_enabled: true });
    const { id } = await running(client, { backups_enabled: true });
    await client.create(`${INSTANCES}/${id}/backups/cancel`);
    client.emulator.clock.advance(2 * DAY_MS);
    expect(await automatic(client, empty.id)).toEqual([]);
    expect(await automatic(client, id)).toEqual([]);
    await client.create(`${INSTANCES}/${id}/backups/enable`);
    client.emulator.clock.advance(DAY_MS);
    expect(await automatic(client, id)).toHaveLength(1);
  });

  test("end with their instance", async () => {
    const client = await startAtNoon();
    const { id } = await running(client, { backups_enabled: true });
    advanceTo(client, 2);
    await client.delete(`${INSTANCES}/${id}`);
    client.emulator.clock.advance(5 * DAY_MS);
    expect((await client.get(`${INSTANCES}/${id}/backups`)).status).toBe(404);
    const other = await running(client, { backups_enabled: true });
    client.emulator.remove("instance", other.id);
    client.emulator.clock.advance(5 * DAY_MS);
    expect((await client.get(INSTANCES)).body.results).toBe(0);
  });

  test("go on after a restart", async () => {
    const dataFile = join(temporaryFolder(), "data");
    const before = await startAtNoon({ dataFile });
    const { id } = await running(before, { backups_enabled: true });
    before.emulator.clock.advance(DAY_MS);
    await before.emulator.close();
    const after = await start({ dataFile });
    after.emulator.clock.advance(DAY_MS);
    expect(await automatic(after, id)).toHaveLength(2);
  });
});
