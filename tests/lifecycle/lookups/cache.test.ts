import * as pulumi from "@pulumi/pulumi";
import * as compute from "../../../provider";
import { aResource, outputOf, useLookups, valueOf } from "../../support/lookups";
import { aZone, messageOf } from "../../support/programs";

const service = useLookups();

const names = ({ domains }: compute.GetDomainsResult): string[] => domains.map(({ domain }) => domain);

test("the same lookup is one request in a run, whether it comes together or later, plain or as an output", async () => {
  const id = await aZone(service, "one.example");
  const opts = service.program();
  await Promise.all([compute.getDomain({ id }, opts), compute.getDomain({ id: String(id) }, opts)]);
  expect(service.asked()).toHaveLength(1);
  await compute.getDomain({ id }, opts);
  await valueOf(compute.getDomainOutput({ id }, opts));
  expect(service.asked()).toEqual([`GET /domains/${id}`]);
});

test("the order of the arguments, and those that are not given, make no difference", async () => {
  const opts = service.program();
  await compute.getInstances({ label: "one", region: "us-east" }, opts);
  await compute.getInstances({ region: "us-east", label: "one", tags: undefined }, opts);
  expect(service.asked()).toHaveLength(1);
});

test("other arguments, another lookup and other settings are requests of their own", async () => {
  const id = await aZone(service, "one.example");
  const opts = service.program();
  await compute.getDomain({ id }, opts);
  await compute.getDomains({}, opts);
  await compute.getDomains({ domain: "one.example" }, opts);
  await compute.getDomains({}, service.program());
  expect(service.asked()).toHaveLength(4);
});

test("everybody gets a copy that may be changed", async () => {
  await aZone(service, "one.example");
  const opts = service.program();
  const first = await compute.getDomains({}, opts);
  first.domains.length = 0;
  expect(names(await compute.getDomains({}, opts))).toEqual(["one.example"]);
});

test("a lookup that failed is asked again", async () => {
  const id = await aZone(service, "one.example");
  const opts = service.program();
  const effect = { kind: "status" as const, status: 403 };
  service.emulator.faults.add({ method: "GET", path: "/domains/*", effect });
  expect(await messageOf(compute.getDomain({ id }, opts))).toContain("HTTP 403");
  expect(await compute.getDomain({ id }, opts)).toMatchObject({ domain: "one.example" });
  expect(service.asked()).toHaveLength(2);
});

test("an output that waits for a resource is not answered from before that resource existed", async () => {
  const opts = service.program();
  expect(names(await compute.getDomains({}, opts))).toEqual([]);
  const made = aZone(service, "one.example").then(String);
  const after = compute.getDomainsOutput({}, { ...opts, dependsOn: aResource("one", made) });
  expect(names(await valueOf(after))).toEqual(["one.example"]);
});

test("a resource that the arguments come from is waited for in the same way", async () => {
  const opts = service.program();
  expect(names(await compute.getDomains({ domain: "one.example" }, opts))).toEqual([]);
  await aZone(service, "one.example");
  const domain = outputOf(aResource("one"), "one.example");
  expect(names(await valueOf(compute.getDomainsOutput({ domain }, opts)))).toEqual(["one.example"]);
});

test("outputs that wait for the very same resources share a request, in any order", async () => {
  const opts = service.program();
  const [one, two] = [aResource("one"), aResource("two")];
  await valueOf(compute.getDomainsOutput({}, { ...opts, dependsOn: [one, two] }));
  await valueOf(compute.getDomainsOutput({}, { ...opts, dependsOn: [two, one] }));
  expect(service.asked()).toHaveLength(1);
  await valueOf(compute.getDomainsOutput({}, { ...opts, dependsOn: [two] }));
  expect(service.asked()).toHaveLength(2);
});

test("an output that waits for what a preview only plans stays unknown, and asks for nothing", async () => {
  const planned = aResource("planned", null);
  const output = compute.getDomainsOutput({}, { ...service.program(), dependsOn: [planned] });
  await valueOf(output);
  expect(await (output as unknown as { isKnown: Promise<boolean> }).isKnown).toBe(false);
  expect(service.asked()).toEqual([]);
});

test("a plain lookup says what to do with an output among its arguments", async () => {
  const id = pulumi.output(1) as unknown as number;
  const message = await messageOf(compute.getDomain({ id }, service.program()));
  expect(message).toBe("getDomain: id is an output. Use getDomainOutput instead.");
});
