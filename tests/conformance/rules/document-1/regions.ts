import { clientOf } from "../../../emulator/support/client";
import { list } from "../../lists";
import type { Rule } from "../../rule";
import type { Shape } from "../../shapes";
import { expectShape, isIpv4, isIpv6, isText, listOf, objectOf, oneOf } from "../../shapes";
import { expectFailure, expectSuccess, observedOnce } from "../../support";
import { statedIn } from "../stated-in";

const rule = statedIn("Document 1, Region");
const endpoint = statedIn("Document 1, Endpoints, Regions");
const inService = statedIn("Document 1, What the service does");
const access = statedIn("Document 1, Authentication");

/** Addresses with commas between them. */
const joined =
  (shape: Shape): Shape =>
  (value) =>
    typeof value === "string" &&
    value
      .split(",")
      .map((one) => one.trim())
      .every(shape);

const FIELDS: ReadonlyArray<readonly [field: string, states: string, shape: Shape]> = [
  ["id", "a text", isText],
  ["country", "a text", isText],
  ["capabilities", "a list of texts", listOf(isText)],
  [
    "resolvers",
    "an object of ipv4 and ipv6, both texts of addresses with commas between them",
    objectOf({ ipv4: joined(isIpv4), ipv6: joined(isIpv6) }),
  ],
  ["status", "ok or outage", oneOf("ok", "outage")],
];

const regions = observedOnce((service) => list(service, "/regions"));

const SHAPES = FIELDS.map(([field, states, shape]) =>
  rule(`1.region.type-of-${field}`, `The ${field} of a region is ${states}`, async (service) => {
    expect((await regions(service)).length).toBeGreaterThan(0);
    for (const region of await regions(service)) expectShape(region, field, shape);
  }),
);

export const REGION_RULES: readonly Rule[] = [
  ...SHAPES,
  endpoint("1.region.view", "The path of a region shows it as the list does", async (service) => {
    for (const region of await list(service, "/regions")) {
      expect(expectSuccess(await service.get(`/regions/${String(region.id)}`))).toEqual(region);
    }
    expectFailure(await service.get("/regions/nowhere"));
  }),
  inService("1.region.read-only", "Regions can be read and nothing else", async (service) => {
    const before = await list(service, "/regions");
    expectFailure(await service.post("/regions", { id: "new", country: "de" }));
    expectFailure(await service.put("/regions/us-east", { country: "de" }));
    expectFailure(await service.delete("/regions/us-east"));
    expect(await list(service, "/regions")).toEqual(before);
  }),
  inService("1.region.capabilities-differ", "Not every service is there in every region", async (service) => {
    const all = await regions(service);
    expect(new Set(all.map(({ capabilities }) => capabilities.toSorted().join())).size).toBeGreaterThan(1);
  }),
  access("1.region.no-credentials", "Regions need no credentials", async (service) => {
    const stranger = clientOf(service.emulator.url, "unknown");
    for (const path of ["/regions", "/regions/us-east"]) {
      expectSuccess(await service.get(path, { Authorization: "" }));
      expectSuccess(await stranger.get(path));
    }
  }),
];
