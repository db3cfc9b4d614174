import type { TokenSpec } from "../../emulator/index";
import type { Reply, Started } from "./support/client";
import { DOMAIN, reasons, start } from "./support/client";
import { EMPTY } from "./support/instances";

const RESTRICTED: TokenSpec = { token: "restricted", username: "guest", restricted: true };

/** An emulator with an unrestricted and a restricted user, and what the restricted one sends. */
async function withGuest(guest: Partial<TokenSpec> = {}, documentedOnly = false) {
  const admin = await start({ documentedOnly, tokens: ["admin", { ...RESTRICTED, ...guest }] });
  const as = (method: string) => (path: string, body?: unknown) =>
    admin.send(method, `/v4${path}`, {
      headers: { Authorization: `Bearer ${guest.token ?? RESTRICTED.token}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  return { admin, guest: { get: as("GET"), post: as("POST"), put: as("PUT"), delete: as("DELETE") } };
}

function unauthorized(reply: Reply): void {
  expect(reply.status).toBe(403);
  expect(reply.body).toEqual({ errors: [{ reason: "Unauthorized" }] });
}

async function twoDomains(admin: Started): Promise<readonly [number, number]> {
  const first = await admin.create("/domains", DOMAIN);
  const second = await admin.create("/domains", { ...DOMAIN, domain: "example.net" });
  return [first.id, second.id];
}

describe("a restricted user", () => {
  test("creates nothing without the account's grant for it", async () => {
    const { guest } = await withGuest();
    unauthorized(await guest.post("/domains", DOMAIN));
    unauthorized(await guest.post("/compute/instances", EMPTY));
  });

  test("needs only the grants that the documents name, with their rules alone", async () => {
    const { admin, guest } = await withGuest({}, true);
    const [first] = await twoDomains(admin);
    expect((await guest.post("/domains", { ...DOMAIN, domain: "guest.example" })).status).toBe(200);
    expect((await guest.put(`/domains/${first}`, { description: "theirs" })).status).toBe(200);
    expect((await guest.post("/images/upload", { label: "x", region: "us-east" })).status).toBe(200);
    const { id } = await admin.create("/compute/instances", EMPTY);
    expect((await guest.get(`/compute/instances/${id}`)).status).toBe(200);
    unauthorized(await guest.post("/compute/instances", EMPTY));
    const database = { region: "us-east", type: "g6-nanode-1", engine: "mysql/8.0.26", label: "shop" };
    unauthorized(await guest.post("/databases/mysql/instances", database));
    const { id: databaseId } = await admin.create("/databases/mysql/instances", database);
    unauthorized(await guest.put(`/databases/mysql/instances/${databaseId}`, { label: "blog" }));
  });

  test("with the grant creates objects, and may use them", async () => {
    const { guest } = await withGuest({ grants: ["add_domains", "add_computes"] });
    const domain = (await guest.post("/domains", DOMAIN)).body;
    expect((await guest.put(`/domains/${domain.id}`, { description: "mine" })).status).toBe(200);
    expect((await guest.post(`/domains/${domain.id}/records`, { type: "A", target: "192.0.2.1" })).status).toBe(200);
    const instance = (await guest.post("/compute/instances", EMPTY)).body;
    expect((await guest.get(`/compute/instances/${instance.id}`)).status).toBe(200);
    expect((await guest.delete(`/domains/${domain.id}`)).status).toBe(200);
  });

  test("sees only the objects that it was granted, in lists and by their ids", async () => {
    const { admin, guest } = await withGuest({
      objects: [{ kind: "domain", id: 2_000_002, permissions: "read_only" }],
    });
    const [first, second] = await twoDomains(admin);
    expect((await guest.get("/domains")).body.data).toMatchObject([{ id: second }]);
    expect((await guest.get(`/domains/${second}`)).status).toBe(200);
    expect((await guest.get(`/domains/${second}/records`)).status).toBe(200);
    unauthorized(await guest.get(`/domains/${first}`));
    unauthorized(await guest.get(`/domains/${first}/records`));
    expect((await guest.get("/domains/9")).status).toBe(404);
  });

  test("reads but does not change what it was granted to read", async () => {
    const { admin, guest } = await withGuest({
      objects: [{ kind: "domain", id: 2_000_001, permissions: "read_only" }],
    });
    const [id] = await twoDomains(admin);
    unauthorized(await guest.put(`/domains/${id}`, { description: "x" }));
    unauthorized(await guest.post(`/domains/${id}/records`, { type: "A", target: "192.0.2.1" }));
    unauthorized(await guest.delete(`/domains/${id}`));
    expect((await admin.get(`/domains/${id}`)).body["description"]).toBeNull();
  });

  test("neither adds nor changes tags, but may send the same ones back", async () => {
    const { admin, guest } = await withGuest({
      grants: ["add_domains"],
      objects: [{ kind: "instance", id: 10_001, permissions: "read_write" }],
    });
    const { id } = await admin.create("/compute/instances", { ...EMPTY, tags: ["production"] });
    expect(reasons(await guest.put(`/compute/instances/${id}`, { tags: [] }))).toHaveProperty("tags");
    expect((await guest.put(`/compute/instances/${id}`, { tags: ["production"], group: "g" })).status).toBe(200);
    expect(reasons(await guest.post("/domains", { ...DOMAIN, tags: ["mine"] }))).toHaveProperty("tags");
  });

  test("is refused by its scopes first: 401 where the token is too small, whatever is granted", async () => {
    const { guest } = await withGuest({ scopes: ["domains:read_only"], grants: ["add_domains"] });
    const reply = await guest.post("/domains", DOMAIN);
    expect(reply.status).toBe(401);
    expect(reply.body.errors[0].reason).toBe("Your OAuth token is not authorized to use this endpoint.");
  });

  test("loses a grant with the object: a new object with another id is not its own", async () => {
    const { admin, guest } = await withGuest({ grants: ["add_domains"] });
    const { id } = (await guest.post("/domains", DOMAIN)).body;
    await admin.delete(`/domains/${id}`);
    const again = await admin.create("/domains", DOMAIN);
    unauthorized(await guest.get(`/domains/${again.id}`));
  });
});

describe("tokens that make no sense", () => {
  test("are refused with the place of the mistake, and without the token", async () => {
    const bad = { token: "secret", objects: [{ kind: "domain", id: 1 }], surprise: true };
    const failure = start({ tokens: ["fine", bad as unknown as TokenSpec] });
    await expect(failure).rejects.toThrow(
      "tokens[1].objects[0].permissions: permissions is required; tokens[1].surprise: is not a known field",
    );
    await expect(failure).rejects.not.toThrow("secret");
  });
});
