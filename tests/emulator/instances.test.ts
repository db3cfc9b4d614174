import { DEBIAN, PROVISION_MS, reasons, start } from "./support/client";
import type { Started } from "./support/client";
import { EMPTY, statusOf } from "./support/instances";

describe("updating an instance", () => {
  test("changes only what was sent", async () => {
    const client = await start();
    const before = await client.create("/compute/instances", { ...EMPTY, label: "web", tags: ["one"], group: "g" });
    client.emulator.clock.advance(5_000);
    const { body } = await client.put(`/compute/instances/${before.id}`, {
      alerts: { cpu: 0 },
      watchdog_enabled: false,
    });
    expect(body).toEqual({
      ...before,
      updated: expect.any(String),
      alerts: { ...before.alerts, cpu: 0 },
      watchdog_enabled: false,
    });
    expect(body.updated > before.updated).toBe(true);
    const renamed = await client.put(`/compute/instances/${before.id}`, { label: "other", tags: [], group: "" });
    expect(renamed.body).toMatchObject({ label: "other", tags: [], group: "", watchdog_enabled: false });
    expect((await client.get(`/compute/instances/${before.id}`)).body).toEqual(renamed.body);
  });

  test("ignores null and read-only fields", async () => {
    const client = await start();
    const before = await client.create("/compute/instances", { ...EMPTY, tags: ["one"] });
    const reply = await client.put(`/compute/instances/${before.id}`, {
      tags: null,
      region: "eu-west",
      type: "x",
      status: "running",
      ipv4: [],
    });
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({ ...before, updated: reply.body.updated });
  });

  test("sets the backup schedule once the backup service is on", async () => {
    const client = await start();
    const schedule = { day: "Saturday", window: "W22" };
    const without = await client.create("/compute/instances", EMPTY);
    expect(reasons(await client.put(`/compute/instances/${without.id}`, { backups: { schedule } }))).toEqual({
      backups: ["The backup service is not enabled"],
    });
    const unset = { enabled: false, schedule: { day: null, window: null } };
    expect((await client.put(`/compute/instances/${without.id}`, { backups: unset })).status).toBe(200);
    const { id } = await client.create("/compute/instances", { ...EMPTY, backups_enabled: true });
    const day = await client.put(`/compute/instances/${id}`, { backups: { schedule: { day: "Saturday" } } });
    expect(day.body.backups.schedule).toEqual({ day: "Saturday", window: "Scheduling" });
    expect((await client.put(`/compute/instances/${id}`, { backups: { schedule } })).body.backups.schedule).toEqual(
      schedule,
    );
    const wrong = await client.put(`/compute/instances/${id}`, {
      backups: { schedule: { day: "Scheduling", window: "W1" } },
    });
    expect(Object.keys(reasons(wrong)).sort()).toEqual(["backups.schedule.day", "backups.schedule.window"]);
  });

  test("takes back the schedule that it shows while nobody has chosen one", async () => {
    const client = await start();
    const { id, backups } = await client.create("/compute/instances", { ...EMPTY, backups_enabled: true });
    expect(backups.schedule).toEqual({ day: "Scheduling", window: "Scheduling" });
    expect((await client.put(`/compute/instances/${id}`, { backups })).body.backups).toEqual(backups);
    const chosen = { schedule: { day: "Sunday", window: "Scheduling" } };
    expect((await client.put(`/compute/instances/${id}`, { backups: chosen })).body.backups).toMatchObject(chosen);
    const unchosen = await client.put(`/compute/instances/${id}`, { backups });
    expect(Object.keys(reasons(unchosen))).toEqual(["backups.schedule.day"]);
  });

  test("reports all problems together, with the path of each field", async () => {
    const client = await start();
    const { id } = await client.create("/compute/instances", EMPTY);
    const reply = await client.put(`/compute/instances/${id}`, {
      label: "a",
      alerts: { cpu: 4801, io: -1, network_in: 1.5 },
      watchdog_enabled: 1,
    });
    expect(reasons(reply)).toEqual({
      label: ["Length must be 3-64 characters"],
      "alerts.cpu": ["Must be 0-4800"],
      "alerts.io": ["Must be 0 or greater"],
      "alerts.network_in": ["Must be of type Integer"],
      watchdog_enabled: ["Must be of type Boolean"],
    });
  });
});

