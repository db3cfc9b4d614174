// npm run -s pulumi:path - prints the one folder to put on PATH for the Pulumi CLI, preparing it first when needed.
import { ensureInstalled } from "./ensure-installed.mjs";
import { main } from "./main.mjs";
import { preparePulumi } from "./pulumi-cli.mjs";
import { limitOf } from "./pulumi-from-go.mjs";
import { say } from "./say.mjs";

await main(async () => {
  await ensureInstalled();
  const bin = await preparePulumi();
  const limit = limitOf(bin);
  if (limit) say(limit);
  process.stdout.write(`${bin}\n`);
});
