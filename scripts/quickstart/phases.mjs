import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";

import { pulumiEnvironment } from "../pulumi/local-backend.mjs";
import { projectFolder } from "../shared/paths.mjs";
import { runCommand } from "../shared/run-command.mjs";
import { callService, countRequests } from "./emulator.mjs";

export const STACK = "quickstart";

/** The exit code of `--expect-no-changes` if there are changes (Pulumi 3.227 and later). */
const CHANGES_FOUND = 7;

/** An address that is reserved for documentation. */
const FOREIGN_TARGET = "203.0.113.99";

/** Runs Pulumi on the quickstart's stack, and records how long each command takes and how many requests it sends. */
export class PulumiRuns {
  phases = [];

  constructor(bin, emulator) {
    this.command = path.join(bin, "pulumi");
    this.emulator = emulator;
    this.env = pulumiEnvironment({ bin, emulator });
  }

  /** Runs Pulumi with its output on the terminal. Throws if the exit code is not the expected one. */
  async show(name, args, expected = 0) {
    const before = (await countRequests(this.emulator)).total;
    const started = Date.now();
    process.stdout.write(`$ pulumi ${args.join(" ")}\n`);
    const { code } = await this.run([...args, "--stack", STACK], "inherit");
    const requests = (await countRequests(this.emulator)).total - before;
    this.phases.push({ name, seconds: (Date.now() - started) / 1000, requests });
    if (code !== expected) {
      throw new Error(`\`pulumi ${args.join(" ")}\` exited with code ${code}, expected ${expected}.`);
    }
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

/** Creates the stack with the password that its program requires. It is random: the instance exists only in the emulator. */
export async function createStack(pulumi) {
  await pulumi.quietly(["stack", "init"]);
  await pulumi.quietly(["config", "set", "--secret", "rootPass"], randomBytes(24).toString("base64url"));
}

export const create = {
  heading: "pulumi up creates an instance, a domain, and an A, an MX and a TXT record. Look for their five `+` rows.",
  run: (pulumi) => pulumi.show("up, creating", ["up", "--yes"]),
};

export const previewUnchanged = {
  heading: "A second pulumi preview shows no changes. Look for `unchanged`.",
  run: (pulumi) => pulumi.show("preview, unchanged", ["preview", "--expect-no-changes"]),
};

export const changeBehindPulumi = {
  heading: "Someone changes the A record out of band, here with a plain HTTP PUT.",
  async run({ emulator }) {
    const { route, record } = await findAddressRecord(emulator);
    await callService(emulator, "PUT", route, { target: FOREIGN_TARGET });
    process.stdout.write(`PUT ${route}: target "${record.target}" is now "${FOREIGN_TARGET}"\n`);
  },
};

export const refreshFindsChange = {
  heading: `pulumi refresh detects that change. Look for the \`~\` row. The "error" and exit code ${CHANGES_FOUND} make a CI job fail.`,
  run: (pulumi) =>
    pulumi.show(
      "refresh, detecting the change",
      ["refresh", "--preview-only", "--expect-no-changes", "--diff"],
      CHANGES_FOUND,
    ),
};

export const repair = {
  heading: "pulumi up --refresh repairs the record. Look for `~` on it and `unchanged` on the rest.",
  async run(pulumi) {
    await pulumi.show("up, repairing", ["up", "--refresh", "--yes"]);
    const { route, record } = await findAddressRecord(pulumi.emulator);
    if (record.target === FOREIGN_TARGET)
      throw new Error("The A record still has the out-of-band target after the repair.");
    process.stdout.write(`GET ${route}: target is "${record.target}" again\n`);
  },
};

export const destroy = {
  heading: "pulumi destroy --remove deletes all resources and the stack itself. Look for the `-` rows.",
  async run(pulumi) {
    await pulumi.show("destroy", ["destroy", "--yes", "--remove"]);
    const { results } = await callService(pulumi.emulator, "GET", "/domains");
    if (results !== 0) throw new Error(`${results} domains still exist after destroy.`);
  },
};

async function findAddressRecord(emulator) {
  for (const domain of (await callService(emulator, "GET", "/domains")).data) {
    const { data } = await callService(emulator, "GET", `/domains/${domain.id}/records`);
    const record = data.find(({ type }) => type === "A");
    if (record) return { route: `/domains/${domain.id}/records/${record.id}`, record };
  }
  throw new Error("The emulator has no A record, although `pulumi up` reported success.");
}

/** The last lines of a quickstart that removes everything. */
export const endText = () => `
The program that ran: ${program()}

What to try next:
  npm run quickstart -- --keep    the same, but keep the stack and the emulator running
  npm test                        run the tests, including those with the real Pulumi CLI
  README.md                       how to use the package in your own program`;

/** The last lines of a quickstart that keeps its stack and emulator. */
export const keptText = ({ url }) => `
The stack and the emulator (${url}) are still running.
  The program that ran: ${program()}
  The dashboard:        ${new URL("/_emulator/", url)}

Try:
  npm run -s pulumi -- stack                     show the resources and outputs
  npm run -s pulumi -- preview --diff            after changing the program
  npm run -s pulumi -- up --yes
  npm run -s pulumi -- refresh --preview-only
  npm run -s pulumi -- destroy --yes
When you are done:
  npm run quickstart -- --stop`;

/** The file that Pulumi.yaml names. */
function program() {
  const [, main] = /^main: *(\S+)$/m.exec(readFileSync(path.join(projectFolder, "Pulumi.yaml"), "utf8"));
  return main;
}
