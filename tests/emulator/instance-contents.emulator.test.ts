import { DEBIAN, PROVISION_MS, reasons } from "./support/client";
import { client, settle, withUser } from "./support/fresh";
import { BUSY, empty, EMPTY, instanceAt, INSTANCES, noSpace, offline, ROOMY, running } from "./support/instances";
import type { Instance } from "./support/instances";

// Disks, configs, addresses and the plan of an instance, which are beyond the documents, and the clones of all that.
// What @linode/api-v4 reads back of its changes is tested in linode-api-v4.clients.test.ts.

const IMAGE = { image: "compute/ubuntu22.04", root_pass: "correct horse" } as const;

test("the status of an instance is that of its job, and the power state is restored after it", async () => {
  const { create, post, refused, status } = await running(client);
  for (const [action, body, ...statuses] of [
    ["reboot", {}, "rebooting", "running"],
    ["resize", { type: "g6-standard-1" }, "migrating", "running"],
    ["rebuild", IMAGE, "rebuilding", "running"],
    ["rebuild", { ...IMAGE, booted: false }, "rebuilding", "offline"],
    ["resize", { type: "g6-standard-2", allow_auto_disk_resize: false }, "migrating", "offline"],
    ["disks", { size: 1 }, "offline", "offline"],
    ["boot", {}, "booting", "running"],
    ["shutdown", {}, "shutting_down", "offline"],
  ] as const) {
    await create(action, body);
    const during = await status();
    expect(await refused("shutdown")).toEqual(BUSY);
    settle();
    expect([action, during, await status()]).toEqual([action, ...statuses]);
  }
  expect((await post("shutdown")).body).toEqual({});
});

test("a disk needs room, and a config belongs to one instance", async () => {
  const { list } = await offline(client);
  const { create, path, refused } = await empty(client);
  expect(await refused("disks", { size: 25_601 })).toEqual({ size: [noSpace(25_601, 25_600)] });
  const shown = { label: "disk40003", filesystem: "ext4", status: "not ready" };
  expect(await create("disks", { size: 1000 })).toMatchObject(shown);
  const [{ id }] = await list("configs");
  expect((await client.get(`${path}/configs/${id}`)).status).toBe(404);
});

describe("configs", () => {
  test("keep what an update omits, and replace interfaces as a whole", async () => {
    const interfaces = [{ purpose: "public" }, { purpose: "vlan", label: "net" }];
    const { path, list } = await offline(client, { region: "us-southeast", interfaces });
    const [{ id, label, devices }] = await list("configs");
    const changed = await client.put(`${path}/configs/${id}`, { interfaces: [], comments: "changed" });
    expect(changed.body).toMatchObject({ label, devices, comments: "changed" });
    expect((await list("configs"))[0]["interfaces"]).toEqual([]);
  });

  test("reject another instance's disk, a volume, and an empty body", async () => {
    const [{ id: disk_id }] = await (await offline(client)).list("disks");
    const { refused } = await empty(client);
    const devices = { sda: { disk_id }, sdb: { volume_id: 1 } };
    expect(await refused("configs", { label: "x", devices })).toEqual({
      "devices.sda.disk_id": ["disk_id is not valid"],
      "devices.sdb.volume_id": ["volume_id is not valid"],
    });
    const needed = { label: ["label is required"], devices: ["devices is required"] };
    expect(await refused("configs")).toEqual(needed);
  });
});

describe("resize", () => {
  test("sets the new type in the end, and grows a disk to fill it", async () => {
    const { post, view, disks } = await running(client);
    expect((await post("resize", { type: "g6-standard-1" })).body).toEqual({});
    expect((await view())["type"]).toBe("g6-nanode-1");
    expect((await post("resize", { type: "g6-standard-2" })).headers.get("retry-after")).toBe("1");
    settle();
    expect(await view()).toMatchObject({ type: "g6-standard-1", specs: { disk: 51200 } });
    expect(await disks()).toMatchObject([{ size: 50688 }, { size: 512 }]);
  });

  test("to a smaller plan requires that the disks fit, and does not modify them", async () => {
    const { create, refused, view, disks } = await running(client, { type: "g6-standard-1" });
    const tooSmall =
      "Compute has allocated more disk than the new service plan allows. Delete or resize disks smaller.";
    for (const [body, expected] of [
      [{ type: "g6-standard-1" }, { "": ["Compute is already running this service plan."] }],
      [{ type: "nope" }, { type: ["A valid plan type by that ID was not found"] }],
      [{}, { type: ["type is required"] }],
      [{ type: "g6-nanode-1", allow_auto_disk_resize: false }, { "": [tooSmall] }],
      [{ type: "g6-nanode-1" }, { "": [tooSmall] }],
    ] as const) {
      expect([body, await refused("resize", body)]).toEqual([body, expected]);
    }
    client.emulator.poke("disk", 40_001, { size: 20_000 });
    await create("resize", { type: "g6-nanode-1" });
    settle();
    expect(await view()).toMatchObject({ type: "g6-nanode-1" });
    expect(await disks()).toMatchObject([{ size: 20_000 }, { size: 512 }]);
  });
});

