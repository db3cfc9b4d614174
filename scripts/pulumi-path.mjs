// npm run -s pulumi:path - prints the one folder to put on PATH for the Pulumi CLI, preparing it first when needed.
import { ensureInstalled } from "./ensure-installed.mjs";
import { main } from "./main.mjs";
import { preparePulumi } from "./pulumi-cli.mjs";

await main(async () => {
  await ensureInstalled();
  process.stdout.write(`${await preparePulumi()}\n`);
});
