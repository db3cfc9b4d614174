import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { runInNode } from "../support/run-in-node";

// What the page shows of ordinary results is compared with the recorded ones, at the end.

/** The return value of a function body; in it, `load("../bench/name")` imports a file of the benchmark. */
const value = async <T = unknown>(body: string, input: unknown = {}): Promise<T> => {
  return (await runInNode<T>(body, input)).value;
};

test("measures the boot detection delay from the end of the boot to the engine's creation time", async () => {
  const instance = (seconds: number, status = "running") => ({
    created: new Date(Date.UTC(2026, 0, 1) + seconds * 1000).toISOString(),
    outputs: { status, created: "2026-01-01T00:00:00" },
  });
  const resources = [...[61, 62, 63, 64].map((seconds) => instance(seconds)), instance(99, "offline"), {}];
  const noticed = (bootSec: number): Promise<unknown> =>
    value(`return (await load("../bench/noticed")).noticedSec(input.exported, input.bootSec) ?? null;`, {
      exported: { deployment: { resources } },
      bootSec,
    });
  expect(await noticed(60)).toEqual({ median: 2, p95: 4 });
  expect(await noticed(0)).toBeNull();
});

test("the benchmark alternates between contenders, leaves out what rate limits make too slow, and measures one without requests once", async () => {
  const contenders = [
    { name: "ours", asksService: true },
    { name: "null", asksService: false },
  ];
  const body = `
    const { lives, leftOut } = (await load("../bench/plan")).planLives(input.options, input.contenders);
    const shown = ({ contender, cell, round }) =>
      [cell.latencyMs + " ms", cell.limits ? "with limits" : "", contender.name, round].filter(Boolean).join(" ");
    return [lives.map(shown), leftOut];`;
  const plan = (options: object): Promise<unknown> =>
    value(body, {
      options: { latencies: [0], limits: [false], patienceMin: 15, bootSec: 0, rounds: 1, ...options },
      contenders,
    });
  expect(await plan({ kinds: ["records"], counts: [1], latencies: [0, 50], rounds: 2 })).toEqual([
    ["0 ms ours 1", "0 ms null 1", "0 ms ours 2", "0 ms null 2", "50 ms ours 1", "50 ms ours 2"],
    [],
  ]);
  const slow = { kinds: ["instances"], counts: [1000], limits: [true, false] };
  expect(await plan(slow)).toEqual([
    ["0 ms ours 1", "0 ms null 1"],
    [{ kind: "instances", count: 1000, latencyMs: 0, limits: true }],
  ]);
  expect(await plan({ ...slow, patienceMin: 60 })).toEqual([expect.anything(), []]);
});

test("a benchmark program has each class in the same proportion in every twenty resources; a change is of one in ten, then of all", async () => {
  type Made = Array<{ kind: string; args: Record<string, unknown> }>;
  const body = `
    const { declare } = (await import(input.file)).default;
    return input.environments.map((env) => {
      const made = [];
      declare((kind, name, args) => (made.push({ kind, args }), { id: "7" }), env);
      return made;
    });`;
  const records = { KIND: "records", COUNT: "20" };
  const environments = [{ KIND: "mixed", COUNT: "40" }, { KIND: "zone", COUNT: "20" }, records];
  const file = pathToFileURL(path.resolve(__dirname, "../../bench/programs/objects.cjs")).href;
  const [mixed = [], zone = [], ...versions] = await value<Made[]>(body, {
    file,
    environments: [...environments, { ...records, CHANGED: "1" }, { ...records, CHANGED: "all" }],
  });
  const count = (kind: string) => mixed.filter((one) => one.kind === kind).length;
  const kinds = ["Domain", "DomainRecord", "Instance", "Image", "MysqlDatabase"];
  expect([mixed.length, ...kinds.map(count)]).toEqual([41, 1, 28, 8, 2, 2]);
  expect(zone.map(({ kind }) => kind)).toEqual(["Domain", "DomainRecordSet"]);
  expect(zone[1]?.args.records).toHaveLength(20);
  const [first = [], tenth = [], all = []] = versions;
  const changed = (from: Made, to: Made) =>
    to.filter(({ args }, index) => JSON.stringify(args) !== JSON.stringify(from[index]?.args)).length;
  expect([changed(first, tenth), changed(tenth, all)]).toEqual([2, 20]);
});

test("state size is counted by part, which add up to the total, without the stack and its providers", async () => {
  const resource = {
    type: "pulumi-nodejs:dynamic/bench:Null",
    inputs: { __provider: "text", label: "é" },
    outputs: { __provider: "text", __options: { urn: "u" }, label: "é" },
    propertyDependencies: { label: [] },
    stackTrace: ["a"],
    custom: true,
  };
  const rest = ["pulumi:pulumi:Stack", "pulumi:providers:pulumi-nodejs"].map((type) => ({ type, inputs: {} }));
  const body = `return (await load("../bench/state-bytes")).stateBytes({ deployment: { resources: input } });`;
  expect(await value(body, [...rest, resource, resource])).toMatchObject({
    resources: 2,
    perResource: Buffer.byteLength(JSON.stringify(resource)),
    parts: {
      "loader text": 2 * '"__provider":"text"'.length,
      "hidden options": '"__options":{"urn":"u"}'.length,
      "property dependencies": '"propertyDependencies":{"label":[]}'.length,
      "stack trace": '"stackTrace":["a"]'.length,
      properties: 2 * ('"label":"é"'.length + 1),
    },
  });
});

