import { asUser, DEBIAN, PROVISION_MS, reasons, start } from "./support/client";
import {
  BUSY,
  clone,
  configsOf,
  disksOf,
  EMPTY,
  INSTANCES,
  restore,
  ROOMY,
  running,
  snapshot,
  statusOf,
  view,
} from "./support/instances";

describe("cloning to a new instance", () => {
  test("returns it, offline, and ends with the disks and configs of the source on it", async () => {
    const client = await start();
    const { id } = await running(client, { tags: ["one", "two"], swap_size: 256, private_ip: true });
    const target = await client.create(`${INSTANCES}/${id}/clone`, EMPTY);
    expect(target).toMatchObject({
      id: id + 1,
      label: `compute${id + 1}`,
      group: "",
      tags: ["one", "two"],
      status: "offline",
      ...EMPTY,
      image: "compute/debian11",
      ipv4: [expect.any(String)],
    });
    client.emulator.clock.advance(PROVISION_MS);
    expect(await disksOf(client, target.id)).toEqual(await disksOf(client, id));
    const [[before], [after]] = [await configsOf(client, id), await configsOf(client, target.id)];
    const disks = (await client.get(`${INSTANCES}/${target.id}/disks`)).body.data;
    expect(after).toEqual({
      ...before,
      id: after?.id,
      created: after?.created,
      updated: after?.updated,
      devices: {
        ...before?.devices,
        sda: { disk_id: disks[0].id, volume_id: null },
        sdb: { disk_id: disks[1].id, volume_id: null },
      },
    });
    expect(await statusOf(client, target.id)).toBe("offline");
    expect((await client.post(`${INSTANCES}/${target.id}/boot`)).status).toBe(200);
  });

  test("applies the given fields, even in another region", async () => {
    const client = await start();
    const { id } = await running(client);
    const fields = { label: "copy", group: "g", region: "eu-west", type: "g6-standard-1" };
    const target = await client.create(`${INSTANCES}/${id}/clone`, { ...fields, backups_enabled: true });
    expect(target).toMatchObject({ ...fields, backups: { enabled: true } });
    expect(reasons(await clone(client, id, { ...EMPTY, label: "copy" }))).toEqual({
      label: ["Label must be unique among your computes"],
    });
  });

  test("requires an existing region and type, and reports all problems together", async () => {
    const client = await start();
    const { id } = await client.create(INSTANCES, EMPTY);
    expect(reasons(await clone(client, id, {}))).toEqual({
      region: ["region is required"],
      type: ["type is required"],
    });
    expect(reasons(await clone(client, id, { region: "x", type: "x", label: "x", configs: [1], disks: [2] }))).toEqual({
      region: ["region is not valid"],
      type: ["A valid plan type by that ID was not found"],
      label: ["Length must be 3-64 characters"],
      "configs[0]": ["configs is not valid"],
      "disks[0]": ["disks is not valid"],
    });
  });

  test("requires a plan with room for the disks", async () => {
    const client = await start();
    const { id } = await running(client, { type: "g6-standard-1" });
    expect(reasons(await clone(client, id))).toEqual({
      "": ["Insufficient space: 51200 MB are needed, and 25600 MB are free."],
    });
    expect((await client.get(INSTANCES)).body.results).toBe(1);
  });

  test("requires the grant add_computes, and read access to the source", async () => {
    const objects = [{ kind: "instance" as const, id: 10_001, permissions: "read_only" as const }];
    const guest = { username: "guest", restricted: true, objects };
    const tokens = ["admin", { ...guest, token: "may", grants: ["add_computes"] }, { ...guest, token: "may-not" }];
    const client = await start({ tokens });
    const [seen, unseen] = [await client.create(INSTANCES, EMPTY), await client.create(INSTANCES, EMPTY)];
    expect((await clone(asUser(client, "may-not"), seen.id)).status).toBe(403);
    expect((await clone(asUser(client, "may"), unseen.id)).status).toBe(403);
    const target = (await clone(asUser(client, "may"), seen.id)).body;
    expect((await asUser(client, "may").get(`${INSTANCES}/${target.id}`)).status).toBe(200);
    client.emulator.clock.advance(PROVISION_MS);
    expect((await clone(asUser(client, "may"), seen.id, { compute_id: unseen.id })).status).toBe(403);
  });

  test("is rejected for a VLAN in a region without VLANs", async () => {
    const client = await start();
    const interfaces = [{ purpose: "public" }, { purpose: "vlan", label: "lan" }];
    const { id } = await running(client, { region: "us-southeast", interfaces });
    const none = ["VLANs are not available in this region"];
    expect(reasons(await clone(client, id, { ...EMPTY, configs: [] }))).toEqual({ region: none });
    const { id: compute_id } = await client.create(INSTANCES, EMPTY);
    expect(reasons(await clone(client, id, { compute_id }))).toEqual({ compute_id: none });
    const target = await client.create(`${INSTANCES}/${id}/clone`, { ...EMPTY, region: "ca-central" });
    client.emulator.clock.advance(PROVISION_MS);
    expect((await configsOf(client, target.id))[0]?.["interfaces"]).toMatchObject(interfaces);
  });
});

