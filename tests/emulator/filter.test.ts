import { reasons, start } from "./support/client";
import type { Started } from "./support/client";

const NAMES = ["alpha", "beta", "gamma"];

async function withInstances(): Promise<Started> {
  const client = await start();
  for (const [index, label] of NAMES.entries()) {
    const tags = index === 0 ? ["web", "blue"] : ["data"];
    await client.create("/compute/instances", {
      region: index === 2 ? "eu-west" : "us-east",
      type: "g6-nanode-1",
      label,
      tags,
    });
  }
  return client;
}

async function labels(client: Started, filter: unknown): Promise<string[]> {
  const reply = await client.get("/compute/instances", { "X-Filter": JSON.stringify(filter) });
  expect(reply.status).toBe(200);
  return reply.body.data.map((instance) => instance.label);
}

describe("X-Filter", () => {
  test("ands the keys of an object, and knows +and and +or", async () => {
    const client = await withInstances();
    expect(await labels(client, {})).toEqual(NAMES);
    expect(await labels(client, { label: "beta" })).toEqual(["beta"]);
    expect(await labels(client, { label: "beta", region: "eu-west" })).toEqual([]);
    expect(await labels(client, { "+or": [{ label: "alpha" }, { region: "eu-west" }] })).toEqual(["alpha", "gamma"]);
    expect(await labels(client, { "+and": [{ tags: "data" }, { "+or": [{ label: "gamma" }] }] })).toEqual(["gamma"]);
  });

  test("takes equality on an array field for containment", async () => {
    const client = await withInstances();
    expect(await labels(client, { tags: "blue" })).toEqual(["alpha"]);
    const { ipv4 } = (await client.get("/compute/instances")).body.data[1];
    expect(await labels(client, { ipv4: ipv4[0] })).toEqual(["beta"]);
  });

  test("compares with +gt, +gte, +lt, +lte, +neq and +contains", async () => {
    const client = await withInstances();
    const [first] = (await client.get("/compute/instances")).body.data;
    expect(await labels(client, { id: { "+gt": first.id } })).toEqual(["beta", "gamma"]);
    expect(await labels(client, { id: { "+gte": first.id, "+lt": first.id + 1 } })).toEqual(["alpha"]);
    expect(await labels(client, { id: { "+lte": first.id } })).toEqual(["alpha"]);
    expect(await labels(client, { label: { "+neq": "beta" } })).toEqual(["alpha", "gamma"]);
    expect(await labels(client, { label: { "+contains": "et" } })).toEqual(["beta"]);
  });

  test("orders by a filterable field", async () => {
    const client = await withInstances();
    expect(await labels(client, { "+order_by": "label", "+order": "desc" })).toEqual([...NAMES].reverse());
    expect(await labels(client, { "+order_by": "region" })).toEqual(["gamma", "alpha", "beta"]);
  });

  test.each([
    ["Filter not valid JSON", "{"],
    ["Filter not valid JSON", "[]"],
    ["Cannot filter on status", '{"status":"running"}'],
    ["Cannot filter on created", '{"+order_by":"created"}'],
    ["Unknown operator +near", '{"label":{"+near":"x"}}'],
    ["+contains needs a single value", '{"label":{"+contains":{"toString":1}}}'],
    ["+order needs +order_by", '{"+order":"asc"}'],
    ["+order must be asc or desc", '{"+order_by":"label","+order":"up"}'],
    ["+or needs an array of filters", '{"+or":{}}'],
    ["Filter is nested too deeply", `${'{"+and":['.repeat(60)}{}${"]}".repeat(60)}`],
  ])("refuses with 400: %s", async (reason, filter) => {
    const client = await start();
    const reply = await client.get("/compute/instances", { "X-Filter": filter });
    expect(reply.status).toBe(400);
    expect(reasons(reply)).toEqual({ "X-Filter": [reason] });
  });

  test("filters nothing on regions, where the documents mark no field", async () => {
    const client = await start();
    expect((await client.get("/regions", { "X-Filter": '{"country":"us"}' })).status).toBe(400);
  });

  test("filters images, engines, domains and records on the fields that the documents mark", async () => {
    const client = await start();
    const results = async (path: string, filter: unknown) =>
      (await client.get(path, { "X-Filter": JSON.stringify(filter) })).body.results;
    expect(await results("/images", { deprecated: true })).toBe(3);
    expect(await results("/images", { vendor: "Debian", size: { "+lt": 1400 } })).toBe(1);
    expect(await results("/databases/engines", { engine: "mysql" })).toBe(2);
    const { id } = await client.create("/domains", {
      domain: "a.example",
      type: "master",
      soa_email: "a@a.example",
      group: "g",
    });
    await client.create("/domains", { domain: "b.example", type: "master", soa_email: "a@a.example" });
    expect(await results("/domains", { domain: "a.example" })).toBe(1);
    expect(await results("/domains", { group: "g" })).toBe(1);
    await client.create(`/domains/${id}/records`, { type: "CAA", tag: "issue", target: "ca.example" });
    await client.create(`/domains/${id}/records`, { type: "TXT", target: "text" });
    expect(await results(`/domains/${id}/records`, { tag: "issue" })).toBe(1);
  });
});
