import { asUser, DEBIAN, PROVISION_MS, reasons, start } from "./support/client";
import {
  BUSY,
  clone,
  configsOf,
  disksOf,
  EMPTY,
  INSTANCES,
  offline,
  pathOf,
  ROOMY,
  running,
  statusOf,
  view,
} from "./support/instances";

describe("cloning to a new instance", () => {
  test("returns it, offline, with its own addresses, and ends with the configs of the source on its own disks", async () => {
    const client = await start();
    const { id } = await running(client, { private_ip: true });
    const target = await client.create(`${INSTANCES}/${id}/clone`, EMPTY);
    const fields = { id: id + 1, label: `compute${id + 1}`, group: "", image: "compute/debian11" };
    expect(target).toMatchObject({ ...fields, status: "offline", ipv4: [expect.any(String)] });
    client.emulator.clock.advance(PROVISION_MS);
    const [[before], [after]] = [await configsOf(client, id), await configsOf(client, target.id)];
    const disks = (await client.get(`${pathOf(target)}/disks`)).body.data;
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
    expect((await client.post(`${pathOf(target)}/boot`)).status).toBe(200);
  });

  test("is rejected with the fields and the reasons", async () => {
    const client = await start();
    const { id } = await running(client, { type: "g6-standard-1", label: "web" });
    const refused = async (body: object) => reasons(await clone(client, id, body));
    expect(await refused({})).toEqual({ region: ["region is required"], type: ["type is required"] });
    expect(await refused({ region: "x", type: "x", label: "x", configs: [1], disks: [2] })).toEqual({
      region: ["region is not valid"],
      type: ["A valid plan type by that ID was not found"],
      label: ["Length must be 3-64 characters"],
      "configs[0]": ["configs is not valid"],
      "disks[0]": ["disks is not valid"],
    });
    expect(await refused({ ...ROOMY, label: "web" })).toEqual({
      label: ["Label must be unique among your computes"],
    });
    expect(await refused(EMPTY)).toEqual({ "": ["Insufficient space: 51200 MB are needed, and 25600 MB are free."] });
    expect((await client.get(INSTANCES)).body.results).toBe(1);
  });

  test("requires read access to the source, and is the user's own", async () => {
    const objects = [{ kind: "instance" as const, id: 10_001, permissions: "read_only" as const }];
    const may = { token: "may", username: "guest", restricted: true, objects, grants: ["add_computes"] };
    const client = await start({ tokens: ["admin", may] });
    const [seen, unseen] = [await client.create(INSTANCES, EMPTY), await client.create(INSTANCES, EMPTY)];
    const guest = asUser(client, "may");
    expect((await clone(guest, unseen.id)).status).toBe(403);
    const target = (await clone(guest, seen.id)).body;
    expect((await guest.get(pathOf(target))).status).toBe(200);
    client.emulator.clock.advance(PROVISION_MS);
    expect((await clone(guest, seen.id, { compute_id: unseen.id })).status).toBe(403);
  });

  test("includes everything by default, or the named configs with their disks, and the named disks", async () => {
    const client = await start();
    const path = await offline(client, ROOMY);
    const [root, swap] = (await client.get(`${path}/disks`)).body.data;
    await client.create(`${path}/disks/${root.id}/resize`, { size: 20_000 });
    client.emulator.clock.advance(PROVISION_MS);
    const { id: data } = await client.create(`${path}/disks`, { size: 1000 });
    client.emulator.clock.advance(PROVISION_MS);
    const spare = { label: "spare", devices: { sda: { disk_id: data } }, initrd: swap.id };
    const configs = [(await configsOf(client, 10_001))[0]?.id, (await client.create(`${path}/configs`, spare)).id];
    const counts = async (body: object) => {
      const target = await client.create(`${path}/clone`, { ...ROOMY, ...body });
      client.emulator.clock.advance(PROVISION_MS);
      return [(await configsOf(client, target.id)).length, (await disksOf(client, target.id)).length];
    };
    expect(await counts({})).toEqual([2, 3]);
    expect(await counts({ configs: null, disks: null })).toEqual([2, 3]);
    expect(await counts({ configs: [configs[0]] })).toEqual([1, 2]);
    expect(await counts({ configs: [configs[1], configs[1]] })).toEqual([1, 2]);
    expect(await counts({ configs: [] })).toEqual([0, 0]);
    expect(await counts({ disks: [] })).toEqual([2, 3]);
    expect(await counts({ configs: [], disks: [data] })).toEqual([0, 1]);
    expect(await counts({ configs: [configs[0]], disks: [root.id, data] })).toEqual([1, 3]);
  });
});

