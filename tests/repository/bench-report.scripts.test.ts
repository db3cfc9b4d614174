import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { runInNode } from "../support/run-in-node";

const DOCS = path.resolve(__dirname, "..", "..", "docs", "reference");

const value = async <T = unknown>(body: string, input: unknown = {}): Promise<T> => {
  return (await runInNode<T>(body, input)).value;
};

const up = (seconds: number, byRoute = {}, refused = 0) => ({
  up: { seconds, byRoute, refused, cpuSec: 3.5, processes: { program: { cpuSec: 1.5, peakMb: 180 } } },
});
const state = { resources: 1, perResource: 1000, parts: { "loader text": 200, "the rest": 800 } };
const cell = { kind: "records", count: 1000, latencyMs: 0, limits: false, round: 1 };

const RUN = {
  started: "2026-01-02T03:04:05Z",
  load: 0.5,
  rounds: 2,
  variant: "",
  bootSec: 0,
  machine: {
    cores: 2,
    processor: "P",
    memoryGb: 8,
    system: "S",
    node: "20",
    pulumi: "3.1",
    sdk: "3.2",
    provider: "0.1",
  },
  contenders: [
    { name: "ours", says: "this one", asksService: true },
    { name: "null", says: "nothing", asksService: false },
  ],
  leftOut: [{ kind: "instances", count: 1000, latencyMs: 0, limits: true }],
  lives: [
    { ...cell, contender: "ours", operations: up(3, { "POST /domains": 1, "GET /domains": 2 }, 1), state },
    { ...cell, contender: "null", operations: up(2), state },
    { ...cell, contender: "ours", operations: up(5, { "POST /domains": 1, "GET /domains": 2 }, 1), state, round: 2 },
    {
      ...cell,
      contender: "ours",
      operations: up(6),
      latencyMs: 50,
      failed: { operation: "destroy", reason: "it fell" },
    },
  ],
};

interface Report {
  page: string;
  charts: Record<string, string>;
}

const report = (...runs: object[]) =>
  value<Report>(`return (await load("../bench/report-page")).reportPage(input);`, runs);