test("each process's role is derived from its command line, and the larger of two measurements is kept", async () => {
  const sdk = "/x/node_modules/@pulumi/pulumi/cmd";
  const used = (pid: number, command: string, cpuSec: number, peakMb: number) => {
    return { pid, command, cpuSec, peakBytes: peakMb * 1e6 };
  };
  const samples = [
    used(1, "/bin/pulumi up --yes", 1, 100),
    used(2, "/bin/pulumi-language-nodejs 127.0.0.1:1", 0.1, 20),
    used(3, `node ${sdk}/dynamic-provider`, 2, 130),
    used(4, "sh /bin/pulumi-resource-pulumi-nodejs", 0, 1),
    used(5, `node -e require.resolve('@pulumi/pulumi/cmd/dynamic-provider')`, 0.1, 4),
    used(6, "/plugins/pulumi-resource-other", 0.5, 60),
    used(8, "node /dist/plugin/pulumi-resource-compute 127.0.0.1:1", 0.3, 70),
  ];
  const lines = [used(3, `node ${sdk}/dynamic-provider`, 2.2, 120), used(7, `node ${sdk}/run /program`, 1.5, 190)];
  const body = `return (await load("../bench/processes")).byRole(input.samples, input.lines);`;
  expect(await value(body, { samples, lines })).toEqual({
    engine: { cpuSec: 1, peakMb: 100 },
    "language host": { cpuSec: 0.1, peakMb: 20 },
    provider: { cpuSec: 3, peakMb: 130 },
    program: { cpuSec: 1.5, peakMb: 190 },
    other: { cpuSec: 0.1, peakMb: 4 },
  });
});

describe("the benchmark report", () => {
  const operation = { byRoute: { "POST /domains": 1, "GET /domains": 2 }, refused: 1, processes: {} };
  const cell = { contender: "ours", kind: "records", count: 1000, latencyMs: 0, limits: false, round: 1 };
  const RUN = {
    started: "2026-01-02T03:04:05Z",
    load: 0.5,
    rounds: 1,
    variant: "",
    bootSec: 0,
    machine: {},
    contenders: [
      { name: "ours", asksService: true },
      { name: "null", asksService: false },
    ],
    leftOut: [{ kind: "instances", count: 1000, latencyMs: 0, limits: true }],
    lives: [
      ...[3, 8, 4].map((seconds) => ({ ...cell, operations: { up: { ...operation, seconds } } })),
      { ...cell, contender: "null", operations: { up: { ...operation, seconds: 2, byRoute: {}, refused: 0 } } },
      {
        ...cell,
        latencyMs: 50,
        operations: { up: { ...operation, seconds: 6 } },
        failed: { operation: "destroy", reason: "it fell" },
      },
    ],
  };

  test("shows 429 responses, failures and what was skipped, and contenders without requests next to a slower service", async () => {
    const page = await value<string>(`return (await load("../bench/report-page")).reportPage(input).page;`, [RUN]);
    const [fast, slow = ""] = page.split("### records, 50 ms latency, limits off");
    for (const line of [
      "| 1,000 | ours | 4.0 (3.0–8.0) | – |",
      "| 1,000 | ours | 3: 2 list, 1 create, **1 with 429** |",
      "| ours / null | 1 of 1 | 2.00 (up, 1,000 records) | 2.00 (up, 1,000 records) |",
    ]) {
      expect(fast).toContain(line);
    }
    expect(slow).toContain("| 1,000 | null | 2.0 |");
    expect(slow).toContain("| _ours / null_ | _3.00_ |");
    expect(page).toContain("- `ours`, 1,000 records, 50 ms latency, limits off: it fell");
    expect(page).toMatch(/\| 1,000 \| ours \| 6\.0 .*\| failed \|/);
    expect(page).toContain("- 1,000 instances, 0 ms latency, limits on");
  });

  test("in docs/ matches the recorded results, with its charts", async () => {
    const files = await value<Record<string, string>>(`return (await load("../bench/report-files")).reportFiles([]);`);
    for (const [file, content] of Object.entries(files)) expect(readFileSync(file, "utf8")).toBe(content);
    const reference = path.resolve(__dirname, "../../docs/reference");
    const charts = readdirSync(path.join(reference, "benchmarks")).map((name) =>
      path.join(reference, "benchmarks", name),
    );
    expect([path.join(reference, "benchmarks.md"), ...charts].sort()).toEqual(Object.keys(files).sort());
  });
});
