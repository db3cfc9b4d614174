import { Script } from "node:vm";
import fc from "fast-check";
import { tries } from "../support/chance";
import { anyText } from "../support/arbitrary-text";
import type { Found } from "../../cli/adopt/found";
import { identifierFrom } from "../../cli/adopt/identifiers";
import { nameAll } from "../../cli/adopt/names";
import { definitionOf } from "../../provider/resources/registry";

const found = (kind: string, id: string, label: string): Found => ({
  definition: definitionOf(kind),
  id,
  state: { label },
});
const resourceNames = (all: readonly Found[], taken?: ReadonlySet<string>): (string | undefined)[] => {
  const names = nameAll(all, taken);
  return all.map((one) => names.get(one)?.resource);
};

test.each([
  ["web-1.example", "web-1.example"],
  ["Größe & Co.", "Gro-e-Co"],
  ["a::b", "a-b"],
  ["  padded  ", "padded"],
  ["日本語", "image"],
  ["x".repeat(100), "x".repeat(60)],
])("an image labeled %j gets the name %j", (label, name) => {
  expect(resourceNames([found("Image", "private/1", label)])).toEqual([name]);
});

test.each([
  ["*", "A", "shop.example-wildcard-A"],
  ["*.deep", "A", "shop.example-wildcard.deep-A"],
  ["", "TXT", "shop.example-TXT"],
  ["www", "A", "shop.example-www-A"],
])("a record named %j of type %s gets the name %s", (name, type, expected) => {
  const zone = { definition: definitionOf("Domain"), id: "1", state: { domain: "shop.example" } };
  const record = { definition: definitionOf("DomainRecord"), id: "1/30000002", state: { name, type }, parent: zone };
  expect(resourceNames([record])).toEqual([expected]);
});

const images = (...all: [id: number, label: string][]): Found[] =>
  all.map(([id, label]) => found("Image", `private/${id}`, label));

test("with a shared label, the oldest resource gets the plain name and the others get their ID appended", () => {
  expect(resourceNames(images([30, "web"], [9, "web"], [100, "web"]))).toEqual(["web-30", "web", "web-100"]);
});

test("a name with an appended ID doesn't collide with another name, and none from the stack is used again", () => {
  expect(new Set(resourceNames(images([1, "web"], [2, "web"], [3, "web-2"]))).size).toBe(3);
  expect(resourceNames(images([7, "web"]), new Set(["Image web", "Instance web"]))).toEqual(["web-7"]);
});

test("resources of different types may share a name, but not a variable", () => {
  const all = [found("Image", "private/1", "web"), found("Instance", "1", "web")];
  const names = nameAll(all);
  expect(all.map((one) => names.get(one))).toEqual([
    { resource: "web", variable: "webImage" },
    { resource: "web", variable: "web" },
  ]);
});

test("for any labels, names and variables are unique, valid and independent of the order", () => {
  const label = fc.oneof(
    anyText({ maxLength: 8 }),
    fc.constantFrom("web", "Web", "class", "import", "1", "web-2", "compute", "config", "await"),
  );
  const objects = fc.array(fc.tuple(fc.constantFrom("Image", "Instance", "MysqlDatabase"), label), { maxLength: 30 });
  fc.assert(
    fc.property(objects, (labels) => {
      const all = labels.map(([kind, one], index) => found(kind, String(index + 1), one));
      const names = nameAll(all);
      const variables = all.map((one) => names.get(one)?.variable ?? "");
      const resources = all.map((one) => `${one.definition.kind} ${names.get(one)?.resource}`);
      expect(new Set(variables).size).toBe(all.length);
      expect(new Set(resources).size).toBe(all.length);
      for (const variable of variables) expect(() => new Script(`"use strict"; const ${variable} = 1;`)).not.toThrow();
      for (const name of resources) expect(name).toMatch(/^\w+ [A-Za-z0-9][A-Za-z0-9._-]*$/);
      const reversed = nameAll([...all].reverse());
      expect(all.map((one) => reversed.get(one))).toEqual(all.map((one) => names.get(one)));
    }),
    { numRuns: tries(200) },
  );
});

test.each(["class", "new", "default", "await", "compute", "pulumi", "config", "exports", "require", "undefined"])(
  "no variable is named %s",
  (word) => {
    expect(identifierFrom(word, "Image")).toBe(`${word}Image`);
  },
);
