import { PROVISION_MS, reasons } from "./support/client";
import { client, restart, withUser } from "./support/fresh";
import { announce, imageOf, uploaded } from "./support/images";
import { INSTANCES, running } from "./support/instances";

const ROOT_DISK = 40_001;
const SWAP_DISK = 40_002;

const LABEL_REASON = "Must only use ASCII letters, numbers, spaces and , . ? - _ '";
const BAD_LABEL = { label: ["Length must be 1-50 characters"] };
const BAD_DESCRIPTION = { description: ["Length must be 1-65000 characters"] };

test.each([
  ["POST /images/upload", { label: "", region: "us-east", description: "" }, { ...BAD_LABEL, ...BAD_DESCRIPTION }],
  ["PUT /images/private/70001", { label: "x".repeat(51), description: "" }, { ...BAD_LABEL, ...BAD_DESCRIPTION }],
  ["PUT /images/private/70001", { label: "a/b" }, { label: [LABEL_REASON] }],
  ["PUT /images/compute/debian11", { label: "x" }, { "": ["Unauthorized"] }, 403],
  ["POST /images", { disk_id: 1 }, { "": ["Not found"] }, 404],
  ["POST /images", { disk_id: ROOT_DISK, label: "a/b" }, { label: [LABEL_REASON] }],
  ["POST /images", { disk_id: ROOT_DISK, description: "" }, BAD_DESCRIPTION],
])("%s with %j is rejected with %j", async (line, body, refusal, status = 400) => {
  await running(client);
  await announce(client);
  const [method = "", path = ""] = line.split(" ");
  const reply = await client.send(method, `/v4${path}`, { body: JSON.stringify(body) });
  expect([reply.status, reasons(reply)]).toEqual([status, refusal]);
});

describe("a private image", () => {
  test("is shown after the public ones, with a later date once its data has arrived", async () => {
    const image = await uploaded(client);
    expect(image).toMatchObject({ vendor: null, deprecated: false });
    expect(Date.parse(image.updated)).toBeGreaterThan(Date.parse(image.created));
    const { data } = (await client.get("/images")).body;
    expect([data.at(-1), data[0]["is_public"]]).toEqual([image, true]);
    expect((await client.get("/images", { "X-Filter": '{"status":"available"}' })).status).toBe(400);
    // The API itself creates no image that expires.
    const automatic = { type: "automatic", expiry: "2099-01-01T00:00:00" };
    client.emulator.poke("image", 70_001, automatic);
    expect((await client.get("/images/private%2F70001")).body).toMatchObject(automatic);
  });

  test("is not found under another id, or one that is written differently", async () => {
    await announce(client);
    const ids = ["private/70002", "private/070001", "private/7e4", "70001", "compute/70001", "private"];
    for (const path of [...ids, "private/70001/x"].map((id) => `/images/${id}`)) {
      const replies = [await client.get(path), await client.put(path), await client.delete(path)];
      expect([path, ...replies.map(({ status }) => status)]).toEqual([path, 404, 404, 404]);
    }
  });

  test("may have any label with documentedOnly", async () => {
    await restart({ documentedOnly: true });
    const { image } = await announce(client, { label: "a/b" });
    expect((await client.put(`/images/${image.id}`, { label: "é".repeat(51) })).status).toBe(200);
  });
});

describe("access to images", () => {
  test("without credentials or the scope does not reveal whether a private one exists", async () => {
    const other = await withUser({ scopes: ["domains:read_only"] });
    const { image } = await announce(client);
    expect((await client.get("/images/compute/nothing", { Authorization: "" })).status).toBe(404);
    for (const path of [`/images/${image.id}`, "/images/private/1"]) {
      const reply = await client.get(path, { Authorization: "" });
      expect([reply.status, reply.body.errors]).toEqual([401, [{ reason: "Invalid Token" }]]);
      expect((await other.get(path)).status).toBe(401);
    }
  });

  test("creates images with the grant for it, and owns them", async () => {
    const nobody = await withUser({ restricted: true });
    expect((await nobody.post("/images/upload", { label: "x", region: "us-east" })).status).toBe(403);
    const other = await withUser({ restricted: true, grants: ["add_images"] });
    expect((await other.post("/images/upload", { label: "x", region: "us-east" })).status).toBe(200);
    expect((await other.put("/images/private/70001", { label: "y" })).body).toMatchObject({ created_by: "guest" });
    expect((await other.delete("/images/private/70001")).status).toBe(200);
  });
});

const capture = async (body: object = {}) => imageOf(await client.post("/images", { disk_id: ROOT_DISK, ...body }));

/** The image, once the capture has ended. */
async function finished({ id }: { id: string }) {
  client.emulator.clock.advance(PROVISION_MS);
  return imageOf(await client.get(`/images/${id}`));
}

describe("the capture of a disk", () => {
  test("creates an image as large as the disk's data, which does not keep the instance busy", async () => {
    await running(client);
    const image = await capture();
    const fields = { id: "private/70001", label: "Debian 11 Disk", description: null, size: 25_600 - 512 };
    expect(image).toMatchObject({ ...fields, status: "creating", type: "manual", created_by: "admin" });
    expect((await client.post(`${INSTANCES}/10001/reboot`)).status).toBe(200);
    const later = await finished(image);
    expect(later).toEqual({ ...image, status: "available", size: 1300, updated: later.updated });
    expect(await capture({ disk_id: SWAP_DISK })).toMatchObject({ label: "512 MB Swap Image", size: 512 });
  });

  test("creates an image that can be deployed to any disk that its data fits", async () => {
    await running(client, { type: "g6-standard-2" });
    client.emulator.poke("disk", ROOT_DISK, { used: 2_000 });
    const image = await finished(await capture());
    const made = await running(client, { image: image.id });
    expect(await made.disks()).toMatchObject([
      { label: `${String(image["label"])} Disk`, size: 25_600 - 512 },
      { label: "512 MB Swap Image", size: 512 },
    ]);
    expect((await made.list("configs"))[0].label).toBe(`My ${String(image["label"])} Disk Profile`);
    expect((await finished(await capture({ disk_id: 40_003 }))).size).toBe(2_000);
  });

  test("with documentedOnly keeps the disk's size, and is rejected only for documented reasons", async () => {
    await restart({ documentedOnly: true });
    await running(client);
    const unknown = await client.post("/images", { disk_id: 1 });
    expect(reasons(unknown)).toEqual({ disk_id: ["disk_id is not valid"] });
    client.emulator.poke("disk", ROOT_DISK, { status: "not ready" });
    const image = await finished(await capture({ label: "a/b" }));
    expect(image).toMatchObject({ status: "available", size: 25_600 - 512 });
  });

  test("is an event of the instance, and fails if the image is deleted", async () => {
    await running(client);
    const events = async () => (await client.get("/account/events")).body.data;
    const event = (id: string) => ({ action: "disk_imagize", entity: { id: 10_001 }, secondary_entity: { id } });
    const image = await capture();
    expect((await events())[0]).toMatchObject({ ...event(image.id), status: "started" });
    await finished(image);
    expect((await events())[0]).toMatchObject({ ...event(image.id), status: "finished" });
    const { id } = await capture();
    await client.delete(`/images/${id}`);
    expect(client.emulator.clock.advance(0).jobs).toBe(0);
    const latest = (await events()).slice(0, 2);
    expect(latest).toMatchObject([{ action: "image_delete" }, { ...event(id), status: "failed" }]);
  });
});
