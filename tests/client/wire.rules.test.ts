import { wireFor } from "../../provider/api/wire";
import type { Wire } from "../../provider/api/wire";
import type { Values } from "../../provider/definition/values";

const neutral = wireFor("compute");
const branded = wireFor("linode");

test.each([
  ["/compute/instances", "/linode/instances"],
  ["/compute/instances/5/backups/6", "/linode/instances/5/backups/6"],
  ["/domains/compute/records", "/domains/compute/records"],
  ["/images/private/5", "/images/private/5"],
  ["/computer/instances", "/computer/instances"],
])("replaces the brand only in the first segment of %p", (path, expected) => {
  expect(branded.path(path)).toBe(expected);
  expect(neutral.path(path)).toBe(path);
});

const OURS = { soaEmail: "a", backups: { lastSuccessful: null }, list: [{ ipamAddress: "b" }], ipv4: ["c"], vcpus: 1 };
const THEIRS = {
  soa_email: "a",
  backups: { last_successful: null },
  list: [{ ipam_address: "b" }],
  ipv4: ["c"],
  vcpus: 1,
};
const TEXTS = { label: "compute/debian11", description: "linode/x", target: "compute.example", tags: ["compute/a"] };
const DATA = { site_name: "a", maxConns: { perHost: 1, id: "compute/x" }, image: "compute/debian11", compute_id: 5 };

test.each<[string, string, Values, Values]>([
  ["names at every depth between camelCase and snake_case", "compute", OURS, THEIRS],
  ["the brand in compute_id", "linode", { computeId: 5 }, { linode_id: 5 }],
  ["no brand in similar names", "linode", { computeIds: 6, myComputeId: 7 }, { compute_ids: 6, my_compute_id: 7 }],
  ["the brand of a public image", "linode", { image: "compute/debian11" }, { image: "linode/debian11" }],
  ["the brand in a list", "linode", { data: [{ id: "compute/debian11" }] }, { data: [{ id: "linode/debian11" }] }],
  ["no private image", "linode", { image: "private/5" }, { image: "private/5" }],
  ["no text of other fields", "linode", TEXTS, TEXTS],
  ["a brand with special characters", "a-b", { image: "compute/x", id: "axb/y" }, { image: "a-b/x", id: "axb/y" }],
  ["no StackScript data", "acme", { stackscriptData: DATA }, { stackscript_data: DATA }],
  [
    "an image beside it",
    "acme",
    { stackscriptData: DATA, image: "compute/a" },
    { stackscript_data: DATA, image: "acme/a" },
  ],
])("converts %s, in both directions", (_, brand, ours, theirs) => {
  expect(wireFor(brand).body(ours)).toEqual(theirs);
  expect(wireFor(brand).response(theirs)).toEqual(ours);
});

test.each<[Wire, Parameters<Wire["reason"]>[0], object]>([
  [neutral, { field: "root_pass", reason: "too weak" }, { property: "rootPass", reason: "too weak" }],
  [neutral, { field: "alerts.network_in", reason: "x" }, { property: "alerts.networkIn", reason: "x" }],
  [branded, { field: "linode_id", reason: "x" }, { property: "computeId", reason: "x" }],
  ...[undefined, null, "", 5].map((field): [Wire, object, object] => [
    neutral,
    { field, reason: "x" },
    { reason: "x" },
  ]),
  [neutral, {}, { reason: "no reason given" }],
])("converts the field of an error reason to a property name, part by part: %#", (wire, theirs, ours) => {
  expect(wire.reason(theirs)).toEqual(ours);
});
