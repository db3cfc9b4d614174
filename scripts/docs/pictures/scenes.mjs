// What the pictures show: a stack's life on the dashboard, and the drift of a shop after out-of-band changes.
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";

import { callService } from "../../quickstart/emulator.mjs";
import { createStack } from "../../quickstart/phases.mjs";
import { localFolder, projectFolder } from "../../shared/paths.mjs";
import { runCommand } from "../../shared/run-command.mjs";

/**
 * The quickstart's stack, created despite a lost response; a fault that has not been hit yet; and an unmanaged instance that is
 * being created.
 */
export async function lifeOnThePage(pulumi) {
  const { emulator } = pulumi;
  const fault = (rule) => callService(emulator, "POST", "/_emulator/faults", rule);
  await fault({ method: "POST", path: "/domains/*/records", nth: 2, effect: { kind: "lostResponse" } });
  await createStack(pulumi);
  await pulumi.quietly(["up", "--yes"]);
  await pulumi.quietly(["refresh", "--yes"]);
  await fault({ method: "GET", path: "/domains", effect: { kind: "status", status: 503 } });
  await callService(emulator, "POST", "/compute/instances", { region: "eu-west", type: "g6-nanode-1", ...IMAGE });
}

const IMAGE = { label: "batch", image: "compute/debian11", root_pass: "a password for the emulator" };

export const SHOP_STACK = "production";
const FILES = path.join(localFolder, "pictures");
const COMMAND = path.join(projectFolder, "dist", "cli", "main.js");
const SHOP = path.join(import.meta.dirname, "shop");
/** Each format of a report, with the ending of its file. */
const FORMATS = { table: "txt", json: "json", markdown: "md", sarif: "sarif", junit: "xml", html: "html" };
const SOMEBODY = { token: "token-of-somebody", username: "j.doe" };
const READER = {
  token: "token-that-only-reads",
  username: "drift",
  scopes: ["computes", "images", "databases", "domains", "events"].map((what) => `${what}:read_only`),
};

/** A file with three tokens: one to deploy, one for out-of-band changes, and a read-only one for the scan. */
export function tokensFile() {
  mkdirSync(FILES, { recursive: true });
  const file = path.join(FILES, "tokens.json");
  writeFileSync(file, JSON.stringify([{ token: "quickstart-token", username: "deploy" }, SOMEBODY, READER]));
  return file;
}

/** Deploys the shop. Returns how to rehearse its next release. */
export async function shopBeforeRelease(pulumi) {
  await shopUp(pulumi);
  const command = [process.execPath, COMMAND, "rehearse", "--stack", SHOP_STACK];
  return { command, cwd: SHOP, env: { ...pulumi.env, COMPUTE_TOKEN: READER.token, RELEASE: "next" } };
}

/** Deploys the shop, changes it out of band, and scans it. Returns the folder with the reports. */
export async function scanDriftedShop(pulumi) {
  const { deployment } = await shopUp(pulumi);
  await changeByHand({ ...pulumi.emulator, token: SOMEBODY.token }, deployment.resources);
  await scan(pulumi, FILES);
  return FILES;
}

/** Returns the stack's state. */
async function shopUp(pulumi) {
  const run = async (args) => {
    const { code, stdout, stderr } = await pulumi.run([...args, "--cwd", SHOP, "--stack", SHOP_STACK], "capture");
    if (code !== 0) throw new Error(`\`pulumi ${args.join(" ")}\` failed: ${stdout}${stderr}`);
    return stdout;
  };
  await run(["stack", "init"]);
  await run(["up", "--yes"]);
  return JSON.parse(await run(["stack", "export"]));
}

async function changeByHand(emulator, resources) {
  const call = (...request) => callService(emulator, ...request);
  const idOf = (name) => resources.find(({ urn }) => urn.endsWith(`::${name}`)).id;
  const instance = (name) => `/compute/instances/${idOf(name)}`;
  const record = (name) => `/domains/${idOf(name).replace("/", "/records/")}`;
  await call("PUT", instance("web-1"), { label: "web-1-old", alerts: { cpu: 0 } });
  await call("PUT", instance("web-3"), { tags: ["shop", "web", "busy"] });
  await call("POST", `${instance("worker")}/shutdown`);
  await call("PUT", record("www"), { target: "203.0.113.99" });
  await call("DELETE", record("api"));
  const debug = { label: "debug-please-delete", tags: ["temporary"], region: "us-east", type: "g6-nanode-1" };
  await call("POST", "/compute/instances", debug);
}

async function scan(pulumi, folder) {
  const formats = Object.entries(FORMATS).flatMap(([name, end]) => ["--format", `${name}=${folder}/drift.${end}`]);
  const args = ["drift", "--stack", SHOP_STACK, "--fix-plan", ...formats];
  const env = { ...pulumi.env, COMPUTE_TOKEN: READER.token };
  const { code, stdout, stderr } = await runCommand(process.execPath, [COMMAND, ...args], { cwd: SHOP, env });
  if (code !== 2) throw new Error(`The scan exited with code ${code}, expected 2: ${stdout}${stderr}`);
}
