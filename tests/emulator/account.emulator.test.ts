import { once } from "node:events";
import http from "node:http";
import path from "node:path";
import type { TokenSpec } from "../../emulator/index";
import { temporaryFolder } from "../support/temporary-folder";
import { DEBIAN, DOMAIN, reasons, start } from "./support/client";
import type { Reply, Started } from "./support/client";
import { client, restart, withUser } from "./support/fresh";
import { privateIdsIn } from "./support/images";
import { EMPTY, running } from "./support/instances";

const KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIB someone@example.com";

describe("events", () => {
  test("finish with their job, and show its duration and what they affect", async () => {
    const { id } = await client.create("/compute/instances", { ...DEBIAN, booted: false });
    const filter = JSON.stringify({ action: "compute_create", "entity.id": id, "entity.type": "compute" });
    const event = async () => (await client.get("/account/events", { "X-Filter": filter })).body.data[0];
    const started = await event();
    expect(started).toMatchObject({
      action: "compute_create",
      entity: { id, type: "compute", label: `compute${id}`, url: `/v4/compute/instances/${id}` },
      secondary_entity: {
        id: "compute/debian11",
        type: "image",
        label: "Debian 11",
        url: "/v4/images/compute/debian11",
      },
      username: "admin",
      status: "started",
      duration: null,
      percent_complete: 0,
    });
    expect((await client.get(`/account/events/${started.id}`)).body).toEqual(started);
    client.emulator.clock.advance(10_000);
    expect(await event()).toMatchObject({ status: "finished", duration: 7, percent_complete: 100 });
  });

  test("are listed newest first", async () => {
    for (const domain of ["a.example", "b.example", "c.example"]) {
      await client.create("/domains", { ...DOMAIN, domain });
    }
    const { data } = (await client.get("/account/events")).body;
    expect(data).toMatchObject(["c", "b", "a"].map((name) => ({ entity: { label: `${name}.example` }, seen: false })));
  });
});

test("profile shows the grants of a restricted user alone, for the account and for each resource", async () => {
  const guest = await withUser({ restricted: true, grants: ["add_domains"] });
  expect((await client.get("/profile")).body).toMatchObject({ restricted: false, referrals: { code: "emulator" } });
  expect(await client.get("/profile/grants")).toMatchObject({ status: 204, body: "" });
  const other = await client.create("/domains", DOMAIN);
  const mine = await guest.create("/domains", { ...DOMAIN, domain: "example.net" });
  expect((await guest.get("/profile/grants")).body).toMatchObject({
    global: { add_domains: true, add_computes: false },
    domain: [
      { id: other.id, label: "example.org", permissions: null },
      { id: mine.id, label: "example.net", permissions: "read_write" },
    ],
  });
});

test("profile keeps the SSH keys of each user separate", async () => {
  const other = await withUser({});
  const key = await client.create("/profile/sshkeys", { label: "laptop", ssh_key: KEY });
  expect((await other.delete(`/profile/sshkeys/${key.id}`)).status).toBe(404);
  expect((await other.get("/profile/sshkeys")).body["results"]).toBe(0);
  expect((await client.get("/account/users/admin")).body["ssh_keys"]).toEqual(["laptop"]);
  expect(reasons(await client.post("/profile/sshkeys", { label: "x", ssh_key: "no" }))).toHaveProperty("ssh_key");
});

test("profile shows one SSH key, and changes its label, but not the key", async () => {
  const other = await withUser({});
  const key = await client.create("/profile/sshkeys", { label: "laptop", ssh_key: KEY });
  const renamed = (await client.put(`/profile/sshkeys/${key.id}`, { label: "desktop", ssh_key: "no" })).body;
  expect(renamed).toEqual({ ...key, label: "desktop" });
  expect((await client.get(`/profile/sshkeys/${key.id}`)).body).toEqual(renamed);
  expect((await other.get(`/profile/sshkeys/${key.id}`)).status).toBe(404);
  expect((await other.put(`/profile/sshkeys/${key.id}`, { label: "mine" })).status).toBe(404);
  expect(reasons(await client.put(`/profile/sshkeys/${key.id}`, { label: "" }))).toHaveProperty("label");
});

