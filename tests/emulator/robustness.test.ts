import fc from "fast-check";
import { anyText } from "../support/arbitrary-text";
import { DEBIAN, start } from "./support/client";
import type { Started } from "./support/client";

const RUNS = 300;

const FIELDS = [
  ...["region", "type", "label", "group", "tags", "image", "root_pass", "authorized_keys", "authorized_users"],
  ...["stackscript_id", "stackscript_data", "swap_size", "backup_id", "backups_enabled", "booted", "private_ip"],
  ...["interfaces", "alerts", "backups", "watchdog_enabled", "config_id", "allow_auto_disk_resize"],
  ...["domain", "status", "description", "soa_email", "master_ips", "axfr_ips", "expire_sec", "ttl_sec", "name"],
  ...["target", "priority", "weight", "port", "service", "protocol", "tag", "__proto__", "constructor", "toString"],
];

const PLAUSIBLE = [
  ...["us-east", "g6-nanode-1", "compute/debian11", "correct horse", "master", "slave", "example.org", "a@example.org"],
  ...[
    "A",
    "AAAA",
    "MX",
    "SRV",
    "CAA",
    "CNAME",
    "TXT",
    "NS",
    "PTR",
    "www",
    "192.0.2.1",
    "tcp",
    "issue",
    "\u0000",
    "\ud800",
  ],
];

const value = fc.oneof(
  fc.constantFrom(...PLAUSIBLE),
  fc.jsonValue(),
  fc.array(fc.oneof(fc.constantFrom(...PLAUSIBLE), fc.jsonValue()), { maxLength: 5 }),
  fc.constantFrom(0, -1, 1e308, 2 ** 53, 1.5, true, false, null, "", {}, []),
);

const body = fc.dictionary(fc.constantFrom(...FIELDS), value, { maxKeys: 12 });

async function inhabited(): Promise<{ client: Started; paths: string[] }> {
  const client = await start({ provisionMs: 0 });
  const instance = await client.create("/compute/instances", DEBIAN);
  const domain = await client.create("/domains", { domain: "example.com", type: "master", soa_email: "a@example.com" });
  const record = await client.create(`/domains/${domain.id}/records`, { type: "TXT", target: "x" });
  const one = `/compute/instances/${instance.id}`;
  const paths = [
    ...["/compute/instances", one, `${one}/boot`, `${one}/shutdown`, `${one}/reboot`, `${one}/resize`],
    ...[`${one}/password`, `${one}/disks`, `${one}/configs`, "/compute/types", "/regions", "/images"],
    ...["/databases/engines", "/domains", `/domains/${domain.id}`, `/domains/${domain.id}/records`],
    `/domains/${domain.id}/records/${record.id}`,
  ];
  return { client, paths };
}

/** Anything but a failure of the emulator itself, with a JSON body of the right shape. */
function expectOrderly(reply: { status: number; body: unknown }): void {
  expect(reply.status).toBeLessThan(500);
  if (reply.status < 400) return;
  const { errors } = reply.body as { errors: Array<{ reason: string }> };
  expect(errors.length).toBeGreaterThan(0);
  for (const error of errors) expect(typeof error.reason).toBe("string");
}

describe("whatever is sent, no answer is a 5xx", () => {
  test("to any JSON object in the body", async () => {
    const { client, paths } = await inhabited();
    const method = fc.constantFrom("POST", "PUT");
    await fc.assert(
      fc.asyncProperty(method, fc.constantFrom(...paths), body, async (how, path, sent) => {
        expectOrderly(await client.send(how, `/v4${path}`, { body: JSON.stringify(sent) }));
      }),
      { numRuns: RUNS },
    );
  });

  test("to any text in the body", async () => {
    const { client, paths } = await inhabited();
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...paths), anyText(), async (path, sent) => {
        expectOrderly(await client.send("POST", `/v4${path}`, { body: sent }));
      }),
      { numRuns: RUNS },
    );
  });

  test("to any path, query and filter", async () => {
    const { client, paths } = await inhabited();
    const path = fc.oneof(
      fc.constantFrom(...paths),
      fc.webPath(),
      fc.string().map((text) => `/${encodeURIComponent(text)}`),
    );
    const query = fc.oneof(
      fc.webQueryParameters(),
      fc.string().map((text) => `page=${encodeURIComponent(text)}`),
    );
    const filter = fc.oneof(
      fc.json(),
      fc
        .dictionary(fc.constantFrom("label", "tags", "id", "+and", "+or", "+order_by", "+order"), value)
        .map((f) => JSON.stringify(f)),
      fc.dictionary(fc.constantFrom("+gt", "+contains", "+neq"), value).map((test) => JSON.stringify({ label: test })),
    );
    const ascii = (text: string) => text.replace(/[^\x20-\x7e]/g, "");
    await fc.assert(
      fc.asyncProperty(path, query, filter, async (where, asked, wanted) => {
        expectOrderly(await client.get(`${where}?${asked}`, { "X-Filter": ascii(wanted) }));
      }),
      { numRuns: RUNS },
    );
  });

  test("to bodies that are huge or nested without end", async () => {
    const { client } = await inhabited();
    const nested = (open: string, close: string, depth: number) =>
      `{"tags":${open.repeat(depth)}1${close.repeat(depth)}}`;
    for (const sent of [
      nested("[", "]", 1_000_000),
      nested('{"a":', "}", 500_000),
      `{"label":"${"x".repeat(3_000_000)}"}`,
    ]) {
      expectOrderly(await client.send("POST", "/v4/compute/instances", { body: sent }));
      expectOrderly(await client.send("POST", "/v4/domains", { body: sent }));
      expectOrderly(await client.send("POST", "/_emulator/faults", { body: sent }));
    }
    expect((await client.get("/regions")).status).toBe(200);
  });

  test("to any rule for faults, and any change behind the back", async () => {
    const { client } = await inhabited();
    const rule = fc.record({
      path: value,
      method: value,
      nth: value,
      times: value,
      phase: value,
      effect: fc.record({ kind: value, status: value }),
    });
    await fc.assert(
      fc.asyncProperty(rule, body, async (fault, patch) => {
        expectOrderly(await client.send("POST", "/_emulator/faults", { body: JSON.stringify(fault) }));
        expectOrderly(await client.send("POST", "/_emulator/instances/10001", { body: JSON.stringify(patch) }));
      }),
      { numRuns: 100 },
    );
  });
});

describe("an answer that was accepted", () => {
  test("can be sent back unchanged and changes nothing", async () => {
    const { client, paths } = await inhabited();
    const path = paths.find((candidate) => candidate.endsWith("/records")) ?? "";
    await fc.assert(
      fc.asyncProperty(body, async (sent) => {
        const reply = await client.post(path, { type: "TXT", target: "x", ...sent });
        if (reply.status !== 200) return;
        const again = await client.put(`${path}/${reply.body.id}`, reply.body);
        expect(again.body).toEqual({ ...reply.body, updated: expect.any(String) });
        await client.delete(`${path}/${reply.body.id}`);
      }),
      { numRuns: RUNS },
    );
  });
});
