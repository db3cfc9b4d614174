// node tests/explorations/moves.mjs FOLDER [--only TEXT] - moves recorded stacks of the bridged provider to this package, with the real CLI: prints what each
// command plans or does, its requests and its writes. FOLDER has, for each version, `stack-secrets.json` (`pulumi stack export --show-secrets`) and
// `emulator.data`; programs/moved.cjs has the programs. --only runs the cases whose title contains the text; all take half an hour.
import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";

import ts from "typescript";

import { projectFolder } from "../../scripts/shared/paths.mjs";
import { ensureBuilt } from "../../scripts/shared/ensure.mjs";
import { preparePulumi } from "../../scripts/pulumi/cli.mjs";
import { prepareFolder, STACK } from "../../bench/project-folder.mjs";
import { expectDone, killBoth, PROGRAMS, withStack } from "./killable-stack.mjs";

const FRONT_ENDS = {
  dynamic: "pulumi-compute",
  native: "pulumi-compute/native",
};
const OLD = { name: "3.12.0", version: "3.12.0", file: "stack-secrets.json" };
const RECORDED = [
  OLD,
  { name: "3.12.0 after a refresh", version: "3.12.0", file: "stack-refreshed-secrets.json" },
  { name: "5.1.1", version: "5.1.1", file: "stack-secrets.json" },
];
const KILLS = 12;
const EXTRA_ZONES = 17;
const URN = `urn:pulumi:${STACK}::bench::`;
const UP = ["up", "--yes", "--skip-preview"];
const PREVIEW_NONE = ["preview", "--expect-no-changes"];
/** The made-up secrets of the recorded programs. */
const SECRETS = { ROOT_PASS: "Made-Up-Pass-1234", SITE_TOKEN: "made-up-site-token-9f8e" };

const { values: chosen, positionals } = parseArgs({ options: { only: { type: "string" } }, allowPositionals: true });
const [fixtures] = positionals;
if (fixtures === undefined) throw new Error("Name the folder with the recorded stacks.");

const CASES = Object.keys(FRONT_ENDS).flatMap((frontEnd) => [
  ...RECORDED.map((recorded) => ({ frontEnd, recorded, what: "moved", work: moved })),
  ...(frontEnd === "native"
    ? RECORDED.map((recorded) => ({ frontEnd, recorded, what: "refreshed", work: refreshed }))
    : []),
  ...RECORDED.map((recorded) => ({
    frontEnd,
    recorded,
    what: "moved with the program that migrate writes",
    work: generated,
  })),
  { frontEnd, recorded: OLD, what: "drifted", work: drifted },
  { frontEnd, recorded: OLD, what: "gone", work: gone },
  { frontEnd, recorded: OLD, what: "replaced", work: replaced },
  {
    frontEnd,
    recorded: OLD,
    what: "explicit provider",
    prepare: withExplicitProvider,
    env: { HAS_PROVIDER: "1" },
    work: moved,
  },
  {
    frontEnd,
    recorded: OLD,
    what: "200 resources",
    prepare: enlarge,
    env: { EXTRA_ZONES: String(EXTRA_ZONES) },
    work: moved,
  },
  { frontEnd, recorded: OLD, what: "killed", work: killed },
]);

await ensureBuilt();
const bin = await preparePulumi();
const project = { program: "moved.cjs", programs: PROGRAMS, plugin: "dist/plugin" };
const place = prepareFolder(project, { typescript: false });
try {
  for (const one of CASES) {
    const title = `${one.what}, ${one.recorded.name}, ${one.frontEnd}`;
    if (!title.includes(chosen.only ?? "")) continue;
    console.log(title);
    await inStack(one).catch((error) => console.log(`  FAILED: ${error.stack}`));
  }
} finally {
  place.remove();
}

