import { chmodSync, copyFileSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

import { lastLine, runCommand } from "../shared/run-command.mjs";
import { say, sayEveryMinute } from "../shared/script.mjs";
import { compareVersions, fillAtomically, parseVersion, problemOf, versions } from "./found.mjs";

const CLI_MODULE = "github.com/pulumi/pulumi/pkg/v3";
const SDK_MODULE = "github.com/pulumi/pulumi/sdk/v3";
const HOST_FOLDER = "host-module";
const GO_ENVIRONMENT = { GOTOOLCHAIN: "local", GOWORK: "off", GO111MODULE: "on", CGO_ENABLED: "0" };

/** Builds the CLI and its Node language host from their Go modules, for machines that can only reach a module proxy. */
export async function buildFromGoModules(cache) {
  const { goModules } = versions;
  const go = await installedGo();
  if (!go) return { failed: "Pulumi CLI: cannot be built from its Go modules, because no `go` is on PATH." };
  if (compareVersions(go, parseVersion(goModules.go)) < 0) {
    return {
      failed: `Pulumi CLI: building it requires Go ${goModules.go} or later, but \`go\` on PATH is ${go.text}.`,
    };
  }
  say(
    `Building the Pulumi CLI ${goModules.cli} from its Go modules (3 to 10 minutes and 3.5 GB of Go caches, once per user) ...`,
  );
  return await fillAtomically(cache, async (folder) => {
    try {
      const bin = path.join(folder, "bin");
      mkdirSync(bin);
      await sayEveryMinute("Still building the Pulumi CLI", buildCli(path.join(folder, "cli-module"), bin));
      say("Building Pulumi's Node language host ...");
      await sayEveryMinute("Still building the language host", buildLanguageHost(path.join(folder, HOST_FOLDER), bin));
      copyDynamicProviderLauncher(bin);
      const problem = await problemOf(path.join(bin, executable("pulumi")), [bin]);
      return problem && `Pulumi CLI: the one built from Go modules ${problem}.`;
    } catch (error) {
      if (!(error instanceof BuildFailed)) throw error;
      return `Pulumi CLI: the build from its Go modules failed (${error.message}).`;
    }
  });
}

/** The limits of a CLI that was built here. The language host is old, because newer versions are not published as a Go module. */
export function limitOf(bin) {
  if (!existsSync(path.join(path.dirname(bin), HOST_FOLDER))) return undefined;
  return (
    `This Pulumi CLI was built with the Node language host ${versions.goModules.nodeLanguageHost}. Runtime options in Pulumi.yaml ` +
    '(`nodeargs`), resource transforms and policy packs do not work with it. For TypeScript ES modules, set NODE_OPTIONS="--import tsx".'
  );
}

class BuildFailed extends Error {}

async function installedGo() {
  const { code, stdout } = await runCommand("go", ["env", "GOVERSION"], { env: goEnvironment() });
  return code === 0 ? parseVersion(stdout) : undefined;
}

async function buildCli(folder, bin) {
  const version = `v${versions.goModules.cli}`;
  const downloaded = JSON.parse(
    await go(createModule(folder), ["mod", "download", "-json", `${CLI_MODULE}@${version}`]),
  );
  const { Replace } = JSON.parse(await go(folder, ["mod", "edit", "-json", downloaded.GoMod]));
  // Go applies `replace` only in the main module, so copy the CLI's. Those that name a folder only work in Pulumi's repository.
  const replaced = (Replace ?? []).filter(({ New }) => New.Version);
  const replacements = replaced.map(({ Old, New }) => `-replace=${Old.Path}=${New.Path}@${New.Version}`);
  await go(folder, ["mod", "edit", `-require=${CLI_MODULE}@${version}`, ...replacements]);
  const flags = `-s -w -X ${SDK_MODULE}/go/common/version.Version=${version}`;
  await go(folder, ["build", "-trimpath", "-ldflags", flags, "-o", `${bin}${path.sep}`, `${CLI_MODULE}/cmd/pulumi`]);
}

async function buildLanguageHost(folder, bin) {
  await go(createModule(folder), ["mod", "edit", `-require=${SDK_MODULE}@v${versions.goModules.nodeLanguageHost}`]);
  const command = `${SDK_MODULE}/nodejs/cmd/pulumi-language-nodejs`;
  await go(folder, ["build", "-trimpath", "-ldflags", "-s -w", "-o", `${bin}${path.sep}`, command]);
}

function createModule(folder) {
  mkdirSync(folder);
  writeFileSync(path.join(folder, "go.mod"), `module pulumi-cli-build\n\ngo ${versions.goModules.go}\n`);
  return folder;
}

/** The npm package contains the same scripts as the official packages. */
function copyDynamicProviderLauncher(bin) {
  const sdk = path.dirname(createRequire(import.meta.url).resolve("@pulumi/pulumi/package.json"));
  const name = process.platform === "win32" ? "pulumi-resource-pulumi-nodejs.cmd" : "pulumi-resource-pulumi-nodejs";
  copyFileSync(path.join(sdk, name), path.join(bin, name));
  chmodSync(path.join(bin, name), 0o755);
}

async function go(folder, args) {
  const { code, stdout, stderr } = await runCommand("go", args, { cwd: folder, env: goEnvironment() });
  if (code !== 0) throw new BuildFailed(lastLine(stderr) || `go ${args[0]}: exit code ${code}`);
  return stdout;
}

// Replaces the user's GOFLAGS, in which -mod=vendor, for example, would break the build. -mod=mod allows writing go.sum.
function goEnvironment() {
  return { ...process.env, ...GO_ENVIRONMENT, GOFLAGS: "-mod=mod -buildvcs=false" };
}

function executable(name) {
  return process.platform === "win32" ? `${name}.exe` : name;
}
