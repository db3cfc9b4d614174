import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { runInNewContext, Script } from "node:vm";
import fc from "fast-check";
import { NOTHING } from "../../cli/typescript/code";
import type { ResourceDeclaration, SourceFile } from "../../cli/typescript/code";
import type { FoundResource } from "../../cli/adopt/found";
import { identifierFrom } from "../../cli/typescript/identifiers";
import { nameAll } from "../../cli/adopt/names";
import { printFile } from "../../cli/typescript/printer/file";
import { comment, literal, widthOf } from "../../cli/typescript/printer/text";
import type { Program } from "../../cli/adopt/program";
import { filesBeside } from "../../cli/adopt/command";
import { prepareDirectory, writeProject } from "../../cli/typescript/write";
import { UsageError } from "../../cli/terminal/command";
import { definitionOf } from "../../provider/resources/registry";
import { anyText } from "../support/arbitrary-text";
import { tries } from "../support/chance";
import { evaluated } from "../support/evaluated-program";
import { unformatted } from "../support/program-checks";
import { temporaryFolder } from "../support/temporary-folder";

const HOSTILE = [
  `"quoted" and 'quoted'`,
  '"""',
  "`${process.exit(1)}`",
  "*/ console.log(1) /*",
  "// a comment",
  "</script>",
  "a\\nb\\",
  "line\nbreak\r\n\ttab\0",
  "\u2028\u2029\u202e\u200f\ufeff",
  "\ud800 alone",
  "日本語 größe 😀 👩‍👩‍👧 e\u0301",
];

const text = fc.oneof(
  anyText({ maxLength: 20 }),
  fc.string({ unit: "grapheme", maxLength: 130 }),
  fc.string({ minLength: 85, maxLength: 115 }),
  fc.constantFrom(...HOSTILE, "a".repeat(300), `${"word ".repeat(40)}`),
);
const COMPUTE = new Map([["compute", "pulumi-compute"]]);
const name = fc
  .stringMatching(/^[a-z][A-Za-z]{0,12}$/)
  .filter((word) => !["constructor", "valueOf", "toString"].includes(word));
const scalar = fc.oneof(text, fc.integer(), fc.boolean());
const record = fc.dictionary(name, scalar, { minKeys: 1, maxKeys: 5, noNullPrototype: true });
const value = fc.oneof(
  scalar,
  fc.array(text, { maxLength: 6 }),
  fc.array(record, { maxLength: 4 }),
  fc.dictionary(name, fc.oneof(scalar, record), { minKeys: 1, maxKeys: 4, noNullPrototype: true }),
);
const declaration = fc
  .record({
    name: text,
    args: fc.dictionary(name, value, { minKeys: 1, maxKeys: 6, noNullPrototype: true }),
    importId: fc.constantFrom("123", "12/34", "private/5"),
    options: fc.dictionary(name, fc.oneof(scalar, record), { maxKeys: 3, noNullPrototype: true }),
    comments: fc.array(text, { maxLength: 2 }),
  })
  .map(({ name: given, importId, options, ...one }): ResourceDeclaration => ({
    ...one,
    call: "new compute.Instance",
    texts: [given],
    options: { import: importId, ...options },
    variable: undefined,
    isExported: false,
  }));
const file = fc
  .record({
    declarations: fc.array(declaration, { minLength: 1, maxLength: 4 }),
    comments: fc.array(text, { maxLength: 2 }),
  })
  .map((one): SourceFile => ({ ...NOTHING, ...one, name: "index", packages: COMPUTE }));

test("a program with any values is already formatted", async () => {
  const files = fc.sample(file, { numRuns: tries(150) });
  expect(await unformatted(Object.fromEntries(files.map((one, index) => [`${index}.ts`, printFile(one)])))).toEqual([]);
});

test("a program with any values runs and constructs its resources with exactly these values", () => {
  fc.assert(
    fc.property(file, (one) => {
      const constructed = evaluated([one]);
      expect(constructed).toEqual(
        one.declarations.map(({ texts: [name], args, options }) => ({
          kind: "Instance",
          name,
          args,
          importId: options.import,
        })),
      );
    }),
    { numRuns: tries(300) },
  );
});

