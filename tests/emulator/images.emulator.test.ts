import type { TokenSpec } from "../../emulator/index";
import { DAY_MS } from "../support/time";
import { asUser, DEBIAN, PROVISION_MS, reasons, start } from "./support/client";
import type { Started } from "./support/client";
import { announce, imageOf, privateIdsIn, uploaded } from "./support/images";
import { BUSY, configsOf, disksOf, INSTANCES, running } from "./support/instances";

let client: Started;

beforeEach(async () => {
  client = await start();
});

const LABEL_REASON = "Must only use ASCII letters, numbers, spaces and , . ? - _ '";

describe("a private image", () => {
  test("is shown as documented, after the public ones", async () => {
    const image = await uploaded(client, { label: "golden image", description: "our own" });
    expect(image).toEqual({
      id: "private/70001",
      label: "golden image",
      description: "our own",
      size: 2,
      status: "available",
      type: "manual",
      created_by: "admin",
      is_public: false,
      deprecated: false,
      vendor: null,
      expiry: null,
      eol: null,
      created: image.created,
      updated: image.updated,
    });
    expect(Date.parse(image.updated)).toBeGreaterThan(Date.parse(image.created));
    const { data } = (await client.get("/images")).body;
    expect(data.at(-1)).toEqual(image);
    expect(data[0]["is_public"]).toBe(true);
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

  test("has a later date after an update, and the same status", async () => {
    const before = await uploaded(client);
    client.emulator.clock.advance(60_000);
    const after = imageOf(await client.put(`/images/${before.id}`, { status: "creating" }));
    expect(after).toEqual({ ...before, updated: after.updated });
    expect(after.updated > before.updated).toBe(true);
  });

  test("is not updated with an invalid label or description, except for labels with documentedOnly", async () => {
    const { image } = await announce(client);
    const refused = async (body: object) => reasons(await client.put(`/images/${image.id}`, body));
    expect(await refused({ label: "x".repeat(51), description: "" })).toEqual({
      label: ["Length must be 1-50 characters"],
      description: ["Length must be 1-65000 characters"],
    });
    expect(await refused({ label: "a/b" })).toEqual({ label: [LABEL_REASON] });
    const literal = await start({ documentedOnly: true });
    await announce(literal, { label: "a/b" });
    expect((await literal.put(`/images/${image.id}`, { label: "é".repeat(51) })).status).toBe(200);
  });

  test("can be deleted in every status, and never comes back", async () => {
    for (const [index, status] of ["pending_upload", "creating", "available"].entries()) {
      const { image } = await announce(client);
      expect(image.id).toBe(`private/${70_001 + index}`);
      client.emulator.poke("image", 70_001 + index, { status });
      expect((await client.delete(`/images/${image.id}`)).body).toEqual({});
      client.emulator.clock.advance(2 * DAY_MS);
      expect(privateIdsIn(await client.get("/images"))).toEqual([]);
      expect((await client.delete(`/images/${image.id}`)).status).toBe(404);
    }
  });

  test("that is deleted leaves the instances that were deployed from it", async () => {
    const { id: image } = await uploaded(client);
    const { id } = await client.create(INSTANCES, { ...DEBIAN, image });
    await client.delete(`/images/${image}`);
    expect((await client.get(`${INSTANCES}/${id}`)).body).toMatchObject({ image });
  });
});

test("a public image cannot be updated or deleted", async () => {
  const path = "/images/compute/debian11";
  for (const reply of [await client.put(path, { label: "x" }), await client.delete(path)]) {
    expect([reply.status, reply.body]).toEqual([403, { errors: [{ reason: "Unauthorized" }] }]);
  }
});

describe("access to images", () => {
  const mayRead = (id: number) => ({ kind: "image" as const, id, permissions: "read_only" as const });

  /** A client, and a second user with another token. */
  async function withUser(user: Partial<TokenSpec>) {
    client = await start({ tokens: ["admin", { token: "other", username: "other", ...user }] });
    return { client, other: asUser(client, "other") };
  }

  test("without credentials or the scope does not reveal whether a private one exists", async () => {
    const { client, other } = await withUser({ scopes: ["domains:read_only"] });
    const { image } = await announce(client);
    expect((await client.get("/images/compute/nothing", { Authorization: "" })).status).toBe(404);
    for (const path of [`/images/${image.id}`, "/images/private/1"]) {
      const reply = await client.get(path, { Authorization: "" });
      expect([reply.status, reply.body.errors]).toEqual([401, [{ reason: "Invalid Token" }]]);
      expect((await other.get(path)).status).toBe(401);
    }
  });

  describe("of a restricted user", () => {
    test("is to the public images and those that it was granted", async () => {
      const { client, other } = await withUser({ restricted: true, objects: [mayRead(70_001)] });
      const [mine, another] = [(await announce(client)).image, (await announce(client)).image];
      expect(privateIdsIn(await other.get("/images"))).toEqual([mine.id]);
      expect((await other.get("/images/compute/debian11")).status).toBe(200);
      expect((await other.get(`/images/${mine.id}`)).status).toBe(200);
      expect((await other.put(`/images/${mine.id}`, { label: "x" })).status).toBe(403);
      expect((await other.delete(`/images/${mine.id}`)).status).toBe(403);
      expect((await other.get(`/images/${another.id}`)).status).toBe(403);
      // An id with the same ending, which nothing has.
      expect((await other.get("/images/compute/70002")).status).toBe(404);
      expect((await other.get("/images/private/1")).status).toBe(404);
    });

    test("creates images with the grant for it, and owns them", async () => {
      const { other: nobody } = await withUser({ restricted: true });
      expect((await nobody.post("/images/upload", { label: "x", region: "us-east" })).status).toBe(403);
      const { other } = await withUser({ restricted: true, grants: ["add_images"] });
      expect((await other.post("/images/upload", { label: "x", region: "us-east" })).status).toBe(200);
      expect((await other.put("/images/private/70001", { label: "y" })).body).toMatchObject({ created_by: "other" });
      expect((await other.delete("/images/private/70001")).status).toBe(200);
    });
  });
});

const ROOT_DISK = 40_001;
const SWAP_DISK = 40_002;

/** An emulator with a running instance. */
async function withInstance(...options: Parameters<typeof start>): Promise<Started> {
  const client = await start(...options);
  await running(client);
  return client;
}

const capture = async (client: Started, body: object = {}) =>
  imageOf(await client.post("/images", { disk_id: ROOT_DISK, ...body }));

/** The image, once the capture has ended. */
async function finished(client: Started, { id }: { id: string }) {
  client.emulator.clock.advance(PROVISION_MS);
  return imageOf(await client.get(`/images/${id}`));
}

describe("the capture of a disk", () => {
  test("creates an image as large as the disk's data, which does not keep the instance busy", async () => {
    const client = await withInstance();
    const image = await capture(client);
    const fields = { id: "private/70001", label: "Debian 11 Disk", description: null, size: 25_600 - 512 };
    expect(image).toMatchObject({ ...fields, status: "creating", type: "manual", created_by: "admin" });
    expect((await client.post(`${INSTANCES}/10001/reboot`)).status).toBe(200);
    const later = await finished(client, image);
    expect(later).toEqual({ ...image, status: "available", size: 1300, updated: later.updated });
    expect(await capture(client, { disk_id: SWAP_DISK })).toMatchObject({ label: "512 MB Swap Image", size: 512 });
  });

  test("creates an image that can be deployed to any disk that its data fits", async () => {
    await running(client, { type: "g6-standard-2" });
    client.emulator.poke("disk", ROOT_DISK, { used: 2_000 });
    const image = await finished(client, await capture(client));
    const made = await running(client, { image: image.id });
    expect(await disksOf(client, made.id)).toMatchObject([
      { label: `${String(image["label"])} Disk`, size: 25_600 - 512 },
      { label: "512 MB Swap Image", size: 512 },
    ]);
    expect((await configsOf(client, made.id))[0]?.label).toBe(`My ${String(image["label"])} Disk Profile`);
    expect((await finished(client, await capture(client, { disk_id: 40_003 }))).size).toBe(2_000);
  });

  test("is rejected with the fields and the reasons", async () => {
    const client = await withInstance();
    const refused = async (body: object) => reasons(await client.post("/images", body));
    expect(await refused({})).toEqual({ disk_id: ["disk_id is required"] });
    expect(await refused({ disk_id: ROOT_DISK, label: "a/b", description: "" })).toEqual({
      label: [LABEL_REASON],
      description: ["Length must be 1-65000 characters"],
    });
    const unknown = await client.post("/images", { disk_id: 1 });
    expect([unknown.status, reasons(unknown)]).toEqual([404, { "": ["Not found"] }]);
    client.emulator.poke("disk", ROOT_DISK, { status: "not ready" });
    expect(await refused({ disk_id: ROOT_DISK })).toEqual({ disk_id: ["The disk is not ready"] });
    client.emulator.poke("disk", ROOT_DISK, { status: "ready" });
    await client.post(`${INSTANCES}/10001/reboot`);
    expect(await refused({ disk_id: ROOT_DISK })).toEqual(BUSY);
  });

  test("with documentedOnly keeps the disk's size, and is rejected only for documented reasons", async () => {
    const client = await withInstance({ documentedOnly: true });
    const unknown = await client.post("/images", { disk_id: 1 });
    expect(reasons(unknown)).toEqual({ disk_id: ["disk_id is not valid"] });
    client.emulator.poke("disk", ROOT_DISK, { status: "not ready" });
    const image = await finished(client, await capture(client, { label: "a/b" }));
    expect(image).toMatchObject({ status: "available", size: 25_600 - 512 });
  });

  test("continues if the instance is deleted halfway, and is not possible afterwards", async () => {
    const client = await withInstance();
    const image = await capture(client);
    await client.delete(`${INSTANCES}/10001`);
    expect((await finished(client, image)).status).toBe("available");
    expect((await client.post("/images", { disk_id: ROOT_DISK })).status).toBe(404);
  });

  test("is an event of the instance, and fails if the image is deleted", async () => {
    const client = await withInstance();
    const events = async () => (await client.get("/account/events")).body.data;
    const event = (id: string) => ({ action: "disk_imagize", entity: { id: 10_001 }, secondary_entity: { id } });
    const image = await capture(client);
    expect((await events())[0]).toMatchObject({ ...event(image.id), status: "started" });
    await finished(client, image);
    expect((await events())[0]).toMatchObject({ ...event(image.id), status: "finished" });
    const { id } = await capture(client);
    await client.delete(`/images/${id}`);
    expect(client.emulator.clock.advance(0).jobs).toBe(0);
    const latest = (await events()).slice(0, 2);
    expect(latest).toMatchObject([{ action: "image_delete" }, { ...event(id), status: "failed" }]);
  });

  test("requires the grants for images and for the instance from a restricted user", async () => {
    const user = (token: string, given: object) => ({ token, username: token, restricted: true, ...given });
    const objects = [{ kind: "instance" as const, id: 10_001, permissions: "read_only" as const }];
    const grants = ["add_images"];
    const users = [user("neither", {}), user("images", { grants }), user("instance", { objects })];
    const client = await withInstance({ tokens: ["admin", ...users, user("both", { grants, objects })] });
    const captureAs = (token: string) => asUser(client, token).post("/images", { disk_id: ROOT_DISK });
    for (const { token } of users) expect((await captureAs(token)).status).toBe(403);
    expect((await captureAs("both")).body).toMatchObject({ created_by: "both" });
  });
});