test("the addresses of an instance are one public address, which stays, and at most one private one", async () => {
  const { id, path, create, refused, view } = await empty(client);
  const { ipv4, ipv6 } = await view();
  const { address } = await create("ips", { type: "ipv4", public: false });
  expect((await view()).ipv4).toEqual([ipv4[0], address]);
  const gateway = ipv4[0]?.replace(/\d+$/, "1");
  expect((await client.get(`${path}/ips`)).body).toMatchObject({
    ipv4: {
      public: [{ address: ipv4[0], gateway, prefix: 24, public: true, compute_id: id, region: "us-east" }],
      private: [{ address, prefix: 17, public: false, gateway: null, rdns: null }],
    },
    ipv6: { slaac: { address: String(ipv6).replace("/128", ""), prefix: 64 } },
  });
  const second = await refused("ips", { type: "ipv4", public: false });
  expect(second).toEqual({ "": ["Compute already has a private IPv4 address."] });
  expect((await client.delete(`${path}/ips/${String(address)}`)).body).toEqual({});
  expect((await client.get(`${path}/ips/${String(address)}`)).status).toBe(404);
  expect((await client.get(`${path}/ips/${ipv4[0]}`)).body).toMatchObject({ gateway });
  const kept = reasons(await client.delete(`${path}/ips/${ipv4[0]}`));
  expect(kept).toEqual({ "": ["Compute must keep its only public IPv4 address."] });
});

test("a rebuild replaces all disks, and requires an existing image and a password", async () => {
  const { create, refused, list } = await running(client);
  const nothing = { image: ["You must specify an image"], root_pass: ["root_pass is required"] };
  expect(await refused("rebuild")).toEqual(nothing);
  expect(await refused("rebuild", { ...IMAGE, image: "compute/nope" })).toEqual({ image: ["image is not valid"] });
  const before = (await list("disks")).map((disk) => disk.id);
  expect(await create("rebuild", IMAGE)).toMatchObject({ image: IMAGE.image });
  const after = await list("disks");
  expect(after.map((disk) => disk.label)).toEqual(["Ubuntu 22.04 LTS Disk", "512 MB Swap Image"]);
  expect(after.some((disk) => before.includes(disk.id))).toBe(false);
  expect(await list("configs")).toHaveLength(1);
});

test("the root password is changed only while the instance is off", async () => {
  const { create, refused } = await running(client);
  const change = (root_pass?: string) => refused("password", { root_pass });
  const off = { "": ["Compute must be powered off to change its root password."] };
  expect(await change(DEBIAN.root_pass)).toEqual(off);
  await create("shutdown");
  expect(await change(DEBIAN.root_pass)).toEqual(BUSY);
  expect(await change("short")).toEqual({ root_pass: ["Length must be 7-128 characters"] });
  expect(await change()).toEqual({ root_pass: ["root_pass is required"] });
});

/** Starts a clone; returns the instance to which it goes. */
const cloned = async ({ create }: Instance, body: object = EMPTY) =>
  instanceAt(client, (await create("clone", body)).id);

