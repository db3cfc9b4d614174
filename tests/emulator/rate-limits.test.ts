import { DEBIAN, start } from "./support/client";

const GENERAL = 800;
const CREATES = 10;
const ANNOUNCING = ["x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset", "retry-after"];

describe("rate limits", () => {
  test("are counted down in the headers of every answer, by caller, until the window ends", async () => {
    const client = await start({ rateLimits: true, tokens: ["one", { token: "two", username: "other" }] });
    const left = async (token: string) => {
      const reply = await client.get("/domains", { Authorization: `Bearer ${token}` });
      expect(reply.headers.get("x-ratelimit-limit")).toBe(String(GENERAL));
      return Number(reply.headers.get("x-ratelimit-remaining"));
    };
    expect([await left("one"), await left("one"), await left("two")]).toEqual([GENERAL - 1, GENERAL - 2, GENERAL - 1]);
    client.emulator.clock.advance(60_000);
    expect(await left("one")).toBe(GENERAL - 1);
  });

  test("announce when they start again, in seconds since 1970 and from now", async () => {
    const client = await start({ rateLimits: true });
    const { headers } = await client.get("/domains");
    const now = Math.floor(client.emulator.clock.now().getTime() / 1000);
    expect(Number(headers.get("x-ratelimit-reset")) - now).toBe(Number(headers.get("retry-after")));
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
  });

  test("refuse nothing and announce nothing unless that is asked for", async () => {
    const client = await start();
    for (let count = 0; count <= CREATES; count += 1) {
      const { status, headers } = await client.post("/compute/instances", DEBIAN);
      expect([status, ...ANNOUNCING.map((name) => headers.get(name))]).toEqual([200, null, null, null, null]);
    }
    expect((await client.get("/compute/instances")).body["results"]).toBe(CREATES + 1);
  });

  test("refuse an instance too many with 429, and leave other requests alone", async () => {
    const client = await start({ rateLimits: true });
    for (let count = 0; count < CREATES; count += 1) await client.create("/compute/instances", DEBIAN);
    const refusal = await client.post("/compute/instances", DEBIAN);
    expect(refusal.status).toBe(429);
    expect(refusal.body).toEqual({ errors: [{ reason: "Too many requests" }] });
    expect(refusal.headers.get("x-ratelimit-remaining")).toBe("0");
    expect((await client.get("/compute/instances")).body["results"]).toBe(CREATES);
    client.emulator.clock.advance(1000 * Number(refusal.headers.get("retry-after")));
    expect((await client.post("/compute/instances", DEBIAN)).status).toBe(200);
  });

  test("do not make who is refused as busy wait for the end of the window", async () => {
    const client = await start({ rateLimits: true });
    const { id } = await client.create("/compute/instances", DEBIAN);
    const { headers } = await client.post(`/compute/instances/${id}/boot`);
    expect([headers.get("x-ratelimit-limit"), headers.get("retry-after")]).toEqual([String(GENERAL), "1"]);
    const literal = await start({ documentedOnly: true });
    const made = await literal.create("/compute/instances", DEBIAN);
    expect((await literal.post(`/compute/instances/${made.id}/boot`)).headers.get("retry-after")).toBeNull();
  });

  test("refuse every request beyond the general limit", async () => {
    const client = await start({ rateLimits: true });
    const replies = await Promise.all(Array.from({ length: GENERAL + 1 }, () => client.get("/regions/us-east")));
    expect(replies.filter((reply) => reply.status === 429)).toHaveLength(1);
  });
});
