import { canonicalHostName } from "../../provider/normalise/host-name";

test.each([
  ["Mail.Example.COM", "mail.example.com"],
  ["mail.example.com.", "mail.example.com"],
  ["mail.example.com", "mail.example.com"],
  ["xn--BCHER-KVA.example", "xn--bcher-kva.example"],
  ["", ""],
  [".", ""],
])("normalizes the host name %p to %p", (given, canonical) => {
  expect(canonicalHostName(given)).toBe(canonical);
});

test("removes only one trailing period", () => {
  expect(canonicalHostName("example.com..")).toBe("example.com.");
});

test("keeps a period inside the name", () => {
  expect(canonicalHostName("a.b.c.")).toBe("a.b.c");
});
