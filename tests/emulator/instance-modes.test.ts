import { asUser, DEBIAN, PROVISION_MS, reasons, start } from "./support/client";
import { announce, uploaded } from "./support/images";
import { backedUp, configsOf, disksOf, EMPTY, INSTANCES, running, statusOf, view } from "./support/instances";

const { root_pass } = DEBIAN;

describe("an instance from a private image", () => {
  test("is deployed like one from a public image", async () => {
    const client = await start();
    const { id: image } = await uploaded(client, { label: "golden image" });
    const { id } = await running(client, { image });
    expect(await view(client, id)).toMatchObject({ status: "running", image });
    expect(await disksOf(client, id)).toEqual([
      { label: "golden image Disk", filesystem: "ext4", size: 25_088 },
      { label: "512 MB Swap Image", filesystem: "swap", size: 512 },
    ]);
    expect((await configsOf(client, id))[0]?.label).toBe("My golden image Disk Profile");
  });

  test("needs a root password, an image that is available, and room for it", async () => {
    const client = await start();
    const { image } = await announce(client);
    expect(reasons(await client.post(INSTANCES, { ...EMPTY, image: image.id }))).toEqual({
      root_pass: ["root_pass is required"],
      image: ["image is not valid"],
    });
    const { id } = await uploaded(client);
    client.emulator.poke("image", 70_002, { size: 25_089 });
    expect(reasons(await client.post(INSTANCES, { ...EMPTY, root_pass, image: id }))).toEqual({
      image: ["Distribution requires a minimum size of 25089"],
    });
  });

  test("needs a grant on the image from a restricted user", async () => {
    const guest = { username: "guest", restricted: true, grants: ["add_computes"] };
    const objects = [{ kind: "image" as const, id: 70_001, permissions: "read_only" as const }];
    const tokens = ["admin", { ...guest, token: "without" }, { ...guest, username: "other", token: "with", objects }];
    const client = await start({ tokens });
    const { id: image } = await uploaded(client);
    expect((await asUser(client, "without").post(INSTANCES, { ...DEBIAN, image })).status).toBe(403);
    expect((await asUser(client, "with").post(INSTANCES, { ...DEBIAN, image })).status).toBe(200);
  });
});

describe("an instance from a StackScript", () => {
  const SCRIPT = { ...DEBIAN, stackscript_id: 9001, stackscript_data: { site_name: "www.example.org" } };

  test("is deployed like one from an image", async () => {
    const client = await start();
    const { id } = await running(client, SCRIPT);
    expect(await view(client, id)).toMatchObject({ status: "running", image: DEBIAN.image });
    expect(await disksOf(client, id)).toHaveLength(2);
  });

  test("needs an image that the script is made for, and a root password", async () => {
    const client = await start();
    const unsupported = ["The requested distribution is not supported by this stackscript."];
    const { image: _image, root_pass: _rootPass, ...bare } = SCRIPT;
    expect(reasons(await client.post(INSTANCES, bare))).toEqual({
      root_pass: ["root_pass is required"],
      image: ["image is required"],
    });
    const alpine = { ...SCRIPT, image: "compute/alpine3.15" };
    expect(reasons(await client.post(INSTANCES, alpine))).toEqual({ image: unsupported });
    expect((await client.post(INSTANCES, { ...alpine, stackscript_id: 9002 })).status).toBe(200);
    const deprecated = { ...SCRIPT, stackscript_id: 9002, image: "compute/centos8" };
    expect(reasons(await client.post(INSTANCES, deprecated))).toEqual({ image: unsupported });
  });

  test("needs what the script asks for", async () => {
    const client = await start();
    const needed = { stackscript_data: ["site_name is required"] };
    for (const stackscript_data of [undefined, null, {}, { site_name: null }, { greeting: "hello" }]) {
      expect(reasons(await client.post(INSTANCES, { ...SCRIPT, stackscript_data }))).toEqual(needed);
    }
    expect((await client.post(INSTANCES, { ...DEBIAN, stackscript_id: 9002, stackscript_data: {} })).status).toBe(200);
  });

  test("is refused with an unknown script, a private image, or a backup", async () => {
    const client = await start();
    const { backup } = await backedUp(client);
    const { id: image } = await uploaded(client);
    expect(reasons(await client.post(INSTANCES, { ...DEBIAN, stackscript_id: 1 }))).toEqual({
      stackscript_id: ["stackscript_id is not valid"],
    });
    expect(reasons(await client.post(INSTANCES, { ...DEBIAN, stackscript_id: 9002, image }))).toEqual({
      image: ["A StackScript cannot be deployed with a private image"],
    });
    expect(reasons(await client.post(INSTANCES, { ...SCRIPT, backup_id: backup.id }))).toEqual({
      backup_id: ["backup_id cannot be combined with image or stackscript_id"],
    });
  });

  test("may be one's own, or somebody's public one", async () => {
    const client = await start({ tokens: ["admin", { token: "alice", username: "alice" }] });
    const script = { label: "own", images: ["any/all"], script: '#!/bin/sh\n# <UDF name="x">' };
    const { id } = await client.create("/compute/stackscripts", script);
    const deploy = (token: string, fields: object) =>
      asUser(client, token).post(INSTANCES, { ...DEBIAN, stackscript_id: id, ...fields });
    const needed = { stackscript_data: ["x is required"] };
    expect(reasons(await deploy("admin", {}))).toEqual(needed);
    expect((await deploy("admin", { stackscript_data: { x: "1" } })).status).toBe(200);
    expect(reasons(await deploy("alice", {}))).toEqual({ stackscript_id: ["stackscript_id is not valid"] });
    await client.put(`/compute/stackscripts/${id}`, { is_public: true });
    expect(reasons(await deploy("alice", {}))).toEqual(needed);
  });

  test("never shows the data of the script", async () => {
    const client = await start();
    await client.create(INSTANCES, { ...SCRIPT, stackscript_data: { site_name: "S3cr3t!" } });
    expect(JSON.stringify(client.emulator.requests())).not.toContain("S3cr3t!");
  });
});

