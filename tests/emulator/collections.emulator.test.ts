import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { EmulatorOptions } from "../../emulator/index";
import { temporaryFolder } from "../support/temporary-folder";
import { DEBIAN, PROVISION_MS, reasons, start } from "./support/client";
import type { Reply } from "./support/client";
import { askControl, stateOf } from "./support/control";
import { client, restart, withUser } from "./support/fresh";

type Collections = NonNullable<EmulatorOptions["collections"]>;

/** The ready-made declaration. */
const collections = JSON.parse(
  readFileSync(join(__dirname, "../../examples/emulator/collections.json"), "utf8"),
) as Collections;

beforeEach(() => restart({ collections }));

const volume = (label: string, fields: object = {}) =>
  client.create("/volumes", { label, region: "us-east", ...fields });
const listOf = async (path: string, filter: object = {}) =>
  (await client.get(path, { "X-Filter": JSON.stringify(filter) })).body;
const labelsIn = async (path: string, filter?: object) => (await listOf(path, filter)).data.map(({ label }) => label);
const statusesOf = (replies: readonly Reply[]) => replies.map(({ status }) => status);

describe("an object whose ID is not in a field `id`", () => {
  const bucket = (label: string, region = "us-east") => client.create("/object-storage/buckets", { label, region });

  test("is found at the path of its fields, and shows no other ID", async () => {
    const [one, two] = [await bucket("web"), await bucket("web", "eu-west")];
    expect(one).not.toHaveProperty("id");
    expect((await client.get("/object-storage/buckets/us-east/web")).body).toEqual(one);
    expect((await listOf("/object-storage/buckets", { region: "eu-west" })).data).toEqual([two]);
    expect((await client.delete("/object-storage/buckets/us-east/web")).body).toEqual({});
    const left = ["/us-east/web", "/eu-west/web", "/us-east/other"];
    const replies = await Promise.all(left.map((path) => client.get(`/object-storage/buckets${path}`)));
    expect(statusesOf(replies)).toEqual([404, 200, 404]);
  });

  test("may be in what the emulator starts with", async () => {
    await restart({ collections, seed: { "/object-storage/buckets": [{ label: "old", region: "us-east" }] } });
    const path = "/object-storage/buckets/us-east/old";
    expect(statusesOf([await client.get(path), await client.get(`${path}/access`)])).toEqual([200, 404]);
  });

  test("has its path for itself", async () => {
    await bucket("web");
    expect((await client.post("/object-storage/buckets", { label: "web", region: "us-east" })).status).toBe(400);
  });
});

