import { canonicalObjectId } from "../../../provider/normalise/object-id";

test("an id is the same as a number and as a string of digits", () => {
  expect(canonicalObjectId("1234")).toBe(1234);
  expect(canonicalObjectId(1234)).toBe(1234);
});

test.each(["", "12a", "-1", "1.5", " 1", null, undefined, true])("%p is no id and stays as it is", (given) => {
  expect(canonicalObjectId(given)).toBe(given);
});
