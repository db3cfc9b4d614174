// npm run -s pulumi:path - prints the one folder to put on PATH for the Pulumi CLI, preparing it first when needed.
import { ensureInstalled } from "../shared/ensure.mjs";
import { main, say } from "../shared/script.mjs";
import { preparePulumi } from "./cli.mjs";
import { limitOf } from "./from-go.mjs";

await main(async () => {
  await ensureInstalled();
  const bin = await preparePulumi();
  const limit = limitOf(bin);
  if (limit) say(limit);
  process.stdout.write(`${bin}\n`);
});
