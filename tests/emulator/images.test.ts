import { reasons, start } from "./support/client";
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
    "is not meant by %s",
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

  test("is deployed once it is available, and not before", async () => {
    const client = await start();
    const { image } = await announce(client);
    const body = { region: "us-east", type: "g6-nanode-1", root_pass: "correct horse", image: image.id };
    expect(reasons(await client.post("/compute/instances", body))).toEqual({ image: ["image is not valid"] });
    const { id } = await uploaded(client);
    expect(await client.create("/compute/instances", { ...body, image: id })).toMatchObject({ image: id });
  });

  test("can be made one that expires, behind the interface's back: the service itself makes none", async () => {
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
  test("changes what is sent, and takes null for no description", async () => {
    const client = await start();
    const before = await uploaded(client, { description: "first" });
    client.emulator.clock.advance(60_000);
    const after = imageOf(await client.put(`/images/${before.id}`, { label: "renamed" }));
    expect(after).toEqual({ ...before, label: "renamed", updated: after.updated });
    expect(after.updated > before.updated).toBe(true);
    expect((await client.put(`/images/${before.id}`, { description: null })).body["description"]).toBeNull();
    expect((await client.get(`/images/${before.id}`)).body).toMatchObject({ label: "renamed", description: null });
  });

  test("takes a documented status without an effect, and refuses any other", async () => {
    const client = await start();
    const { id } = await uploaded(client);
    expect((await client.put(`/images/${id}`, { status: "creating" })).body.status).toBe("available");
    expect(reasons(await client.put(`/images/${id}`, { status: "gone" }))).toHaveProperty("status");
  });

  test("refuses everything that is wrong at once", async () => {
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

  test("takes any label where the documents' rules alone hold", async () => {
    const client = await start({ documentedOnly: true });
    const { image } = await announce(client, { label: "a/b" });
    expect((await client.put(`/images/${image.id}`, { label: "é".repeat(51) })).status).toBe(200);
  });
});

describe("a public image", () => {
  test("is neither changed nor deleted", async () => {
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
  test.each(["pending_upload", "creating", "available"])("is accepted in the status %s, for good", async (status) => {
    const client = await start();
    const { image } = await announce(client);
    client.emulator.poke("image", 70_001, { status });
    expect((await client.delete(`/images/${image.id}`)).body).toEqual({});
    expect((await client.get(`/images/${image.id}`)).status).toBe(404);
    expect(privateIdsIn(await client.get("/images"))).toEqual([]);
    client.emulator.clock.advance(48 * 3_600_000);
    expect((await client.delete(`/images/${image.id}`)).status).toBe(404);
    expect((await announce(client)).image.id).toBe("private/70002");
  });

  test("leaves the instances that were made from it", async () => {
    const client = await start();
    const { id } = await uploaded(client);
    const body = { region: "us-east", type: "g6-nanode-1", root_pass: "correct horse", image: id };
    const instance = await client.create("/compute/instances", body);
    await client.delete(`/images/${id}`);
    expect((await client.get(`/compute/instances/${instance.id}`)).body["image"]).toBe(id);
  });
});
