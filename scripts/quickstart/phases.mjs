import { randomBytes } from "node:crypto";
import path from "node:path";

import { createLocalBackend, forgetStack, pulumiEnvironment } from "../pulumi/local-backend.mjs";
import { projectFolder } from "../shared/paths.mjs";
import { runCommand } from "../shared/run-command.mjs";
import { callService, runningQuickstart, startEmulator, stopEmulator } from "./emulator.mjs";

export const STACK = "quickstart";

/** The exit code of `--expect-no-changes` if there are changes (Pulumi 3.227 and later). */
const CHANGES_FOUND = 7;

/** An address that is reserved for documentation. */
const FOREIGN_TARGET = "203.0.113.99";

/** Runs Pulumi on the quickstart's stack. */
class PulumiRuns {
  constructor(bin, emulator) {
    this.command = path.join(bin, "pulumi");
    this.emulator = emulator;
    this.env = pulumiEnvironment({ bin, emulator });
  }

  /** Runs Pulumi with its output on the terminal, then prints what that cost. Throws if the exit code is not the expected one. */
  async show(args, expected = 0) {
    const countRequests = async () => (await callService(this.emulator, "GET", "/_emulator/requests")).total;
    const before = await countRequests();
    const started = Date.now();
    process.stdout.write(`$ pulumi ${args.join(" ")}\n`);
    const { code } = await this.run([...args, "--stack", STACK], "inherit");
    const requests = (await countRequests()) - before;
    process.stdout.write(`${((Date.now() - started) / 1000).toFixed(1)} s, API requests: ${requests}\n`);
    if (code !== expected)
      throw new Error(`\`pulumi ${args.join(" ")}\` exited with code ${code}, expected ${expected}.`);
  }

  /** @param input Pulumi's stdin, such as a secret, which must not be among the arguments */
  async quietly(args, input) {
    const { code, stdout, stderr } = await this.run([...args, "--stack", STACK], "capture", input);
    if (code !== 0) throw new Error(`\`pulumi ${args.join(" ")}\` failed: ${(stderr || stdout).trim()}`);
  }

  run(args, output, input) {
    const [command, ...first] = ignoringHangup(this.command);
    return runCommand(command, [...first, ...args], { cwd: projectFolder, env: this.env, output, input });
  }
}

/**
 * Closing a terminal window sends SIGHUP to every process in it, on which Pulumi would exit at once and leave its plugins running.
 * With this, Pulumi ignores SIGHUP; this process receives it too, and sends Pulumi a SIGTERM instead (run-command.mjs).
 */
function ignoringHangup(command) {
  return process.platform === "win32" ? [command] : ["/bin/sh", "-c", 'trap "" HUP; exec "$0" "$@"', command];
}

/** Runs `use` with a new emulator and without an earlier stack, and removes both afterwards, unless it returns true. */
export async function withEmulator({ bin, stack = STACK, options = [] }, use) {
  const other = runningQuickstart();
  if (other)
    throw new Error(`A quickstart is already running in this clone (process ${other}). Wait for it, or stop it.`);
  // The stack of an earlier quickstart is useless: stopping its emulator deletes its resources.
  await stopEmulator();
  forgetStack(stack);
  createLocalBackend();
  let isKept = false;
  try {
    isKept = (await use(new PulumiRuns(bin, await startEmulator(options)))) === true;
  } finally {
    if (!isKept) {
      await stopEmulator();
      forgetStack(stack);
    }
  }
}

/** Creates the stack with the password that its program requires. It is random: the instance exists only in the emulator. */
export async function createStack(pulumi) {
  await pulumi.quietly(["stack", "init"]);
  await pulumi.quietly(["config", "set", "--secret", "rootPass"], randomBytes(24).toString("base64url"));
}

/** Each step with its heading. */
export const STEPS = [
  [
    "pulumi up creates an instance, a domain, and an A, an MX and a TXT record. Look for their five `+` rows.",
    (pulumi) => pulumi.show(["up", "--yes"]),
  ],
  [
    "A second pulumi preview shows no changes. Look for `unchanged`.",
    (pulumi) => pulumi.show(["preview", "--expect-no-changes"]),
  ],
  ["Someone changes the A record out of band, here with a plain HTTP PUT.", changeOutOfBand],
  [
    `pulumi refresh detects that change. Look for the \`~\` row. The "error" and exit code ${CHANGES_FOUND} make a CI job fail.`,
    (pulumi) => pulumi.show(["refresh", "--preview-only", "--expect-no-changes", "--diff"], CHANGES_FOUND),
  ],
  ["pulumi up --refresh repairs the record. Look for `~` on it and `unchanged` on the rest.", repair],
];

export const DESTROY = [
  "pulumi destroy --remove deletes all resources and the stack itself. Look for the `-` rows.",
  async (pulumi) => {
    await pulumi.show(["destroy", "--yes", "--remove"]);
    const { results } = await callService(pulumi.emulator, "GET", "/domains");
    if (results !== 0) throw new Error(`${results} domains still exist after destroy.`);
  },
];

async function changeOutOfBand({ emulator }) {
  const { route, record } = await findAddressRecord(emulator);
  await callService(emulator, "PUT", route, { target: FOREIGN_TARGET });
  process.stdout.write(`PUT ${route}: target "${record.target}" is now "${FOREIGN_TARGET}"\n`);
}

async function repair(pulumi) {
  await pulumi.show(["up", "--refresh", "--yes"]);
  const { route, record } = await findAddressRecord(pulumi.emulator);
  if (record.target === FOREIGN_TARGET)
    throw new Error("The A record still has the out-of-band target after the repair.");
  process.stdout.write(`GET ${route}: target is "${record.target}" again\n`);
}

async function findAddressRecord(emulator) {
  const [domain] = (await callService(emulator, "GET", "/domains")).data;
  const { data } = await callService(emulator, "GET", `/domains/${domain?.id}/records`);
  const record = data.find(({ type }) => type === "A");
  if (!record) throw new Error("The emulator has no A record, although `pulumi up` reported success.");
  return { route: `/domains/${domain.id}/records/${record.id}`, record };
}
