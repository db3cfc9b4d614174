import { parseArgs } from "node:util";
import type { EmulatorOptions } from "../emulator/index";
import { startEmulator } from "../emulator/index";
import type { Command } from "./command";
import { UsageError } from "./command";

const DEFAULT_PORT = 4010;
const DEFAULT_PROVISION_MS = 1_500;

const HELP = `Usage: pulumi-compute emulator [options]

Runs the embedded emulator of the cloud service on 127.0.0.1 until it is interrupted.

  --port PORT          port to listen on; 0 takes any free one (default ${DEFAULT_PORT})
  --brand WORD         the word that stands wherever the documents write "compute" (default compute)
  --token TOKEN        the bearer token that is accepted (default emulator)
  --provision-ms MS    how long an instance takes to become running (default ${DEFAULT_PROVISION_MS})
  --time-scale FACTOR  how many emulated seconds pass in a second (default 1)
  --clock MODE         real, or stepped: time stands still until it is advanced (default real)
  --data FILE          keep the state in this file across restarts (default: memory only)
  -h, --help           show this text
`;

/** `pulumi-compute emulator`: prints one line when it is ready, and ends with exit code 0 on SIGINT or SIGTERM. */
export const emulatorCommand: Command = {
  summary: "run the embedded emulator of the cloud service",
  help: HELP,
  async run(args) {
    const emulator = await startEmulator(readOptions(args));
    // Whoever started this waits for exactly this line.
    process.stdout.write(`listening on ${emulator.url}\n`);
    await interrupted();
    await emulator.close();
    return 0;
  },
};

function readOptions(args: readonly string[]): EmulatorOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      port: { type: "string", default: String(DEFAULT_PORT) },
      brand: { type: "string" },
      token: { type: "string" },
      "provision-ms": { type: "string", default: String(DEFAULT_PROVISION_MS) },
      "time-scale": { type: "string", default: "1" },
      clock: { type: "string", default: "real" },
      data: { type: "string" },
    },
  });
  const { brand, token, data, clock } = values;
  if (clock !== "real" && clock !== "stepped") throw new UsageError("--clock must be real or stepped");
  return {
    port: numberOption("--port", values.port, 65_535),
    provisionMs: numberOption("--provision-ms", values["provision-ms"]),
    timeScale: numberOption("--time-scale", values["time-scale"]),
    clock,
    ...(brand === undefined ? {} : { brand }),
    ...(token === undefined ? {} : { token }),
    ...(data === undefined ? {} : { dataFile: data }),
  };
}

function numberOption(name: string, text: string, max = Number.MAX_SAFE_INTEGER): number {
  const value = Number(text);
  if (!/^\d+(\.\d+)?$/.test(text) || value > max) throw new UsageError(`${name} must be a number, not ${text}`);
  return value;
}

function interrupted(): Promise<void> {
  return new Promise((resolve) => {
    process.once("SIGINT", () => resolve());
    process.once("SIGTERM", () => resolve());
  });
}
