// npm run release:artifacts [-- --without-sdks FOLDER] - writes what a GitHub release offers besides the npm package: an archive of the native
// plugin for each platform, its bill of materials, SDKs for Python and Go, and the checksums of all. The same commit gives the same bytes.
// Default: .pulumi-local/release. Needs Go, and for the SDKs Python.
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";

import { ensureBuilt, ensureInstalled } from "../shared/ensure.mjs";
import { distFolder, localFolder, projectFolder } from "../shared/paths.mjs";
import { runCommand, runNpm } from "../shared/run-command.mjs";
import { main } from "../shared/script.mjs";
import { archive } from "./archive.mjs";
import { sdks } from "./sdks.mjs";

const PLUGIN = path.join(distFolder, "plugin");
/** What `pulumi plugin install` calls each platform. */
const SYSTEMS = ["linux", "darwin", "windows"];
const ARCHITECTURES = ["amd64", "arm64"];
const LAUNCHER = "pulumi-resource-compute";
const WINDOWS_LAUNCHER = path.join(projectFolder, "scripts", "release", "windows-launcher", "main.go");
/** What all platforms share. With a PulumiPlugin.yaml, Pulumi would run npm after the download. */
const SHARED = [
  "LICENSES.txt",
  "native.cjs",
  "package.json",
  "packages.cjs",
  "plugin.cjs",
  "provider.cjs",
  "schema.json",
];

await main(async (args) => {
  const { values, positionals } = parseArgs({
    args,
    options: { "without-sdks": { type: "boolean" } },
    allowPositionals: true,
  });
  const [folder = path.join(localFolder, "release")] = positionals;
  await ensureInstalled();
  await ensureBuilt();
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const { version } = JSON.parse(readFileSync(path.join(projectFolder, "package.json"), "utf8"));
  const name = `pulumi-resource-compute-v${version}`;
  for (const system of SYSTEMS) {
    for (const architecture of ARCHITECTURES) {
      const packed = archive([
        { name: "LICENSE", content: readFileSync(path.join(projectFolder, "LICENSE")) },
        ...SHARED.map((file) => ({ name: file, content: inPlugin(file) })),
        { ...(await launcherFor(system, architecture)), isExecutable: true },
      ]);
      writeFileSync(path.join(folder, `${name}-${system}-${architecture}.tar.gz`), packed);
    }
  }
  writeFileSync(
    path.join(folder, "pulumi-resource-compute.cdx.json"),
    `${JSON.stringify(await billOfMaterials(), null, 2)}\n`,
  );
  const generated = values["without-sdks"] ? [] : await sdks(version);
  for (const { name: file, content } of generated) writeFileSync(path.join(folder, file), content);
  const sums = readdirSync(folder)
    .sort()
    .map((file) => `${sha256(readFileSync(path.join(folder, file)))}  ${file}\n`);
  writeFileSync(path.join(folder, "SHA256SUMS"), sums.join(""));
  process.stdout.write(`${folder}\n${sums.join("")}`);
});

/** The program that Pulumi looks for in the archive: a script, but on Windows an .exe. */
async function launcherFor(system, architecture) {
  if (system !== "windows") return { name: LAUNCHER, content: inPlugin(LAUNCHER) };
  const folder = mkdtempSync(path.join(os.tmpdir(), "pulumi-compute-launcher-"));
  try {
    const name = `${LAUNCHER}.exe`;
    const file = path.join(folder, name);
    const env = {
      ...process.env,
      GOOS: system,
      GOARCH: architecture,
      CGO_ENABLED: "0",
      GOFLAGS: "",
      GO111MODULE: "off",
    };
    const args = ["build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w -buildid=", "-o", file, WINDOWS_LAUNCHER];
    const { code, stderr } = await runCommand("go", args, { env });
    if (code !== 0) throw new Error(`The launcher for Windows could not be built with Go.\n${stderr}`);
    return { name, content: readFileSync(file) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function inPlugin(file) {
  return readFileSync(path.join(PLUGIN, file));
}

/** npm's bill of materials, in CycloneDX, without the packages of which nothing is in the plugin. */
async function billOfMaterials() {
  const args = ["sbom", "--sbom-format=cyclonedx", "--package-lock-only"];
  const { code, stdout, stderr } = await runNpm(args, { cwd: projectFolder });
  if (code !== 0) throw new Error(`npm sbom failed. It requires npm 10 or later.\n${stderr}`);
  const bill = JSON.parse(stdout);
  const licenses = inPlugin("LICENSES.txt").toString().split("\n");
  bill.metadata.component.name = "pulumi-resource-compute";
  // What differs between two runs, and the graph of all packages. JSON leaves out what is undefined.
  bill.serialNumber = bill.metadata.timestamp = bill.dependencies = undefined;
  return { ...bill, components: bill.components.filter((each) => licenses.includes(each["bom-ref"])) };
}

function sha256(content) {
  return createHash("sha256").update(content).digest("hex");
}