describe("the states of an instance", () => {
  test("go from provisioning over booting to running", async () => {
    const client = await start();
    const { id } = await client.create("/compute/instances", DEBIAN);
    expect(await statusOf(client, id)).toBe("provisioning");
    client.emulator.clock.advance(0.7 * PROVISION_MS);
    expect(await statusOf(client, id)).toBe("booting");
    client.emulator.clock.advance(0.3 * PROVISION_MS - 1);
    expect(await statusOf(client, id)).toBe("booting");
    client.emulator.clock.advance(1);
    expect(await statusOf(client, id)).toBe("running");
  });

  test("end offline with booted false", async () => {
    const client = await start();
    const { id, status } = await client.create("/compute/instances", { ...DEBIAN, booted: false });
    expect(status).toBe("provisioning");
    client.emulator.clock.advance(PROVISION_MS);
    expect(await statusOf(client, id)).toBe("offline");
  });

  test("settle before the next request when no time is to pass", async () => {
    const client = await start({ provisionMs: 0 });
    const { id, status } = await client.create("/compute/instances", DEBIAN);
    expect(status).toBe("provisioning");
    expect(await statusOf(client, id)).toBe("running");
    await client.delete(`/compute/instances/${id}`);
    expect(await statusOf(client, id)).toBe(404);
  });

  test("date a change by when it was due, not by when somebody looked", async () => {
    const client = await start();
    const { id, created } = await client.create("/compute/instances", DEBIAN);
    client.emulator.clock.advance(3_600_000);
    const { updated } = (await client.get(`/compute/instances/${id}`)).body;
    expect(Date.parse(`${updated}Z`) - Date.parse(`${created}Z`)).toBeLessThanOrEqual(PROVISION_MS + 1000);
  });
});

describe("booting an instance", () => {
  async function offline(client: Started): Promise<number> {
    const { id } = await client.create("/compute/instances", { ...DEBIAN, booted: false });
    client.emulator.clock.advance(PROVISION_MS);
    return id;
  }

  test("goes over booting to running, with the only config when none is named", async () => {
    const client = await start();
    const id = await offline(client);
    expect((await client.post(`/compute/instances/${id}/boot`)).body).toEqual({});
    expect(await statusOf(client, id)).toBe("booting");
    client.emulator.clock.advance(PROVISION_MS);
    expect(await statusOf(client, id)).toBe("running");
  });

  test("takes a config_id, and refuses one of another instance", async () => {
    const client = await start();
    const id = await offline(client);
    const config_id = (await client.get(`/compute/instances/${id}/configs`)).body.data[0].id;
    expect(reasons(await client.post(`/compute/instances/${id}/boot`, { config_id: config_id + 1 }))).toEqual({
      config_id: ["config_id is not valid"],
    });
    expect((await client.post(`/compute/instances/${id}/boot`, { config_id })).status).toBe(200);
  });

  test("is refused without any config, while running, and while busy", async () => {
    const client = await start();
    const empty = await client.create("/compute/instances", EMPTY);
    const noConfig = await client.post(`/compute/instances/${empty.id}/boot`);
    expect([noConfig.status, noConfig.body.errors[0].reason]).toEqual([
      400,
      "This Compute has no configuration profile to boot.",
    ]);
    const { id } = await client.create("/compute/instances", DEBIAN);
    expect((await client.post(`/compute/instances/${id}/boot`)).body).toEqual({
      errors: [{ reason: "Compute busy." }],
    });
    client.emulator.clock.advance(PROVISION_MS);
    expect((await client.post(`/compute/instances/${id}/boot`)).status).toBe(400);
  });
});

describe("deleting an instance", () => {
  test("is accepted while busy, shows deleting for a while, and ends in 404", async () => {
    const client = await start();
    const { id } = await client.create("/compute/instances", DEBIAN);
    expect((await client.delete(`/compute/instances/${id}`)).body).toEqual({});
    expect(await statusOf(client, id)).toBe("deleting");
    expect((await client.delete(`/compute/instances/${id}`)).status).toBe(200);
    expect(reasons(await client.put(`/compute/instances/${id}`, { label: "late" }))).toEqual({ "": ["Compute busy."] });
    client.emulator.clock.advance(PROVISION_MS);
    expect(await statusOf(client, id)).toBe(404);
    expect((await client.delete(`/compute/instances/${id}`)).status).toBe(404);
    expect((await client.get("/compute/instances")).body.results).toBe(0);
  });

  test("frees its label, and deletes its disks and configs", async () => {
    const client = await start({ provisionMs: 0 });
    const first = await client.create("/compute/instances", { ...DEBIAN, label: "web" });
    await client.delete(`/compute/instances/${first.id}`);
    expect((await client.get(`/compute/instances/${first.id}/disks`)).status).toBe(404);
    const second = await client.create("/compute/instances", { ...DEBIAN, label: "web" });
    expect(second.id).toBe(first.id + 1);
    expect((await client.get(`/compute/instances/${second.id}/disks`)).body.results).toBe(2);
  });
});

describe("switching the backup service on", () => {
  test("shows a schedule that the service is still to choose, and allows to choose it", async () => {
    const client = await start();
    const { id } = await client.create("/compute/instances", EMPTY);
    const schedule = { day: "Sunday", window: "W2" };
    expect(reasons(await client.put(`/compute/instances/${id}`, { backups: { schedule } }))).toHaveProperty("backups");
    expect((await client.post(`/compute/instances/${id}/backups/enable`)).body).toEqual({});
    const enabled = await client.get(`/compute/instances/${id}`);
    expect(enabled.body.backups).toMatchObject({
      enabled: true,
      schedule: { day: "Scheduling", window: "Scheduling" },
    });
    await client.put(`/compute/instances/${id}`, { backups: { schedule } });
    await client.post(`/compute/instances/${id}/backups/enable`);
    expect((await client.get(`/compute/instances/${id}`)).body.backups).toMatchObject({ enabled: true, schedule });
  });
});