describe("an object of a declared collection", () => {
  test("shows what is apart from it at its own path only", async () => {
    await client.create("/object-storage/buckets", { label: "web", region: "us-east", access: { acl: "private" } });
    const path = "/object-storage/buckets/us-east/web";
    expect((await client.get(path)).body).not.toHaveProperty("access");
    expect((await client.get(`${path}/access`)).body).toEqual({});
    expect((await client.put(path, { access: 1 })).body).not.toHaveProperty("access");
    expect((await client.put(`${path}/access`, { acl: "public-read" })).body).toEqual({ acl: "public-read" });
    expect((await client.get(`${path}/access`)).body).toEqual({ acl: "public-read" });
    expect((await listOf("/object-storage/buckets")).data[0]).not.toHaveProperty("access");
  });

  test("keeps what was sent, with a number as its ID, dates and defaults", async () => {
    const sent = { label: "data", region: "us-east", size: 40, unknown: { nested: [1] } };
    const created = await client.create("/volumes", { ...sent, id: 7, created: "2001-01-01T00:00:00", parent_id: 3 });
    expect(created).toEqual({
      ...sent,
      id: expect.any(Number),
      status: "creating",
      linode_id: null,
      tags: [],
      created: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/),
      updated: created.created,
    });
    expect(created.id).not.toBe(7);
    expect((await client.get(`/volumes/${created.id}`)).body).toEqual(created);
  });

  test("is merged with the fields of a PUT, and not found after DELETE", async () => {
    const { id, created } = await client.create("/vpcs", { label: "one", region: "us-east", description: "first" });
    expect(client.emulator.clock.advance(5_000).jobs).toBe(0);
    const sent = { description: "second", id: 1, parent_id: 2, created: "never" };
    const changed = (await client.put(`/vpcs/${id}`, sent)).body;
    expect((await listOf("/vpcs")).data).toEqual([changed]);
    expect(changed).toMatchObject({ id, label: "one", region: "us-east", description: "second", created });
    expect(Date.parse(changed.updated) - Date.parse(created)).toBe(5_000);
    expect((await client.delete(`/vpcs/${id}`)).body).toEqual({});
    expect(statusesOf([await client.get(`/vpcs/${id}`), await client.put(`/vpcs/${id}`, {})])).toEqual([404, 404]);
    expect((await listOf("/vpcs")).results).toBe(0);
  });

  test("goes through its statuses with the clock, and no request sets them", async () => {
    await restart({ collections: { "/things": { status: ["new", "half", "done"] } } });
    const { id, status } = await client.create("/things", { status: "done" });
    const statuses = [status];
    for (const share of [0.4, 0.2, 0.4]) {
      client.emulator.clock.advance(share * PROVISION_MS);
      statuses.push((await client.get(`/things/${id}`)).body.status);
    }
    expect(statuses).toEqual(["new", "new", "half", "done"]);
    expect((await client.put(`/things/${id}`, { status: "new" })).body.status).toBe("done");
    await client.delete(`/things/${(await client.create("/things")).id}`);
    expect(client.emulator.clock.advance(0).jobs).toBe(0);
  });

  test("has the fields that the client gives it if no statuses are declared", async () => {
    const { id, status } = await client.create("/networking/firewalls", { label: "web" });
    expect(status).toBe("enabled");
    expect((await client.put(`/networking/firewalls/${id}`, { status: "disabled" })).body.status).toBe("disabled");
  });
});

test("a value of a unique field that another object has is rejected, in a create and in an update", async () => {
  await volume("one");
  const { id } = await volume("two");
  const again = await client.post("/volumes", { label: "one" });
  expect([again.status, reasons(again)]).toEqual([400, { label: ["Label must be unique"] }]);
  const renamed = await client.put(`/volumes/${id}`, { label: "one" });
  expect([renamed.status, reasons(renamed)]).toEqual([400, { label: ["Label must be unique"] }]);
  expect((await client.put(`/volumes/${id}`, { label: "two" })).status).toBe(200);
  for (const label of [undefined, undefined, null, null]) await client.create("/volumes", { label });
});

test("a list has pages, and is filtered and ordered by every field", async () => {
  for (let n = 1; n <= 30; n += 1) await volume(`v${n}`, { size: n });
  const page = (await client.get("/volumes?page=2&page_size=25")).body;
  expect([page.data.length, page["page"], page["pages"], page["results"]]).toEqual([5, 2, 2, 30]);
  expect(await labelsIn("/volumes", { label: "v7" })).toEqual(["v7"]);
  expect(await labelsIn("/volumes", { size: { "+gt": 28 }, "+order_by": "size", "+order": "desc" })).toEqual([
    "v30",
    "v29",
  ]);
  expect(await labelsIn("/vpcs", { label: "none" })).toEqual([]);
  expect((await client.get("/volumes", { "X-Filter": "{" })).status).toBe(400);
});

