import { DEBIAN, PROVISION_MS, reasons, start } from "./support/client";
import type { Started } from "./support/client";
import { imageOf } from "./support/images";

const ROOT_DISK = 40_001;
const SWAP_DISK = 40_002;

/** An emulator with an instance that runs. */
async function withInstance(...options: Parameters<typeof start>): Promise<Started> {
  const client = await start(...options);
  await client.create("/compute/instances", DEBIAN);
  client.emulator.clock.advance(2 * PROVISION_MS);
  return client;
}

const capture = async (client: Started, body: object = {}) =>
  imageOf(await client.post("/images", { disk_id: ROOT_DISK, ...body }));

describe("the capture of a disk", () => {
  test("makes an image of the disk's label, which needs as much as the disk's data once it is available", async () => {
    const client = await withInstance();
    const image = await capture(client);
    expect(image).toMatchObject({
      id: "private/70001",
      label: "Debian 11 Disk",
      description: null,
      size: 25_600 - 512,
    });
    expect(image).toMatchObject({ status: "creating", type: "manual", created_by: "admin", is_public: false });
    client.emulator.clock.advance(PROVISION_MS);
    const later = imageOf(await client.get("/images/private/70001"));
    expect(later).toEqual({ ...image, status: "available", size: 1300, updated: later.updated });
  });

  test("makes an image that can be deployed to any disk that its data fits", async () => {
    const client = await start();
    await client.create("/compute/instances", { ...DEBIAN, type: "g6-standard-2" });
    client.emulator.clock.advance(2 * PROVISION_MS);
    client.emulator.poke("disk", ROOT_DISK, { used: 2_000 });
    const image = await capture(client);
    client.emulator.clock.advance(PROVISION_MS);
    const made = await client.create("/compute/instances", { ...DEBIAN, image: image.id });
    client.emulator.clock.advance(2 * PROVISION_MS);
    const disks = (await client.get(`/compute/instances/${made.id}/disks`)).body.data;
    expect(disks.map(({ size }) => size)).toEqual([25_600 - 512, 512]);
    const again = await capture(client, { disk_id: disks[0].id });
    client.emulator.clock.advance(PROVISION_MS);
    expect(imageOf(await client.get(`/images/${again.id}`)).size).toBe(2_000);
  });

  test("makes an image of the disk's size where the documents' rules alone hold", async () => {
    const client = await withInstance({ documentedOnly: true });
    const { id } = await capture(client);
    client.emulator.clock.advance(PROVISION_MS);
    expect(imageOf(await client.get(`/images/${id}`))).toMatchObject({ status: "available", size: 25_600 - 512 });
  });

  test("takes a label and a description", async () => {
    const client = await withInstance();
    const fields = { label: "golden, v1.0 - it's ready?", description: "text" };
    expect(await capture(client, fields)).toMatchObject(fields);
  });

  test("takes any disk, swap among them", async () => {
    const client = await withInstance();
    expect(await capture(client, { disk_id: SWAP_DISK })).toMatchObject({ label: "512 MB Swap Image", size: 512 });
  });

  test("needs a disk that exists, and a label and a description as they have to be", async () => {
    const client = await withInstance();
    const refused = async (body: object) => reasons(await client.post("/images", body));
    expect(await refused({})).toEqual({ disk_id: ["disk_id is required"] });
    expect(await refused({ disk_id: ROOT_DISK, label: "a/b", description: "" })).toEqual({
      label: ["Must only use ASCII letters, numbers, spaces and , . ? - _ '"],
      description: ["Length must be 1-65000 characters"],
    });
    expect(await refused({ disk_id: "40001" })).toEqual({ disk_id: ["Must be of type Integer"] });
  });

  test("of a disk that does not exist is answered 404", async () => {
    const client = await withInstance();
    const reply = await client.post("/images", { disk_id: 1 });
    expect([reply.status, reasons(reply)]).toEqual([404, { "": ["Not found"] }]);
    const literal = await withInstance({ documentedOnly: true });
    expect(reasons(await literal.post("/images", { disk_id: 1 }))).toEqual({ disk_id: ["disk_id is not valid"] });
  });

  test("is refused while a job is in progress on the instance, or while the disk is not ready", async () => {
    const client = await withInstance();
    client.emulator.poke("disk", ROOT_DISK, { status: "not ready" });
    const body = { disk_id: ROOT_DISK };
    expect(reasons(await client.post("/images", body))).toEqual({ disk_id: ["The disk is not ready"] });
    client.emulator.poke("disk", ROOT_DISK, { status: "ready" });
    await client.post("/compute/instances/10001/reboot");
    expect(reasons(await client.post("/images", body))).toEqual({ "": ["Compute busy."] });
  });

  test("is not refused for what the documents do not show, where their rules alone hold", async () => {
    const client = await withInstance({ documentedOnly: true });
    client.emulator.poke("disk", ROOT_DISK, { status: "not ready" });
    expect((await capture(client, { label: "a/b" })).status).toBe("creating");
  });

  test("does not keep the instance busy", async () => {
    const client = await withInstance();
    await capture(client);
    expect((await client.post("/compute/instances/10001/reboot")).status).toBe(200);
  });

  test("goes on when the instance is deleted in the middle", async () => {
    const client = await withInstance();
    await capture(client);
    await client.delete("/compute/instances/10001");
    client.emulator.clock.advance(PROVISION_MS);
    expect((await client.get("/compute/instances/10001")).status).toBe(404);
    expect((await client.get("/images/private/70001")).body.status).toBe("available");
  });

  test("ends with the image", async () => {
    const client = await withInstance();
    await capture(client);
    await client.delete("/images/private/70001");
    expect(client.emulator.clock.advance(0).jobs).toBe(0);
    expect((await client.get("/account/events")).body.data.slice(0, 2)).toMatchObject([
      { action: "image_delete" },
      { action: "disk_imagize", status: "failed" },
    ]);
  });

  test("is an event of the instance, with the image beside it", async () => {
    const client = await withInstance();
    await capture(client);
    const event = { action: "disk_imagize", entity: { id: 10_001 }, secondary_entity: { id: "private/70001" } };
    expect((await client.get("/account/events")).body.data[0]).toMatchObject({ ...event, status: "started" });
    client.emulator.clock.advance(PROVISION_MS);
    expect((await client.get("/account/events")).body.data[0]).toMatchObject({ ...event, status: "finished" });
  });

  test("is not possible from a deleted instance", async () => {
    const client = await withInstance();
    await client.delete("/compute/instances/10001");
    client.emulator.clock.advance(PROVISION_MS);
    expect((await client.post("/images", { disk_id: ROOT_DISK })).status).toBe(404);
  });
});

describe("a restricted user", () => {
  const guest = { token: "guest", username: "guest", restricted: true };
  const mayRead = { kind: "instance", id: 10_001, permissions: "read_only" } as const;

  test.each([
    ["neither grant", {}, 403],
    ["the grant for images alone", { grants: ["add_images"] }, 403],
    ["the grant for the instance alone", { objects: [mayRead] }, 403],
    ["both grants", { grants: ["add_images"], objects: [mayRead] }, 200],
  ])("with %s is answered when it captures a disk", async (_what, given, status) => {
    const client = await withInstance({ tokens: ["admin", { ...guest, ...given }] });
    const body = JSON.stringify({ disk_id: ROOT_DISK });
    const reply = await client.send("POST", "/v4/images", { headers: { Authorization: "Bearer guest" }, body });
    expect(reply.status).toBe(status);
    if (status === 200) expect(reply.body).toMatchObject({ created_by: "guest" });
  });
});