test("a StackScript is deleted by its owner alone", async () => {
  const other = await withUser({});
  const script = { label: "own", images: ["any/all"], script: "#!/bin/sh", is_public: true };
  const { id } = await client.create("/compute/stackscripts", script);
  unauthorized(await other.delete(`/compute/stackscripts/${id}`));
  unauthorized(await client.delete("/compute/stackscripts/9001"));
  expect((await client.delete(`/compute/stackscripts/${id}`)).body).toEqual({});
  expect((await client.get(`/compute/stackscripts/${id}`)).status).toBe(404);
});

test("account is not served with documentedOnly", async () => {
  await restart({ documentedOnly: true });
  for (const path of ["/account", "/account/events", "/profile", "/compute/types"]) {
    expect((await client.get(path)).status).toBe(404);
  }
});

function unauthorized(reply: Reply): void {
  expect(reply.status).toBe(403);
  expect(reply.body).toEqual({ errors: [{ reason: "Unauthorized" }] });
}

const readOnly = (kind: "domain" | "image" | "instance", id: number) => ({
  kind,
  id,
  permissions: "read_only" as const,
});

const NEW_DOMAIN = { domain: "guest.example", type: "master", soa_email: "a@example.org" };
const NEW_IMAGE = { label: "x", region: "us-east" };
const NEW_DATABASE = { region: "us-east", type: "g6-nanode-1", engine: "mysql/8.0.26", label: "blog" };
const DISK = { disk_id: 40_001 };

const NOBODY = {};
const MAKER: Partial<TokenSpec> = { grants: ["add_domains", "add_computes", "add_images"] };
const READER = { objects: [readOnly("domain", 2_000_002), readOnly("instance", 10_001), readOnly("image", 70_001)] };
const BOTH = { ...MAKER, ...READER };

describe("a restricted user", () => {
  test.each<
    [status: number, line: string, guest: Partial<TokenSpec>, body?: object | undefined, mode?: "documentedOnly"]
  >([
    [403, "POST /domains", NOBODY, NEW_DOMAIN],
    [200, "GET /domains/2000002", READER],
    [403, "PUT /domains/2000002", READER, { description: "x" }],
    [403, "GET /domains/2000001", READER],
    [404, "GET /domains/9", READER],
    [403, "POST /domains/2000002/clone", MAKER, { domain: "clone.example" }],
    [200, "POST /domains/2000002/clone", BOTH, { domain: "clone.example" }],
    [200, "GET /images/compute/debian11", READER],
    [200, "GET /images/private/70001", READER],
    [403, "PUT /images/private/70001", READER, { label: "x" }],
    [403, "GET /images/private/70002", READER],
    // An id with the same ending, which nothing has.
    [404, "GET /images/compute/70002", READER],
    [403, "POST /images", MAKER, DISK],
    [200, "POST /images", BOTH, DISK],
    [200, "POST /domains", NOBODY, NEW_DOMAIN, "documentedOnly"],
    [200, "POST /images/upload", NOBODY, NEW_IMAGE, "documentedOnly"],
    [200, "GET /compute/instances/10001", NOBODY, undefined, "documentedOnly"],
    [403, "PUT /databases/mysql/instances/80001", NOBODY, { label: "shop" }, "documentedOnly"],
  ])("gets %i for %s with %j", async (status, line, grants, body = undefined, mode = undefined) => {
    const guest = await withUser({ restricted: true, ...grants }, { documentedOnly: mode === "documentedOnly" });
    for (const domain of ["example.org", "example.net"]) await client.create("/domains", { ...DOMAIN, domain });
    await running(client);
    for (const label of ["one", "two"]) await client.create("/images/upload", { ...NEW_IMAGE, label });
    await client.create("/databases/mysql/instances", NEW_DATABASE);
    const [method = "", path = ""] = line.split(" ");
    const reply = await guest.send(method, `/v4${path}`, body === undefined ? {} : { body: JSON.stringify(body) });
    expect(reply.status).toBe(status);
    if (status === 403) unauthorized(reply);
  });

  test("sees only granted resources in lists", async () => {
    const guest = await withUser({ restricted: true, ...READER });
    for (const domain of ["example.org", "example.net"]) await client.create("/domains", { ...DOMAIN, domain });
    for (const label of ["one", "two"]) await client.create("/images/upload", { ...NEW_IMAGE, label });
    expect((await guest.get("/domains")).body.data).toMatchObject([{ id: 2_000_002 }]);
    expect(privateIdsIn(await guest.get("/images"))).toEqual(["private/70001"]);
  });

  test("neither adds nor changes tags, but may send unchanged ones", async () => {
    const guest = await withUser({
      restricted: true,
      grants: ["add_domains"],
      objects: [{ kind: "instance", id: 10_001, permissions: "read_write" }],
    });
    const { id } = await client.create("/compute/instances", { ...EMPTY, tags: ["production"] });
    expect(reasons(await guest.put(`/compute/instances/${id}`, { tags: [] }))).toHaveProperty("tags");
    expect((await guest.put(`/compute/instances/${id}`, { tags: ["production"], group: "g" })).status).toBe(200);
    expect(reasons(await guest.post("/domains", { ...DOMAIN, tags: ["mine"] }))).toHaveProperty("tags");
  });
});

