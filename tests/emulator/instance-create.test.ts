import { DEBIAN, PROVISION_MS, reasons, start } from "./support/client";
import { EMPTY } from "./support/instances";

describe("creating an instance", () => {
  test("from an image answers the documented fields with their defaults", async () => {
    const client = await start();
    const instance = await client.create("/compute/instances", DEBIAN);
    expect(instance).toEqual({
      id: 10001,
      label: "compute10001",
      group: "",
      status: "provisioning",
      created: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/),
      updated: instance.created,
      type: "g6-nanode-1",
      region: "us-east",
      image: "compute/debian11",
      ipv4: [expect.stringMatching(/^198\.18\.\d+\.\d+$/)],
      ipv6: expect.stringMatching(/^2001:db8::[0-9a-f:]+\/128$/),
      watchdog_enabled: true,
      tags: [],
      alerts: { cpu: 90, io: 10000, network_in: 10, network_out: 10, transfer_quota: 80 },
      backups: { enabled: false, last_successful: null, schedule: { day: null, window: null } },
      hypervisor: "kvm",
      specs: { disk: 25600, memory: 1024, transfer: 1000, vcpus: 1 },
    });
  });

  test("from an image makes a config with two disks, one of them 512 MB of swap", async () => {
    const client = await start();
    const { id } = await client.create("/compute/instances", DEBIAN);
    const { data: disks } = (await client.get(`/compute/instances/${id}/disks`)).body;
    expect(disks).toMatchObject([
      { label: "Debian 11 Disk", filesystem: "ext4", size: 25088, status: "ready" },
      { label: "512 MB Swap Image", filesystem: "swap", size: 512, status: "ready" },
    ]);
    const { data: configs } = (await client.get(`/compute/instances/${id}/configs`)).body;
    expect(configs).toHaveLength(1);
    expect(configs[0].label).toBe("My Debian 11 Disk Profile");
    expect(configs[0].devices.sda).toEqual({ disk_id: disks[0].id, volume_id: null });
    expect(configs[0].devices.sdb).toEqual({ disk_id: disks[1].id, volume_id: null });
    expect(configs[0].devices.sdc).toBeNull();
    expect((await client.get(`/compute/instances/${id}/disks/${disks[0].id}`)).body).toEqual(disks[0]);
    expect((await client.get(`/compute/instances/${id}/configs/${configs[0].id}`)).body).toEqual(configs[0]);
  });

  test("takes the size of the swap disk from swap_size", async () => {
    const client = await start();
    const sizes = async (swap_size: number) => {
      const { id } = await client.create("/compute/instances", { ...DEBIAN, swap_size });
      const { data } = (await client.get(`/compute/instances/${id}/disks`)).body;
      return data.map((disk) => disk.size);
    };
    expect(await sizes(1024)).toEqual([24576, 1024]);
    expect(await sizes(0)).toEqual([25600]);
    const tooMuch = await client.post("/compute/instances", { ...DEBIAN, swap_size: 25_000 });
    expect(reasons(tooMuch)).toEqual({ image: ["Distribution requires a minimum size of 1300"] });
  });

  test("empty stays offline, has no disks, and ignores booted", async () => {
    const client = await start();
    const instance = await client.create("/compute/instances", { ...EMPTY, booted: true, swap_size: 256 });
    expect(instance.status).toBe("offline");
    expect(instance.image).toBeNull();
    expect((await client.get(`/compute/instances/${instance.id}/disks`)).body.results).toBe(0);
    client.emulator.clock.advance(PROVISION_MS);
    expect((await client.get(`/compute/instances/${instance.id}`)).body.status).toBe("offline");
  });

  test("reports all problems together", async () => {
    const client = await start();
    const reply = await client.post("/compute/instances", {
      region: "us-eest",
      type: "g6-x",
      image: "compute/debian1",
      label: "a",
      tags: ["x"],
      booted: "yes",
      interfaces: [{}, {}, {}, {}],
    });
    expect(reply.status).toBe(400);
    expect(reasons(reply)).toEqual({
      region: ["region is not valid"],
      type: ["A valid plan type by that ID was not found"],
      image: ["image is not valid"],
      root_pass: ["root_pass is required"],
      label: ["Length must be 3-64 characters"],
      "tags[0]": ["Length must be 3-50 characters"],
      booted: ["Must be of type Boolean"],
      interfaces: ["Must have at most 3 items"],
    });
    expect((await client.get("/compute/instances")).body.results).toBe(0);
  });

  test("needs region and type", async () => {
    const client = await start();
    expect(reasons(await client.post("/compute/instances", {}))).toEqual({
      region: ["region is required"],
      type: ["type is required"],
    });
  });

  test.each([
    ["123456", "Length must be 7-128 characters"],
    ["x".repeat(129), "Length must be 7-128 characters"],
    [12345678, "Must be of type String"],
  ])("refuses the root password %p", async (root_pass, reason) => {
    const client = await start();
    expect(reasons(await client.post("/compute/instances", { ...DEBIAN, root_pass }))).toEqual({ root_pass: [reason] });
  });

  test("accepts root passwords of 7 and 128 characters, and never shows them", async () => {
    const client = await start();
    for (const root_pass of ["S3cr3t!", "S3cr3t!".padEnd(128, "x")]) {
      const instance = await client.create("/compute/instances", { ...DEBIAN, root_pass });
      expect(JSON.stringify(instance)).not.toContain("S3cr3t!");
    }
    expect(JSON.stringify(client.emulator.requests())).not.toContain("S3cr3t!");
  });

  test.each(["ab", "x".repeat(65), "-abc", "abc.", "a--b", "a..b", "a__b", "a b c", "äöü"])(
    "refuses the label %p",
    async (label) => {
      const client = await start();
      const reply = await client.post("/compute/instances", { ...EMPTY, label });
      expect(reply.status).toBe(400);
      expect(Object.keys(reasons(reply))).toEqual(["label"]);
    },
  );

  test.each(["abc", "a-b_c.d", "1web", "x".repeat(64)])("accepts the label %p", async (label) => {
    const client = await start();
    expect((await client.create("/compute/instances", { ...EMPTY, label })).label).toBe(label);
  });

  test("refuses a label that another instance has", async () => {
    const client = await start();
    const { id } = await client.create("/compute/instances", { ...EMPTY, label: "web" });
    const taken = { label: ["Label must be unique among your computes"] };
    expect(reasons(await client.post("/compute/instances", { ...EMPTY, label: "web" }))).toEqual(taken);
    const other = await client.create("/compute/instances", EMPTY);
    expect(reasons(await client.put(`/compute/instances/${other.id}`, { label: "web" }))).toEqual(taken);
    expect((await client.put(`/compute/instances/${id}`, { label: "web" })).status).toBe(200);
  });

  test("accepts the label of an instance that is being deleted", async () => {
    const client = await start();
    const { id } = await client.create("/compute/instances", { ...EMPTY, label: "web" });
    await client.delete(`/compute/instances/${id}`);
    expect((await client.get(`/compute/instances/${id}`)).body.status).toBe("deleting");
    expect((await client.create("/compute/instances", { ...EMPTY, label: "web" })).label).toBe("web");
  });

  test("steps aside when a user has taken the default label", async () => {
    const client = await start();
    await client.create("/compute/instances", { ...EMPTY, label: "compute10002" });
    expect((await client.create("/compute/instances", EMPTY)).label).toBe("compute10002-2");
  });

  test("gives a private address on demand, and no address twice", async () => {
    const client = await start();
    const a = await client.create("/compute/instances", { ...EMPTY, private_ip: true });
    const b = await client.create("/compute/instances", { ...EMPTY, private_ip: true });
    expect(a.ipv4[1]).toMatch(/^192\.168\.(12[89]|1[3-9]\d|2\d\d)\.\d+$/);
    expect(new Set([...a.ipv4, ...b.ipv4, a.ipv6, b.ipv6]).size).toBe(6);
  });

  test("keeps group and tags, and turns the backup service on", async () => {
    const client = await start();
    const instance = await client.create("/compute/instances", {
      ...EMPTY,
      group: "g",
      tags: ["one", "two"],
      backups_enabled: true,
    });
    expect(instance.group).toBe("g");
    expect(instance.tags).toEqual(["one", "two"]);
    expect(instance.backups).toEqual({
      enabled: true,
      last_successful: null,
      schedule: { day: "Scheduling", window: "Scheduling" },
    });
  });

  test("takes null for a field that was left out", async () => {
    const client = await start();
    const nothing = { label: null, tags: null, image: null, root_pass: null, interfaces: null, booted: null };
    expect((await client.create("/compute/instances", { ...EMPTY, ...nothing })).status).toBe("offline");
  });
});

