// Started by cli.mjs: node run-official-installer.mjs FOLDER VERSION
import { createRequire } from "node:module";

const [root, version] = process.argv.slice(2);
const require = createRequire(import.meta.url);
const { PulumiCommand } = require("@pulumi/pulumi/automation");
// The SDK's own copy: the function only accepts instances of its class.
const semver = createRequire(require.resolve("@pulumi/pulumi/package.json"))("semver");

try {
  await PulumiCommand.install({ root, version: semver.parse(version) });
} catch (error) {
  const reason = (error.stderr || error.message).trim().split("\n").at(-1).trim();
  process.stderr.write(`${reason.replace(/^err\?: /, "")}\n`);
  process.exitCode = 1;
}