describe("a collection inside another", () => {
  const node = { label: "node", address: "192.168.0.1:80" };

  test("exists only at the path of an object that exists", async () => {
    const [one, other] = [await client.create("/nodebalancers"), await client.create("/nodebalancers")];
    const config = await client.create(`/nodebalancers/${one.id}/configs`, { port: 443 });
    const nodes = `/nodebalancers/${one.id}/configs/${config.id}/nodes`;
    const { id } = await client.create(nodes, node);
    expect((await client.get(`${nodes}/${id}`)).body).toMatchObject({ id, ...node, mode: "accept" });
    expect((await listOf(`/nodebalancers/${other.id}/configs`)).data).toEqual([]);
    const elsewhere = `/nodebalancers/${other.id}/configs/${config.id}/nodes`;
    const missing = [
      await client.post("/nodebalancers/1/configs", {}),
      await client.get("/nodebalancers/1/configs"),
      await client.get(`/nodebalancers/${other.id}/configs/${config.id}`),
      await client.post(elsewhere, node),
      await client.get(elsewhere),
      await client.get(`${elsewhere}/${id}`),
      await client.delete(`${elsewhere}/${id}`),
    ];
    expect(statusesOf(missing)).toEqual(missing.map(() => 404));
    expect(client.emulator.requests().log[3]).toMatchObject({ route: "/nodebalancers/{id}/configs/{id2}/nodes" });
  });

  test("has unique values of its own, and is deleted with its parent", async () => {
    const [one, other] = [await client.create("/nodebalancers"), await client.create("/nodebalancers")];
    const config = await client.create(`/nodebalancers/${one.id}/configs`, { port: 80 });
    await client.create(`/nodebalancers/${one.id}/configs/${config.id}/nodes`, node);
    await client.create(`/nodebalancers/${other.id}/configs`, { port: 80 });
    const again = await client.post(`/nodebalancers/${one.id}/configs`, { port: 80 });
    expect(reasons(again)).toEqual({ port: ["Port must be unique"] });
    await client.delete(`/nodebalancers/${one.id}`);
    expect(client.emulator.list("/nodebalancers/{id}/configs")).toMatchObject([{ parent_id: other.id }]);
    expect(client.emulator.list("/nodebalancers/{id}/configs/{id}/nodes")).toEqual([]);
  });

  test("can be declared before the other", async () => {
    await restart({ collections: { "/racks/{id}/shelves": {}, "/racks": {} } });
    const { id } = await client.create("/racks");
    expect((await client.get(`/racks/${id}/shelves`)).body.data).toEqual([]);
  });

  test("can be inside one that the emulator has of its own", async () => {
    await restart({ collections: { "/compute/instances/{id}/notes": {} } });
    const { id } = await client.create("/compute/instances", DEBIAN);
    await client.create(`/compute/instances/${id}/notes`, { label: "first" });
    expect(await labelsIn(`/compute/instances/${id}/notes`)).toEqual(["first"]);
    expect((await client.get("/compute/instances/1/notes")).status).toBe(404);
    client.emulator.remove("instance", id);
    expect(client.emulator.list("/compute/instances/{id}/notes")).toEqual([]);
  });
});

test("a part of an object is read and replaced at its own path alone", async () => {
  const rules = { inbound: [], inbound_policy: "DROP", outbound: [], outbound_policy: "ACCEPT" };
  const { id } = await client.create("/networking/firewalls", { label: "web", rules });
  const path = `/networking/firewalls/${id}`;
  expect((await client.get(`${path}/rules`)).body).toEqual(rules);
  const others = { inbound: [{ protocol: "TCP", ports: "22" }], inbound_policy: "DROP" };
  expect((await client.put(`${path}/rules`, others)).body).toEqual(others);
  expect((await client.put(path, { label: "ssh", rules })).body).toMatchObject({ label: "ssh", rules: others });
  expect((await client.get(`${path}/rules`)).body).toEqual(others);
  expect((await client.put("/networking/firewalls/1/rules", others)).status).toBe(404);
});

test("an action sets the named fields of its request or fixed values, which an update does not", async () => {
  const { id } = await volume("data", { size: 20 });
  expect((await client.post(`/volumes/${id}/resize`, { size: 40, label: "other" })).body).toMatchObject({
    size: 40,
    label: "data",
  });
  expect((await client.post(`/volumes/${id}/attach`, { linode_id: 12, config_id: 3 })).body).toMatchObject({
    linode_id: 12,
  });
  expect((await client.put(`/volumes/${id}`, { size: 10, linode_id: null, label: "renamed" })).body).toMatchObject({
    size: 40,
    linode_id: 12,
    label: "renamed",
  });
  expect((await client.post(`/volumes/${id}/detach`)).body).toMatchObject({ linode_id: null });
  expect((await client.get(`/volumes/${id}/resize`)).status).toBe(405);
});

