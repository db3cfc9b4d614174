import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";

import { prepareOtherLanguages } from "../pulumi/from-go.mjs";
import { projectFolder, SCHEMA_FILE } from "../shared/paths.mjs";
import { runCommand } from "../shared/run-command.mjs";
import { archive } from "./archive.mjs";

/** The oldest time that a zip file, such as a wheel, can contain. */
const EPOCH_SEC = Date.UTC(1980, 0, 1) / 1000;

/** Returns the SDKs for Python (a wheel) and Go (the archive of a module), generated from the package schema: `{ name, content }` of each. */
export async function sdks(version) {
  const { bin, failed } = await prepareOtherLanguages();
  if (failed) throw new Error(failed);
  const folder = mkdtempSync(path.join(os.tmpdir(), "pulumi-compute-sdks-"));
  try {
    for (const language of ["go", "python"]) {
      await run(path.join(bin, "generate-sdk"), [language, path.join(projectFolder, SCHEMA_FILE), language], folder);
    }
    await run("python3", ["-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", "wheels", "./python"], folder);
    const [wheel = ""] = readdirSync(path.join(folder, "wheels"));
    return [
      { name: wheel, content: readFileSync(path.join(folder, "wheels", wheel)) },
      { name: `pulumi-compute-go-v${version}.tar.gz`, content: archive(filesBelow(path.join(folder, "go"))) },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function run(command, args, cwd) {
  const env = { ...process.env, SOURCE_DATE_EPOCH: String(EPOCH_SEC) };
  const { code, stdout, stderr } = await runCommand(command, args, { cwd, env });
  if (code !== 0) throw new Error(`${path.basename(command)} ${args.join(" ")} failed.\n${stdout}${stderr}`);
}

function filesBelow(folder) {
  const files = readdirSync(folder, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile());
  const names = files.map((entry) => path.relative(folder, path.join(entry.parentPath ?? entry.path, entry.name)));
  return names
    .map((name) => ({
      name: name.split(path.sep).join("/"),
      content: readFileSync(path.join(folder, name)),
    }))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}