test("invalid tokens are rejected with the path of the mistake, and without printing the token", async () => {
  const bad = { token: "secret", objects: [{ kind: "domain", id: 1 }], surprise: true };
  const failure = start({ tokens: ["fine", bad as unknown as TokenSpec] });
  await expect(failure).rejects.toThrow(
    "tokens[1].objects[0].permissions: permissions is required; tokens[1].surprise: is not a known field",
  );
  await expect(failure).rejects.not.toThrow("secret");
});

const SCRIPT = { label: "mine", images: ["compute/debian11"], script: "#!/bin/sh\n" };

describe("beyond the documents: StackScripts", () => {
  test("are the public ones and the user's own, which alone can be changed", async () => {
    const other = await withUser({});
    const { id } = await client.create("/compute/stackscripts", SCRIPT);
    expect((await other.get(`/compute/stackscripts/${id}`)).status).toBe(404);
    for (const [user, seen] of [
      [client, 3],
      [other, 2],
    ] as const) {
      expect((await user.get("/compute/stackscripts")).body["results"]).toBe(seen);
    }
    expect((await client.put("/compute/stackscripts/9001", { label: "taken" })).status).toBe(403);
  });

  test("require a label, known images and an interpreter", async () => {
    expect(reasons(await client.post("/compute/stackscripts", { images: ["nope"], script: "echo" }))).toEqual({
      label: ["label is required"],
      "images[0]": ["images is not valid"],
      script: ["Script must begin with a shebang (example: #!/bin/bash)"],
    });
  });
});

const GENERAL = 800;
const CREATES = 10;
const ANNOUNCING = ["x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset", "retry-after"];

