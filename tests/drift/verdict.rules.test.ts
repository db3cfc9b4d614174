import { isKnown, readBaseline, suppressKnown } from "../../cli/drift/baseline";
import { adoptionOfAll, fixesFor } from "../../cli/drift/fixes";
import { applyIgnoreRules, readIgnoreRules, rulesInForce } from "../../cli/drift/ignore-file";
import { readOptions } from "../../cli/drift/options";
import type { Finding } from "../../cli/drift/report";
import { finding } from "../../cli/drift/scan/findings";
import { FAILING_STATES, outcomeOf, summaryOf } from "../../cli/drift/verdict";

const resource = {
  stack: "acme/shop/it's prod",
  urn: "urn:pulumi:prod::shop::t::web",
  name: "web",
  kind: "Domain",
  id: "7",
  source: { file: "index.ts", line: 3, column: 1 },
};
const about = { kind: "Domain", id: "7", account: "https://api.example.com/v4", properties: [] };
const of = (more: Partial<Finding> & Pick<Finding, "state">): Finding => finding({ ...about, ...more });
const MODIFIED = of({ state: "modified", resource, properties: [{ path: "tags", expected: [], actual: ["x"] }] });
const UNMANAGED = of({ state: "unmanaged" });
const UNCHECKED = of({ state: "unchecked", resource, reason: "HTTP 500" });

describe("the outcome", () => {
  test.each([
    ["no findings", [], "inSync"],
    ["a state that fails the run", [MODIFIED], "drift"],
    ["only resources left unchecked by choice", [{ ...UNCHECKED, byChoice: true as const }], "inSync"],
    ["only suppressed findings", [{ ...MODIFIED, suppressed: { by: "baseline" as const, reason: "known" } }], "inSync"],
    ["drift and an unchecked resource", [MODIFIED, UNCHECKED], "incomplete"],
  ] as const)("of %s is %s", (_, findings, outcome) => {
    expect(outcomeOf(findings, FAILING_STATES)).toBe(outcome);
  });

  test("depends on the states that fail the run", () => {
    expect(outcomeOf([UNMANAGED], ["modified"])).toBe("inSync");
    expect(outcomeOf([UNMANAGED, MODIFIED], ["modified"])).toBe("drift");
  });
});

test("rounds percentages down, so that 100 means all", () => {
  const scan = { findings: [], inSync: [], accounts: [], objects: 3000, requests: 5, warnings: [] };
  const summary = summaryOf([UNMANAGED, UNCHECKED], 2001, scan);
  const percent = { coveragePercent: 99.9, checkedPercent: 99.9 };
  expect(summary).toMatchObject({ ...percent, unmanaged: 1, unchecked: 1, requests: 5 });
});

describe("the baseline", () => {
  const written = (findings: readonly Finding[]) =>
    readBaseline(JSON.stringify({ version: 1, findings }), "drift.json");

  test("matches a finding with the same values, also if an earlier scan suppressed it", () => {
    const baseline = written([MODIFIED]);
    expect(isKnown(MODIFIED, baseline)).toBe(true);
    expect(isKnown({ ...MODIFIED, properties: [{ path: "tags", expected: [], actual: ["y"] }] }, baseline)).toBe(false);
    expect(isKnown(UNMANAGED, baseline)).toBe(false);
    const first = suppressKnown([MODIFIED, UNMANAGED], written([MODIFIED]));
    expect(first.map(({ suppressed }) => suppressed?.by)).toEqual(["baseline", undefined]);
    const second = suppressKnown([MODIFIED, UNMANAGED], written(first));
    expect(second.map(({ suppressed }) => suppressed?.by)).toEqual(["baseline", "baseline"]);
  });

  test("matches neither findings suppressed by an ignore rule, which may have expired since, nor unchecked ones", () => {
    const ignored = { ...MODIFIED, suppressed: { by: "ignoreFile" as const, reason: "for now" } };
    expect(suppressKnown([MODIFIED], written([ignored]))[0]?.suppressed).toBeUndefined();
    expect(suppressKnown([UNCHECKED], written([UNCHECKED]))[0]?.suppressed).toBeUndefined();
  });

  test.each(["", "null", "[]", '{"version":2,"findings":[]}', '{"version":1}'])("must be a report, not %s", (text) => {
    expect(() => readBaseline(text, "drift.json")).toThrow(/drift\.json is not a drift report/);
  });
});

