import { connect } from "node:net";
import { DOMAIN, reasons, start } from "./support/client";

describe("authentication", () => {
  test("answers 401 without a token and with an unknown one, in the same words", async () => {
    const client = await start();
    for (const Authorization of ["", "Bearer nobody", "Basic emulator"]) {
      const reply = await client.get("/domains", { Authorization });
      expect(reply.status).toBe(401);
      expect(reply.body).toEqual({ errors: [{ reason: "Invalid Token" }] });
    }
  });

  test("serves regions and engines without looking at the credentials", async () => {
    const client = await start();
    for (const path of ["/regions", "/regions/us-east", "/databases/engines", "/databases/engines/mysql/8.0.26"]) {
      expect((await client.get(path, { Authorization: "" })).status).toBe(200);
      expect((await client.get(path, { Authorization: "Bearer nobody" })).status).toBe(200);
    }
  });

  test("serves public images without credentials, but refuses wrong ones", async () => {
    const client = await start();
    expect((await client.get("/images/compute/debian11", { Authorization: "" })).status).toBe(200);
    expect((await client.get("/images", { Authorization: "Bearer nobody" })).status).toBe(401);
  });

  test("checks the scope of a token: read_write includes read_only, the rest is 401", async () => {
    const client = await start({
      tokens: [
        { token: "reader", scopes: ["domains:read_only"] },
        { token: "writer", scopes: ["domains:read_write"] },
      ],
    });
    const as = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } });
    expect((await client.send("GET", "/v4/domains", as("reader"))).status).toBe(200);
    expect((await client.send("GET", "/v4/domains", as("writer"))).status).toBe(200);
    const refusal = await client.send("POST", "/v4/domains", as("reader"));
    expect(refusal.status).toBe(401);
    expect(refusal.body).toEqual({ errors: [{ reason: "Your OAuth token is not authorized to use this endpoint." }] });
    expect((await client.send("GET", "/v4/compute/instances", as("writer"))).status).toBe(401);
    expect(refusal.headers.get("x-oauth-scopes")).toBe("domains:read_only");
    expect(refusal.headers.get("x-accepted-oauth-scopes")).toBe("domains:read_write");
  });
});

describe("paths", () => {
  test("answers 404 for an unknown path and an unknown id, 405 for a wrong method", async () => {
    const client = await start();
    for (const path of ["/nothing", "/domains/999", "/domains/abc", "/domains/1e3", "/domains/99999999999999999999"]) {
      const reply = await client.get(path);
      expect(reply.status).toBe(404);
      expect(reply.body).toEqual({ errors: [{ reason: "Not found" }] });
    }
    expect((await client.send("PATCH", "/v4/domains")).status).toBe(405);
    expect((await client.delete("/regions")).status).toBe(405);
  });

  test("serves v4 and v4beta, and counts repeated slashes once", async () => {
    const client = await start();
    for (const path of ["/v4/regions", "/v4beta/regions", "/v4//regions", "//v4/regions/"]) {
      expect((await client.send("GET", path)).body.results).toBe(11);
    }
    expect((await client.send("GET", "/v5/regions")).status).toBe(404);
  });

  test("takes the slash of an image or engine id literally and percent-encoded", async () => {
    const client = await start();
    for (const path of ["/images/compute/debian11", "/images/compute%2Fdebian11"]) {
      expect((await client.get(path)).body.id).toBe("compute/debian11");
    }
    for (const path of ["/databases/engines/mongodb/4.4.10", "/databases/engines/mongodb%2F4.4.10"]) {
      expect((await client.get(path)).body.version).toBe("4.4.10");
    }
    expect((await client.get("/images/compute%ZZ")).status).toBe(404);
  });
});

describe("bodies", () => {
  test("answers 400 Invalid JSON to anything but a JSON object", async () => {
    const client = await start();
    for (const body of ["{", "[]", "null", '"text"', "1", "{'a':1}"]) {
      const reply = await client.send("POST", "/v4/domains", { body });
      expect(reply.status).toBe(400);
      expect(reply.body).toEqual({ errors: [{ reason: "Invalid JSON" }] });
    }
  });

  test("answers 415 to a body that is not JSON by its header; an empty one needs none", async () => {
    const client = await start();
    const send = (type: string, body: string) =>
      client.send("POST", "/v4/domains", { body, headers: { "Content-Type": type } });
    const refusal = await send("text/plain", JSON.stringify(DOMAIN));
    expect([refusal.status, refusal.body]).toEqual([
      415,
      { errors: [{ reason: "Content-Type must be application/json" }] },
    ]);
    expect((await send("text/plain", "")).status).toBe(400);
    expect((await send("Application/JSON; charset=utf-8", JSON.stringify(DOMAIN))).status).toBe(200);
  });

  test("takes an empty body for an empty object", async () => {
    const client = await start();
    expect(reasons(await client.post("/domains"))).toEqual({
      domain: ["domain is required"],
      type: ["type is required"],
    });
  });

  test("refuses a body that is too large with 413", async () => {
    const client = await start();
    const reply = await client.post("/domains", { domain: "x".repeat(10_000_000) });
    expect(reply.status).toBe(413);
    expect(reply.body.errors).toHaveLength(1);
  });

  test("ignores unknown keys and read-only fields", async () => {
    const client = await start();
    const body = { domain: "example.org", type: "slave", master_ips: ["192.0.2.1"] };
    const domain = await client.create("/domains", { ...body, id: 7, unknown: { a: 1 }, ["__proto__"]: 1 });
    expect(domain.id).not.toBe(7);
    expect((await client.put(`/domains/${domain.id}`, { id: 7, errors: "x" })).body).toEqual(domain);
  });
});

