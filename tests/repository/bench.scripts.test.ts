import path from "node:path";
import { pathToFileURL } from "node:url";
import { runInNode } from "../support/run-in-node";

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

describe("the benchmark plan", () => {
  const ours = { name: "ours", asksService: true };
  const nothing = { name: "null", asksService: false };
  const small = { kinds: ["records"], counts: [1], latencies: [0], limits: [false], patienceMin: 15, bootSec: 0 };
  interface Plan {
    lives: Array<{ name: string; count: number; latencyMs: number; limits: boolean; round: number }>;
    rounds: number;
    leftOut: unknown[];
    estimate: number;
  }
  const plan = (options: object): Promise<Plan> =>
    value(
      `const { planLives, estimatedSec } = await load("../bench/plan");
       const { lives, ...rest } = planLives(input.options, input.contenders);
       const flat = lives.map(({ contender, cell, round }) => ({ name: contender.name, ...cell, round }));
       return { lives: flat, ...rest, estimate: estimatedSec(lives, input.options) };`,
      { options: { ...small, ...options }, contenders: [ours, nothing] },
    );

  test("alternates between contenders", async () => {
    const { lives } = await plan({ counts: [1, 10], rounds: 2 });
    const shown = lives.map(({ name, count, round }) => `${count} ${name} ${round}`);
    expect(shown.slice(0, 4)).toEqual(["1 ours 1", "1 null 1", "1 ours 2", "1 null 2"]);
    expect(shown.slice(4)).toEqual(["10 ours 1", "10 null 1", "10 ours 2", "10 null 2"]);
  });

  test("measures a contender that sends no requests once for all service variants", async () => {
    const { lives } = await plan({ latencies: [0, 50], limits: [false, true], rounds: 1 });
    expect(lives.filter(({ name }) => name === "ours")).toHaveLength(4);
    expect(lives.filter(({ name }) => name === "null")).toMatchObject([{ latencyMs: 0, limits: false }]);
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

  test("runs three rounds if they fit in a few minutes, otherwise one", async () => {
    expect((await plan({})).rounds).toBe(3);
    expect((await plan({ counts: [1, 10, 100, 1000] })).rounds).toBe(1);
  });

  test("includes the boot time, and estimates a thousand resources at more than ten times as long as a hundred", async () => {
    const seconds = async (options: object) => (await plan({ kinds: ["instances"], rounds: 1, ...options })).estimate;
    expect((await seconds({ bootSec: 60 })) - (await seconds({}))).toBeCloseTo(60);
    expect(await seconds({ counts: [1000] })).toBeGreaterThan(10 * (await seconds({ counts: [100] })));
  });
});

describe("benchmark options", () => {
  const read = (...args: string[]) => value(`return (await load("../bench/options")).readOptions(input);`, args);

  test("default to the quick benchmark", async () => {
    const quick = { kinds: ["instances", "records"], counts: [1, 100], latencies: [0], limits: [false] };
    expect(await read()).toMatchObject({
      ...quick,
      contenders: ["ours", "native", "null", "naive"],
      typescript: false,
    });
    expect(await read("--full", "--counts", "5")).toMatchObject({ counts: [5], latencies: [0, 50], rounds: 3 });
  });

  test("reject unknown values by name", async () => {
    await expect(read("--kinds", "teapots")).rejects.toThrow(
      "--kinds must be one of instances, records, mixed, zone, not teapots",
    );
    await expect(read("--counts", "many")).rejects.toThrow("--counts must be a whole number, not many");
  });
});

describe("a benchmark program", () => {
  const declared = (env: object) =>
    value<Array<{ kind: string; args: Record<string, unknown> }>>(
      `const { declare } = (await import(input.file)).default;
       const made = [];
       declare((kind, name, args) => (made.push({ kind, args }), { id: "7" }), input.env);
       return made;`,
      { env, file: pathToFileURL(path.resolve(__dirname, "../../bench/programs/objects.cjs")).href },
    );
  const counts = (made: Array<{ kind: string }>) =>
    made.reduce<Record<string, number>>((all, { kind }) => ({ ...all, [kind]: (all[kind] ?? 0) + 1 }), {});

  test("declares each class in the same proportion in every twenty mixed resources, and a zone for the records", async () => {
    const made = await declared({ KIND: "mixed", COUNT: "40" });
    expect(counts(made)).toEqual({ Domain: 1, DomainRecord: 28, Instance: 8, Image: 2, MysqlDatabase: 2 });
  });

  test("declares a zone as one resource with the same records", async () => {
    const made = await declared({ KIND: "zone", COUNT: "20" });
    expect(counts(made)).toEqual({ Domain: 1, DomainRecordSet: 1 });
    expect(made[1]?.args.records).toHaveLength(20);
  });

  test("changes one resource in ten, then all", async () => {
    const records = (env: object) => declared({ KIND: "records", COUNT: "20", ...env });
    const [before, tenth, all] = [
      await records({}),
      await records({ CHANGED: "1" }),
      await records({ CHANGED: "all" }),
    ];
    const changed = (from: typeof before, to: typeof before) =>
      to.filter(({ args }, index) => JSON.stringify(args) !== JSON.stringify(from[index]?.args));
    expect(changed(before, tenth)).toHaveLength(2);
    expect(changed(tenth, all)).toHaveLength(20);
  });
});

test("reports several runs as median, minimum and maximum, and omits the ratio if one is missing", async () => {
  const body = `
    const { spread, ratio } = await load("../bench/statistics");
    const [odd, even] = [spread([3, 1, 2]), spread([4, undefined, 2])];
    return { odd, even, none: spread([undefined]) ?? null, ratio: ratio(even, odd), missing: ratio(odd, undefined) ?? null };`;
  expect(await value(body)).toEqual({
    odd: { median: 2, min: 1, max: 3, runs: 3 },
    even: { median: 3, min: 2, max: 4, runs: 2 },
    none: null,
    ratio: 1.5,
    missing: null,
  });
});

describe("state size", () => {
  const resource = {
    type: "pulumi-nodejs:dynamic/bench:Null",
    inputs: { __provider: "text", label: "é" },
    outputs: { __provider: "text", __options: { urn: "u" }, label: "é" },
    propertyDependencies: { label: [] },
    stackTrace: ["a"],
    custom: true,
  };
  const bytes = (...resources: object[]) =>
    value<{ resources: number; perResource: number; parts: Record<string, number> }>(
      `return (await load("../bench/state-bytes")).stateBytes({ deployment: { resources: input } });`,
      resources,
    );

  test("is counted by part, and the parts add up to the total", async () => {
    const { parts, perResource } = await bytes(resource);
    expect(parts).toMatchObject({
      "loader text": 2 * '"__provider":"text"'.length,
      "hidden options": '"__options":{"urn":"u"}'.length,
      "property dependencies": '"propertyDependencies":{"label":[]}'.length,
      "stack trace": '"stackTrace":["a"]'.length,
      properties: 2 * ('"label":"é"'.length + 1),
    });
    expect(perResource).toBe(Buffer.byteLength(JSON.stringify(resource)));
  });

  test("excludes the stack and its providers", async () => {
    const rest = ["pulumi:pulumi:Stack", "pulumi:providers:pulumi-nodejs"].map((type) => ({ type, inputs: {} }));
    expect(await bytes(...rest, resource, resource)).toMatchObject({ resources: 2 });
  });
});

describe("benchmark measurements", () => {
  test("classify requests by method and path", async () => {
    const byRoute = {
      "GET /domains": 1,
      "GET /images/{+imageId}": 2,
      "POST /domains": 3,
      "PUT /domains/{id}": 4,
      "PUT /upload/{id}": 5,
      "DELETE /domains/{id}": 6,
    };
    expect(await value(`return (await load("../bench/requests")).byClass(input);`, byRoute)).toEqual({
      list: 1,
      get: 2,
      create: 8,
      update: 4,
      delete: 6,
      all: 21,
    });
  });

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
