import { DOMAIN, start } from "./support/client";
import { control, exchange } from "./support/control";

const HTML = { Accept: "text/html,application/xhtml+xml" };

describe("the live page", () => {
  test("is what a browser gets where a program gets JSON", async () => {
    const client = await start();
    for (const path of ["", "/"]) {
      const page = await control(client, "GET", path, HTML);
      expect([page.status, page.headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
      expect((await control(client, "GET", path)).headers["content-type"]).toBe("application/json");
    }
    const head = await control(client, "HEAD", "/", HTML);
    expect([head.status, head.text]).toEqual([200, ""]);
  });

  test("is where the emulator's own address leads", async () => {
    const client = await start();
    const origin = new URL("/", client.emulator.url).href;
    const answer = await fetch(origin, { headers: HTML, redirect: "manual" });
    expect([answer.status, answer.headers.get("location")]).toEqual([302, "/_emulator/"]);
    const followed = await fetch(origin, { headers: HTML });
    expect([followed.url, followed.status]).toEqual([`${client.emulator.controlUrl}/`, 200]);
    expect(await followed.text()).toContain("<title>");
    expect((await fetch(origin, { method: "POST" })).status).toBe(404);
    expect((await fetch(`${origin}regions`)).status).toBe(404);
  });

  test("loads nothing but its own files, and has nothing inline", async () => {
    const client = await start();
    const { text, headers } = await control(client, "GET", "/", HTML);
    const addresses = [...text.matchAll(/(?:src|href)="([^"#]+)"/g)].map((match) => match[1] ?? "");
    expect(addresses.length).toBeGreaterThan(3);
    for (const address of addresses) {
      expect(address).toMatch(/^\/_emulator\/[a-z]+\.(css|js|svg)$/);
      expect((await control(client, "GET", address.replace("/_emulator", ""))).status).toBe(200);
    }
    expect(text).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\sstyle=|\son[a-z]+=/);
    expect(headers["content-security-policy"]).toMatch(/^default-src 'self'; .*frame-ancestors 'none'$/);
  });

  test("serves no other file", async () => {
    const client = await start();
    for (const path of [
      "/page.ts",
      "/..%2findex.js",
      "/..%2f..%2fpackage.json",
      "/page/page.js",
      "/nothing.js",
      "/.",
    ]) {
      expect((await control(client, "GET", path, HTML)).status).toBe(404);
    }
    expect((await control(client, "POST", "/page.js")).status).toBe(404);
  });
});

describe("what foreign web pages send through somebody's browser", () => {
  const rule = { path: "/**", effect: { kind: "reset" } };

  test.each(["http://evil.example", "http://127.0.0.1:1", "https://127.0.0.1", "null"])(
    "is refused when it comes from %s",
    async (Origin) => {
      const client = await start();
      const { id } = await client.create("/domains", DOMAIN);
      expect((await control(client, "POST", "/faults", { Origin }, rule)).status).toBe(403);
      expect((await control(client, "POST", "/clock/advance", { Origin }, { ms: 1 })).status).toBe(403);
      expect((await control(client, "DELETE", `/domains/${id}`, { Origin })).status).toBe(403);
      expect((await control(client, "GET", "/state", { Origin })).status).toBe(403);
      expect((await client.get(`/domains/${id}`)).status).toBe(200);
    },
  );

  test("is refused when it calls us by another name", async () => {
    const client = await start();
    const { port } = client.emulator;
    for (const Host of [`evil.example:${port}`, "127.0.0.1", `127.0.0.1.evil.example:${port}`, "localhost:1"]) {
      expect((await control(client, "POST", "/faults", { Host, Origin: `http://${Host}` }, rule)).status).toBe(403);
      expect((await control(client, "GET", "/requests", { Host })).status).toBe(403);
      expect((await control(client, "GET", "/", { Host, ...HTML })).status).toBe(403);
    }
    expect(client.emulator.faults.list()).toEqual([]);
  });

  test("is refused by the interface, too, where everybody knows the token", async () => {
    const client = await start();
    const { port, token } = client.emulator;
    const Authorization = `Bearer ${token}`;
    const send = async (headers: Record<string, string>): Promise<number> =>
      (await exchange(client, "GET /v4/domains", { Authorization, ...headers })).status;
    for (const Host of [`evil.example:${port}`, `127.0.0.1.evil.example:${port}`, "evil.example"]) {
      expect(await send({ Host })).toBe(403);
    }
    for (const Origin of ["http://evil.example", "http://127.0.0.1:1", "null"])
      expect(await send({ Origin })).toBe(403);
    const preflight = await exchange(client, "OPTIONS /v4/domains", { Origin: "http://evil.example" });
    expect(preflight.headers["access-control-allow-origin"]).toBeUndefined();
    for (const Host of [`127.0.0.1:${port}`, `localhost:${port}`, "LOCALHOST:5000", "127.0.0.1"]) {
      expect(await send({ Host })).toBe(200);
    }
    expect(await send({ Origin: `http://localhost:${port}` })).toBe(200);
    // The refused ones are not in the log.
    expect(client.emulator.requests().total).toBe(5);
  });

  test("is not mixed up with what our own page sends", async () => {
    const client = await start();
    for (const name of ["127.0.0.1", "localhost"]) {
      const Host = `${name}:${client.emulator.port}`;
      expect((await control(client, "POST", "/faults", { Host, Origin: `http://${Host}` }, rule)).status).toBe(200);
    }
  });
});