describe("cloning to an existing instance", () => {
  test("adds configs, disks and tags to its own, and keeps its power state", async () => {
    const client = await start();
    const { id } = await running(client, { tags: ["one", "two"] });
    const { id: compute_id } = await running(client, { ...ROOMY, swap_size: 0, tags: ["two", "three"] });
    client.emulator.poke("disk", 40_003, { size: 1_000 });
    const before = await view(client, compute_id);
    const { tags, ...answer } = await client.create(`${INSTANCES}/${id}/clone`, { compute_id });
    expect({ ...answer, tags: before["tags"], updated: before.updated }).toEqual(before);
    expect(tags).toEqual(["two", "three", "one"]);
    client.emulator.clock.advance(PROVISION_MS);
    expect(await statusOf(client, compute_id)).toBe("running");
    expect(await disksOf(client, compute_id)).toHaveLength(3);
    expect(await configsOf(client, compute_id)).toHaveLength(2);
  });

  test("is rejected if it is busy or full, is the source, or does not exist, and with the fields of a new one", async () => {
    const client = await start();
    const [{ id }, { id: compute_id }] = [await running(client), await client.create(INSTANCES, DEBIAN)];
    const refused = async (body: object) => reasons(await clone(client, id, body));
    expect(await refused({ compute_id, configs: [] })).toEqual(BUSY);
    client.emulator.clock.advance(PROVISION_MS);
    const noRoom = { "": ["Insufficient space: 25600 MB are needed, and 0 MB are free."] };
    expect(await refused({ compute_id })).toEqual(noRoom);
    expect(await refused({ compute_id: id })).toEqual({ compute_id: ["A compute cannot be cloned to itself"] });
    expect(await refused({ compute_id: 1 })).toEqual({ compute_id: ["compute_id is not valid"] });
    const fields = { ...EMPTY, label: "copy", group: "g", backups_enabled: true };
    const onlyForNew = Object.keys(fields).map((field) => [field, [`${field} is only for a new compute`]]);
    expect(await refused({ ...fields, compute_id })).toEqual(Object.fromEntries(onlyForNew));
    expect(await statusOf(client, id)).toBe("running");
    expect((await clone(client, id, { compute_id, configs: [] })).status).toBe(200);
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

  test("allows a sixth clone once one of five has ended", async () => {
    const client = await start();
    const { id } = await client.create(INSTANCES, EMPTY);
    for (let clones = 0; clones < 5; clones += 1) {
      client.emulator.clock.advance(10);
      expect((await clone(client, id)).status).toBe(200);
    }
    const tooMany = { "": ["At most 5 clones of a compute may be in progress"] };
    expect(reasons(await clone(client, id))).toEqual(tooMany);
    expect((await client.get(INSTANCES)).body.results).toBe(6);
    client.emulator.clock.advance(0.8 * PROVISION_MS - 40);
    expect((await clone(client, id)).status).toBe(200);
  });

  test("is busy, as are the targets, and must not be busy otherwise", async () => {
    const client = await start();
    const { id } = await client.create(INSTANCES, { ...EMPTY, backups_enabled: true });
    await client.create(`${INSTANCES}/${id}/backups`, { label: "x" });
    expect(reasons(await clone(client, id))).toEqual(BUSY);
    client.emulator.clock.advance(PROVISION_MS);
    const target = (await clone(client, id)).body;
    expect(reasons(await client.post(`${INSTANCES}/${id}/boot`))).toEqual(BUSY);
    expect(reasons(await client.post(`${pathOf(target)}/boot`))).toEqual(BUSY);
    expect(reasons(await clone(client, target.id))).toEqual(BUSY);
    const other = await client.create(INSTANCES, EMPTY);
    expect(reasons(await clone(client, other.id, { compute_id: id }))).toEqual(BUSY);
  });

  test("is no longer busy once the targets are deleted", async () => {
    const client = await start();
    const { id } = await running(client);
    const [first, second] = [(await clone(client, id)).body, (await clone(client, id)).body];
    await client.delete(pathOf(first));
    expect(await statusOf(client, id)).toBe("cloning");
    await client.delete(pathOf(second));
    expect(await statusOf(client, id)).toBe("running");
    client.emulator.clock.advance(PROVISION_MS);
    expect([await statusOf(client, id), await statusOf(client, first.id)]).toEqual(["running", 404]);
  });

  test("can be deleted, and the clone still completes", async () => {
    const client = await start();
    const { id } = await running(client);
    const target = (await clone(client, id)).body;
    await client.delete(`${INSTANCES}/${id}`);
    client.emulator.clock.advance(PROVISION_MS);
    expect([await statusOf(client, id), await statusOf(client, target.id)]).toEqual([404, "offline"]);
    expect((await client.post(`${pathOf(target)}/boot`)).status).toBe(200);
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