describe("cloning to a new instance", () => {
  test("returns it, offline, with its own addresses, and ends with the configs of the source on its own disks", async () => {
    const region = "us-southeast";
    const interfaces = [{ purpose: "public" }, { purpose: "vlan", label: "net" }];
    const source = await running(client, { private_ip: true, region, interfaces });
    const answer = await source.create("clone", { ...EMPTY, region });
    const id = source.id + 1;
    const fields = { id, label: `compute${id}`, group: "", image: "compute/debian11" };
    expect(answer).toMatchObject({ ...fields, status: "offline", ipv4: [expect.any(String)] });
    settle();
    const target = instanceAt(client, id);
    const [[before], [after]] = [await source.list("configs"), await target.list("configs")];
    const [sda, sdb] = (await target.list("disks")).map((disk) => ({ disk_id: disk.id, volume_id: null }));
    expect(before["interfaces"]).toMatchObject(interfaces);
    const own = { id: after.id, created: after.created, updated: after.updated };
    expect(after).toEqual({ ...before, ...own, devices: { ...before.devices, sda, sdb } });
    expect(await target.status()).toBe("offline");
    expect((await target.post("boot")).status).toBe(200);
  });

  test("is rejected with the fields and the reasons", async () => {
    const { refused } = await running(client, { type: "g6-standard-1", label: "web" });
    for (const [body, expected] of [
      [
        { ...ROOMY, configs: [1], disks: [2] },
        { "configs[0]": ["configs is not valid"], "disks[0]": ["disks is not valid"] },
      ],
      [{ ...ROOMY, label: "web" }, { label: ["Label must be unique among your computes"] }],
      [EMPTY, { "": [noSpace(51_200, 25_600)] }],
    ] as const) {
      expect(await refused("clone", body)).toEqual(expected);
    }
    expect((await client.get(INSTANCES)).body.results).toBe(1);
  });

  test("requires read access to the source, and is the user's own", async () => {
    const objects = [{ kind: "instance" as const, id: 10_001, permissions: "read_only" as const }];
    const guest = await withUser({ restricted: true, objects, grants: ["add_computes"] });
    const [seen, unseen] = [await empty(client), await empty(client)];
    expect((await guest.post(`${unseen.path}/clone`, EMPTY)).status).toBe(403);
    const target = await guest.create(`${seen.path}/clone`, EMPTY);
    expect((await guest.get(`${INSTANCES}/${target.id}`)).status).toBe(200);
    settle();
    expect((await guest.post(`${seen.path}/clone`, { compute_id: unseen.id })).status).toBe(403);
  });

  test("includes everything by default, or the named configs with their disks, and the named disks", async () => {
    const source = await offline(client, ROOMY);
    const [root, swap] = await source.list("disks");
    client.emulator.poke("disk", root.id, { size: 20_000 });
    const { id: data } = await source.create("disks", { size: 1000 });
    settle();
    const spare = { label: "spare", devices: { sda: { disk_id: data } }, initrd: swap.id };
    const [first, second] = [(await source.list("configs"))[0].id, (await source.create("configs", spare)).id];
    for (const [body, configs, disks] of [
      [{}, 2, 3],
      [{ configs: null, disks: null }, 2, 3],
      [{ configs: [first] }, 1, 2],
      [{ configs: [second, second] }, 1, 2],
      [{ configs: [] }, 0, 0],
      [{ disks: [] }, 2, 3],
      [{ configs: [], disks: [data] }, 0, 1],
      [{ configs: [first], disks: [root.id, data] }, 1, 3],
    ] as const) {
      const target = await cloned(source, { ...ROOMY, ...body });
      settle();
      const counts = [(await target.list("configs")).length, (await target.list("disks")).length];
      expect([body, ...counts]).toEqual([body, configs, disks]);
    }
  });
});

describe("cloning to an existing instance", () => {
  test("adds configs, disks and tags to its own, and keeps its power state", async () => {
    const source = await running(client, { tags: ["one", "two"] });
    const target = await running(client, { ...ROOMY, swap_size: 0, tags: ["two", "three"] });
    client.emulator.poke("disk", 40_003, { size: 1_000 });
    const before = await target.view();
    const { tags, ...answer } = await source.create("clone", { compute_id: target.id });
    expect({ ...answer, tags: before["tags"], updated: before.updated }).toEqual(before);
    expect(tags).toEqual(["two", "three", "one"]);
    settle();
    expect(await target.status()).toBe("running");
    expect(await target.list("disks")).toHaveLength(3);
    expect(await target.list("configs")).toHaveLength(2);
  });

  test("is rejected if it is busy or full, or is the source, and with the fields of a new one", async () => {
    const { id, post, refused, status } = await running(client);
    const { id: compute_id } = await client.create(INSTANCES, DEBIAN);
    expect(await refused("clone", { compute_id, configs: [] })).toEqual(BUSY);
    settle();
    expect(await refused("clone", { compute_id })).toEqual({ "": [noSpace(25_600, 0)] });
    const itself = { compute_id: ["A compute cannot be cloned to itself"] };
    expect(await refused("clone", { compute_id: id })).toEqual(itself);
    const fields = { ...EMPTY, label: "copy", group: "g", backups_enabled: true };
    const onlyForNew = Object.keys(fields).map((field) => [field, [`${field} is only for a new compute`]]);
    expect(await refused("clone", { ...fields, compute_id })).toEqual(Object.fromEntries(onlyForNew));
    expect(await status()).toBe("running");
    expect((await post("clone", { compute_id, configs: [] })).status).toBe(200);
  });
});

describe("the source of clones", () => {
  test("shows cloning until the last one has ended, and then its previous status", async () => {
    const source = await running(client);
    await cloned(source);
    client.emulator.clock.advance(0.5 * PROVISION_MS);
    await cloned(source);
    client.emulator.clock.advance(0.5 * PROVISION_MS);
    expect(await source.status()).toBe("cloning");
    client.emulator.clock.advance(0.5 * PROVISION_MS);
    expect(await source.status()).toBe("running");
  });

  test("is no longer busy once the targets are deleted", async () => {
    const source = await running(client);
    const [first, second] = [await cloned(source), await cloned(source)];
    await client.delete(first.path);
    expect(await source.status()).toBe("cloning");
    await client.delete(second.path);
    expect(await source.status()).toBe("running");
    settle();
    expect([await source.status(), await first.status()]).toEqual(["running", 404]);
  });
});
