// node bench/journal.mjs [COUNT] - measures the journal's CPU time for COUNT creates (default 10,000), and in the next update after a kill.
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";

import { projectFolder } from "../scripts/shared/paths.mjs";

const COUNT = Number(process.argv[2] ?? 10_000);
const AT_ONCE = 16;
const COLLECTION = "/domains/1/records";

const { openJournal } = createRequire(path.join(projectFolder, "dist", "/"))("./provider/journal/file-journal.js");
const folder = mkdtempSync(path.join(os.tmpdir(), "journal-"));
const urnOf = (index) => `urn:pulumi:dev::shop::pulumi-nodejs:dynamic/compute:DomainRecord::record-${index}`;
const resource = (index) => ({ urn: urnOf(index), id: `1/${index}`, collection: COLLECTION });
const opened = () => openJournal(folder, { onProblem: (problem) => process.stderr.write(`${problem}\n`) });

async function make(journal, index) {
  const noted = await journal.note({ urn: urnOf(index), collection: COLLECTION, before: [], at: Date.now() });
  await noted.noteResponse(String(index));
}

async function eachIndex(work) {
  let next = 0;
  const worker = async () => {
    while (next < COUNT) await work(next++);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

async function measured(what, work) {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  process.stdout.write(`${what.padEnd(50)} ${((user + system) / 1e6).toFixed(2).padStart(7)} s\n`);
}

try {
  await measured(`${COUNT} creates, all returned to the engine`, async () => {
    const run = opened();
    await eachIndex(async (index) => {
      await make(run, index);
      run.noteReturned(resource(index));
    });
    run.close();
  });
  await measured("next update, with all of them in state", async () => {
    const run = opened();
    await eachIndex((index) => run.noteInState(resource(index)));
    run.close();
  });
  const killed = opened();
  await eachIndex((index) => make(killed, index));
  await measured(`next update after a kill, ${COUNT} open intents`, async () => {
    const run = opened();
    await eachIndex((index) => {
      const open = run.openIntents(urnOf(index));
      run.intentsThatCreated(COLLECTION, String(index));
      for (const { id } of open) run.settle(id);
    });
    run.close();
  });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