describe("access to a declared collection", () => {
  test("needs the scope of the outermost path, which the read-only token has", async () => {
    const { id } = await client.create("/vpcs", { label: "one" });
    const status = async (scopes: string[], method: "get" | "post", path = "/vpcs") => {
      await restart({ collections, tokens: [{ token: "t", scopes }] });
      return (await client[method](path)).status;
    };
    const reading = await start({ collections });
    const headers = { Authorization: "Bearer emulator-read-token" };
    expect((await reading.get("/networking/firewalls", headers)).status).toBe(200);
    expect((await reading.send("POST", "/v4/vpcs", { headers, body: "{}" })).status).toBe(401);
    expect([await status(["vpc:read_only"], "get"), await status(["vpc:read_only"], "post")]).toEqual([200, 401]);
    expect(await status(["volumes:*"], "get", `/vpcs/${id}/subnets`)).toBe(401);
    expect(await status(["volumes:read_write"], "post", "/volumes")).toBe(200);
  });

  test("needs grants, if the user is restricted, for a create and for what others have created", async () => {
    const guest = await withUser({ restricted: true, grants: ["add_vpcs"] }, { collections });
    const mine = await guest.create("/vpcs", { label: "mine" });
    const other = await client.create("/vpcs", { label: "other" });
    await guest.create(`/vpcs/${mine.id}/subnets`, { label: "inside" });
    const refused = [
      await guest.post("/volumes", {}),
      await guest.get(`/vpcs/${other.id}`),
      await guest.get(`/vpcs/${other.id}/subnets`),
      await guest.delete(`/vpcs/${other.id}`),
    ];
    expect(statusesOf(refused)).toEqual([403, 403, 403, 403]);
    expect((await guest.get("/vpcs")).body.data.map(({ label }) => label)).toEqual(["mine"]);
    const objects = [{ kind: "/vpcs", id: other.id, permissions: "read_only" as const }];
    const reader = await withUser({ restricted: true, objects }, { collections });
    await client.create("/vpcs", { label: "hidden" });
    const { id } = await client.create("/vpcs", { label: "readable" });
    expect(statusesOf([await reader.get(`/vpcs/${id}`), await reader.put(`/vpcs/${id}`, {})])).toEqual([200, 403]);
    expect((await reader.get("/vpcs")).body.data.map(({ label }) => label)).toEqual(["readable"]);
  });
});

test("faults, the request log and rate limits know declared paths", async () => {
  await restart({ collections, rateLimits: true });
  client.emulator.faults.add({ method: "POST", path: "/volumes", effect: { kind: "status", status: 503 } });
  const [failed, made] = [await client.post("/volumes", {}), await client.post("/volumes", {})];
  expect(statusesOf([failed, made])).toEqual([503, 200]);
  expect(made.headers.get("x-ratelimit-remaining")).toBe("799");
  expect(client.emulator.requests().byRoute).toEqual({ "POST /volumes": 2 });
});

test("the dashboard shows declared collections, their jobs, and what is inside", async () => {
  await volume("data");
  const vpc = await client.create("/vpcs", { label: "net" });
  const subnet = await client.create(`/vpcs/${vpc.id}/subnets`, { label: "inside" });
  const { state, sectionOf } = await stateOf(client);
  expect(sectionOf("collections/volumes")).toMatchObject({ statuses: { creating: 1 }, rows: [{ title: "data" }] });
  expect(state.jobs).toMatchObject([{ title: "data", action: "create", next: "active" }]);
  expect(sectionOf("collections/vpcs")).toMatchObject({ rows: [{ nested: [{ rows: [{ title: "inside" }] }] }] });
  const at = `collections/vpcs/${encodeURIComponent("{id}")}/subnets/${subnet.id}`;
  expect((await askControl(client, `POST /${at}`, { label: "moved" })).body.label).toBe("moved");
  await askControl(client, `DELETE /${at}`);
  expect((await client.get(`/vpcs/${vpc.id}/subnets/${subnet.id}`)).status).toBe(404);
  expect(() => client.emulator.poke("/volumes", 1, {})).toThrow();
});