describe("answers", () => {
  test("have exactly the content type application/json, and a body of two bytes when there is nothing to say", async () => {
    const client = await start();
    const { id } = await client.create("/domains", {
      domain: "example.org",
      type: "master",
      soa_email: "a@example.org",
    });
    const reply = await client.delete(`/domains/${id}`);
    expect(reply.headers.get("content-type")).toBe("application/json");
    expect(reply.headers.get("content-length")).toBe("2");
    expect(reply.body).toEqual({});
    expect((await client.get("/nothing")).headers.get("content-type")).toBe("application/json");
  });

  test("carry the headers of the service", async () => {
    const client = await start();
    const { headers } = await client.get("/domains");
    expect(headers.get("x-spec-version")).toBe("4.130.0");
    expect(headers.get("x-oauth-scopes")).toBe("*");
    expect(headers.get("x-accepted-oauth-scopes")).toBe("domains:read_only");
    expect(headers.get("vary")).toBe("Authorization, X-Filter");
  });

  test("answer HEAD like GET without the body, and OPTIONS with what browsers ask if the token is one's own", async () => {
    const client = await start();
    const head = await client.send("HEAD", "/v4/regions");
    expect([head.status, head.body]).toEqual([200, ""]);
    expect(Number(head.headers.get("content-length"))).toBeGreaterThan(100);
    expect([...head.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
    const ofOwnToken = await start({ token: "a-token-of-ones-own" });
    const options = await ofOwnToken.send("OPTIONS", "/v4/domains");
    expect(options.status).toBe(204);
    expect(options.headers.get("access-control-allow-headers")).toContain("X-Filter");
    const reply = await ofOwnToken.get("/domains", { Origin: "http://dashboard.example" });
    expect([reply.status, reply.headers.get("access-control-allow-origin")]).toEqual([200, "*"]);
  });
});

describe("list envelope", () => {
  async function withDomains(count: number) {
    const client = await start();
    for (let n = 1; n <= count; n += 1) {
      await client.create("/domains", { domain: `d${n}.example.org`, type: "master", soa_email: "a@example.org" });
    }
    return client;
  }

  test("counts pages from 1 and shows 100 objects unless asked otherwise", async () => {
    const client = await withDomains(101);
    const first = (await client.get("/domains")).body;
    expect([first.data.length, first.page, first.pages, first.results]).toEqual([100, 1, 2, 101]);
    const second = (await client.get("/domains?page=2")).body;
    expect([second.data.length, second.page, second.pages, second.results]).toEqual([1, 2, 2, 101]);
    const quarter = (await client.get("/domains?page=5&page_size=25")).body;
    expect([quarter.data.length, quarter.data[0].domain, quarter.pages]).toEqual([1, "d101.example.org", 5]);
  });

  test("answers a page above the last with 200 and no data", async () => {
    const client = await start();
    for (const page of ["2", "100", "99999999999999999999999"]) {
      const reply = await client.get(`/regions?page=${page}`);
      expect(reply.status).toBe(200);
      expect(reply.body.data).toEqual([]);
      expect(reply.body.results).toBe(11);
    }
  });

  test("answers an empty list with one empty page", async () => {
    const client = await start();
    expect((await client.get("/domains")).body).toEqual({ data: [], page: 1, pages: 1, results: 0 });
  });

  test("refuses a page size outside 25-500, and a page below 1", async () => {
    const client = await start();
    for (const size of ["24", "501", "0", "x", "-1"]) {
      const reply = await client.get(`/domains?page_size=${size}`);
      expect(reply.status).toBe(400);
      expect(reasons(reply)).toEqual({ page_size: ["Must be 25-500"] });
    }
    expect((await client.get("/domains?page_size=500")).status).toBe(200);
    for (const page of ["0", "-1", "x"]) expect((await client.get(`/domains?page=${page}`)).status).toBe(400);
    expect(reasons(await client.get("/domains?page=0&page_size=1"))).toHaveProperty("page");
  });

  test("takes any number for a page and its size with the documents' rules alone, which show no bounds", async () => {
    const client = await start({ documentedOnly: true });
    for (const query of ["page_size=0", "page_size=-1", "page=0", "page=-1&page_size=501"]) {
      expect((await client.get(`/regions?${query}`)).body).toMatchObject({ page: 1, pages: 1, results: 11 });
    }
    expect((await client.get("/regions?page_size=2")).body).toMatchObject({ pages: 6, results: 11 });
    for (const query of ["page_size=x", "page=1.5"]) expect((await client.get(`/regions?${query}`)).status).toBe(400);
  });

  test("ignores paging on a single object", async () => {
    const client = await start();
    expect((await client.get("/regions/us-east?page=9&page_size=1")).body.id).toBe("us-east");
  });
});

describe("the server", () => {
  test("survives what is not HTTP", async () => {
    const client = await start();
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(client.emulator.port, "127.0.0.1", () => socket.write("nonsense\r\n\r\n"));
      socket.on("data", (data) => resolve(data.toString()));
    });
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect((await client.get("/regions")).status).toBe(200);
  });

  test("names the port when it is taken", async () => {
    const client = await start();
    await expect(start({ port: client.emulator.port })).rejects.toThrow(
      `port ${client.emulator.port} on 127.0.0.1 is already in use`,
    );
  });

  test("can be closed twice", async () => {
    const { emulator } = await start();
    await emulator.close();
    await emulator.close();
    await expect(fetch(emulator.url)).rejects.toThrow();
  });
});
