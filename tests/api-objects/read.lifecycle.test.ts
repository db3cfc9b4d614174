import * as pulumi from "@pulumi/pulumi";
import collections from "../../examples/emulator/collections.json";
import * as compute from "../../provider";
import { createClient } from "../../provider/api/client";
import { realClock } from "../../provider/api/clock";
import { listingOf, listPage } from "../../provider/data-sources/listing";
import { apiObject } from "../../provider/resources/api-object";
import type { Values } from "../../provider/definition/values";
import { useDataSources, valueOf } from "../support/data-sources";
import { misfits, schema } from "../support/package-schema";
import { messageOf } from "../support/programs";

const service = useDataSources({ collections, brand: "linode" });

const FIREWALLS = "/networking/firewalls";

async function made(path: string, ...bodies: readonly Values[]): Promise<Values[]> {
  const objects: Values[] = [];
  for (const body of bodies) objects.push(await service.ask("POST", path, body));
  service.forget();
  return objects;
}

const labelled = (label: string, more: Values = {}): Values => ({ label, rules: { inbound_policy: "DROP" }, ...more });

test("an object is read by its ID, or by a filter that only it matches, under the API's names", async () => {
  const [web] = await made(FIREWALLS, labelled("web", { tags: ["a", "b"] }), labelled("db", { tags: ["a"] }));
  const id = Number(web?.id);
  const shows = { path: `${FIREWALLS}/${id}`, output: web };
  expect(await compute.getApiObject({ collection: FIREWALLS, id }, service.program())).toEqual(shows);
  expect(service.asked()).toEqual([`GET ${FIREWALLS}/${id}`]);
  const args = { collection: FIREWALLS, filter: { tags: "b" } };
  const found = await valueOf(compute.getApiObjectOutput(args, service.program()));
  expect(found).toEqual(shows);
  const { inputs, outputs } = schema.functions["compute:index:getApiObject"] ?? {};
  expect([inputs && misfits(inputs, args), outputs && misfits(outputs, { ...found })]).toEqual([[], []]);
});

test("a list has the objects of all pages, and a filter is sent under the API's names and applied to the response", async () => {
  const volumes = Array.from({ length: 120 }, (_, index) => ({ label: `v${index}`, linode_id: index % 2 }));
  await made("/volumes", ...volumes);
  const list = (filter?: Record<string, number>) =>
    compute.getApiObjects({ collection: "/volumes", filter }, service.program());
  expect((await list()).objects.map(({ output }) => String(output.label))).toEqual(volumes.map(({ label }) => label));
  expect((await list({ linode_id: 1 })).objects).toHaveLength(60);
  expect(service.filters()).toContainEqual({ linode_id: 1 });
  expect((await list({ linode_id: 2 })).objects).toEqual([]);
});

test("the native plugin lists a page of them, with import IDs and labels", async () => {
  const firewalls = await made(FIREWALLS, labelled("a"), labelled("b"), labelled("c"));
  const rule = listingOf(apiObject);
  if (!rule) throw new Error("ApiObject has no list");
  const { url, token } = service.emulator;
  const settings = { url, token, brand: "linode" };
  const around = { send: createClient(settings), address: settings, clock: realClock, say: () => undefined };
  const list = (args: Values, page: number) =>
    listPage({ definition: apiObject, rule, args: { collection: FIREWALLS, ...args } }, { page, size: 25 }, around);
  expect(await list({}, 1)).toEqual({
    resources: firewalls.map(({ id, label }) => ({ id: `${FIREWALLS}/${String(id)}`, name: label })),
    isLast: true,
  });
  expect((await list({ filter: { label: "b" } }, 1)).resources).toMatchObject([{ name: "b" }]);
});

test("objects within another are read, and the brand is in paths where the API has it", async () => {
  const [vpc] = await made("/vpcs", { label: "net", region: "us-east" });
  const collection = `/vpcs/${String(vpc?.id)}/subnets`;
  const [subnet] = await made(collection, { label: "one", ipv4: "10.0.0.0/24" });
  const { objects } = await compute.getApiObjects({ collection }, service.program());
  expect(objects).toEqual([{ path: `${collection}/${String(subnet?.id)}`, output: subnet }]);
});

test("no match and several matches are errors that say what to do, as is an object that is missing", async () => {
  const [one, two] = await made(FIREWALLS, labelled("web", { tags: ["a"] }), labelled("db", { tags: ["a"] }));
  const failed = (args: Values) =>
    messageOf(compute.getApiObject({ collection: FIREWALLS, ...args }, service.program()));
  expect(await failed({ filter: { label: "wb" } })).toBe(
    `getApiObject: No object in ${FIREWALLS} that matches is visible to this token. Check the filter and the provider's ` +
      'account. Filter: {"label":"wb"}.',
  );
  expect(await failed({ filter: { tags: "a" } })).toBe(
    `getApiObject: 2 objects in ${FIREWALLS} match. Select one by ID. Paths: ${FIREWALLS}/${String(one?.id)}, ` +
      `${FIREWALLS}/${String(two?.id)}. Filter: {"tags":"a"}.`,
  );
  expect(await failed({ id: 4711 })).toMatch(
    `getApiObject: No object in ${FIREWALLS} with id 4711 is visible to this token`,
  );
  expect(await messageOf(compute.getApiObjects({ collection: "/vpcs/4711/subnets" }, service.program()))).toMatch(
    "getApiObjects: The API does not offer this (GET /vpcs/4711/subnets",
  );
});

test("a filter that is secret in the program is in no message", async () => {
  const filter = { label: pulumi.secret("horse-battery") };
  const args = { collection: FIREWALLS, filter };
  const message = await messageOf(valueOf(compute.getApiObjectOutput(args, service.program())));
  expect(message).toContain("that matches is visible");
  expect(message).not.toContain("horse-battery");
});

test.each([
  ["/domains", "getDomains", "getDomain"],
  ["/linode/instances", "getInstances", "getInstance"],
  ["/compute/instances", "getInstances", "getInstance"],
  ["/domains/12/records", "getDomainRecords", "getDomainRecord"],
])("%s has data sources of its own, which the message names", async (collection, list, one) => {
  const own = (name: string) => `collection: has a data source of its own: use ${name}`;
  expect(await messageOf(compute.getApiObjects({ collection }, service.program()))).toBe(`getApiObjects: ${own(list)}`);
  expect(await messageOf(compute.getApiObject({ collection, id: 1 }, service.program()))).toBe(
    `getApiObject: ${own(one)}`,
  );
  expect(service.asked()).toEqual([]);
});

test.each<[Values, string]>([
  [{}, "collection: is required; id: is required unless filter is given"],
  [{ collection: FIREWALLS, id: 1, filter: {} }, "filter: cannot be combined with id; give only one"],
  [{ collection: FIREWALLS, id: ".." }, "id: must be an ID"],
  [{ collection: "/vpcs/../domains", id: 1 }, "collection: must be the path of a collection"],
  [{ collection: FIREWALLS, filter: "web" }, "filter: must be an object"],
  [{ collection: FIREWALLS, filter: { createdBy: "me" } }, "filter.createdBy: must be a name of the API"],
  [{ collection: FIREWALLS, filter: { rules: {} } }, "filter.rules: must be a string, a number or a boolean"],
])("the inputs %j are rejected without a request", async (args, says) => {
  const call = compute.getApiObject(args as unknown as compute.GetApiObjectArgs, service.program());
  expect(await messageOf(call)).toContain(says);
  expect(service.asked()).toEqual([]);
});