describe("the fixes", () => {
  const SCANNED: Parameters<typeof fixesFor>[1] = {
    managedBy: [],
    hasSeveralProjects: false,
    hasSeveralAccounts: false,
  };

  const IMPORTED = { ...resource, hasImportOption: true as const };
  const LABEL = { path: "label", expected: "web-1a2b3c4d", actual: "renamed", isGenerated: true as const };
  const SECRET = { path: "description", isSecret: true as const };
  const UP = `pulumi up --refresh --stack 'acme/shop/it'\\''s prod' --target ${resource.urn}`;
  const REFRESH = `pulumi refresh --stack 'acme/shop/it'\\''s prod' --target ${resource.urn}`;
  const TAGS = "# In web (index.ts, line 3), change tags to the actual values.";
  const DELETE = "# Delete Domain 7, if no other stack manages it (drift --all) and it is not needed.";
  const ADOPT = "npx pulumi-compute adopt --kind Domain,DomainRecord --id 7 > adopted-Domain-7.ts";
  const ADD =
    '# Add `import "./adopted-Domain-7";` to the program, and run `pulumi up`. Then remove its `import` option.';
  const PROJECT = "# In the directory of project shop:";

  test.each<[string, Finding, Partial<typeof SCANNED>, restore: string[], accept: string[]]>([
    ["restore or accept one resource, with arguments quoted for the shell", MODIFIED, {}, [UP], [REFRESH, TAGS]],
    ["adopt or delete an unmanaged resource together with its children", UNMANAGED, {}, [DELETE], [ADOPT, ADD]],
    [
      "mention the secrets to set for an instance, which the API doesn't return",
      { ...UNMANAGED, kind: "Instance" },
      {},
      [DELETE.replace("Domain", "Instance")],
      [
        "npx pulumi-compute adopt --kind Instance --id 7 > adopted-Instance-7.ts",
        '# Add `import "./adopted-Instance-7";` to the program, set the secrets that adopt lists, and run `pulumi up`. Then remove its `import` option.',
      ],
    ],
    [
      "start by removing the `import` option, which prevents recreating a deleted resource, and end with what refers to it",
      of({ state: "deleted", resource: IMPORTED }),
      {},
      [
        "# First remove the `import` option from web (index.ts, line 3).",
        UP,
        "# Then run `pulumi up` to update what refers to it.",
      ],
      [REFRESH, "# Remove web (index.ts, line 3) from the program."],
    ],
    ["leave the `import` option of another", { ...MODIFIED, resource: IMPORTED }, {}, [UP], [REFRESH, TAGS]],
    [
      "declare a generated value first, because a refresh alone doesn't restore it",
      { ...MODIFIED, properties: [LABEL] },
      {},
      ['# First declare label: "web-1a2b3c4d" in web (index.ts, line 3).', UP],
      [REFRESH],
    ],
    [
      "never put a secret in the program",
      { ...MODIFIED, properties: [SECRET] },
      {},
      [UP],
      [
        REFRESH,
        "# Set the secret values of description with `pulumi config set --secret`; the program reads them at web (index.ts, line 3).",
      ],
    ],
    ["name one of several projects", MODIFIED, { hasSeveralProjects: true }, [PROJECT, UP], [PROJECT, REFRESH, TAGS]],
    [
      "name the account where there are several",
      UNMANAGED,
      { hasSeveralAccounts: true },
      [DELETE],
      [`# With COMPUTE_URL=${UNMANAGED.account} and the COMPUTE_TOKEN of that account:`, ADOPT, ADD],
    ],
    [
      "extend the scanned stack",
      UNMANAGED,
      { managedBy: [["--stack", "acme/shop/prod"]] },
      [DELETE],
      [ADOPT.replace("--id 7", "--id 7 --stack acme/shop/prod"), ADD],
    ],
  ])("%s", (_, found, scanned, restore, accept) => {
    const { fingerprint } = found;
    expect(fixesFor([found], { ...SCANNED, ...scanned })).toEqual([{ fingerprint, restore, accept }]);
  });

  test("adopt all unmanaged resources at once, unless one is suppressed or in another account", () => {
    const all = [UNMANAGED, { ...UNMANAGED, id: "8" }];
    const scanned = { ...SCANNED, managedBy: [["--stack", "acme/shop/prod"]] as const };
    expect(adoptionOfAll(all, scanned)).toBe("npx pulumi-compute adopt --stack acme/shop/prod > adopted.ts");
    expect(adoptionOfAll([UNMANAGED], scanned)).toBeUndefined();
    expect(adoptionOfAll(all, { ...scanned, hasSeveralAccounts: true })).toBeUndefined();
    const suppressed = { by: "ignoreFile" as const, reason: "not ours" };
    expect(adoptionOfAll([...all, { ...UNMANAGED, suppressed }], scanned)).toBeUndefined();
  });

  test("omit suppressed and unchecked findings", () => {
    const suppressed = { ...MODIFIED, suppressed: { by: "baseline", reason: "known" } } as const;
    expect(fixesFor([UNCHECKED, suppressed], SCANNED)).toEqual([]);
  });
});

