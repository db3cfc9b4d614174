import { start } from "./support/client";

describe("catalogues", () => {
  test("list regions with country, capabilities, resolvers and status", async () => {
    const client = await start();
    const { data } = (await client.get("/regions")).body;
    expect(data).toHaveLength(11);
    for (const region of data) {
      expect(Object.keys(region).sort()).toEqual(["capabilities", "country", "id", "resolvers", "status"]);
      expect(region.resolvers).toEqual({ ipv4: expect.any(String), ipv6: expect.any(String) });
    }
    expect((await client.get("/regions/eu-west")).body.country).toBe("uk");
    expect((await client.get("/regions/constructor")).status).toBe(404);
  });

  test("list public images, of which only deprecated ones say so", async () => {
    const client = await start();
    const { data } = (await client.get("/images")).body;
    expect(data.map((image) => image.id)).toEqual(
      expect.arrayContaining(["compute/debian11", "compute/ubuntu22.04", "compute/alpine3.15"]),
    );
    const deprecated = data.filter((image) => image.deprecated);
    expect(deprecated.map((image) => image.id)).toEqual([
      "compute/centos8",
      "compute/slackware14.1",
      "compute/ubuntu21.04",
    ]);
    expect((await client.get("/images/compute/debian11")).body).toEqual({
      id: "compute/debian11",
      label: "Debian 11",
      description: null,
      created: "2021-08-14T00:00:00",
      updated: "2021-08-14T00:00:00",
      size: 1300,
      created_by: "compute",
      type: "manual",
      is_public: true,
      deprecated: false,
      vendor: "Debian",
      expiry: null,
      eol: "2026-08-15T00:00:00",
      status: "available",
    });
    expect((await client.get("/images/private/1")).status).toBe(404);
  });

  test("list database engines as engine/version", async () => {
    const client = await start();
    const { data } = (await client.get("/databases/engines")).body;
    expect(data).toContainEqual({ id: "mysql/8.0.26", engine: "mysql", version: "8.0.26" });
    expect(data).toContainEqual({ id: "mongodb/4.4.10", engine: "mongodb", version: "4.4.10" });
    expect((await client.get("/databases/engines/mysql/9")).status).toBe(404);
  });

  test("list types, which the documents only refer to", async () => {
    const client = await start();
    expect((await client.get("/compute/types")).body.results).toBe(10);
    const type = (await client.get("/compute/types/g6-standard-1")).body;
    expect(type).toMatchObject({ label: "Compute 2GB", vcpus: 1, memory: 2048, disk: 51200, transfer: 2000 });
    expect(type.addons).toMatchObject({ backups: { price: { hourly: 0.004, monthly: 2.5 } } });
  });
});
