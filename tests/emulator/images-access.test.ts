import type { TokenSpec } from "../../emulator/index";
import { start } from "./support/client";
import { announce, privateIdsIn } from "./support/images";

const ANONYMOUS = { Authorization: "" };
const READ_WRITE = { kind: "image", id: 70_001, permissions: "read_write" } as const;

/** A client together with the user of another token. */
async function withUser(user: Partial<TokenSpec>) {
  const client = await start({ tokens: ["admin", { token: "other", username: "other", ...user }] });
  const as = (method: string) => (path: string, body?: unknown) => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    return client.send(method, `/v4${path}`, { headers: { Authorization: "Bearer other" }, ...sent });
  };
  return { client, other: { get: as("GET"), post: as("POST"), put: as("PUT"), delete: as("DELETE") } };
}

describe("without credentials", () => {
  test("only public images are shown, and whether there is a private one is not said", async () => {
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
  ])("is refused: %j", async (scopes, expected) => {
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

  test("is not mixed up by an id that only ends like one", async () => {
    const { client, other } = await withUser({ restricted: true });
    await announce(client);
    expect((await other.get("/images/compute/70001")).status).toBe(404);
    expect((await other.get("/images/private/70001")).status).toBe(403);
  });

  test("makes images with the grant for it, and owns them", async () => {
    const { other: nobody } = await withUser({ restricted: true });
    expect((await nobody.post("/images/upload", { label: "x", region: "us-east" })).status).toBe(403);
    const { other } = await withUser({ restricted: true, grants: ["add_images"] });
    expect((await other.post("/images/upload", { label: "x", region: "us-east" })).status).toBe(200);
    expect((await other.put("/images/private/70001", { label: "y" })).body).toMatchObject({ created_by: "other" });
    expect((await other.delete("/images/private/70001")).status).toBe(200);
  });
});
