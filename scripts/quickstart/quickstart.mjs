// npm run quickstart - create, preview, drift, repair and destroy, with the real Pulumi CLI and the emulator, from a fresh clone.
import { preparePulumi } from "../pulumi/cli.mjs";
import { forgetStack } from "../pulumi/local-backend.mjs";
import { ensureBuilt, ensureInstalled } from "../shared/ensure.mjs";
import { main } from "../shared/script.mjs";
import { keepEmulator, stopEmulator } from "./emulator.mjs";
import { createStack, DESTROY, STACK, STEPS, withEmulator } from "./phases.mjs";

const USAGE = `npm run quickstart [-- OPTION]
  --keep   keep the stack and the emulator running, for \`npm run -s pulumi -- ARGS\`
  --stop   stop the emulator that --keep left running, and remove its stack`;

const ENDED = `
The program that ran: examples/quickstart/index.ts

What to try next:
  npm run quickstart -- --keep    the same, but keep the stack and the emulator running
  npm test                        run the tests, including those with the real Pulumi CLI
  README.md                       how to use the package in your own program`;

const kept = ({ url }) => `
The stack and the emulator (${url}) are still running.
  The program that ran: examples/quickstart/index.ts
  The dashboard:        ${new URL("/_emulator/", url)}

Try:
  npm run -s pulumi -- stack                     show the resources and outputs
  npm run -s pulumi -- preview --diff            after changing the program
  npm run -s pulumi -- up --yes
  npm run -s pulumi -- refresh --preview-only
  npm run -s pulumi -- destroy --yes
When you are done:
  npm run quickstart -- --stop`;

await main(async (args) => {
  const [option, ...rest] = args;
  if (["--help", "-h"].includes(option)) return print(USAGE);
  if (rest.length > 0 || ![undefined, "--keep", "--stop"].includes(option)) {
    throw new Error(`Unknown option \`${args.join(" ")}\`.\n${USAGE}`);
  }
  return option === "--stop" ? await stop() : await quickstart(option === "--keep");
});

async function stop() {
  const stopped = await stopEmulator();
  forgetStack(STACK);
  print(stopped ? "Stopped the emulator and removed its stack." : "No emulator was running.");
}

async function quickstart(keep) {
  await ensureInstalled();
  await ensureBuilt();
  await withEmulator({ bin: await preparePulumi() }, async (pulumi) => {
    print(`The emulator is listening on ${pulumi.emulator.url}.`);
    await createStack(pulumi);
    const steps = keep ? STEPS : [...STEPS, DESTROY];
    for (const [index, [heading, run]] of steps.entries()) {
      const step = `${index + 1}/${steps.length}`;
      print(`\n=== ${step}  ${heading}`);
      await run(pulumi).catch((error) => {
        error.message = `Step ${step} failed. ${error.message}`;
        throw error;
      });
    }
    if (keep) keepEmulator();
    print(`\n=== Done: create, preview without changes, a change detected and repaired${keep ? "" : ", destroy"}.`);
    print(keep ? kept(pulumi.emulator) : ENDED);
    return keep;
  });
}

function print(text) {
  process.stdout.write(`${text}\n`);
}
