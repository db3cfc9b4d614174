import { canonicalRecordName } from "../../provider/normalise/record-name";

test.each([
  ["", ""],
  ["@", ""],
  ["www", "www"],
  ["WWW", "www"],
  ["www.", "www"],
  ["WWW.Example.com.", "www.example.com"],
  ["_dmarc", "_dmarc"],
  ["*", "*"],
  ["a@b", "a@b"],
])("normalizes the record name %p to %p", (given, canonical) => {
  expect(canonicalRecordName(given)).toBe(canonical);
});
