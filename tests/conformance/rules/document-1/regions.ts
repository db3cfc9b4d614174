import { isIPv4, isIPv6 } from "node:net";
import { clientOf } from "../../../emulator/support/client";
import { fieldRules, rule } from "../../rule";
import { expectFailure, expectSuccess, list, observedOnce } from "../../support";

const SERVICE = "Document 1, What the service does";

/** The fields of the table, each with its description. */
const FIELDS = {
  id: "The id of a region is a text",
  country: "The country of a region is a text",
  capabilities: "The capabilities of a region is a list of texts",
  resolvers:
    "The resolvers of a region is an object of ipv4 and ipv6, both texts of addresses with commas between them",
  status: "The status of a region is ok or outage",
};

const regions = observedOnce(async (service) => {
  const all = await list(service, "/regions");
  expect(all).not.toEqual([]);
  for (const { resolvers } of all) {
    // The schema allows both kinds of addresses in both texts.
    const { ipv4, ipv6 } = resolvers as { ipv4: string; ipv6: string };
    expect(ipv4.split(",").filter((address) => !isIPv4(address))).toEqual([]);
    expect(ipv6.split(",").filter((address) => !isIPv6(address))).toEqual([]);
  }
  return all;
});

export const REGION_RULES = [
  ...fieldRules("1.region.type-of-", "Document 1, Region", FIELDS, regions),
  rule("1.region.view", "Document 1, Endpoints, Regions")
    .states("The path of a region shows it as the list does")
    .test(async (service) => {
      for (const region of await list(service, "/regions")) {
        expect(expectSuccess(await service.get(`/regions/${String(region.id)}`))).toEqual(region);
      }
      expectFailure(await service.get("/regions/nowhere"));
    }),
  rule("1.region.read-only", SERVICE)
    .states("Regions can be read and nothing else")
    .test(async (service) => {
      const before = await list(service, "/regions");
      expectFailure(await service.post("/regions", { id: "new", country: "de" }));
      expectFailure(await service.put("/regions/us-east", { country: "de" }));
      expectFailure(await service.delete("/regions/us-east"));
      expect(await list(service, "/regions")).toEqual(before);
    }),
  rule("1.region.capabilities-differ", SERVICE)
    .states("Not every service is there in every region")
    .testOn(regions, (_service, all) => {
      expect(new Set(all.map(({ capabilities }) => capabilities.toSorted().join())).size).toBeGreaterThan(1);
    }),
  rule("1.region.no-credentials", "Document 1, Authentication")
    .states("Regions need no credentials")
    .test(async (service) => {
      const stranger = clientOf(service.emulator.url, "unknown");
      for (const path of ["/regions", "/regions/us-east"]) {
        expectSuccess(await service.get(path, { Authorization: "" }));
        expectSuccess(await stranger.get(path));
      }
    }),
];
