import { PROVISION_MS } from "./support/client";
import { message, soa, startScripted } from "./support/scripted-name-server";
import { api, startForClient } from "./support/other-clients/api-v4";
import { itExercises } from "./support/other-clients/coverage";

const MASTER = { domain: "example.org", type: "master", soa_email: "admin@example.org" };

const refusal = (field: string, reason: string) => ({
  response: { status: 400, data: { errors: [{ field, reason }] } },
});

describe("domains of @linode/api-v4", () => {
  test("live from creation to deletion", async () => {
    await startForClient();
    const created = await api.createDomain({ ...MASTER, tags: ["mine"] });
    expect(created).toMatchObject({ ...MASTER, tags: ["mine"], status: "active", master_ips: [], ttl_sec: 0 });
    expect(await api.getDomain(created.id)).toEqual(created);

    const changes = { description: "the zone", ttl_sec: 300, axfr_ips: ["192.0.2.1"], soa_email: "other@example.org" };
    expect(await api.updateDomain(created.id, changes)).toMatchObject({ ...MASTER, ...changes });
    expect(await api.deleteDomain(created.id)).toEqual({});
    await expect(api.getDomain(created.id)).rejects.toMatchObject({ response: { status: 404 } });
  });

  test("are listed by page and filter", async () => {
    await startForClient();
    await api.createDomain(MASTER);
    const second = await api.createDomain({ domain: "example.com", type: "slave", master_ips: ["192.0.2.1"] });
    const page = await api.getDomains({ page: 1, page_size: 25 }, { domain: "example.com" });
    expect(page).toEqual({ data: [second], page: 1, pages: 1, results: 1 });
    const sorted = await api.getDomains({}, { "+order_by": "domain", "+order": "desc" });
    expect(sorted.data.map(({ domain }) => domain)).toEqual(["example.org", "example.com"]);
  });

  test("are cloned with their records, and rendered as a zone file", async () => {
    const { emulator } = await startForClient();
    const { id } = await api.createDomain(MASTER);
    await api.createDomainRecord(id, { type: "A", name: "www", target: "192.0.2.1" });
    const copy = await api.cloneDomain(id, { domain: "example.com" });
    expect(copy).toMatchObject({ domain: "example.com", soa_email: MASTER.soa_email });
    expect((await api.getDomainRecords(copy.id)).data).toMatchObject([{ name: "www", target: "192.0.2.1" }]);

    emulator.clock.advance(PROVISION_MS);
    const { zone_file } = await api.getDNSZoneFile(copy.id);
    expect(zone_file).toContainEqual(expect.stringMatching(/^www\s.*\bA\s+192\.0\.2\.1$/));
  });

  test("are imported from a name server that allows transfers", async () => {
    const zone = [soa("example.org"), { type: "A", name: "www.example.org", ttl: 300, data: "192.0.2.1" } as const];
    const { address } = await startScripted((socket, id) => socket.end(message(id, [...zone, soa("example.org")])));
    await startForClient();
    const imported = await api.importZone({ domain: "example.org", remote_nameserver: address });
    expect(imported).toMatchObject({ domain: "example.org", type: "master", soa_email: "admin@example.org" });
    expect((await api.getDomainRecords(imported.id)).data).toMatchObject([{ type: "A", name: "www" }]);
  });

  test("are not imported from a name server that does not allow transfers", async () => {
    const { address } = await startScripted((socket) => socket.end());
    await startForClient();
    await expect(api.importZone({ domain: "example.org", remote_nameserver: address })).rejects.toMatchObject(
      refusal("remote_nameserver", expect.stringMatching(/./)),
    );
    expect((await api.getDomains()).data).toEqual([]);
  });

  test("are rejected by the client itself if a field is missing, and by the API if they already exist", async () => {
    const { emulator } = await startForClient();
    await expect(api.createDomain({ domain: "example.org", type: "master" })).rejects.toEqual([
      { field: "soa_email", reason: "SOA Email is required." },
    ]);
    expect(emulator.requests().total).toBe(0);
    await api.createDomain(MASTER);
    await expect(api.createDomain(MASTER)).rejects.toMatchObject(refusal("domain", expect.any(String)));
  });

  itExercises("domains/domains");
});

describe("records of @linode/api-v4", () => {
  test("live from creation to deletion", async () => {
    await startForClient();
    const { id } = await api.createDomain(MASTER);
    const created = await api.createDomainRecord(id, { type: "MX", target: "mail.example.com", priority: 10 });
    expect(created).toMatchObject({ type: "MX", name: "", target: "mail.example.com", priority: 10, ttl_sec: 0 });
    // The service's own web UI sends a record back as received.
    const changed = await api.updateDomainRecord(id, created.id, { ...created, tag: undefined, priority: 20 });
    expect(changed).toMatchObject({ priority: 20, target: "mail.example.com" });
    expect(await api.getDomainRecord(id, created.id)).toEqual(changed);
    expect(await api.deleteDomainRecord(id, created.id)).toEqual({});
    expect(await api.getDomainRecords(id, { page_size: 100 })).toMatchObject({ data: [], results: 0 });
  });

  test("can have every type", async () => {
    await startForClient();
    const { id } = await api.createDomain(MASTER);
    const srv = { service: "sip", protocol: "tcp", priority: 1, weight: 2, port: 5060 };
    await api.createDomainRecord(id, { type: "SRV", target: "sip.example.org", ...srv });
    await api.createDomainRecord(id, { type: "CAA", name: "", target: "letsencrypt.org", tag: "issue" });
    await api.createDomainRecord(id, { type: "AAAA", name: "", target: "2001:db8::1", ttl_sec: 300 });
    await api.createDomainRecord(id, { type: "TXT", name: "_dmarc", target: "v=DMARC1; p=none" });
    await api.createDomainRecord(id, { type: "CNAME", name: "blog", target: "example.net" });
    await api.createDomainRecord(id, { type: "NS", name: "sub", target: "ns.example.net" });
    await api.createDomainRecord(id, { type: "PTR", name: "1.2.0.192", target: "host.example.net" });
    const { data } = await api.getDomainRecords(id);
    expect(data.map(({ type }) => type)).toEqual(["SRV", "CAA", "AAAA", "TXT", "CNAME", "NS", "PTR"]);
    expect(data[0]).toMatchObject(srv);
  });

  itExercises("domains/records");
});
