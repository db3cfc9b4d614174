import { existsSync } from "node:fs";
import path from "node:path";
import { startEmulator } from "../../emulator";
import { runInNode } from "../support/run-in-node";

test("the last line counts tests, and a file that failed to load as a failed one", async () => {
  const body = `
    const { countTests } = await load("test/costs");
    const { countsLine } = await load("test/run-tests");
    const none = { numPassedTests: 0, numFailedTests: 0, numRuntimeErrorTestSuites: 0, numPendingTests: 0, numTodoTests: 0 };
    return input.map((some) => countsLine(countTests({ ...none, ...some })));
  `;
  const { value } = await runInNode<string[]>(body, [
    { numPassedTests: 12 },
    { numPassedTests: 3, numFailedTests: 1, numRuntimeErrorTestSuites: 2 },
    { numPassedTests: 3, numPendingTests: 1, numTodoTests: 1 },
  ]);
  expect(value).toEqual(["12 passed, 0 failed", "3 passed, 3 failed", "3 passed, 0 failed, 2 skipped"]);
});

test("the CLI is prepared for the lanes that run it", async () => {
  const arguments_ = [
    [],
    ["--selectProjects", "rules", "engine"],
    ["tests/rules", "-t", "engine"],
    ["--selectProjects", "rules", "contract", "--verbose"],
    ["--ignoreProjects", "engine", "package", "native"],
    ["--ignoreProjects", "engine"],
  ];
  const body = `const { lanesNeedPulumi } = await load("test/run-tests"); return input.map(lanesNeedPulumi)`;
  expect((await runInNode<boolean[]>(body, arguments_)).value).toEqual([true, true, true, false, false, true]);
});

test("an unknown option of the quickstart is rejected before anything is prepared", async () => {
  const body = `
    process.argv = ["node", "quickstart", "--kepp"];
    await load("quickstart/quickstart");
    process.once("exit", () => { process.exitCode = 0; });
    return process.exitCode;
  `;
  const { value, said } = await runInNode<number>(body);
  expect(value).toBe(1);
  expect(said[0]).toBe("Error: Unknown option `--kepp`.");
});

test("the last lines of the quickstart name the program and, with --keep, the dashboard", async () => {
  const emulator = await startEmulator();
  try {
    const body = `const texts = await load("quickstart/phases"); return [texts.endText(), texts.keptText(input)];`;
    const { value } = await runInNode<[string, string]>(body, { url: emulator.url });
    for (const text of value) {
      const program = /The program that ran: (\S+)/.exec(text)?.[1] ?? "";
      expect(program).toBe("examples/quickstart/index.ts");
      expect(existsSync(path.resolve(__dirname, "../..", program))).toBe(true);
    }
    const address = /The dashboard: +(\S+)/.exec(value[1])?.[1] ?? "";
    const page = await fetch(address, { headers: { accept: "text/html" } });
    expect(page.headers.get("content-type")).toContain("text/html");
  } finally {
    await emulator.close();
  }
});

test("a command reads its input from stdin, so that a secret need not be an argument", async () => {
  const body = `
    const { runCommand } = await load("shared/run-command");
    const script = "process.stdin.on('data', (data) => process.stdout.write('read ' + data))";
    const given = await runCommand(process.execPath, ["-e", script], { input: "a secret" });
    const nothing = await runCommand(process.execPath, ["-e", script]);
    const deaf = await runCommand(process.execPath, ["-e", "process.exit(3)"], { input: "x".repeat(1_000_000) });
    return [given.stdout, nothing.stdout, deaf.code];
  `;
  expect((await runInNode(body)).value).toEqual(["read a secret", "", 3]);
});