test("a data file keeps declared collections, their IDs and their jobs", async () => {
  const dataFile = join(temporaryFolder(), "data.json");
  const first = await start({ collections, dataFile });
  const vpc = await first.create("/vpcs", { label: "net" });
  await first.create(`/vpcs/${vpc.id}/subnets`, { label: "inside" });
  const kept = await first.create("/volumes", { label: "data" });
  await first.emulator.close();
  const second = await start({ collections, dataFile });
  expect((await second.get(`/vpcs/${vpc.id}/subnets`)).body.data.map(({ label }) => label)).toEqual(["inside"]);
  second.emulator.clock.advance(PROVISION_MS);
  expect((await second.get(`/volumes/${kept.id}`)).body).toEqual({
    ...kept,
    status: "active",
    updated: expect.any(String),
  });
  expect((await second.create("/volumes", {})).id).toBe(kept.id + 1);
});

test("a seed can have declared collections at every depth, whose objects go on to their last status", async () => {
  const seed = {
    "/volumes": [
      { id: 5, label: "old", status: "creating", size: 10 },
      { id: 6, status: "offline" },
    ],
    "/nodebalancers": [{ id: 12, label: "balancer" }],
    "/nodebalancers/12/configs": [{ id: 34, port: 443 }],
    "/nodebalancers/12/configs/34/nodes": [{ id: 56, label: "node" }],
  };
  await restart({ collections, seed });
  expect((await client.get("/nodebalancers/12/configs/34/nodes/56")).body).toMatchObject({ label: "node", weight: 50 });
  client.emulator.clock.advance(PROVISION_MS);
  expect((await listOf("/volumes")).data).toMatchObject([{ id: 5, status: "active", size: 10 }, { status: "offline" }]);
  await expect(start({ seed })).rejects.toThrow("seed: /volumes, /nodebalancers");
});

describe("a declaration is refused", () => {
  test.each<[unknown, string]>([
    [[], "collections: must be an object"],
    [{ volumes: {} }, 'collections: "volumes": Must be a path such as /volumes or /vpcs/{id}/subnets'],
    [{ "/volumes/{volumeId}/x": {} }, 'collections: "/volumes/{volumeId}/x": Must be a path'],
    [{ "/volumes": null }, 'collections: "/volumes": Must be of type Object'],
    [{ "/volumes": { unique: [1] } }, 'collections: "/volumes".unique[0]: Must be of type String'],
    [{ "/volumes": { unique: null } }, 'collections: "/volumes".unique: Must not be null'],
    [{ "/volumes": { uniqe: [] } }, 'collections: "/volumes".uniqe: Is not a known property'],
    [{ "/volumes": { status: [], scope: 1 } }, 'collections: "/volumes".scope: Must be of type String'],
    [{ "/volumes": { actions: { resize: 1 } } }, 'collections: "/volumes".actions.resize: Must be of type Object'],
    [{ "/volumes": { actions: { resize: null } } }, 'collections: "/volumes".actions.resize: Must be of type Object'],
    [{ "/volumes": { actions: { resize: [1] } } }, 'collections: "/volumes".actions.resize[0]: Must be of type String'],
    [{ "/a": { id: ["x"] }, "/a/{id}/b": {} }, 'collections: "/a/{id}/b": objects of /a have no number as their ID'],
    [{ "/a/{id}/b": {} }, 'collections: "/a/{id}/b": /a must be declared, too'],
    [{ "/domains": {} }, "collections: /domains is served by the emulator itself"],
    [{ "/domains/{id}/records": {} }, "collections: /domains/{id}/records is served by the emulator itself"],
    [{ "/profile/sshkeys": {} }, "collections: /profile/sshkeys is served by the emulator itself"],
  ])("for %j", async (declared, message) => {
    await expect(start({ collections: declared as Collections })).rejects.toThrow(message);
  });

  test("before the data file is opened", async () => {
    const dataFile = join(temporaryFolder(), "data.json");
    await expect(start({ dataFile, collections: { "/domains": {} } })).rejects.toThrow("/domains is served");
    expect((await start({ dataFile })).emulator.token).toBe("emulator-token");
  });
});