/** Runs `work` with the recorded stack and its account, after `prepare` has changed them. */
function inStack({ frontEnd, recorded, prepare = () => undefined, env = {}, work }) {
  const folder = path.join(fixtures, recorded.version);
  const data = path.join(place.folder, "emulator.data");
  rmSync(data, { force: true });
  writeFileSync(data, readFileSync(path.join(folder, "emulator.data")));
  const settings = { COMPUTE_BRAND: "linode", FRONT_END: FRONT_ENDS[frontEnd], VERSION: recorded.version };
  const options = ["--data", data, "--brand", "linode"];
  return withStack({ bin, place, options, env: { ...settings, ...SECRETS, ...env } }, async (stack) => {
    const text = readFileSync(path.join(folder, recorded.file), "utf8");
    const exported = JSON.parse(
      text.replaceAll(/urn:pulumi:dev::bridged5?::/g, URN).replaceAll(/::bridged5?-dev\b/g, `::bench-${STACK}`),
    );
    const { deployment: empty } = JSON.parse((await stack.pulumi(["stack", "export"])).stdout);
    exported.deployment.secrets_providers = empty.secrets_providers;
    await prepare(stack, exported.deployment.resources);
    const load = async () => {
      const file = path.join(place.folder, "exported.json");
      writeFileSync(file, JSON.stringify(exported));
      expectDone(await stack.pulumi(["stack", "import", "--file", file]));
    };
    await load();
    expectDone(await stack.pulumi(["config", "set", "compute:moveFrom", "linode"]));
    await work(stack, { load, exported, resources: exported.deployment.resources });
  });
}

/** Runs a command, and prints what it planned or did, and what it sent. */
async function run({ pulumi, emulator }, title, args) {
  await emulator.control("POST", "/requests/reset");
  const { code, output } = await pulumi(args);
  const { total, writes } = await sent(emulator);
  const [, counts = ""] = /Resources:.*\n((?: {4}.*\n)+)/.exec(output) ?? [];
  const steps = counts.trim().replaceAll(/\s*\n\s+/g, ", ");
  console.log(`  ${title}: ${code === 0 ? steps : "FAILED"}; ${total} requests, writes: ${writes.join(", ") || 0}`);
  if (code !== 0) console.log(output.match(/^.*error: .*$/gm).join("\n"));
  return output;
}

async function sent(emulator) {
  const { total, byRoute } = await emulator.control("GET", "/requests");
  const writes = Object.entries(byRoute).filter(([route]) => !route.startsWith("GET "));
  return { total, writes: writes.map(([route, count]) => `${count} ${route}`) };
}

async function moved(stack) {
  await run(stack, "preview", ["preview"]);
  await run(stack, "up", UP);
  await run(stack, "preview", PREVIEW_NONE);
  expectDone(await stack.pulumi(["config", "rm", "compute:moveFrom"]));
  await run(stack, "preview without the setting", PREVIEW_NONE);
  await run(stack, "refresh", ["refresh", "--yes", "--skip-preview"]);
  await run(stack, "preview", PREVIEW_NONE);
}

/** The program is the one that `migrate --into` writes from the state, which has made-up secrets in plain text. */
async function generated(stack, { exported }) {
  const [own, folder] = [path.join(place.program, project.program), path.join(place.folder, "generated")];
  const before = readFileSync(own, "utf8");
  rmSync(folder, { recursive: true, force: true });
  writeFileSync(path.join(place.folder, "exported.json"), JSON.stringify(exported));
  const args = ["migrate", "--state", path.join(place.folder, "exported.json"), "--into", folder];
  const report = execFileSync(process.execPath, [path.join(projectFolder, "dist", "cli", "main.js"), ...args], {
    encoding: "utf8",
  });
  for (const [, key] of report.matchAll(/config set --secret (?!compute:)(\S+)/g)) {
    const value = { rootPass: SECRETS.ROOT_PASS, target: SECRETS.SITE_TOKEN, diskId: "1" }[key] ?? "kept";
    expectDone(await stack.pulumi(["config", "set", "--secret", key, value]));
  }
  const text = readFileSync(path.join(folder, "index.ts"), "utf8");
  const { outputText } = ts.transpileModule(text, {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
  });
  writeFileSync(own, outputText.replace('"pulumi-compute"', JSON.stringify(stack.env.FRONT_END)));
  await moved(stack).finally(() => writeFileSync(own, before));
}

/** Instead of an update, a refresh that runs the program moves the resources. */
async function refreshed(stack) {
  await run(stack, "refresh --run-program", ["refresh", "--run-program", "--yes", "--skip-preview"]);
  await run(stack, "preview", ["preview"]);
  await run(stack, "up", UP);
  await run(stack, "preview", PREVIEW_NONE);
}

/**
 * Kills `up` at some of its requests, and resumes it. Only one request at a time, because a CLI that is killed while the file backend writes
 * the state leaves an empty file.
 */
