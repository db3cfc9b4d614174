import { parseArgs } from "node:util";
import type { Emulator, EmulatorOptions } from "../../emulator/index";
import { startEmulator } from "../../emulator/index";
import type { Command } from "../terminal/command";
import { UsageError } from "../terminal/command";
import { readJson } from "./json-file";
import { readTokensFile } from "./tokens-file";

const DEFAULT_BRAND = "compute";
const DEFAULT_PORT = 4010;
const DEFAULT_PROVISION_MS = 1_500;

const HELP = `Usage: pulumi-compute emulator [options]

Runs the API emulator until interrupted. Open http://127.0.0.1:PORT/ in a browser for a dashboard with all resources and requests.

  --host ADDRESS       IP address to listen on; 0.0.0.0 or :: for all interfaces. Beyond loopback, set a token of your own; the
                       control API and the dashboard then require it, too (default: 127.0.0.1)
  --port PORT          port to listen on; 0 for any free port (default: ${DEFAULT_PORT})
  --brand WORD         word in paths and IDs, in place of "compute" (default: compute)
  --token TOKEN        bearer token to accept (default: emulator-token, and emulator-read-token, which is read-only)
  --token-env NAME     read the token from this environment variable, to keep it off the command line
  --tokens FILE        more tokens: a JSON array of {token, username, scopes, restricted, grants, objects}
  --provision-ms MS    time until an instance is running (default: ${DEFAULT_PROVISION_MS})
  --database-provision-ms MS
                       time until a database is active (default: twice the time of an instance)
  --time-scale FACTOR  emulated seconds per real second (default: 1)
  --clock MODE         real, or stepped: time moves only when advanced (default: real)
  --collections FILE   serve more collections, without rules of their own: a JSON object like the library's option
  --from-account       start with a copy of an account, which is read with COMPUTE_TOKEN (and COMPUTE_BRAND or COMPUTE_URL); a read-only
                       token is enough. Passwords, certificates, keys, scripts, disks and config profiles are made up
  --data FILE          keep data in this file across restarts (default: in memory only)
  --profile NAME       documents, or today: answers like the service's of 2026, which has more fields, and no MongoDB (default: documents,
                       or what a copied account has)
  --documented-only    only documented endpoints and rules
  --create-answer KIND full, or bare: responses to database creates lack status and hosts (default: full)
  --rate-limits        send rate limit headers, and reject requests beyond the limits
  -h, --help           show this help
`;

/** `pulumi-compute emulator`: prints its URL when it is ready, and exits with code 0 on SIGINT or SIGTERM. */
export const emulatorCommand: Command = {
  help: HELP,
  async run(args) {
    const { copiesAccount, ...given } = readOptions(args);
    const options = copiesAccount ? await (await import("./copied-account.js")).withCopy(given) : given;
    const emulator = await startEmulator(options).catch((error: unknown) => {
      throw withFlag(error);
    });
    // Scripts wait for this line: keep its format.
    const ready = `listening on ${emulator.url} (dashboard: ${new URL("/", emulator.url).href})\n`;
    process.stdout.write(`${ready}${environmentFor(emulator, options)}`);
    await interrupted();
    await emulator.close();
    return 0;
  },
};

/** Names the flag in place of the library's option, with which a message about it starts. */
function withFlag(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  error.message = error.message
    .replace(/^dataFile\b/, "--data")
    .replace(/ without a seed\b/, " without --from-account")
    .replace(
      /^(host|brand|tokens?|collections|timeScale|(databaseP|p)rovisionMs)\b/,
      (name) => `--${name.replace(/[A-Z]/g, "-$&").toLowerCase()}`,
    );
  return error;
}

/** The shell command that points programs at this emulator, without the token; empty if the defaults already do. */
function environmentFor({ url, port }: Emulator, { brand = DEFAULT_BRAND }: EmulatorOptions): string {
  const settings = [
    ...(port === DEFAULT_PORT ? [] : [`COMPUTE_URL=${url}`]),
    ...(brand === DEFAULT_BRAND ? [] : [`COMPUTE_BRAND=${brand}`]),
  ];
  return settings.length === 0 ? "" : `for programs: export ${settings.join(" ")}\n`;
}

type Collections = NonNullable<EmulatorOptions["collections"]>;

interface GivenOptions extends EmulatorOptions {
  readonly copiesAccount: boolean;
}

function readOptions(args: readonly string[]): GivenOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      host: { type: "string" },
      port: { type: "string", default: String(DEFAULT_PORT) },
      brand: { type: "string" },
      token: { type: "string" },
      "token-env": { type: "string" },
      "provision-ms": { type: "string", default: String(DEFAULT_PROVISION_MS) },
      "time-scale": { type: "string", default: "1" },
      clock: { type: "string", default: "real" },
      data: { type: "string" },
      tokens: { type: "string" },
      "database-provision-ms": { type: "string" },
      profile: { type: "string" },
      collections: { type: "string" },
      "from-account": { type: "boolean", default: false },
      "documented-only": { type: "boolean", default: false },
      "create-answer": { type: "string", default: "full" },
      "rate-limits": { type: "boolean", default: false },
    },
  });
  const { host, brand, tokens, data, clock, profile, collections, "create-answer": createAnswer } = values;
  const token = tokenOption(values.token, values["token-env"]);
  const databaseProvisionMs = values["database-provision-ms"];
  if (createAnswer !== "full" && createAnswer !== "bare") throw new UsageError("--create-answer must be full or bare.");
  if (profile !== undefined && profile !== "documents" && profile !== "today")
    throw new UsageError("--profile must be documents or today.");
  if (clock !== "real" && clock !== "stepped") throw new UsageError("--clock must be real or stepped.");
  return {
    port: numberOption("--port", values.port, 65_535),
    provisionMs: numberOption("--provision-ms", values["provision-ms"]),
    timeScale: numberOption("--time-scale", values["time-scale"]),
    clock,
    createAnswer,
    copiesAccount: values["from-account"],
    ...(profile === undefined ? {} : { profile }),
    documentedOnly: values["documented-only"],
    rateLimits: values["rate-limits"],
    ...(databaseProvisionMs === undefined
      ? {}
      : { databaseProvisionMs: numberOption("--database-provision-ms", databaseProvisionMs) }),
    // Like `token`, replaces the default tokens.
    ...(tokens === undefined ? {} : { tokens: readTokensFile(tokens) }),
    // The emulator checks it when it starts.
    ...(collections === undefined ? {} : { collections: readJson("--collections", collections) as Collections }),
    ...(host === undefined ? {} : { host }),
    ...(brand === undefined ? {} : { brand }),
    ...(token === undefined ? {} : { token }),
    ...(data === undefined ? {} : { dataFile: data }),
  };
}

function tokenOption(token: string | undefined, variable: string | undefined): string | undefined {
  if (variable === undefined) return token;
  if (token !== undefined) throw new UsageError("Use either --token or --token-env, not both.");
  const found = process.env[variable];
  if (found === undefined || found === "")
    throw new UsageError(`--token-env: environment variable ${variable} is not set.`);
  return found;
}

function numberOption(name: string, text: string, max = Number.MAX_SAFE_INTEGER): number {
  const value = Number(text);
  if (!/^\d+(\.\d+)?$/.test(text) || value > max)
    throw new UsageError(
      `${name} must be a number${max < Number.MAX_SAFE_INTEGER ? ` up to ${max}` : ""}, not ${text}.`,
    );
  return value;
}

function interrupted(): Promise<void> {
  return new Promise((resolve) => {
    process.once("SIGINT", () => resolve());
    process.once("SIGTERM", () => resolve());
  });
}
