import { readFileSync } from "node:fs";
import { runInNode } from "../support/run-in-node";

// What the page shows of ordinary results is compared with the recorded ones, at the end.

/** The return value of a function body; in it, `load("../bench/name")` imports a file of the benchmark. */
const value = async <T = unknown>(body: string, input: unknown = {}): Promise<T> => {
  return (await runInNode<T>(body, input)).value;
};

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
      { name: "ours", asksService: true, says: "" },
      { name: "null", asksService: false, says: "" },
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
    const all = await value<string>(`return (await load("../bench/report")).tables(input);`, [RUN]);
    const [fast = "", slow = ""] = all.split("### records, 50 ms latency, limits off");
    for (const line of [
      "| 1,000 | ours | 4.0 (3.0–8.0) | – |",
      "| 1,000 | null | 2.0 _2.00_ | – |",
      "| 1,000 | ours | 2 list, 1 create, 1 with 429 |",
      "| ours / null | 1 of 1 | 2.00 (up, 1,000 records) | 2.00 (up, 1,000 records) |",
      "- failed: `ours`, 1,000 records, 50 ms latency, limits off: it fell",
      "- left out, because of rate limits: 1,000 instances, 0 ms latency, limits on",
    ]) {
      expect(fast).toContain(line);
    }
    expect(slow).toContain("| 1,000 | null | 2.0 _3.00_ |");
    expect(slow).toMatch(/\| 1,000 \| ours \| 6\.0 .*\| failed \|/);
  });

  test("in docs/ matches the recorded results", async () => {
    const files = await value<Record<string, string>>(`return (await load("../bench/report")).reportFiles([]);`);
    for (const [file, content] of Object.entries(files)) expect(readFileSync(file, "utf8")).toBe(content);
  });
});
