import { canonicalHostName } from "../../../provider/normalise/host-name";

test.each([
  ["Mail.Example.COM", "mail.example.com"],
  ["mail.example.com.", "mail.example.com"],
  ["mail.example.com", "mail.example.com"],
  ["xn--BCHER-KVA.example", "xn--bcher-kva.example"],
  ["", ""],
  [".", ""],
])("the host name %p is spelled %p", (given, canonical) => {
  expect(canonicalHostName(given)).toBe(canonical);
});

test("only one trailing period is taken away", () => {
  expect(canonicalHostName("example.com..")).toBe("example.com.");
});

test("a period inside the name stays", () => {
  expect(canonicalHostName("a.b.c.")).toBe("a.b.c");
});
