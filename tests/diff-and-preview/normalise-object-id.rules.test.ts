import { canonicalObjectId } from "../../provider/normalise/object-id";

test("an ID is the same as a number and as a string of digits", () => {
  expect(canonicalObjectId("1234")).toBe(1234);
  expect(canonicalObjectId(1234)).toBe(1234);
});

test.each(["", "12a", "-1", "1.5", " 1", null, undefined, true])("%p is not an ID and stays unchanged", (given) => {
  expect(canonicalObjectId(given)).toBe(given);
});