describe("the options", () => {
  test("default to a table of the selected stack", () => {
    expect(readOptions([])).toMatchObject({
      stacks: [],
      outputs: [{ format: "table" }],
      failOn: ["modified", "deleted", "unhealthy", "unmanaged"],
      driftExitCode: 2,
      unmanaged: true,
    });
  });

  test("write several formats to several files, and select Pulumi's own exit code on request", () => {
    const args = ["--format", "json=docs/a=b.json", "-f", "html=drift.html", "-f", "markdown", "--exit-code", "pulumi"];
    const { outputs, driftExitCode } = readOptions(args);
    expect(outputs).toEqual([
      { format: "json", file: "docs/a=b.json" },
      { format: "html", file: "drift.html" },
      { format: "markdown" },
    ]);
    expect(driftExitCode).toBe(7);
  });

  test.each([
    [["--format", "pdf"], /unknown format pdf/],
    [["--format", "toString"], /unknown format toString/],
    [["--format", "json="], /the file name is missing/],
    [["--format", "json=missing/report.json"], /json=missing\/report.json: cannot write the report: ENOENT.*'missing'/],
    [["-f", "json", "-f", "table"], /only one format can go to stdout/],
    [["--stack", "a", "--all"], /Use only one of --stack, --all and --state/],
    [["--stack", ""], /the name is empty\. Is the variable set\?/],
    [["--only-new"], /requires --baseline/],
    [["--fail-on", "modified,unchecked"], /unknown state unchecked/],
    [["--exit-code", "3"], /must be drift or pulumi/],
    [["stray"], /stray/],
  ])("reject %j", (args, problem) => {
    expect(() => readOptions(args)).toThrow(problem);
  });
});

const END = 'until=2027-01-31 reason="made by the nightly build"';
const FOUND = finding({
  state: "modified",
  kind: "Instance",
  id: "7",
  account: "https://api.example.com/v4",
  label: "web 1",
  tags: ["blue", "scratch-2"],
  resource: { ...resource, stack: "acme/shop/prod", name: "web-1", kind: "Instance" },
  properties: [{ path: "tags", expected: [], actual: ["x"] }, { path: "records[3]", actual: 1 }, { path: "label" }],
});

const applied = (line: string, found: Finding = FOUND): readonly Finding[] =>
  applyIgnoreRules([found], readIgnoreRules(line, ".driftignore"), finding);
const hides = (line: string): boolean => applied(`${line} ${END}`).every(({ suppressed }) => suppressed !== undefined);

test("matches a pattern with many stars quickly", () => {
  const found = finding({ ...FOUND, label: "a".repeat(50_000) });
  const isHidden = (label: string): boolean => applied(`label=${label} ${END}`, found)[0]?.suppressed !== undefined;
  expect(isHidden(`${"a*".repeat(40)}b`)).toBe(false);
  expect(isHidden("a*".repeat(40))).toBe(true);
  expect(isHidden("a*ab*a")).toBe(false);
  expect(isHidden("*aa*aa")).toBe(true);
});

test("a suppressed finding shows the reason and the end date", () => {
  expect(applied(`kind=Instance ${END}`)).toMatchObject([
    { suppressed: { by: "ignoreFile", reason: "made by the nightly build", until: "2027-01-31" } },
  ]);
});

test.each([
  ...["kind=Instance", "kind=Inst*", "state=modified", "stack=acme/shop/*", "name=web-*", "id=7", 'label="web 1"'],
  ...["tag=scratch-*", "kind=Instance tag=blue name=web-1", "property=*"],
])("%s suppresses a matching finding", (line) => expect(hides(line)).toBe(true));

test.each([
  ...["kind=Domain", "state=deleted", "stack=*/staging", "name=web", "id=70", "label=web", "tag=scratch"],
  "kind=Instance id=8",
])("%s doesn't suppress another finding", (line) => expect(hides(line)).toBe(false));

test("a property rule suppresses only that property and its parts", () => {
  const both = applied(`property=tags ${END}\nproperty=records ${END}`);
  expect(both.map(({ suppressed, properties }) => [suppressed?.by, properties.map(({ path }) => path)])).toEqual([
    [undefined, ["label"]],
    ["ignoreFile", ["tags", "records[3]"]],
  ]);
  const [rest, ignored] = both;
  expect(rest?.fingerprint).not.toBe(FOUND.fingerprint);
  expect(ignored?.fingerprint).not.toBe(rest?.fingerprint);
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
    "a property of another type",
    `kind=Instance property=tag ${END}`,
    /Instance has no property tag; did you mean tags\?$/,
  ],
  ["a stack without a project", `stack=prod ${END}`, /be organization\/project\/stack, for example stack=\*\/prod/],
  ["an unknown state", `state=changed ${END}`, /unknown state changed\. Valid: modified, /],
  ["a condition twice", `kind=Image kind=Domain ${END}`, /kind is given twice\. Write a separate rule/],
  [
    "several types",
    `kind=Instance,Domain ${END}`,
    /takes one kind\. Write a separate rule for each of Instance,Domain/,
  ],
  ["unquoted words", "kind=Image until=2027-01-31 reason=by the build", /"the build" is not of the form/],
])("rejects a line with %s", (_, line, problem) => {
  expect(() => readIgnoreRules(line, ".driftignore")).toThrow(problem);
});

test("reports all invalid lines together", () => {
  expect(() => readIgnoreRules("kind=Image\nid=7 until=soon reason=x", "f")).toThrow(/f, line 1: .*\nf, line 2: /);
});
