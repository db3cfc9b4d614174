import { spawn } from "node:child_process";
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { isRunning } from "../shared/ensure.mjs";
import { localFolder, projectFolder } from "../shared/paths.mjs";
import { lastLine, throwIfInterrupted } from "../shared/run-command.mjs";

const recordFile = path.join(localFolder, "quickstart.json");
const logFile = path.join(localFolder, "emulator.log");

/** Any text works: it is only valid for an emulator on this machine. */
const TOKEN = "quickstart-token";
const READY_MS = 30_000;
const STOP_MS = 5_000;

/**
 * Starts the emulator in a separate process group, so that Ctrl-C doesn't stop it while Pulumi finishes its requests.
 * The process ID is saved at once: if this process is killed, the next quickstart stops the emulator.
 */
export async function startEmulator(options = []) {
  mkdirSync(localFolder, { recursive: true });
  const log = openSync(logFile, "w");
  const command = path.join(projectFolder, "dist", "cli", "main.js");
  const child = spawn(process.execPath, [command, "emulator", "--port", "0", "--token", TOKEN, ...options], {
    detached: true,
    stdio: ["ignore", log, log],
    windowsHide: true,
  });
  closeSync(log);
  child.unref();
  writeRecord({ pid: child.pid, startedBy: process.pid });
  const url = await addressInLog(child);
  writeRecord({ pid: child.pid, startedBy: process.pid, url, token: TOKEN });
  return { url, token: TOKEN };
}

async function addressInLog(child) {
  for (const deadline = Date.now() + READY_MS; Date.now() < deadline; await sleep(50)) {
    const address = /^listening on (http\S+)/m.exec(readFileSync(logFile, "utf8"));
    if (address) return address[1];
    if (child.exitCode !== null) break;
    throwIfInterrupted();
  }
  throw new Error(
    `The emulator did not start: ${lastLine(readFileSync(logFile, "utf8")).replace(/\.$/, "") || "it printed nothing"}.`,
  );
}

/** Marks the emulator as one that outlives the quickstart. */
export function keepEmulator() {
  writeRecord({ ...readRecord(), startedBy: undefined });
}

/** The emulator that `npm run quickstart -- --keep` left running, if it still responds. */
export async function keptEmulator() {
  const record = readRecord();
  return record && (await answers(record)) ? { url: record.url, token: record.token } : undefined;
}

/** The process ID of another quickstart that is running in this clone. */
export function runningQuickstart() {
  const startedBy = readRecord()?.startedBy;
  return startedBy && startedBy !== process.pid && isRunning(startedBy) ? startedBy : undefined;
}

/** Stops this clone's emulator, whichever process started it. Returns whether there was one. */
export async function stopEmulator() {
  const record = readRecord();
  if (!record) return false;
  const ours = record.startedBy === process.pid || (await answers(record));
  // The process ID alone proves nothing: after a reboot, another process may have it.
  if (ours) await stopProcess(record.pid);
  rmSync(recordFile, { force: true });
  return ours;
}

async function stopProcess(pid) {
  for (const signal of ["SIGTERM", "SIGKILL"]) {
    if (!isRunning(pid)) return;
    process.kill(pid, signal);
    for (const deadline = Date.now() + STOP_MS; isRunning(pid) && Date.now() < deadline;) await sleep(25);
  }
}

/** Sends a request to the emulated API, as any other client would, or to the control API, below `/_emulator`. */
export async function callService({ url, token }, method, route, body) {
  const answer = await fetch(route.startsWith("/_emulator/") ? new URL(route, url) : `${url}${route}`, {
    method,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  const content = await answer.text();
  if (!answer.ok) throw new Error(`The emulator returned HTTP ${answer.status} for ${method} ${route}: ${content}`);
  return JSON.parse(content);
}

async function answers({ url }) {
  if (!url) return false;
  const answer = fetch(new URL("/_emulator/requests", url), { signal: AbortSignal.timeout(2_000) });
  return await answer.then(
    ({ ok }) => ok,
    () => false,
  );
}

function readRecord() {
  return existsSync(recordFile) ? JSON.parse(readFileSync(recordFile, "utf8")) : undefined;
}

function writeRecord(record) {
  writeFileSync(recordFile, JSON.stringify(record));
}
