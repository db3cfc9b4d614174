import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { throwIfInterrupted } from "./interruption.mjs";
import { say } from "./say.mjs";

const BEAT_MS = 2_000;
const ABANDONED_MS = 30_000;

/**
 * One process at a time does `action`; the others wait. The holder of the lock touches it every two seconds, so that a lock
 * left by a process that was killed is taken over. What is done under the lock must still be atomic by itself: a process
 * that was suspended may find its lock taken over.
 */
export async function withFolderLock(folder, doing, action) {
  mkdirSync(path.dirname(folder), { recursive: true });
  for (let told = false; !take(folder); told = true) {
    if (!told) say(`Waiting for another process that is ${doing} ...`);
    await sleep(300);
    throwIfInterrupted();
  }
  const beat = setInterval(() => touch(folder), BEAT_MS);
  try {
    return await action();
  } finally {
    clearInterval(beat);
    rmSync(folder, { recursive: true, force: true });
  }
}

function take(folder) {
  try {
    mkdirSync(folder);
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
    if (isAbandoned(folder)) remove(folder);
    return false;
  }
  writeFileSync(path.join(folder, "owner.json"), JSON.stringify({ host: os.hostname(), pid: process.pid }));
  return true;
}

function isAbandoned(folder) {
  try {
    if (Date.now() - statSync(folder).mtimeMs > ABANDONED_MS) return true;
    const owner = JSON.parse(readFileSync(path.join(folder, "owner.json"), "utf8"));
    return owner.host === os.hostname() && !isRunning(owner.pid);
  } catch {
    // The owner is just creating or removing it.
    return false;
  }
}

export function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

// Renaming first lets only one of several waiting processes win.
function remove(folder) {
  const aside = `${folder}.abandoned-${process.pid}`;
  try {
    renameSync(folder, aside);
    rmSync(aside, { recursive: true, force: true });
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
  }
}

function touch(folder) {
  const now = new Date();
  try {
    utimesSync(folder, now, now);
  } catch {
    // Taken over after a suspension; see above.
  }
}
