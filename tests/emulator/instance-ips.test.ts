import { reasons, start } from "./support/client";
import type { Started } from "./support/client";
import { EMPTY } from "./support/instances";

async function addressesOf(client: Started, id: number): Promise<Record<string, unknown>> {
  return (await client.get(`/compute/instances/${id}/ips`)).body;
}

describe("beyond the documents: addresses of an instance", () => {
  test("are shown with their networks, public and private apart", async () => {
    const client = await start();
    const instance = await client.create("/compute/instances", { ...EMPTY, private_ip: true });
    const [address, hidden] = instance.ipv4;
    expect(await addressesOf(client, instance.id)).toMatchObject({
      ipv4: {
        public: [{ address, prefix: 24, public: true, compute_id: instance.id, region: "us-east" }],
        private: [{ address: hidden, prefix: 17, public: false, gateway: null, rdns: null }],
        shared: [],
        reserved: [],
        vpc: [],
      },
      ipv6: { slaac: { address: String(instance["ipv6"]).replace("/128", ""), prefix: 64 }, global: [] },
    });
  });

  test("can gain one private address, and lose it again", async () => {
    const client = await start();
    const { id } = await client.create("/compute/instances", EMPTY);
    const path = `/compute/instances/${id}/ips`;
    const { address } = await client.create(path, { type: "ipv4", public: false });
    expect((await client.get(`/compute/instances/${id}`)).body.ipv4).toContain(address);
    expect((await client.post(path, { type: "ipv4", public: false })).status).toBe(400);
    expect((await client.delete(`${path}/${String(address)}`)).body).toEqual({});
    expect((await client.get(`${path}/${String(address)}`)).status).toBe(404);
  });

  test("keep to the only public one", async () => {
    const client = await start();
    const { id, ipv4 } = await client.create("/compute/instances", EMPTY);
    const path = `/compute/instances/${id}/ips`;
    const refusal = reasons(await client.post(path, { type: "ipv4", public: true }));
    expect(refusal[""]?.[0]).toContain("require technical justification");
    expect((await client.delete(`${path}/${ipv4[0]}`)).status).toBe(400);
    expect((await client.get(`${path}/${ipv4[0]}`)).body["gateway"]).toBe(ipv4[0]?.replace(/\d+$/, "1"));
  });
});

describe("beyond the documents: attachments of an instance", () => {
  test.each(["volumes", "firewalls", "nodebalancers"])("has no %s", async (kind) => {
    const client = await start();
    const { id } = await client.create("/compute/instances", EMPTY);
    expect((await client.get(`/compute/instances/${id}/${kind}`)).body).toMatchObject({ data: [], results: 0 });
    expect((await client.get(`/compute/instances/9/${kind}`)).status).toBe(404);
  });

  test("knows its transfer, and no statistics", async () => {
    const client = await start();
    const { id } = await client.create("/compute/instances", EMPTY);
    expect((await client.get(`/compute/instances/${id}/transfer`)).body).toEqual({
      used: 0,
      billable: 0,
      quota: 1000,
      region_transfers: [],
    });
    const month = await client.get(`/compute/instances/${id}/transfer/2022/7`);
    expect(month.body).toEqual({ bytes_in: 0, bytes_out: 0, bytes_total: 0 });
    for (const stats of ["stats", "stats/2022/7"]) {
      expect((await client.get(`/compute/instances/${id}/${stats}`)).body.errors).toEqual([
        { reason: "Stats are unavailable at this time." },
      ]);
    }
  });
});
