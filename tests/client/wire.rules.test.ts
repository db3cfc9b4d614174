import fc from "fast-check";
import { wireFor } from "../../provider/api/wire";

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

test("converts names between camelCase and snake_case at every depth", () => {
  const ours = {
    soaEmail: "a",
    backups: { lastSuccessful: null },
    list: [{ ipamAddress: "b" }],
    ipv4: ["c"],
    vcpus: 1,
  };
  const theirs = {
    soa_email: "a",
    backups: { last_successful: null },
    list: [{ ipam_address: "b" }],
    ipv4: ["c"],
    vcpus: 1,
  };
  expect(neutral.body(ours)).toEqual(theirs);
  expect(neutral.response(theirs)).toEqual(ours);
});

test("replaces the brand in compute_id, but not in similar names", () => {
  expect(branded.body({ computeId: 5, computeIds: 6, myComputeId: 7 })).toEqual({
    linode_id: 5,
    compute_ids: 6,
    my_compute_id: 7,
  });
  expect(branded.response({ linode_id: 5 })).toEqual({ computeId: 5 });
});

test("replaces the brand in the prefix of public images", () => {
  expect(branded.body({ image: "compute/debian11" })).toEqual({ image: "linode/debian11" });
  expect(branded.response({ image: "linode/debian11" })).toEqual({ image: "compute/debian11" });
  expect(branded.response({ data: [{ id: "linode/debian11" }] })).toEqual({ data: [{ id: "compute/debian11" }] });
});

test("private images keep their name", () => {
  expect(branded.body({ image: "private/5" })).toEqual({ image: "private/5" });
  expect(branded.response({ image: "private/5" })).toEqual({ image: "private/5" });
});

test("never changes the text of other fields", () => {
  const texts = { label: "compute/debian11", description: "linode/x", target: "compute.example", tags: ["compute/a"] };
  expect(branded.body(texts)).toEqual(texts);
  expect(branded.response(texts)).toEqual(texts);
});

test("takes special characters in a brand literally", () => {
  const dotted = wireFor("a-b");
  expect(dotted.response({ image: "a-b/x", id: "axb/y" })).toEqual({ image: "compute/x", id: "axb/y" });
});

test("changes no value with the brand compute", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom("image", "id", "label", "tags"), fc.jsonValue()), (values) => {
      const flat = Object.fromEntries(Object.entries(values).filter(([, value]) => typeof value === "string"));
      expect(neutral.body(flat)).toEqual(flat);
      expect(neutral.response(flat)).toEqual(flat);
    }),
  );
});

test("values survive a round trip with every brand", () => {
  const key = fc.constantFrom("rootPass", "computeId", "image", "ipv4", "axfrIps", "networkIn", "id", "label");
  const value = fc.oneof(fc.constantFrom("compute/debian11", "private/7", "text"), fc.integer(), fc.constant(null));
  fc.assert(
    fc.property(fc.dictionary(key, value), fc.constantFrom("compute", "linode", "acme-1"), (values, brand) => {
      const wire = wireFor(brand);
      expect(wire.response(wire.body(values))).toEqual(values);
    }),
  );
});

test("converts the field of an error reason to a property name, part by part", () => {
  expect(neutral.reason({ field: "root_pass", reason: "too weak" })).toEqual({
    property: "rootPass",
    reason: "too weak",
  });
  expect(neutral.reason({ field: "alerts.network_in", reason: "x" }).property).toBe("alerts.networkIn");
  expect(branded.reason({ field: "linode_id", reason: "x" }).property).toBe("computeId");
});

test.each([undefined, null, "", 5])("an error reason without a usable field (%p) names no property", (field) => {
  expect(neutral.reason({ field, reason: "Not found" })).toEqual({ reason: "Not found" });
});

test("an error without a reason gets a default reason", () => {
  expect(neutral.reason({}).reason).toBe("no reason given");
});

test("never converts the names or values of StackScript data, in either direction", () => {
  const data = { site_name: "a", maxConns: { perHost: 1, id: "compute/x" }, image: "compute/debian11", compute_id: 5 };
  const acme = wireFor("acme");
  expect(acme.body({ stackscriptData: data, image: "compute/debian11" })).toEqual({
    stackscript_data: data,
    image: "acme/debian11",
  });
  expect(acme.response({ stackscript_data: data })).toEqual({ stackscriptData: data });
});