describe("an instance from a backup", () => {
  test("has its disks and configs, needs no root password, and runs in the end", async () => {
    const client = await start();
    const { id, backup } = await backedUp(client, { swap_size: 256 });
    const restored = await client.create(INSTANCES, { ...EMPTY, type: "g6-standard-1", backup_id: backup.id });
    expect(restored).toMatchObject({ status: "provisioning", image: DEBIAN.image });
    client.emulator.clock.advance(PROVISION_MS);
    expect(await statusOf(client, restored.id)).toBe("running");
    expect(await disksOf(client, restored.id)).toEqual(await disksOf(client, id));
    expect((await configsOf(client, restored.id)).map(({ label }) => label)).toEqual(backup.configs);
  });

  test("stays offline with booted false", async () => {
    const client = await start();
    const { backup } = await backedUp(client);
    const { id } = await client.create(INSTANCES, { ...EMPTY, backup_id: backup.id, booted: false });
    client.emulator.clock.advance(PROVISION_MS);
    expect(await statusOf(client, id)).toBe("offline");
  });

  test("needs a successful backup, its region, and room for it", async () => {
    const client = await start();
    const { id } = await running(client, { type: "g6-standard-1", backups_enabled: true });
    const { id: backup_id } = await client.create(`${INSTANCES}/${id}/backups`, { label: "x" });
    const create = (fields: object) => client.post(INSTANCES, { ...EMPTY, backup_id, ...fields });
    expect(reasons(await create({}))).toEqual({ backup_id: ["Only a successful backup can be deployed"] });
    client.emulator.clock.advance(PROVISION_MS);
    expect(reasons(await create({ region: "eu-west" }))).toEqual({
      region: ["The instance and the backup must be in the same region"],
      type: ["Insufficient space: 51200 MB are needed, and 25600 MB are free."],
    });
    expect(reasons(await create({ backup_id: backup_id + 1 }))).toEqual({ backup_id: ["backup_id is not valid"] });
    expect((await create({ type: "g6-standard-1" })).status).toBe(200);
  });

  test("needs read_write on its source from a restricted user", async () => {
    const guest = { username: "guest", restricted: true, grants: ["add_computes"] };
    const grant = (permissions: "read_only" | "read_write") => [{ kind: "instance" as const, id: 10_001, permissions }];
    const tokens = [
      "admin",
      { ...guest, token: "reader", objects: grant("read_only") },
      { ...guest, token: "writer", objects: grant("read_write") },
    ];
    const client = await start({ tokens });
    const { backup } = await backedUp(client);
    const body = { ...EMPTY, backup_id: backup.id };
    expect((await asUser(client, "reader").post(INSTANCES, body)).status).toBe(403);
    expect((await asUser(client, "writer").post(INSTANCES, body)).status).toBe(200);
  });
});

describe("authorized_users", () => {
  test("must be known, each with an SSH key", async () => {
    const client = await start({ tokens: ["admin", { token: "alice", username: "alice" }] });
    const create = (...authorized_users: string[]) => client.post(INSTANCES, { ...DEBIAN, authorized_users });
    expect(reasons(await create("alice", "bob"))).toEqual({
      "authorized_users[0]": ["alice has no SSH key"],
      "authorized_users[1]": ["authorized_users is not valid"],
    });
    const ssh_key = `ssh-ed25519 ${Buffer.from(`\0\0\0\x0bssh-ed25519\0\0\0 ${"k".repeat(32)}`).toString("base64")}`;
    await asUser(client, "alice").create("/profile/sshkeys", { label: "laptop", ssh_key });
    expect((await create("alice")).status).toBe(200);
  });
});
