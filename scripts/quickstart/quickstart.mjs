// npm run quickstart - create, preview, drift, repair and destroy, with the real Pulumi CLI and the emulator, from a fresh clone.
import { preparePulumi } from "../pulumi/cli.mjs";
import { createLocalBackend, forgetStack } from "../pulumi/local-backend.mjs";
import { ensureBuilt, ensureInstalled } from "../shared/ensure.mjs";
import { main } from "../shared/script.mjs";
import { keepEmulator, runningQuickstart, startEmulator, stopEmulator } from "./emulator.mjs";
import * as phase from "./phases.mjs";

const USAGE = `npm run quickstart [-- OPTION]
  --keep   keep the stack and the emulator running, for \`npm run -s pulumi -- ARGS\`
  --stop   stop the emulator that --keep left running, and remove its stack`;

const PHASES = [phase.create, phase.previewUnchanged, phase.changeBehindPulumi, phase.refreshFindsChange, phase.repair];

await main(async (args) => {
  const [option, ...rest] = args;
  if (["--help", "-h"].includes(option)) {
    print(USAGE);
    return 0;
  }
  if (rest.length > 0 || ![undefined, "--keep", "--stop"].includes(option)) {
    throw new Error(`Unknown option \`${args.join(" ")}\`.\n${USAGE}`);
  }
  const other = runningQuickstart();
  if (other)
    throw new Error(`A quickstart is already running in this clone (process ${other}). Wait for it, or stop it.`);
  if (option === "--stop") return await stop();
  await quickstart(option === "--keep");
  return 0;
});

async function stop() {
  const stopped = await stopEmulator();
  forgetStack(phase.STACK);
  print(stopped ? "Stopped the emulator and removed its stack." : "No emulator was running.");
  return 0;
}

async function quickstart(keep) {
  await ensureInstalled();
  await ensureBuilt();
  const bin = await preparePulumi();
  // The stack of an earlier quickstart is useless: stopping its emulator deletes its resources.
  await stopEmulator();
  forgetStack(phase.STACK);
  createLocalBackend();
  let kept = false;
  try {
    const pulumi = new phase.PulumiRuns(bin, await startEmulator());
    print(`The emulator is listening on ${pulumi.emulator.url}.`);
    await phase.createStack(pulumi);
    await runPhases(pulumi, keep ? PHASES : [...PHASES, phase.destroy]);
    if (keep) keepEmulator();
    kept = keep;
    printSummary(pulumi, keep);
  } finally {
    if (!kept) {
      await stopEmulator();
      forgetStack(phase.STACK);
    }
  }
}

async function runPhases(pulumi, phases) {
  for (const [index, { heading, run }] of phases.entries()) {
    const step = `${index + 1}/${phases.length}`;
    print(`\n=== ${step}  ${heading}`);
    try {
      await run(pulumi);
    } catch (error) {
      error.message = `Step ${step} failed. ${error.message}`;
      throw error;
    }
  }
}

function printSummary(pulumi, keep) {
  const width = Math.max(...pulumi.phases.map(({ name }) => name.length));
  print(
    "\n=== Done: create, a preview without changes, an out-of-band change detected and repaired" +
      (keep ? "." : ", destroy."),
  );
  for (const { name, seconds, requests } of pulumi.phases) {
    print(`  ${name.padEnd(width)}  ${seconds.toFixed(1).padStart(5)} s  API requests: ${requests}`);
  }
  print(keep ? phase.keptText(pulumi.emulator) : phase.endText());
}

function print(text) {
  process.stdout.write(`${text}\n`);
}
