import type { TokenSpec } from "../../emulator/index";
import { DEBIAN, PROVISION_MS, reasons, start } from "./support/client";
import type { Started } from "./support/client";
import { announce, imageOf, privateIdsIn, uploaded } from "./support/images";

describe("a private image", () => {
  test("is shown as documented, after the public ones", async () => {
    const client = await start();
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
  });

  test("is found by its id with the slash as it is, and percent-encoded", async () => {
    const client = await start();
    const { image } = await announce(client);
    for (const path of ["/images/private/70001", "/images/private%2F70001"]) {
      expect((await client.get(path)).body).toEqual(image);
    }
  });

  test.each(["private/70002", "private/070001", "private/7e4", "70001", "compute/70001", "private", "private/70001/x"])(
    "is not found under %s",
    async (id) => {
      const client = await start();
      await announce(client);
      for (const reply of [client.get(`/images/${id}`), client.put(`/images/${id}`), client.delete(`/images/${id}`)]) {
        expect((await reply).status).toBe(404);
      }
    },
  );

  test("is selected by every filterable field", async () => {
    const client = await start();
    const { id } = await uploaded(client, { label: "golden" });
    const found = async (filter: object) =>
      privateIdsIn(await client.get("/images", { "X-Filter": JSON.stringify(filter) }));
    for (const filter of [{ label: "golden" }, { is_public: false }, { deprecated: false }, { size: 2 }]) {
      expect(await found(filter)).toEqual([id]);
    }
    expect(await found({ type: "manual" })).toEqual([id]);
    expect(await found({ type: "automatic" })).toEqual([]);
    expect(await found({ vendor: "Debian" })).toEqual([]);
    expect((await client.get("/images", { "X-Filter": '{"status":"available"}' })).status).toBe(400);
  });

  test("can be deployed only once it is available", async () => {
    const client = await start();
    const { image } = await announce(client);
    const body = { region: "us-east", type: "g6-nanode-1", root_pass: "correct horse", image: image.id };
    expect(reasons(await client.post("/compute/instances", body))).toEqual({ image: ["image is not valid"] });
    const { id } = await uploaded(client);
    expect(await client.create("/compute/instances", { ...body, image: id })).toMatchObject({ image: id });
  });

  test("can be given an expiry out of band: the API itself creates none", async () => {
    const client = await start();
    const { id } = await uploaded(client);
    client.emulator.poke("image", 70_001, { type: "automatic", expiry: "2099-01-01T00:00:00" });
    expect((await client.get(`/images/${id}`)).body).toMatchObject({
      type: "automatic",
      expiry: "2099-01-01T00:00:00",
    });
  });
});

describe("an update of a private image", () => {
  test("changes what is sent, and treats null as no description", async () => {
    const client = await start();
    const before = await uploaded(client, { description: "first" });
    client.emulator.clock.advance(60_000);
    const after = imageOf(await client.put(`/images/${before.id}`, { label: "renamed" }));
    expect(after).toEqual({ ...before, label: "renamed", updated: after.updated });
    expect(after.updated > before.updated).toBe(true);
    expect((await client.put(`/images/${before.id}`, { description: null })).body["description"]).toBeNull();
    expect((await client.get(`/images/${before.id}`)).body).toMatchObject({ label: "renamed", description: null });
  });

  test("accepts a documented status without effect, and rejects any other", async () => {
    const client = await start();
    const { id } = await uploaded(client);
    expect((await client.put(`/images/${id}`, { status: "creating" })).body.status).toBe("available");
    expect(reasons(await client.put(`/images/${id}`, { status: "gone" }))).toHaveProperty("status");
  });

  test("reports all problems together", async () => {
    const client = await start();
    const { id } = await uploaded(client);
    expect(reasons(await client.put(`/images/${id}`, { label: "x".repeat(51), description: "" }))).toEqual({
      label: ["Length must be 1-50 characters"],
      description: ["Length must be 1-65000 characters"],
    });
    expect(reasons(await client.put(`/images/${id}`, { label: "a/b", description: "x".repeat(65_001) }))).toEqual({
      label: ["Must only use ASCII letters, numbers, spaces and , . ? - _ '"],
      description: ["Length must be 1-65000 characters"],
    });
    const longest = "x".repeat(65_000);
    expect((await client.put(`/images/${id}`, { description: longest })).body["description"]).toBe(longest);
  });

  test("accepts any label with documentedOnly", async () => {
    const client = await start({ documentedOnly: true });
    const { image } = await announce(client, { label: "a/b" });
    expect((await client.put(`/images/${image.id}`, { label: "é".repeat(51) })).status).toBe(200);
  });
});

describe("a public image", () => {
  test("cannot be updated or deleted", async () => {
    const client = await start();
    for (const reply of [
      client.put("/images/compute/debian11", { label: "x" }),
      client.delete("/images/compute/debian11"),
    ]) {
      expect((await reply).status).toBe(403);
      expect((await reply).body).toEqual({ errors: [{ reason: "Unauthorized" }] });
    }
  });
});