describe("cloning to an existing instance", () => {
  test("adds disks, configs and tags to its own, and keeps its power state", async () => {
    const client = await start();
    const { id } = await running(client, { tags: ["one", "two"] });
    const { id: compute_id } = await running(client, { tags: ["two", "three"], type: "g6-standard-1" });
    await client.create(`${INSTANCES}/${compute_id}/resize`, { ...ROOMY, allow_auto_disk_resize: false });
    client.emulator.clock.advance(PROVISION_MS);
    const before = await view(client, compute_id);
    const { tags, ...answer } = await client.create(`${INSTANCES}/${id}/clone`, { compute_id });
    expect({ ...answer, tags: before["tags"], updated: before.updated }).toEqual(before);
    expect(tags).toEqual(["two", "three", "one"]);
    client.emulator.clock.advance(PROVISION_MS);
    expect(await statusOf(client, compute_id)).toBe("running");
    expect(await disksOf(client, compute_id)).toHaveLength(4);
    expect(await configsOf(client, compute_id)).toHaveLength(2);
  });

  test("requires room on it", async () => {
    const client = await start();
    const [{ id }, { id: compute_id }] = [await running(client), await running(client)];
    expect(reasons(await clone(client, id, { compute_id }))).toEqual({
      "": ["Insufficient space: 25600 MB are needed, and 0 MB are free."],
    });
    expect(await statusOf(client, id)).toBe("running");
    expect((await clone(client, id, { compute_id, configs: [] })).status).toBe(200);
  });

  test("is rejected if it is busy, is the source, or does not exist", async () => {
    const client = await start();
    const { id } = await client.create(INSTANCES, EMPTY);
    const { id: compute_id } = await client.create(INSTANCES, DEBIAN);
    expect(reasons(await clone(client, id, { compute_id }))).toEqual(BUSY);
    expect(reasons(await clone(client, id, { compute_id: id }))).toEqual({
      compute_id: ["A compute cannot be cloned to itself"],
    });
    expect(reasons(await clone(client, id, { compute_id: 1 }))).toEqual({ compute_id: ["compute_id is not valid"] });
  });

  test("rejects the fields of a new one", async () => {
    const client = await start();
    const { id } = await client.create(INSTANCES, EMPTY);
    const { id: compute_id } = await client.create(INSTANCES, EMPTY);
    const body = { ...EMPTY, compute_id, label: "copy", group: "g", backups_enabled: true };
    expect(Object.keys(reasons(await clone(client, id, body)))).toEqual([
      ...["region", "type", "label", "group", "backups_enabled"],
    ]);
  });
});

describe("what is cloned", () => {
  /** An instance with two configs, each with its own two disks. */
  async function withTwoConfigs() {
    const client = await start();
    const small = await running(client, { backups_enabled: true });
    const backup = await snapshot(client, small.id);
    const { id } = await client.create(INSTANCES, ROOMY);
    for (let times = 0; times < 2; times += 1) {
      await restore(client, small.id, backup.id, { compute_id: id });
      client.emulator.clock.advance(PROVISION_MS);
    }
    const configs = (await configsOf(client, id)).map((config) => config.id);
    const disks = (await client.get(`${INSTANCES}/${id}/disks`)).body.data.map((disk) => disk.id);
    const counts = async (body: object) => {
      const target = await client.create(`${INSTANCES}/${id}/clone`, { ...ROOMY, ...body });
      client.emulator.clock.advance(PROVISION_MS);
      const { data } = (await client.get(`${INSTANCES}/${target.id}/disks`)).body;
      return [(await configsOf(client, target.id)).length, data.length];
    };
    return { counts, configs, disks };
  }

  test("is everything by default, or the named configs with their disks", async () => {
    const { counts, configs } = await withTwoConfigs();
    expect(await counts({})).toEqual([2, 4]);
    expect(await counts({ configs: null, disks: null })).toEqual([2, 4]);
    expect(await counts({ configs: [configs[1]] })).toEqual([1, 2]);
    expect(await counts({ configs: [configs[1], configs[1]] })).toEqual([1, 2]);
    expect(await counts({ configs: [] })).toEqual([0, 0]);
  });

  test("includes the named disks", async () => {
    const { counts, configs, disks } = await withTwoConfigs();
    expect(await counts({ disks: [] })).toEqual([2, 4]);
    expect(await counts({ configs: [], disks: [disks[3]] })).toEqual([0, 1]);
    expect(await counts({ configs: [configs[0]], disks: [disks[0], disks[3]] })).toEqual([1, 3]);
  });
});

