import { DOMAIN, start } from "./support/client";
import { message, soa, startScripted } from "./support/scripted-name-server";

describe("events of domains", () => {
  test("tell of domains and of their records, and never of what was refused", async () => {
    const client = await start();
    const { id } = await client.create("/domains", DOMAIN);
    await client.put(`/domains/${id}`, { ttl_sec: 300 });
    await client.put(`/domains/${id}`, { type: "none" });
    const record = await client.create(`/domains/${id}/records`, { type: "TXT", target: "x" });
    await client.post(`/domains/${id}/records`, { type: "A", target: "x" });
    await client.put(`/domains/${id}/records/${record.id}`, { target: "y" });
    await client.delete(`/domains/${id}/records/${record.id}`);
    await client.create(`/domains/${id}/clone`, { domain: "example.net" });
    const zone = [
      soa("example.com"),
      { type: "A" as const, name: "example.com", data: "192.0.2.1" },
      soa("example.com"),
    ];
    const { address } = await startScripted((socket, n) => socket.end(message(n, zone)));
    await client.create("/domains/import", { domain: "example.com", remote_nameserver: address });
    await client.delete(`/domains/${id}`);

    const { data } = (await client.get("/account/events")).body;
    const entity = { id, type: "domain", label: "example.org", url: `/v4/domains/${id}` };
    const clone = { ...entity, id: id + 1, label: "example.net", url: `/v4/domains/${id + 1}` };
    const imported = { ...entity, id: id + 2, label: "example.com", url: `/v4/domains/${id + 2}` };
    const event = (action: string, about: object, secondary: object | null = null) => {
      return expect.objectContaining({ action, entity: about, secondary_entity: secondary, status: "notification" });
    };
    expect([...data].reverse()).toEqual([
      event("domain_create", entity),
      event("domain_update", entity),
      event("domain_record_create", entity),
      event("domain_record_updated", entity),
      event("domain_record_delete", entity),
      event("domain_create", clone, entity),
      event("domain_import", imported),
      event("domain_delete", entity),
    ]);
  });
});
