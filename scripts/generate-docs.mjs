// npm run docs - writes docs/resources.md from the definitions and docs/conformance.md from the rules of the conformance lane; with
// --check it only says whether docs/resources.md is up to date (whether the other one is, that lane says).
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

import { ensureBuilt } from "./ensure-built.mjs";
import { ensureInstalled } from "./ensure-installed.mjs";
import { main } from "./main.mjs";
import { projectFolder } from "./paths.mjs";
import { runJest } from "./run-jest.mjs";
import { say } from "./say.mjs";

const FILE = path.join(projectFolder, "docs", "resources.md");

await main(async (args) => {
  await ensureInstalled();
  await ensureBuilt();
  const load = createRequire(import.meta.url);
  const { definitions } = load("../dist/provider/resources/registry.js");
  const { actions } = load("../dist/provider/resources/actions.js");
  const text = page([...definitions, ...actions]);
  if (!args.includes("--check")) {
    writeFileSync(FILE, text);
    return writeConformanceTable();
  }
  if (readFileSync(FILE, "utf8") === text) return 0;
  say("docs/resources.md is not what the definitions say. Run: npm run docs");
  return 1;
});

/** The rules are TypeScript of the tests, so a test of their lane writes the table. */
async function writeConformanceTable() {
  const args = [
    "--selectProjects",
    "conformance",
    "--testPathPatterns",
    "tests/conformance/table",
    "-t",
    "docs/conformance.md",
  ];
  const { code, stderr } = await runJest(args, { env: { ...process.env, UPDATE_DOCS: "1" }, output: "capture" });
  if (code !== 0) say(stderr);
  return code;
}

function page(definitions) {
  return [
    "# Resources",
    "Generated from the definitions in `provider/resources/` by `npm run docs`. What each argument means is in the docstrings of the",
    "package, which an editor shows.",
    "",
    "## Deadlines",
    "How long an operation may take before it fails with the id kept in the state. The standard option `customTimeouts` changes them.",
    "",
    row(["resource", "create", "update", "delete"]),
    row(["---", "---", "---", "---"]),
    ...definitions.map(({ kind, deadlines: { createSec, updateSec, deleteSec } }) =>
      row([kind, minutes(createSec), minutes(updateSec), minutes(deleteSec)]),
    ),
    ...definitions.flatMap(section),
    "",
  ].join("\n");
}

function section(definition) {
  if (definition.action) return actionSection(definition);
  const { kind, source, args, computed, details = {}, identity, collection, wait, deleteBeforeReplace } = definition;
  const pathArguments = [...collection.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const dbr = !Object.values(args).some(({ replaces }) => replaces)
    ? "Nothing replaces it."
    : deleteBeforeReplace
      ? "A replacement deletes the old object first."
      : `A replacement makes the new object first${identity.unique ? `, unless the program fixes \`${identity.by.join("`, `")}\`, which the old one must free` : ""}.`;
  return [
    "",
    `## ${kind}`,
    `Described in ${source}. Type token \`pulumi-nodejs:dynamic/compute:${kind}\`, import id \`${[...pathArguments, "id"].join("/")}\`.`,
    `${waits(wait)} ${dbr}`,
    "",
    row(["argument", "shape and range", "required", "a change", "removed from the program"]),
    row(["---", "---", "---", "---", "---"]),
    ...Object.entries(args).map(([name, rule]) =>
      row([
        `\`${name}\``,
        describe(rule),
        rule.required ? "yes" : "",
        change(rule),
        removal(rule, name === identity.generated),
      ]),
    ),
    "",
    `Outputs besides the arguments: ${
      [computed, ...Object.values(details).map(({ outputs }) => outputs)]
        .flatMap((outputs) => Object.keys(outputs))
        .map((name) => `\`${name}\``)
        .join(", ") || "none"
    }.`,
  ];
}

function actionSection({ kind, source, args, computed, collection, action, secretComputed = [] }) {
  const path = [...collection.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const isObject = action.trace.tells === "object";
  const importing = isObject ? `import id \`${[...path, "backupId"].join("/")}\`` : "cannot be imported";
  const deleting = action.deleting === "delete" ? "deletes what it has made" : "only forgets it, and sends nothing";
  const needs = action.before.map(({ noun, id, ready }) => `the ${noun} (\`${id}\`) to be ${ready.join(" or ")}`);
  const ends = action.after.map(({ noun, id, ready }) => `the ${noun} (\`${id}\`) is ${ready.join(" or ")}`);
  if (action.trace.tells !== "beginning") ends.unshift("the service shows the result");
  const outputs = Object.keys(computed).map((name) => `\`${name}\`${secretComputed.includes(name) ? " (secret)" : ""}`);
  return [
    "",
    `## ${kind}`,
    `An action, described in ${source}. Type token \`pulumi-nodejs:dynamic/compute:${kind}\`, ${importing}.`,
    `It asks the service once to ${action.doing}; a change of any argument runs it again (a replacement, the new one first), and deleting it ${deleting}.`,
    `It waits for ${needs.join(", for ")}, and then until ${ends.join(" and ")}.`,
    ...(action.forgetting ? [`When it is forgotten, ${action.forgetting}`] : []),
    "",
    row(["argument", "shape and range", "required"]),
    row(["---", "---", "---"]),
    ...Object.entries(args).map(([name, { type, required }]) =>
      row([`\`${name}\``, type.describes, required ? "yes" : ""]),
    ),
    "",
    `Outputs besides the arguments: ${outputs.join(", ") || "none"}.`,
  ];
}

function waits(wait) {
  if (!wait) return "Ready as soon as the service has answered.";
  if (wait.leaving) return "Its create and delete wait until the service is done.";
  const list = (statuses) => statuses.map((status) => `\`${status}\``).join(", ");
  return (
    `Its create and update wait until it is ${list(wait.updatable)}; before an update it must be that, too, and before a delete ` +
    `one of ${list(wait.deletable)}, which is waited for. ${list(Object.keys(wait.stuck))} end a wait at once.`
  );
}

function describe({ type, secret, writeOnly }) {
  const notes = [secret && "secret", writeOnly && "never read back"].filter(Boolean);
  return [type.describes, ...notes].join("; ");
}

function change({ replaces, announces, refuses, steps, sentIn }) {
  if (replaces) return "replaces";
  if (sentIn === "nowhere" && !steps) return "sends nothing";
  if (announces) return refuses ? `${announces}; other changes are refused` : announces;
  if (refuses) return steps ? "in place where it can be; else refused" : "refused";
  return "in place";
}

function removal({ whenRemoved, whenLeftOut, replaces, required, sentIn }, isGenerated) {
  if (required) return "";
  if (sentIn === "origin") return "changes nothing";
  const kept = whenLeftOut?.({});
  if (replaces && kept !== undefined) return `replaces, unless it is \`${JSON.stringify(kept)}\``;
  if (replaces) return "replaces";
  if (isGenerated) return "generates one";
  return whenRemoved === undefined ? "keeps the value" : `sends \`${JSON.stringify(whenRemoved)}\``;
}

function minutes(seconds) {
  return `${seconds / 60} min`;
}

function row(cells) {
  return `| ${cells.join(" | ")} |`;
}
