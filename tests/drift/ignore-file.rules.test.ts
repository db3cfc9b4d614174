import { applyIgnoreRules, readIgnoreRules, rulesInForce } from "../../cli/drift/ignore-file";
import type { Finding } from "../../cli/drift/report";
import { finding } from "../../cli/drift/scan/findings";

const END = 'until=2027-01-31 reason="made by the nightly build"';
const resource = {
  stack: "acme/shop/prod",
  urn: "urn:pulumi:prod::shop::t::web-1",
  name: "web-1",
  kind: "Instance",
  id: "7",
};
const MODIFIED = finding({
  state: "modified",
  kind: "Instance",
  id: "7",
  account: "https://api.example.com/v4",
  label: "web 1",
  tags: ["blue", "scratch-2"],
  resource,
  properties: [{ path: "tags", expected: [], actual: ["x"] }, { path: "records[3]", actual: 1 }, { path: "label" }],
});

const applied = (line: string, found: Finding = MODIFIED): readonly Finding[] =>
  applyIgnoreRules([found], readIgnoreRules(line, ".driftignore"), finding);
const hides = (line: string): boolean => applied(`${line} ${END}`).every(({ suppressed }) => suppressed !== undefined);

test("matches a pattern with many stars quickly", () => {
  const found = finding({ ...MODIFIED, label: "a".repeat(50_000) });
  const isHidden = (label: string): boolean => applied(`label=${label} ${END}`, found)[0]?.suppressed !== undefined;
  expect([isHidden(`${"a*".repeat(40)}b`), isHidden("a*".repeat(40)), isHidden("a*ab*a"), isHidden("*aa*aa")]).toEqual([
    false,
    true,
    false,
    true,
  ]);
});

test.each([
  "kind=Instance",
  "kind=Inst*",
  "state=modified",
  "stack=acme/shop/*",
  "name=web-*",
  "id=7",
  'label="web 1"',
  "tag=scratch-*",
  "kind=Instance tag=blue name=web-1",
  "property=*",
])("%s suppresses a matching finding", (line) => {
  expect(hides(line)).toBe(true);
});

test.each([
  "kind=Domain",
  "state=deleted",
  "stack=*/staging",
  "name=web",
  "id=70",
  "label=web",
  "tag=scratch",
  "kind=Instance id=8",
])("%s doesn't suppress another finding", (line) => {
  expect(hides(line)).toBe(false);
});

test("a property rule suppresses only that property and its parts", () => {
  const both = applied(`property=tags ${END}\nproperty=records ${END}`);
  expect(both.map(({ suppressed, properties }) => [suppressed?.by, properties.map(({ path }) => path)])).toEqual([
    [undefined, ["label"]],
    ["ignoreFile", ["tags", "records[3]"]],
  ]);
  const [rest, ignored] = both;
  expect(rest?.fingerprint).not.toBe(MODIFIED.fingerprint);
  expect(ignored?.fingerprint).not.toBe(rest?.fingerprint);
});

test("a suppressed finding shows the reason and the end date", () => {
  expect(applied(`kind=Instance ${END}`)).toMatchObject([
    { suppressed: { by: "ignoreFile", reason: "made by the nightly build", until: "2027-01-31" } },
  ]);
});

test("a rule applies through its last day and causes a warning afterwards", () => {
  const rules = readIgnoreRules(`# a comment\n\nkind=Instance ${END}`, ".driftignore");
  const on = (day: string) => rulesInForce(rules, ".driftignore", new Date(day));
  expect(on("2027-01-31T23:59:59Z")).toEqual({ inForce: rules, warnings: [] });
  expect(on("2027-02-01T00:00:00Z")).toEqual({
    inForce: [],
    warnings: [
      expect.stringMatching(/^\.driftignore, line 3 .*expired on 2027-01-31 and no longer suppresses findings/),
    ],
  });
});

test.each([
  ["no reason", "kind=Image until=2027-01-31", /reason is missing/],
  ["no end date", "kind=Image reason=x", /until (must be a date|is missing)/],
  ["a day that does not exist", "kind=Image until=2027-02-30 reason=x", /until (must be a date|is missing)/],
  ["no condition", "until=2027-01-31 reason=x", /would suppress all findings/],
  ["an unknown condition", `colour=red ${END}`, /unknown condition colour\. Valid: state, stack, kind, .*, reason\.$/],
  ["an unknown resource type", `kind=Instanc ${END}`, /unknown kind Instanc; did you mean Instance\?$/],
  ["a property that no resource type has", `property=lable ${END}`, /unknown property lable; did you mean label\?$/],
  [
    "a property of another resource type",
    `kind=Instance property=tag ${END}`,
    /Instance has no property tag; did you mean tags\?$/,
  ],
  [
    "a stack without a project",
    `stack=prod ${END}`,
    /stack must be organization\/project\/stack, for example stack=\*\/prod/,
  ],
  ["an unknown state", `state=changed ${END}`, /unknown state changed\. Valid: modified, /],
  ["a condition twice", `kind=Image kind=Domain ${END}`, /kind is given twice\. Write a separate rule/],
  [
    "several resource types",
    `kind=Instance,Domain ${END}`,
    /a rule takes one kind\. Write a separate rule for each of Instance,Domain/,
  ],
  ["unquoted words", "kind=Image until=2027-01-31 reason=by the build", /"the build" is not of the form/],
])("rejects a line with %s", (_, line, problem) => {
  expect(() => readIgnoreRules(line, ".driftignore")).toThrow(problem);
});

test("reports all invalid lines together", () => {
  expect(() => readIgnoreRules("kind=Image\nid=7 until=soon reason=x", "f")).toThrow(/f, line 1: .*\nf, line 2: /);
});