describe("interfaces of a new instance", () => {
  const VLAN_REGION = { ...DEBIAN, region: "us-southeast" };

  test("end up in its config, in their order", async () => {
    const client = await start();
    const { id } = await client.create("/compute/instances", {
      ...VLAN_REGION,
      interfaces: [
        { purpose: "public" },
        { purpose: "vlan", label: "lan-1", ipam_address: "10.0.0.1/24" },
        { purpose: "vlan", label: "lan-2" },
      ],
    });
    expect((await client.get(`/compute/instances/${id}/configs`)).body.data[0].interfaces).toEqual([
      { purpose: "public", label: null, ipam_address: null },
      { purpose: "vlan", label: "lan-1", ipam_address: "10.0.0.1/24" },
      { purpose: "vlan", label: "lan-2", ipam_address: "" },
    ]);
  });

  test.each([
    [[{ purpose: "private" }], { "interfaces[0].purpose": ["Must be one of public, vlan"] }],
    [[{}], { "interfaces[0].purpose": ["purpose is required"] }],
    [[{ purpose: "public" }, { purpose: "public" }], { interfaces: ["Only one public interface is allowed"] }],
    [[{ purpose: "public", label: "x" }], { "interfaces[0].label": ["A public interface has no label"] }],
    [[{ purpose: "vlan" }], { "interfaces[0].label": [expect.stringContaining("1-64")] }],
    [
      [{ purpose: "vlan", label: "a", ipam_address: "10.0.0.1" }],
      { "interfaces[0].ipam_address": [expect.stringContaining("prefix")] },
    ],
    [
      [
        { purpose: "vlan", label: "a" },
        { purpose: "vlan", label: "a" },
      ],
      { interfaces: ["Each interface needs its own label"] },
    ],
  ])("are refused: %j", async (interfaces, expected) => {
    const client = await start();
    expect(reasons(await client.post("/compute/instances", { ...VLAN_REGION, interfaces }))).toEqual(expected);
  });

  test("are none of its own for an empty list: the default public one", async () => {
    const client = await start();
    const { id } = await client.create("/compute/instances", { ...DEBIAN, interfaces: [] });
    expect((await client.get(`/compute/instances/${id}/configs`)).body.data[0].interfaces).toEqual([]);
  });

  test("cannot hold a VLAN in a region without them", async () => {
    const client = await start();
    const reply = await client.post("/compute/instances", {
      ...DEBIAN,
      region: "us-west",
      interfaces: [{ purpose: "vlan", label: "lan" }],
    });
    expect(reasons(reply)).toEqual({ interfaces: ["VLANs are not available in this region"] });
  });
});