describe("the benchmark report", () => {
  test("shows the median, minimum and maximum, and our ratio to each contender, even where we lose", async () => {
    const { page } = await report(RUN);
    expect(page).toContain("| 1,000 | ours | 4.0 (3.0–5.0) | – |");
    expect(page).toContain("| 1,000 | null | 2.0 | – |");
    expect(page).toContain("|  | _ours / null_ | _2.00_ | _–_ |");
    expect(page).toContain("| ours / null | 1 of 1 | 2.00 (up, 1,000 records) | 2.00 (up, 1,000 records) |");
  });

  test("repeats a contender that sends no requests next to a slower service, but counts it once", async () => {
    const { page } = await report(RUN);
    const slow = page.slice(page.indexOf("### records, 50 ms latency, limits off"));
    expect(slow).toContain("| 1,000 | null | 2.0 |");
    expect(slow).toContain("| _ours / null_ | _3.00_ |");
  });

  test("counts requests by class, and counts 429 responses", async () => {
    const { page } = await report(RUN);
    expect(page).toContain("| 1,000 | ours | 3: 2 list, 1 create, **1 with 429** |");
    expect(page).toContain("| ours | `POST /domains` | 1 | – |");
  });

  test("shows what the plugin's process and the state cost, where it was measured", async () => {
    const provider = (peakMb: number) => ({ up: { ...up(3).up, processes: { provider: { cpuSec: 1, peakMb } } } });
    const measured = { pluginStartSec: 0.25, state: { ...state, stored: 1100 }, operations: provider(70) };
    const lives = RUN.lives.map((life) => (life.contender === "ours" ? { ...life, ...measured } : life));
    const { page } = await report({ ...RUN, lives });
    expect(page).toContain("| 1,000 | ours | 0.25 (0.25–0.25) | 70 | 1000 (1000–1000) | 1100 (1100–1100) |");
    expect(page).toContain("| 1,000 | null | – | – | 1000 | – |");
  });

  test("shows the boot detection delay if it was measured", async () => {
    const lives = RUN.lives.map((life) => ({ ...life, noticedSec: { median: 1.24, p95: 2 } }));
    const { page } = await report({ ...RUN, bootSec: 60, lives });
    expect(page).toContain("| N | contender | median | 95th percentile |");
    expect(page).toContain("| 1,000 | ours | 1.2 | 2.0 |");
    expect((await report(RUN)).page).not.toContain("95th percentile");
  });

  test("lists failures and skipped measurements, and warns if the machine was busy", async () => {
    const { page } = await report({ ...RUN, warning: "The load was high." });
    expect(page).toContain("- `ours`, 1,000 records, 50 ms latency, limits off: it fell");
    expect(page).toMatch(/\| 1,000 \| ours \| 6\.0 .*\| failed \|/);
    expect(page).toContain("- 1,000 instances, 0 ms latency, limits on");
    expect(page).toContain("**The load was high.**");
    expect((await report(RUN)).page).not.toContain("The load was high.");
  });

  test("reports each variant separately", async () => {
    const { page } = await report(RUN, { ...RUN, variant: "TypeScript support loaded", leftOut: [] });
    expect(page).toContain("### records, 0 ms latency, limits off\n");
    expect(page).toContain("### records, 0 ms latency, limits off, TypeScript support loaded\n");
  });

  test("draws a chart for each workload and one for the state, and embeds them all", async () => {
    const { page, charts } = await report(RUN);
    expect(Object.keys(charts)).toEqual(["seconds-records.svg", "state.svg"]);
    for (const name of Object.keys(charts)) expect(page).toContain(`(benchmarks/${name})`);
    expect(charts["seconds-records.svg"]).toContain(">4.0 (3.0–5.0) s</text>");
    expect(charts["state.svg"]).toContain(">1,000 bytes</text>");
  });

  test("in docs/ matches the recorded results", async () => {
    const files = await value<Record<string, string>>(`return (await load("../bench/report-files")).reportFiles([]);`);
    for (const [file, content] of Object.entries(files)) expect(readFileSync(file, "utf8")).toBe(content);
    const inFolder = readdirSync(path.join(DOCS, "benchmarks")).map((name) => path.join(DOCS, "benchmarks", name));
    expect([path.join(DOCS, "benchmarks.md"), ...inFolder].sort()).toEqual(Object.keys(files).sort());
  });
});

describe("a chart", () => {
  test("draws bars to scale with their range, and escapes text", async () => {
    const chart = await value<string>(`return (await load("../bench/chart")).barChart(input);`, {
      title: "a < b",
      names: ["x", "y"],
      groups: [
        {
          label: "both",
          bars: [
            { name: "x", value: 10, least: 5, most: 20, text: "10" },
            { name: "y", value: 5, text: "5" },
          ],
        },
      ],
    });
    const widths = Array.from(chart.matchAll(/width="([\d.]+)" height="12"/g), ([, width]) => Number(width));
    expect(chart).toContain("a &lt; b");
    expect(chart.match(/<path/g)).toHaveLength(1);
    // The two of the legend come first. The longest line, at 20, takes the full width.
    expect(widths).toEqual([12, 12, 240, 120]);
  });

  test("stacks the parts of a row", async () => {
    const rows = [{ label: "row", values: { a: 1, b: 3 }, text: "4" }];
    const body = `return (await load("../bench/chart")).stackedChart(input);`;
    const chart = await value<string>(body, { title: "t", names: ["a", "b"], rows });
    const parts = Array.from(chart.matchAll(/x="([\d.]+)" y="58" width="([\d.]+)"/g), ([, x, width]) => [x, width]);
    expect(parts).toEqual([
      ["150", "120"],
      ["270", "360"],
    ]);
  });
});

test("escapes characters that would end a table cell", async () => {
  const body = `return (await load("../bench/markdown")).table(["a", "b"], [["x|y", 1]]);`;
  expect(await value(body)).toBe("| a | b |\n| --- | ---: |\n| x\\|y | 1 |");
});
