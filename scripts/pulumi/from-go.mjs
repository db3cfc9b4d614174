import { createHash } from "node:crypto";
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

import { withFolderLock } from "../shared/ensure.mjs";
import { cacheFolder, projectFolder } from "../shared/paths.mjs";
import { lastLine, runCommand } from "../shared/run-command.mjs";
import { say, sayEveryMinute } from "../shared/script.mjs";
import { compareVersions, fillAtomically, parseVersion, problemOf, versions } from "./found.mjs";

const CLI_MODULE = "github.com/pulumi/pulumi/pkg/v3";
const SDK_MODULE = "github.com/pulumi/pulumi/sdk/v3";
const YAML_MODULE = "github.com/pulumi/pulumi-yaml";
const HOST_FOLDER = "host-module";
const GO_ENVIRONMENT = { GOTOOLCHAIN: "local", GOWORK: "off", GO111MODULE: "on", CGO_ENABLED: "0" };

/** Builds the CLI and its Node language host from their Go modules, for machines that can only reach a module proxy. */
export async function buildFromGoModules(cache) {
  const unsuitable = await whyGoIsUnsuitable();
  if (unsuitable) return { failed: `Pulumi CLI: cannot be built from its Go modules, because ${unsuitable}.` };
  say(
    `Building the Pulumi CLI ${versions.cli} from its Go modules (3 to 10 minutes and 3.5 GB of Go caches, once per user) ...`,
  );
  return await fillAtomically(cache, async (folder) => {
    try {
      const bin = path.join(folder, "bin");
      mkdirSync(bin);
      await sayEveryMinute("Still building the Pulumi CLI", buildCli(path.join(folder, "cli-module"), bin));
      say("Building Pulumi's Node language host ...");
      const host = buildLanguageHost("nodejs", path.join(folder, HOST_FOLDER), bin);
      await sayEveryMinute("Still building the language host", host);
      copyDynamicProviderLauncher(bin);
      const problem = await problemOf(path.join(bin, executable("pulumi")), [bin]);
      return problem && `Pulumi CLI: the one built from Go modules ${problem}.`;
    } catch (error) {
      if (!(error instanceof BuildFailed)) throw error;
      return `Pulumi CLI: the build from its Go modules failed (${error.message}).`;
    }
  });
}

/** A command that writes a Go or Python SDK for a package schema: `pulumi package gen-sdk` needs a newer language host than there is as a module. */
const GENERATOR = path.join(projectFolder, "tests", "support", "generate-sdk", "main.go");

/**
 * Returns `{ bin }`, the folder with the Python and YAML language hosts and `generate-sdk`, which it builds from Go modules if
 * necessary, or `{ failed }` with the reason in one line.
 */
export async function prepareOtherLanguages(cache = cacheFolder()) {
  const unsuitable = await whyGoIsUnsuitable();
  if (unsuitable) return { failed: `Python and YAML: cannot be built from Go modules, because ${unsuitable}.` };
  const key = createHash("sha256").update(JSON.stringify(versions.goModules)).update(readFileSync(GENERATOR));
  const place = path.join(cache, `languages-${process.platform}-${process.arch}-${key.digest("hex").slice(0, 12)}`);
  const bin = path.join(place, "bin");
  return await withFolderLock(`${place}.lock`, "building the language hosts", async () => {
    if (existsSync(bin)) return { bin };
    say("Building Pulumi's Python and YAML language hosts from their Go modules (1 to 5 minutes, once per user) ...");
    const built = fillAtomically(cache, fillWithLanguages, place);
    return await sayEveryMinute("Still building the language hosts", built);
  });
}

async function fillWithLanguages(folder) {
  try {
    const bin = path.join(folder, "bin");
    mkdirSync(bin);
    const python = await buildLanguageHost("python", path.join(folder, "python-module"), bin);
    copyFileSync(path.join(python, "pulumi-language-python-exec"), path.join(bin, "pulumi-language-python-exec"));
    chmodSync(path.join(bin, "pulumi-language-python-exec"), 0o755);
    await buildYamlHost(path.join(folder, "yaml-module"), bin);
    await buildGenerator(path.join(folder, "generate-sdk"), bin);
    return undefined;
  } catch (error) {
    if (!(error instanceof BuildFailed)) throw error;
    return `Python and YAML: the build from Go modules failed (${error.message}).`;
  }
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

async function whyGoIsUnsuitable() {
  const { code, stdout } = await runCommand("go", ["env", "GOVERSION"], { env: goEnvironment() });
  if (code !== 0) return "no `go` is on PATH";
  const go = parseVersion(stdout);
  const required = parseVersion(versions.goModules.go);
  return compareVersions(go, required) < 0
    ? `it requires Go ${required.text} or later, and \`go\` on PATH is ${go.text}`
    : undefined;
}

async function buildCli(folder, bin) {
  await requireCli(createModule(folder));
  const version = `${SDK_MODULE}/go/common/version.Version=v${versions.goModules.cli}`;
  await build(folder, bin, [`${CLI_MODULE}/cmd/pulumi`, "-X", version]);
}

async function buildGenerator(folder, bin) {
  await requireCli(createModule(folder));
  copyFileSync(GENERATOR, path.join(folder, "main.go"));
  await build(folder, bin, ["."]);
}

async function requireCli(folder) {
  const version = `v${versions.goModules.cli}`;
  const downloaded = JSON.parse(await go(folder, ["mod", "download", "-json", `${CLI_MODULE}@${version}`]));
  const { Replace } = JSON.parse(await go(folder, ["mod", "edit", "-json", downloaded.GoMod]));
  // Go applies `replace` only in the main module, so copy the CLI's. Those that name a folder only work in Pulumi's repository.
  const replaced = (Replace ?? []).filter(({ New }) => New.Version);
  const replacements = replaced.map(({ Old, New }) => `-replace=${Old.Path}=${New.Path}@${New.Version}`);
  await go(folder, ["mod", "edit", `-require=${CLI_MODULE}@${version}`, ...replacements]);
}

/** Returns the folder with the sources of the host's commands. */
async function buildLanguageHost(language, folder, bin) {
  const commands = `${SDK_MODULE}/${language}/cmd`;
  await go(createModule(folder), ["mod", "edit", `-require=${SDK_MODULE}@v${versions.goModules.nodeLanguageHost}`]);
  await build(folder, bin, [`${commands}/pulumi-language-${language}`]);
  const module = await go(folder, ["list", "-m", "-f", "{{.Dir}}", SDK_MODULE]);
  return path.join(module.trim(), language, "cmd");
}

async function buildYamlHost(folder, bin) {
  await go(createModule(folder), ["mod", "edit", `-require=${YAML_MODULE}@v${versions.goModules.yamlLanguageHost}`]);
  await build(folder, bin, [`${YAML_MODULE}/cmd/pulumi-language-yaml`]);
}

function build(folder, bin, [command, ...flags]) {
  return go(folder, [
    "build",
    "-trimpath",
    "-ldflags",
    ["-s", "-w", ...flags].join(" "),
    "-o",
    `${bin}${path.sep}`,
    command,
  ]);
}

function createModule(folder) {
  mkdirSync(folder);
  writeFileSync(path.join(folder, "go.mod"), `module ${path.basename(folder)}\n\ngo ${versions.goModules.go}\n`);
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
