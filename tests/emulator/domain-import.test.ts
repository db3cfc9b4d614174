import dns from "node:dns";
import { DOMAIN, reasons, start } from "./support/client";
import { freePort } from "./support/name-server";
import { message, soa, startScripted } from "./support/scripted-name-server";
import { importOf, recordsOf } from "./support/zone";

type Done = (error: Error) => void;

describe("importing a domain", () => {
  test("needs both fields, and asks nobody about a request that is refused", async () => {
    const client = await start();
    const { address, connections } = await startScripted((socket) => socket.end());
    expect(reasons(await client.post("/domains/import", {}))).toEqual({
      domain: ["domain is required"],
      remote_nameserver: ["remote_nameserver is required"],
    });
    expect(reasons(await importOf(client, address, "not a domain"))).toEqual({ domain: ["Domain is not valid."] });
    await client.create("/domains", DOMAIN);
    expect(reasons(await importOf(client, address, "EXAMPLE.org"))).toEqual({ domain: ["Domain already exists."] });
    expect(connections()).toBe(0);
  });

  test.each(["", "a b", "-", "127.0.0.1:0", "127.0.0.1:65536", "[127.0.0.1]:53", "::1:x", "http://ns.example.org", 53])(
    "refuses %p as a name server",
    async (address) => {
      const client = await start();
      const reply = await client.post("/domains/import", { domain: "example.org", remote_nameserver: address });
      expect(reply.status).toBe(400);
      expect(Object.keys(reasons(reply))).toEqual(["remote_nameserver"]);
    },
  );

  test("finds a name server by its name", async () => {
    const client = await start();
    const { port } = await startScripted((socket, id) =>
      socket.write(message(id, [soa("example.org"), soa("example.org")])),
    );
    expect((await importOf(client, `localhost:${port}`)).status).toBe(200);
  });

  test.each(["ENOTFOUND", "EAI_AGAIN"])("says when the name is not known (%s)", async (code) => {
    const client = await start();
    const unknown = Object.assign(new Error(code), { code });
    const lookup = jest.spyOn(dns, "lookup").mockImplementation(((_host: string, _options: unknown, done: Done) => {
      process.nextTick(done, unknown);
    }) as typeof dns.lookup);
    const reply = await importOf(client, "ns.example.net");
    lookup.mockRestore();
    expect(reasons(reply)).toEqual({ remote_nameserver: ["The name server's name is not known"] });
  });

  test("says when nobody listens there", async () => {
    const client = await start();
    expect(reasons(await importOf(client, `127.0.0.1:${await freePort()}`))).toEqual({
      remote_nameserver: ["The name server cannot be reached (ECONNREFUSED)"],
    });
  });

  test("refuses a name that was taken during the transfer", async () => {
    const client = await start();
    const { address } = await startScripted((socket, id) => {
      const taken = client.create("/domains", DOMAIN);
      void taken.then(() => socket.write(message(id, [soa("example.org"), soa("example.org")])));
    });
    expect(reasons(await importOf(client, address))).toEqual({ domain: ["Domain already exists."] });
    expect((await client.get("/domains")).body.results).toBe(1);
  });

  test.each([".", "root.localhost", "a\\@b.example.com"])(
    "gives a zone with the address %p one of its own",
    async (rname) => {
      const client = await start();
      const zone = [soa("example.org", { rname }), soa("example.org")];
      const { address } = await startScripted((socket, id) => socket.write(message(id, zone)));
      expect((await importOf(client, address)).body["soa_email"]).toBe("hostmaster@example.org");
    },
  );

  test("keeps the first of records that cannot stand beside each other, and leaves out what is outside of the zone", async () => {
    const client = await start();
    const { address } = await startScripted((socket, id) =>
      socket.write(
        message(id, [
          soa("example.org"),
          { type: "CNAME", name: "a.example.org", ttl: 300, data: "x.example.net" },
          { type: "A", name: "A.example.org", ttl: 300, data: "192.0.2.1" },
          { type: "A", name: "a.example.net", ttl: 300, data: "192.0.2.1" },
          { type: "SRV", name: "_sip._tcp.example.org", ttl: 300, data: { port: 1, target: "." } },
          { type: "CNAME", name: "example.org", ttl: 300, data: "x.example.net" },
          soa("example.org"),
        ]),
      ),
    );
    const { id } = (await importOf(client, address)).body;
    expect(await recordsOf(client, id)).toMatchObject([{ type: "CNAME", name: "a", target: "x.example.net" }]);
  });

  test("ends its connection when the emulator is closed", async () => {
    const client = await start();
    const { address, ended, connections } = await startScripted(() => void client.emulator.close());
    await expect(importOf(client, address)).rejects.toThrow();
    await ended;
    expect(connections()).toBe(1);
  });

  test("is for unrestricted users, and for those who may create domains", async () => {
    const { address } = await startScripted((socket, id) =>
      socket.write(message(id, [soa("example.org"), soa("example.org")])),
    );
    for (const [grants, status] of [
      [[], 403],
      [["add_domains"], 200],
    ] as const) {
      const client = await start({
        token: "guest",
        tokens: [{ token: "guest", restricted: true, grants: [...grants] }],
      });
      expect((await importOf(client, address)).status).toBe(status);
    }
  });
});
