import { fork } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import path from "node:path";
import { startEmulator } from "../../emulator/index";
import type { Emulator } from "../../emulator/index";
import { loaderText } from "../../provider/shared/loader";
import { PROVIDER_KEY } from "../../provider/shared/boundary";
import { eventually } from "../support/engine-cli";
import { ensureEnded, isAlive } from "../support/engine-processes";
import { installedOnce, packageEnvironment } from "../support/package-installation";
import { temporaryFolder } from "../support/temporary-folder";

const SETUP_MS = 600_000;

/** For a process that exits at once; the machine may be busy. */
const SOON_MS = 20_000;

const STAND_IN = path.join(__dirname, "..", "support", "engine-stand-in.cjs");

const INSTANCE = {
  [PROVIDER_KEY]: loaderText({ kind: "Instance" }),
  region: "us-east",
  type: "g6-nanode-1",
  image: "compute/debian11",
  rootPass: "a long password",
};

/** Writes to stdout and stderr all the time, once the engine has read the provider's port. */
const PRINTING = `
  const { write } = process.stdout;
  process.stdout.write = (...args) => {
    process.stdout.write = write;
    setInterval(() => [process.stdout, process.stderr].forEach((stream) => stream.write("printed\\n")), 10);
    return write.apply(process.stdout, args);
  };
`;

/** What the stand-in for the engine has reported. */
interface Reports {
  pid?: number;
  message?: string;
  failure?: string;
  id?: string;
}

/** Without the CLI, so that it costs little to repeat with each SDK of `npm run test:matrix`. */
describe("the provider's process, while a create waits for its instance,", () => {
  const engines: { readonly engine: ChildProcess; readonly reports: Reports }[] = [];
  let installed: string;
  let emulator: Emulator;

  beforeAll(async () => {
    installed = await installedOnce("npm");
    emulator = await startEmulator({ clock: "stepped", provisionMs: 600_000 });
  }, SETUP_MS);

  afterAll(async () => {
    for (const { engine, reports } of engines) {
      engine.kill("SIGKILL");
      if (reports.pid !== undefined) ensureEnded(reports.pid);
    }
    await emulator.close();
  });

  async function waiting(...nodeOptions: string[]) {
    const env = { ...packageEnvironment(), COMPUTE_URL: emulator.url, COMPUTE_TOKEN: emulator.token };
    // Without the journal of the first one, its instance could be anyone's.
    const inputs = JSON.stringify({ ...INSTANCE, label: `web-${engines.length}` });
    const engine = fork(STAND_IN, [inputs, ...nodeOptions], { cwd: installed, env, execArgv: [] });
    const reports: Reports = {};
    // The wait may not be the last message.
    engine.on("message", (report: Reports) => {
      Object.assign(reports, { ...report, message: `${reports.message ?? ""}\n${report.message ?? ""}` });
    });
    engines.push({ engine, reports });
    await eventually("the wait for the instance", () => reports.message?.includes("waiting for"));
    return { engine, reports, pid: reports.pid as number };
  }

  test("exits if it writes to an output that nobody reads any more, although the engine is running", async () => {
    const printing = path.join(temporaryFolder({ "printing.cjs": PRINTING }), "printing.cjs");
    const { engine, pid } = await waiting("--require", printing);
    engine.send("close the pipes");
    await eventually("the end of the provider", () => !isAlive(pid), SOON_MS);
  });

  test("fails the create with the ID of the instance on Ctrl-C, and exits afterwards if the engine is killed", async () => {
    const { engine, pid, reports } = await waiting();
    engine.send("cancel");
    await eventually("the failure", () => reports.failure, SOON_MS);
    expect(reports).toMatchObject({ failure: expect.stringContaining("Canceled"), id: expect.stringMatching(/^\d+$/) });
    expect(isAlive(pid)).toBe(true);
    engine.kill("SIGKILL");
    await eventually("the end of the provider", () => !isAlive(pid), SOON_MS);
  });
});
