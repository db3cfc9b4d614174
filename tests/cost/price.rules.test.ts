import { UNKNOWN } from "../../provider/definition/values";
import { priceOf } from "../../provider/lifecycle/cost";
import { definitionOf } from "../../provider/resources/registry";

const instance = definitionOf("Instance");
const NANODE = { type: "nano", region: "us-east" };
const regionPrices = [{ id: "id-cgk", monthly: 6 }];

test.each<[string, object, object, object]>([
  ["the region's own price", { regionPrices, price: { monthly: 5 } }, { region: "id-cgk" }, { cents: 600 }],
  ["the plan's price elsewhere", { regionPrices, price: { monthly: 5 } }, {}, { cents: 500 }],
  [
    "none for an unknown region",
    { regionPrices },
    { region: UNKNOWN },
    { unpriced: expect.stringContaining("region") },
  ],
  ["none without a price", {}, {}, { unpriced: "the API lists no monthly price for these inputs" }],
  ["none without a monthly price", { price: {} }, {}, { unpriced: "the API lists no monthly price for these inputs" }],
])("the price of an instance is %s", (_, plan, values, price) => {
  expect(priceOf(instance, { ...NANODE, ...values }, [{ id: "nano", ...plan }])).toEqual(price);
});

test("a domain costs nothing", () => expect(priceOf(definitionOf("Domain"), {}, [])).toEqual({ cents: 0 }));
