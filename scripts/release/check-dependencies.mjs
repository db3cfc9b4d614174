// node scripts/release/check-dependencies.mjs - checks what package-lock.json installs: its integrity, registry, install scripts and licenses.
// npm run check:vulnerabilities - fails if a runtime dependency has a known vulnerability, or an installed package a wrong signature. Only
// prints a notice if the registry does not offer this information or is not reachable.
import { readFileSync } from "node:fs";
import path from "node:path";

import { ensureInstalled, lockedPackages, runtimeDependencies } from "../shared/ensure.mjs";
import { projectFolder } from "../shared/paths.mjs";
import { runNpm } from "../shared/run-command.mjs";
import { main, say } from "../shared/script.mjs";

/** Licenses of runtime dependencies that need no review: permissive, and compatible with the project's own. */
const ALLOWED_LICENSES = ["0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT"];
/** What npm runs when somebody installs the package. */
const INSTALL_SCRIPTS = ["preinstall", "install", "postinstall"];

/** Signatures also of development dependencies, because these run in CI and build the package. */
const AUDITS = [
  ["audit", "--omit=dev"],
  ["audit", "signatures"],
];

await main(([mode]) => (mode === "--vulnerabilities" ? checkVulnerabilities() : checkLockfile()));

function checkLockfile() {
  const read = (name) => JSON.parse(readFileSync(path.join(projectFolder, name), "utf8"));
  const lockfile = read("package-lock.json");
  const problems = [
    ...unverified(lockfile),
    ...severalOrigins(lockfile),
    ...installScripts(read("package.json"), lockfile),
    ...unreviewedLicenses(lockfile),
  ];
  if (problems.length > 0) say(problems.join("\n"));
  return problems.length > 0 ? 1 : 0;
}

function unverified(lockfile) {
  return lockedPackages(lockfile)
    .filter(({ integrity }) => !integrity?.startsWith("sha512-"))
    .map(({ place }) => `${place} has no sha512 hash in package-lock.json. npm cannot verify what it downloads.`);
}

/** A lockfile need not name a registry: npm then uses the configured one for all packages. */
function severalOrigins(lockfile) {
  const origins = new Map(
    lockedPackages(lockfile)
      .filter(({ resolved }) => resolved)
      .map(({ resolved, place }) => [new URL(resolved).origin, place]),
  );
  if (origins.size <= 1) return [];
  return [`package-lock.json installs from several origins: ${[...origins.values()].join(", ")}.`];
}

function installScripts({ scripts }, lockfile) {
  const own = INSTALL_SCRIPTS.filter((name) => scripts[name]).map(
    (name) => `package.json has the script ${name}, which would run on every user's machine.`,
  );
  const others = runtimeDependencies(lockfile)
    .filter(({ hasInstallScript }) => hasInstallScript)
    .map(({ place }) => `${place} is a runtime dependency with an install script.`);
  return [...own, ...others];
}

function unreviewedLicenses(lockfile) {
  return runtimeDependencies(lockfile)
    .filter(({ license }) => !ALLOWED_LICENSES.includes(license))
    .map(
      ({ place, license }) =>
        `${place} has the license ${license}. If it is acceptable, add it to scripts/release/check-dependencies.mjs.`,
    );
}

async function checkVulnerabilities() {
  await ensureInstalled();
  let failed = false;
  for (const audit of AUDITS) {
    const { code, said } = await result(audit);
    say(`npm ${audit.join(" ")}: ${said}`);
    failed ||= code !== 0;
  }
  return failed ? 1 : 0;
}

async function result(audit) {
  const { code, stdout, stderr } = await run([...audit, "--json"]);
  if (code === 0) return { code, said: "no problems." };
  const { error, statusCode } = parse(stdout);
  if (error) return { code: 0, said: `not available (${statusCode ?? error.code ?? error.summary}).` };
  // Once more, for the report as text.
  return { code, said: `failed.\n${(await run(audit)).stdout}${stderr}` };
}

function run(args) {
  const quickly = ["--fetch-retries=1", "--fetch-retry-mintimeout=1000", "--fetch-timeout=30000"];
  return runNpm([...args, ...quickly], { cwd: projectFolder });
}

function parse(stdout) {
  try {
    return JSON.parse(stdout);
  } catch {
    return {};
  }
}
