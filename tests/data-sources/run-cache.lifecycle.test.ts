import * as pulumi from "@pulumi/pulumi";
import * as compute from "../../provider";
import { aResource, outputOf, useDataSources, valueOf } from "../support/data-sources";
import { aZone, messageOf } from "../support/programs";

const service = useDataSources();

const names = ({ domains }: compute.GetDomainsResult): string[] => domains.map(({ domain }) => domain);

test("sends one request for the same data source, inputs and settings, together or later, plain or as an output", async () => {
  const id = await aZone(service, "one.example");
  const opts = service.program();
  await Promise.all([compute.getDomain({ id }, opts), compute.getDomain({ id: String(id) }, opts)]);
  expect(service.asked()).toHaveLength(1);
  await compute.getDomain({ id }, opts);
  await valueOf(compute.getDomainOutput({ id }, opts));
  expect(service.asked()).toEqual([`GET /domains/${id}`]);
  await compute.getInstances({ label: "one", region: "us-east" }, opts);
  await compute.getInstances({ region: "us-east", label: "one", tags: undefined }, opts);
  expect(service.asked()).toHaveLength(2);
  await compute.getDomains({}, opts);
  await compute.getDomains({ domain: "one.example" }, opts);
  await compute.getDomains({}, service.program());
  expect(service.asked()).toHaveLength(5);
});

test("returns a copy that the caller may modify", async () => {
  await aZone(service, "one.example");
  const opts = service.program();
  const first = await compute.getDomains({}, opts);
  first.domains.length = 0;
  expect(names(await compute.getDomains({}, opts))).toEqual(["one.example"]);
});

test("requests a failed data source again", async () => {
  const id = await aZone(service, "one.example");
  const opts = service.program();
  const effect = { kind: "status" as const, status: 403 };
  service.emulator.faults.add({ method: "GET", path: "/domains/*", effect });
  expect(await messageOf(compute.getDomain({ id }, opts))).toContain("HTTP 403");
  expect(await compute.getDomain({ id }, opts)).toMatchObject({ domain: "one.example" });
  expect(service.asked()).toHaveLength(2);
});

test("an output that depends on a resource, or has an input from one, ignores results from before it existed", async () => {
  const opts = service.program();
  expect(names(await compute.getDomains({}, opts))).toEqual([]);
  const made = aZone(service, "one.example").then(String);
  const after = compute.getDomainsOutput({}, { ...opts, dependsOn: aResource("one", made) });
  expect(names(await valueOf(after))).toEqual(["one.example"]);
  expect(names(await compute.getDomains({ domain: "two.example" }, opts))).toEqual([]);
  await aZone(service, "two.example");
  const domain = outputOf(aResource("two"), "two.example");
  expect(names(await valueOf(compute.getDomainsOutput({ domain }, opts)))).toEqual(["two.example"]);
});

test("outputs that depend on the same resources share a request, in any order", async () => {
  const opts = service.program();
  const [one, two] = [aResource("one"), aResource("two")];
  await valueOf(compute.getDomainsOutput({}, { ...opts, dependsOn: [one, two] }));
  await valueOf(compute.getDomainsOutput({}, { ...opts, dependsOn: [two, one] }));
  expect(service.asked()).toHaveLength(1);
  await valueOf(compute.getDomainsOutput({}, { ...opts, dependsOn: [two] }));
  expect(service.asked()).toHaveLength(2);
});

test("an output that depends on a planned resource stays unknown, and sends no request", async () => {
  const planned = aResource("planned", null);
  const output = compute.getDomainsOutput({}, { ...service.program(), dependsOn: [planned] });
  await valueOf(output);
  expect(await (output as unknown as { isKnown: Promise<boolean> }).isKnown).toBe(false);
  expect(service.asked()).toEqual([]);
});

test("a plain data source rejects an output as an input, and names the output form", async () => {
  const id = pulumi.output(1) as unknown as number;
  const message = await messageOf(compute.getDomain({ id }, service.program()));
  expect(message).toBe("getDomain: id is an output. Use getDomainOutput instead.");
});