describe("rate limits", () => {
  test("are counted down in the headers of every response, by caller, until the window ends as announced", async () => {
    await restart({ rateLimits: true, tokens: ["one", { token: "two", username: "other" }] });
    const left = async (token: string) => {
      const reply = await client.get("/domains", { Authorization: `Bearer ${token}` });
      expect(reply.headers.get("x-ratelimit-limit")).toBe(String(GENERAL));
      return Number(reply.headers.get("x-ratelimit-remaining"));
    };
    expect([await left("one"), await left("one"), await left("two")]).toEqual([GENERAL - 1, GENERAL - 2, GENERAL - 1]);
    client.emulator.clock.advance(60_000);
    expect(await left("one")).toBe(GENERAL - 1);
    const { headers } = await client.get("/domains");
    const now = Math.floor(client.emulator.clock.now().getTime() / 1000);
    expect(Number(headers.get("x-ratelimit-reset")) - now).toBe(Number(headers.get("retry-after")));
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
  });

  test("reject nothing and announce nothing unless enabled", async () => {
    for (let count = 0; count <= CREATES; count += 1) {
      const { status, headers } = await client.post("/compute/instances", DEBIAN);
      expect([status, ...ANNOUNCING.map((name) => headers.get(name))]).toEqual([200, null, null, null, null]);
    }
    expect((await client.get("/compute/instances")).body["results"]).toBe(CREATES + 1);
  });

  test("reject one instance too many with 429, and do not affect other requests", async () => {
    await restart({ rateLimits: true });
    for (let count = 0; count < CREATES; count += 1) await client.create("/compute/instances", DEBIAN);
    const refusal = await client.post("/compute/instances", DEBIAN);
    expect(refusal.status).toBe(429);
    expect(refusal.body).toEqual({ errors: [{ reason: "Too many requests" }] });
    expect(refusal.headers.get("x-ratelimit-remaining")).toBe("0");
    expect((await client.get("/compute/instances")).body["results"]).toBe(CREATES);
    client.emulator.clock.advance(1000 * Number(refusal.headers.get("retry-after")));
    expect((await client.post("/compute/instances", DEBIAN)).status).toBe(200);
  });

  test("do not make a caller wait for the window after a busy error", async () => {
    await restart({ rateLimits: true });
    const { id } = await client.create("/compute/instances", DEBIAN);
    const { headers } = await client.post(`/compute/instances/${id}/boot`);
    expect([headers.get("x-ratelimit-limit"), headers.get("retry-after")]).toEqual([String(GENERAL), "1"]);
    const literal = await start({ documentedOnly: true });
    const made = await literal.create("/compute/instances", DEBIAN);
    expect((await literal.post(`/compute/instances/${made.id}/boot`)).headers.get("retry-after")).toBeNull();
  });
});

describe("the account's ID", () => {
  const HEADER = "x-customer-uuid";
  /** The ID that a response shows, also one that something does not exist. Closes the emulator. */
  const accountOf = async ({ emulator }: Started): Promise<unknown> => {
    const headers = { Authorization: `Bearer ${emulator.token}` };
    // A connection is not kept: another emulator may use the port next.
    const [missing] = await once(http.get(`${emulator.url}/domains/1`, { agent: false, headers }), "response");
    await emulator.close();
    const { statusCode, headers: shown } = missing as http.IncomingMessage;
    expect([statusCode, shown[HEADER]]).toEqual([404, expect.stringMatching(/^[0-9A-F-]{35,36}$/)]);
    return shown[HEADER];
  };

  test("is that of the address, or else of the data file, wherever it is served", async () => {
    const { port } = client.emulator;
    const [own, other] = [await accountOf(client), await accountOf(await start())];
    expect(other).not.toBe(own);
    expect(await accountOf(await start({ port }))).toBe(own);
    const dataFile = path.join(temporaryFolder(), "service");
    const stored = await accountOf(await start({ port, dataFile }));
    expect(stored).not.toBe(own);
    expect(await accountOf(await start({ dataFile }))).toBe(stored);
  });

  test("is that of GET /account, and in no response without a valid token, or with only the documents' endpoints", async () => {
    expect((await client.get("/regions", { Authorization: "" })).headers.has(HEADER)).toBe(false);
    const { headers, body } = await client.get("/account");
    expect(body.euuid).toBe(headers.get(HEADER));
    const { get } = await start({ documentedOnly: true });
    expect((await get("/domains")).headers.has(HEADER)).toBe(false);
  });
});
