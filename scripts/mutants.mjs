// npm run test:mutants [-- --count 640 --seed 1 --lanes A,B --compare FILE --out FILE] - what the tests catch: changes a sample of the code, one
// place at a time, and sees which changes no test notices. It takes hours; a run that was interrupted is resumed by the same command.
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";

import { ensureInstalled } from "./ensure-installed.mjs";
import { main } from "./main.mjs";
import { hunt, LANES } from "./mutants/hunt.mjs";
import { comparison, summary } from "./mutants/report.mjs";
import { drawSample } from "./mutants/sample.mjs";
import { prepareWorkspace } from "./mutants/workspace.mjs";
import { projectFolder } from "./paths.mjs";
import { preparePulumi } from "./pulumi-cli.mjs";

const OPTIONS = {
  count: { type: "string", default: "640" },
  seed: { type: "string", default: "1" },
  lanes: { type: "string", default: LANES.join(",") },
  compare: { type: "string" },
  out: { type: "string" },
};

await main(async (args) => {
  const { values } = parseArgs({ args, options: OPTIONS });
  await ensureInstalled();
  const sample = await drawSample(projectFolder, { count: Number(values.count), seed: values.seed });
  const workspace = await prepareWorkspace(projectFolder, sample);
  const before = values.compare === undefined ? [] : JSON.parse(readFileSync(values.compare, "utf8"));
  const lanes = values.lanes.split(",");
  const results = await hunt(workspace, { cli: await preparePulumi(), lanes, before });
  process.stdout.write(summary(results));
  if (values.out) writeFileSync(values.out, `${JSON.stringify(results, null, 1)}\n`);
  if (values.compare === undefined) return 0;
  const { text, isWorse } = comparison(before, results);
  process.stdout.write(text);
  return isWorse ? 1 : 0;
});