describe("the source of clones", () => {
  test("shows cloning until the last one has ended, and then its previous status", async () => {
    const client = await start();
    const { id } = await running(client);
    await clone(client, id);
    client.emulator.clock.advance(0.5 * PROVISION_MS);
    await clone(client, id);
    client.emulator.clock.advance(0.5 * PROVISION_MS);
    expect(await statusOf(client, id)).toBe("cloning");
    client.emulator.clock.advance(0.5 * PROVISION_MS);
    expect(await statusOf(client, id)).toBe("running");
  });

  test("allows five at once, and a sixth once one has ended", async () => {
    const client = await start();
    const { id } = await client.create(INSTANCES, EMPTY);
    for (let clones = 0; clones < 5; clones += 1) {
      client.emulator.clock.advance(10);
      expect((await clone(client, id)).status).toBe(200);
    }
    const sixth = await clone(client, id);
    expect([sixth.status, reasons(sixth)]).toEqual([400, { "": ["At most 5 clones of a compute may be in progress"] }]);
    expect((await client.get(INSTANCES)).body.results).toBe(6);
    client.emulator.clock.advance(0.8 * PROVISION_MS - 40);
    expect((await clone(client, id)).status).toBe(200);
  });

  test("is busy, as are the targets", async () => {
    const client = await start();
    const { id } = await client.create(INSTANCES, EMPTY);
    const target = (await clone(client, id)).body;
    expect(reasons(await client.post(`${INSTANCES}/${id}/boot`))).toEqual(BUSY);
    expect(reasons(await client.post(`${INSTANCES}/${target.id}/boot`))).toEqual(BUSY);
    expect(reasons(await clone(client, target.id))).toEqual(BUSY);
    const other = await client.create(INSTANCES, EMPTY);
    expect(reasons(await client.post(`${INSTANCES}/${other.id}/clone`, { compute_id: id }))).toEqual(BUSY);
  });

  test("must not be busy otherwise", async () => {
    const client = await start();
    const { id } = await client.create(INSTANCES, DEBIAN);
    expect(reasons(await clone(client, id))).toEqual(BUSY);
    client.emulator.clock.advance(PROVISION_MS);
    await client.create(`${INSTANCES}/${id}/backups/enable`);
    await client.create(`${INSTANCES}/${id}/backups`, { label: "x" });
    expect(reasons(await clone(client, id))).toEqual(BUSY);
  });

  test("is no longer busy once the target is deleted", async () => {
    const client = await start();
    const { id } = await running(client);
    const [first, second] = [(await clone(client, id)).body, (await clone(client, id)).body];
    await client.delete(`${INSTANCES}/${first.id}`);
    expect(await statusOf(client, id)).toBe("cloning");
    await client.delete(`${INSTANCES}/${second.id}`);
    expect(await statusOf(client, id)).toBe("running");
    client.emulator.clock.advance(PROVISION_MS);
    expect(await statusOf(client, id)).toBe("running");
    expect(await statusOf(client, first.id)).toBe(404);
  });

  test("can be deleted, and the clone still completes", async () => {
    const client = await start();
    const { id } = await running(client);
    const target = (await clone(client, id)).body;
    await client.delete(`${INSTANCES}/${id}`);
    client.emulator.clock.advance(PROVISION_MS);
    expect(await statusOf(client, id)).toBe(404);
    expect(await statusOf(client, target.id)).toBe("offline");
    expect(await disksOf(client, target.id)).toHaveLength(2);
    expect((await client.post(`${INSTANCES}/${target.id}/boot`)).status).toBe(200);
  });

  test("never stays in cloning, whatever changes out of band", async () => {
    const client = await start();
    const { id } = await running(client);
    const removed = (await clone(client, id)).body;
    client.emulator.remove("instance", removed.id);
    client.emulator.clock.advance(PROVISION_MS);
    expect(await statusOf(client, id)).toBe("running");
    const target = (await clone(client, id)).body;
    client.emulator.poke("instance", id, { status: "stopped" });
    client.emulator.clock.advance(PROVISION_MS);
    expect([await statusOf(client, id), await statusOf(client, target.id)]).toEqual(["stopped", "offline"]);
  });
});