async function killed(stack, { load }) {
  const up = [...UP, "--parallel", "1"];
  await stack.emulator.control("POST", "/requests/reset");
  expectDone(await stack.pulumi(up));
  const { total } = await sent(stack.emulator);
  for (let kill = 1; kill <= KILLS; kill++) {
    await load();
    const nth = Math.ceil((total * kill) / (KILLS + 1));
    const at = { method: "GET", path: "**", nth, phase: "before" };
    const { wasKilled } = await stack.killAt(up, { at, end: killBoth });
    const done = (await stack.resources()).length;
    await run(stack, `killed at request ${nth} of ${total}: ${wasKilled}, ${done} moved; up`, UP);
    await run(stack, "preview", PREVIEW_NONE);
  }
}

/** Others have changed five resources through the API. */
async function drifted(stack, { resources }) {
  const change = async (collection, name, body) => {
    const { id } = resources.find(({ urn }) => urn.endsWith(`::${name}`));
    const { errors } = await stack.ask("PUT", `${collection}/${id}`, body);
    if (errors) throw new Error(JSON.stringify(errors));
  };
  const { id: zone } = resources.find(({ urn }) => urn.endsWith("::main-zone"));
  await change("/linode/instances", "web", { tags: ["other"] });
  await change("/images", "uploaded", { description: "changed" });
  await change("/domains", "main-zone", { description: "changed" });
  await change(`/domains/${zone}/records`, "main-zeros", { target: "192.0.2.99" });
  await change("/databases/mysql/instances", "orders", { allow_list: ["192.0.2.1/32"] });
  const output = await run(stack, "preview", ["preview"]);
  console.log(
    output
      .split("\n")
      .filter((line) => /differences|diff: (?!~provider\])| PUT /.test(line))
      .join("\n"),
  );
  await run(stack, "up", UP);
  await run(stack, "preview", PREVIEW_NONE);
}

/** Somebody has deleted a record, which can't move. */
async function gone(stack, { resources }) {
  const { urn, id } = resources.find((one) => one.urn.endsWith("::main-zeros"));
  const { id: zone } = resources.find((one) => one.urn.endsWith("::main-zone"));
  await fetch(`${stack.emulator.url}/domains/${zone}/records/${id}`, {
    method: "DELETE",
    headers: { Authorization: `Bearer ${stack.emulator.token}` },
  });
  await run(stack, "preview", ["preview"]);
  expectDone(await stack.pulumi(["state", "delete", urn, "--yes"]));
  await run(stack, "up after `pulumi state delete`", UP);
  await run(stack, "preview", PREVIEW_NONE);
}

/** The program changes the region at the same time. */
async function replaced(stack) {
  stack.env.WEB_REGION = "eu-west";
  await run(stack, "preview", ["preview"]);
  delete stack.env.WEB_REGION;
  await run(stack, "up without the change", UP);
  stack.env.WEB_REGION = "eu-west";
  await run(stack, "preview with the change", ["preview"]);
  delete stack.env.WEB_REGION;
}

function withExplicitProvider(_, resources) {
  const index = resources.findIndex(({ type }) => type === "pulumi:providers:linode");
  const provider = resources[index];
  const urn = `${URN}pulumi:providers:linode::explicit`;
  const token = process.env.COMPUTE_TOKEN ?? "made-up";
  resources[index] = {
    ...provider,
    urn,
    inputs: { ...provider.inputs, token },
    outputs: { ...provider.outputs, token },
  };
  for (const one of resources) if (one.provider) one.provider = `${urn}::${provider.id}`;
}

/** Adds zones with records to the account and the stack. */
async function enlarge({ ask }, resources) {
  const zoneLike = resources.find(({ urn }) => urn.endsWith("::renamed"));
  const recordLike = resources.find(({ urn }) => urn.endsWith("::renamed-www"));
  const add = ({ type, parent, provider, inputs, outputs }, name, id, changes) => {
    const both = { inputs: { ...inputs, ...changes }, outputs: { ...outputs, ...changes, id } };
    resources.push({ urn: `${URN}${type}::${name}`, custom: true, id, type, parent, provider, ...both });
  };
  for (let zone = 1; zone <= EXTRA_ZONES; zone++) {
    const domain = `extra-${zone}.example.com`;
    const { id: domainId } = await ask("POST", "/domains", { domain, type: "master", soa_email: "admin@example.com" });
    add(zoneLike, `extra-${zone}`, String(domainId), { domain });
    for (let record = 1; record <= 9; record++) {
      const inputs = { name: `host-${record}`, target: `192.0.2.${record}` };
      const { id } = await ask("POST", `/domains/${domainId}/records`, { type: "A", ...inputs });
      add(recordLike, `extra-${zone}-${record}`, String(id), { domainId, ...inputs });
    }
  }
}