test.each(HOSTILE)(
  "a string literal evaluates to the original string, and a comment stays a comment: %j",
  (hostile) => {
    expect(runInNewContext(literal(hostile))).toBe(hostile);
    expect(literal(hostile)).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029]/u);
    for (const line of comment(hostile).split("\n")) expect(line).toMatch(/^\/\/( |$)[^\r\n\u2028\u2029]*$/);
  },
);

test("wraps comments only between words", () => {
  const lines = comment(`${"word ".repeat(60)}${"x".repeat(200)}`).split("\n");
  expect(lines.map((line) => widthOf(line) <= 120)).toEqual([true, true, true, false]);
});

test("formats imports from other files on one line or on several", async () => {
  const many = Array.from({ length: 20 }, (_, index) => `resource${index}`);
  const files = [["one"], ["one", "two"], many].map((names) =>
    printFile({ ...NOTHING, name: "a", imports: new Map([["b", names]]) }),
  );
  expect(await unformatted(Object.fromEntries(files.map((printed, index) => [`${index}.ts`, printed])))).toEqual([]);
});

const ZONE = {
  call: "new compute.Domain",
  texts: ["a"],
  variable: undefined,
  isExported: false,
  args: { domain: "a.example" },
  options: { import: "1" },
  comments: [],
};
const PROGRAM: Program = {
  secrets: ["rootPass"],
  files: [{ ...NOTHING, packages: COMPUTE, name: "index", declarations: [ZONE] }],
};

test("writes a formatted project into a new directory, complete except for its packages", async () => {
  const folder = prepareDirectory(path.join(temporaryFolder(), "new", "Shop & Co"));
  writeProject(folder, PROGRAM.files, filesBeside(folder, PROGRAM, "1.2.3"));
  expect(readdirSync(folder).sort()).toEqual([
    ".gitignore",
    "Pulumi.yaml",
    "README.md",
    "index.ts",
    "package.json",
    "tsconfig.json",
  ]);
  expect(readFileSync(path.join(folder, "Pulumi.yaml"), "utf8")).toContain("name: shop-co\n");
  const { name, dependencies } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8")) as Record<
    string,
    object
  >;
  // The name of this package is not registered: it is installed from a file.
  expect([name, Object.keys(dependencies ?? {})]).toEqual(["shop-co", ["@pulumi/pulumi"]]);
  const readme = readFileSync(path.join(folder, "README.md"), "utf8");
  expect(readme).toContain("    npm install PATH/pulumi-compute-1.2.3.tgz && pulumi stack init dev\n");
  expect(readme).toContain("pulumi config set --secret rootPass\n");
  const names = readdirSync(folder).filter((name) => name !== ".gitignore");
  const texts = names.map((name) => [name, readFileSync(path.join(folder, name), "utf8")]);
  expect(await unformatted(Object.fromEntries(texts))).toEqual([]);
});

test("rejects a non-empty directory and a file up front, but not a directory with only .git", () => {
  const cloned = temporaryFolder();
  mkdirSync(path.join(cloned, ".git"));
  expect(prepareDirectory(cloned)).toBe(cloned);
  const folder = temporaryFolder({ "index.ts": "// mine" });
  expect(() => prepareDirectory(folder)).toThrow(
    new UsageError(`--into: ${folder} is not empty (contains index.ts). Use a new or empty directory.`),
  );
  expect(() => prepareDirectory(path.join(folder, "index.ts"))).toThrow(UsageError);
});

test("never overwrites an existing file", () => {
  const folder = prepareDirectory(temporaryFolder());
  writeFileSync(path.join(folder, "README.md"), "mine");
  expect(() => writeProject(folder, PROGRAM.files, filesBeside(folder, PROGRAM, "1.2.3"))).toThrow("EEXIST");
  expect(() => writeProject("/proc/none/new", PROGRAM.files, [])).toThrow("ENOENT");
  expect(readFileSync(path.join(folder, "README.md"), "utf8")).toBe("mine");
});

const found = (kind: string, id: string, label: string): FoundResource => ({
  definition: definitionOf(kind),
  id,
  state: { label },
});
const resourceNames = (all: readonly FoundResource[], taken?: ReadonlySet<string>): (string | undefined)[] => {
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

const images = (...all: [id: number, label: string][]): FoundResource[] =>
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
  const objects = fc.array(fc.tuple(fc.constantFrom("Image", "Instance"), label), { maxLength: 30 });
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
