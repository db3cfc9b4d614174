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

describe("the benchmark", () => {
  const contenders = [
    { name: "ours", asksService: true },
    { name: "null", asksService: false },
  ];
  interface Plan {
    lives: Array<{ name: string; latencyMs: number; limits: boolean; round: number }>;
    leftOut: unknown[];
  }
  const plan = (options: object): Promise<Plan> =>
    value(
      `const { lives, leftOut } = (await load("../bench/plan")).planLives(input.options, input.contenders);
       return { lives: lives.map(({ contender, cell, round }) => ({ name: contender.name, ...cell, round })), leftOut };`,
      { options: { latencies: [0], limits: [false], patienceMin: 15, bootSec: 0, ...options }, contenders },
    );

  test("alternates between contenders, and measures one that sends no requests once for all latencies", async () => {
    const { lives } = await plan({ kinds: ["records"], counts: [1], latencies: [0, 50], rounds: 2 });
    const shown = lives.map(({ name, latencyMs, round }) => `${latencyMs} ms ${name} ${round}`);
    expect(shown).toEqual(["0 ms ours 1", "0 ms null 1", "0 ms ours 2", "0 ms null 2", "50 ms ours 1", "50 ms ours 2"]);
  });

  test("skips and lists what rate limits make too slow, but still measures a contender that sends no requests", async () => {
    const instances = { kinds: ["instances"], counts: [1000], limits: [true, false], rounds: 1 };
    const { lives, leftOut } = await plan(instances);
    expect(leftOut).toEqual([{ kind: "instances", count: 1000, latencyMs: 0, limits: true }]);
    expect(lives).toMatchObject([
      { name: "ours", limits: false },
      { name: "null", limits: false },
    ]);
    expect((await plan({ ...instances, patienceMin: 60 })).leftOut).toEqual([]);
  });
});

describe("a benchmark program", () => {
  type Made = Array<{ kind: string; args: Record<string, unknown> }>;
  let mixed: Made, zone: Made, records: Made, tenth: Made, all: Made;

  beforeAll(async () => {
    const body = `
      const { declare } = (await import(input.file)).default;
      return input.environments.map((env) => {
        const made = [];
        declare((kind, name, args) => (made.push({ kind, args }), { id: "7" }), env);
        return made;
      });`;
    const ofRecords = { KIND: "records", COUNT: "20" };
    [mixed = [], zone = [], records = [], tenth = [], all = []] = await value<Made[]>(body, {
      file: pathToFileURL(path.resolve(__dirname, "../../bench/programs/objects.cjs")).href,
      environments: [
        { KIND: "mixed", COUNT: "40" },
        { KIND: "zone", COUNT: "20" },
        ...[ofRecords, { ...ofRecords, CHANGED: "1" }, { ...ofRecords, CHANGED: "all" }],
      ],
    });
  });

  test("declares each class in the same proportion in every twenty mixed resources, and a zone for the records", () => {
    const counts = mixed.reduce<Record<string, number>>(
      (sum, { kind }) => ({ ...sum, [kind]: (sum[kind] ?? 0) + 1 }),
      {},
    );
    expect(counts).toEqual({ Domain: 1, DomainRecord: 28, Instance: 8, Image: 2, MysqlDatabase: 2 });
    expect(zone.map(({ kind }) => kind)).toEqual(["Domain", "DomainRecordSet"]);
    expect(zone[1]?.args.records).toHaveLength(20);
  });

  test("changes one resource in ten, then all", () => {
    const changed = (from: Made, to: Made) =>
      to.filter(({ args }, index) => JSON.stringify(args) !== JSON.stringify(from[index]?.args));
    expect(changed(records, tenth)).toHaveLength(2);
    expect(changed(tenth, all)).toHaveLength(20);
  });
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

describe("benchmark measurements", () => {
  test("count a 429 once, and recheck a request that has no response yet", async () => {
    const body = `
      const log = new (await load("../bench/refusal-counter")).RefusalCounter();
      return input.map((entries) => (log.add({ log: entries }), [log.answered, log.refused]));`;
    const reports = [
      [
        { n: 1, status: 200 },
        { n: 2, status: 0 },
        { n: 3, status: 429 },
      ],
      [
        { n: 2, status: 429 },
        { n: 3, status: 429 },
      ],
      [],
    ];
    expect(await value(body, reports)).toEqual([
      [1, 1],
      [3, 2],
      [3, 2],
    ]);
  });

  test("derive each process's role from its command line, and keep the larger of two measurements", async () => {
    const sdk = "/x/node_modules/@pulumi/pulumi/cmd";
    const samples = [
      { pid: 1, command: "/bin/pulumi up --yes", cpuSec: 1, peakBytes: 100e6 },
      { pid: 2, command: "/bin/pulumi-language-nodejs 127.0.0.1:1", cpuSec: 0.1, peakBytes: 20e6 },
      { pid: 3, command: `node ${sdk}/dynamic-provider`, cpuSec: 2, peakBytes: 130e6 },
      { pid: 4, command: "sh /bin/pulumi-resource-pulumi-nodejs", cpuSec: 0, peakBytes: 1e6 },
      {
        pid: 5,
        command: `node -e require.resolve('@pulumi/pulumi/cmd/dynamic-provider')`,
        cpuSec: 0.1,
        peakBytes: 4e6,
      },
      { pid: 6, command: "/plugins/pulumi-resource-other", cpuSec: 0.5, peakBytes: 60e6 },
      { pid: 8, command: "node /dist/plugin/pulumi-resource-compute 127.0.0.1:1", cpuSec: 0.3, peakBytes: 70e6 },
    ];
    const lines = [
      { pid: 3, command: `node ${sdk}/dynamic-provider`, cpuSec: 2.2, peakBytes: 120e6 },
      { pid: 7, command: `node ${sdk}/run /program`, cpuSec: 1.5, peakBytes: 190e6 },
    ];
    const body = `return (await load("../bench/processes")).byRole(input.samples, input.lines);`;
    expect(await value(body, { samples, lines })).toEqual({
      engine: { cpuSec: 1, peakMb: 100 },
      "language host": { cpuSec: 0.1, peakMb: 20 },
      provider: { cpuSec: 3, peakMb: 130 },
      program: { cpuSec: 1.5, peakMb: 190 },
      other: { cpuSec: 0.1, peakMb: 4 },
    });
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

  test("escapes characters that would end a table cell", async () => {
    const body = `return (await load("../bench/markdown")).table(["a", "b"], [["x|y", 1]]);`;
    expect(await value(body)).toBe("| a | b |\n| --- | ---: |\n| x\\|y | 1 |");
  });
});
