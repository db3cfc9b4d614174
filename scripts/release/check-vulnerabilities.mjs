// npm run check:vulnerabilities - fails if a runtime dependency has a known vulnerability, or an installed package a wrong signature. Only
// prints a notice if the registry does not offer this information or is not reachable.
import { ensureInstalled } from "../shared/ensure.mjs";
import { projectFolder } from "../shared/paths.mjs";
import { runNpm } from "../shared/run-command.mjs";
import { main, say } from "../shared/script.mjs";

/** Signatures also of development dependencies, because these run in CI and build the package. */
const AUDITS = [
  ["audit", "--omit=dev"],
  ["audit", "signatures"],
];

await main(async () => {
  await ensureInstalled();
  let failed = false;
  for (const audit of AUDITS) {
    const { code, said } = await result(audit);
    say(`npm ${audit.join(" ")}: ${said}`);
    failed ||= code !== 0;
  }
  return failed ? 1 : 0;
});

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
