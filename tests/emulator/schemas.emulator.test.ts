import Ajv from "ajv";
import { ANSWERS, operationOf } from "../support/schemas/by-route";
import { checkAnswer } from "../support/schemas/check-answer";
import { FAILURE } from "../kinds/schema";
import { DOMAIN, start } from "./support/client";

describe("the schemas", () => {
  test("are JSON schemas", () => {
    const ajv = new Ajv({ logger: false });
    expect([FAILURE, ...Object.values(ANSWERS)].filter((schema) => ajv.validateSchema(schema) !== true)).toEqual([]);
  });

  test.each([
    ["GET", "/compute/instances/12/backups/3", "GET /compute/instances/{}/backups/{}"],
    ["GET", "/images/private/12", "GET /images/{+}"],
    ["GET", "/compute/instances/12/disks", undefined],
  ])("are found by the request: %s %s", (method, path, operation) => {
    expect(operationOf(method, path)).toBe(operation);
  });
});

describe("a response", () => {
  const region = {
    id: "us-east",
    country: "us",
    capabilities: ["Computes"],
    status: "ok",
    resolvers: { ipv4: "192.0.2.1,192.0.2.2", ipv6: "2001:db8::1" },
  };
  const check = (body: unknown, { status = 200, path = "/v4/regions/us-east", brand = "compute" } = {}) =>
    checkAnswer({ method: "GET", path, status, body, brand });

  test.each([
    ["a field too many", { ...region, label: "Newark" }, /must NOT have additional properties .*"label"/],
    ["a field too few", { ...region, country: undefined }, /must have required property 'country'/],
    ["null where nothing allows it", { ...region, country: null }, /\/country must be string/],
  ])("with %s is reported with the request and the value", (_what, body, message) => {
    const sent = JSON.parse(JSON.stringify(body)) as unknown;
    expect(() => check(sent)).toThrow(message);
    expect(() => check(sent)).toThrow(/^GET \/v4\/regions\/us-east answered 200, against the documents:\n/);
  });

  test("with an error status has an error body, whatever the path", () => {
    for (const body of [{}, { errors: [] }, { errors: [{ field: "x" }] }, { errors: [{ reason: "x", field: null }] }]) {
      expect(() => check(body, { status: 400, path: "/v4/nothing" })).toThrow("answered 400");
    }
  });

  test("of another brand may contain more, but not less", () => {
    check({ ...region, label: "Newark" }, { brand: "acme" });
    expect(() => check({ ...region, country: 1 }, { brand: "acme" })).toThrow("/country must be string");
  });
});

test("a client of the tests fails on a response that contradicts the documents", async () => {
  const client = await start();
  const { id } = await client.create("/domains", DOMAIN);
  client.emulator.poke("domain", id, { ttl_sec: 1.5 });
  await expect(client.get("/domains?page=1")).rejects.toThrow("/data/0/ttl_sec must be integer");
});