describe("the deletion of a private image", () => {
  test.each(["pending_upload", "creating", "available"])(
    "is accepted in the status %s, and is permanent",
    async (status) => {
      const client = await start();
      const { image } = await announce(client);
      client.emulator.poke("image", 70_001, { status });
      expect((await client.delete(`/images/${image.id}`)).body).toEqual({});
      expect((await client.get(`/images/${image.id}`)).status).toBe(404);
      expect(privateIdsIn(await client.get("/images"))).toEqual([]);
      client.emulator.clock.advance(48 * 3_600_000);
      expect((await client.delete(`/images/${image.id}`)).status).toBe(404);
      expect((await announce(client)).image.id).toBe("private/70002");
    },
  );

  test("keeps the instances that were deployed from it", async () => {
    const client = await start();
    const { id } = await uploaded(client);
    const body = { region: "us-east", type: "g6-nanode-1", root_pass: "correct horse", image: id };
    const instance = await client.create("/compute/instances", body);
    await client.delete(`/images/${id}`);
    expect((await client.get(`/compute/instances/${instance.id}`)).body["image"]).toBe(id);
  });
});

describe("access to images", () => {
  const ANONYMOUS = { Authorization: "" };
  const READ_WRITE = { kind: "image", id: 70_001, permissions: "read_write" } as const;

  /** A client and a second user with another token. */
  async function withUser(user: Partial<TokenSpec>) {
    const client = await start({ tokens: ["admin", { token: "other", username: "other", ...user }] });
    const as = (method: string) => (path: string, body?: unknown) => {
      const sent = body === undefined ? {} : { body: JSON.stringify(body) };
      return client.send(method, `/v4${path}`, { headers: { Authorization: "Bearer other" }, ...sent });
    };
    return { client, other: { get: as("GET"), post: as("POST"), put: as("PUT"), delete: as("DELETE") } };
  }

  describe("without credentials", () => {
    test("only public images are shown, without revealing whether a private one exists", async () => {
      const client = await start();
      const { image } = await announce(client);
      expect(privateIdsIn(await client.get("/images", ANONYMOUS))).toEqual([]);
      expect((await client.get("/images/compute/nothing", ANONYMOUS)).status).toBe(404);
      for (const id of [image.id, "private/1"]) {
        const reply = await client.get(`/images/${id}`, ANONYMOUS);
        expect([reply.status, reply.body.errors]).toEqual([401, [{ reason: "Invalid Token" }]]);
      }
    });
  });

  describe("a token with too small a scope", () => {
    test.each([
      [["images:read_only"], { get: 200, put: 401, upload: 401, capture: 401 }],
      [["images:read_write"], { get: 200, put: 200, upload: 200, capture: 401 }],
      [["images:read_write", "computes:read_only"], { get: 200, put: 200, upload: 200, capture: 404 }],
      [["computes:read_write"], { get: 401, put: 401, upload: 401, capture: 401 }],
    ])("is rejected: %j", async (scopes, expected) => {
      const { client, other } = await withUser({ scopes });
      const { image } = await announce(client);
      expect({
        get: (await other.get(`/images/${image.id}`)).status,
        put: (await other.put(`/images/${image.id}`, {})).status,
        upload: (await other.post("/images/upload", { label: "x", region: "us-east" })).status,
        capture: (await other.post("/images", { disk_id: 1 })).status,
      }).toEqual(expected);
    });
  });

  test("a token without the scope sees the public images, as without credentials", async () => {
    const { client, other } = await withUser({ scopes: ["domains:read_only"] });
    const { image } = await announce(client);
    expect((await other.get("/images/compute/debian11")).status).toBe(200);
    const listed = await other.get("/images");
    expect([listed.status, privateIdsIn(listed)]).toEqual([200, []]);
    expect(listed.body.data.length).toBeGreaterThan(10);
    for (const id of [image.id, "private/1"]) expect((await other.get(`/images/${id}`)).status).toBe(401);
  });

  describe("a restricted user", () => {
    test("sees the public images and those that it was granted", async () => {
      const { client, other } = await withUser({
        restricted: true,
        objects: [{ ...READ_WRITE, permissions: "read_only" }],
      });
      const [mine, another] = [(await announce(client)).image, (await announce(client)).image];
      expect(privateIdsIn(await other.get("/images"))).toEqual([mine.id]);
      expect((await other.get("/images/compute/debian11")).status).toBe(200);
      expect((await other.get(`/images/${mine.id}`)).status).toBe(200);
      expect((await other.get(`/images/${another.id}`)).status).toBe(403);
      expect((await other.put(`/images/${mine.id}`, { label: "x" })).status).toBe(403);
      expect((await other.delete(`/images/${mine.id}`)).status).toBe(403);
      expect((await other.get("/images/private/1")).status).toBe(404);
    });

    test("is not granted access to an id with the same ending", async () => {
      const { client, other } = await withUser({ restricted: true });
      await announce(client);
      expect((await other.get("/images/compute/70001")).status).toBe(404);
      expect((await other.get("/images/private/70001")).status).toBe(403);
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
  await client.create("/compute/instances", DEBIAN);
  client.emulator.clock.advance(2 * PROVISION_MS);
  return client;
}

const capture = async (client: Started, body: object = {}) =>
  imageOf(await client.post("/images", { disk_id: ROOT_DISK, ...body }));

describe("the capture of a disk", () => {
  test("creates an image with the disk's label, as large as the disk's data once it is available", async () => {
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

  test("creates an image that can be deployed to any disk that its data fits", async () => {
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

  test("creates an image of the disk's size with documentedOnly", async () => {
    const client = await withInstance({ documentedOnly: true });
    const { id } = await capture(client);
    client.emulator.clock.advance(PROVISION_MS);
    expect(imageOf(await client.get(`/images/${id}`))).toMatchObject({ status: "available", size: 25_600 - 512 });
  });

  test("accepts a label and a description", async () => {
    const client = await withInstance();
    const fields = { label: "golden, v1.0 - it's ready?", description: "text" };
    expect(await capture(client, fields)).toMatchObject(fields);
  });

  test("accepts any disk, including swap", async () => {
    const client = await withInstance();
    expect(await capture(client, { disk_id: SWAP_DISK })).toMatchObject({ label: "512 MB Swap Image", size: 512 });
  });

  test("requires an existing disk, and a valid label and description", async () => {
    const client = await withInstance();
    const refused = async (body: object) => reasons(await client.post("/images", body));
    expect(await refused({})).toEqual({ disk_id: ["disk_id is required"] });
    expect(await refused({ disk_id: ROOT_DISK, label: "a/b", description: "" })).toEqual({
      label: ["Must only use ASCII letters, numbers, spaces and , . ? - _ '"],
      description: ["Length must be 1-65000 characters"],
    });
    expect(await refused({ disk_id: "40001" })).toEqual({ disk_id: ["Must be of type Integer"] });
  });

  test("returns 404 for a disk that does not exist", async () => {
    const client = await withInstance();
    const reply = await client.post("/images", { disk_id: 1 });
    expect([reply.status, reasons(reply)]).toEqual([404, { "": ["Not found"] }]);
    const literal = await withInstance({ documentedOnly: true });
    expect(reasons(await literal.post("/images", { disk_id: 1 }))).toEqual({ disk_id: ["disk_id is not valid"] });
  });

  test("is rejected while a job is in progress on the instance, or while the disk is not ready", async () => {
    const client = await withInstance();
    client.emulator.poke("disk", ROOT_DISK, { status: "not ready" });
    const body = { disk_id: ROOT_DISK };
    expect(reasons(await client.post("/images", body))).toEqual({ disk_id: ["The disk is not ready"] });
    client.emulator.poke("disk", ROOT_DISK, { status: "ready" });
    await client.post("/compute/instances/10001/reboot");
    expect(reasons(await client.post("/images", body))).toEqual({ "": ["Compute busy."] });
  });

  test("is not rejected for undocumented reasons with documentedOnly", async () => {
    const client = await withInstance({ documentedOnly: true });
    client.emulator.poke("disk", ROOT_DISK, { status: "not ready" });
    expect((await capture(client, { label: "a/b" })).status).toBe("creating");
  });

  test("does not keep the instance busy", async () => {
    const client = await withInstance();
    await capture(client);
    expect((await client.post("/compute/instances/10001/reboot")).status).toBe(200);
  });

  test("continues if the instance is deleted halfway", async () => {
    const client = await withInstance();
    await capture(client);
    await client.delete("/compute/instances/10001");
    client.emulator.clock.advance(PROVISION_MS);
    expect((await client.get("/compute/instances/10001")).status).toBe(404);
    expect((await client.get("/images/private/70001")).body.status).toBe("available");
  });

  test("fails if the image is deleted", async () => {
    const client = await withInstance();
    await capture(client);
    await client.delete("/images/private/70001");
    expect(client.emulator.clock.advance(0).jobs).toBe(0);
    expect((await client.get("/account/events")).body.data.slice(0, 2)).toMatchObject([
      { action: "image_delete" },
      { action: "disk_imagize", status: "failed" },
    ]);
  });

  test("is an event of the instance, with the image as secondary entity", async () => {
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
  ])("with %s (%j) gets %i when capturing a disk", async (_what, given, status) => {
    const client = await withInstance({ tokens: ["admin", { ...guest, ...given }] });
    const body = JSON.stringify({ disk_id: ROOT_DISK });
    const reply = await client.send("POST", "/v4/images", { headers: { Authorization: "Bearer guest" }, body });
    expect(reply.status).toBe(status);
    if (status === 200) expect(reply.body).toMatchObject({ created_by: "guest" });
  });
});
