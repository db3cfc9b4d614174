// node scripts/release/tag-go-module.mjs FOLDER - commits the Go module that `npm run release:artifacts` has written to FOLDER as sdk/go/, and
// tags the commit sdk/go/vVERSION, which is where `go get` looks for it. No branch has the commit.
import { mkdirSync, readFileSync } from "node:fs";
import path from "node:path";

import { projectFolder } from "../shared/paths.mjs";
import { runCommand } from "../shared/run-command.mjs";
import { main } from "../shared/script.mjs";

const NAME = "pulumi-compute";

await main(async ([artifacts]) => {
  if (!artifacts) throw new Error("Pass the folder: node scripts/release/tag-go-module.mjs artifacts");
  const { version } = JSON.parse(readFileSync(path.join(projectFolder, "package.json"), "utf8"));
  const folder = path.join(projectFolder, "sdk", "go");
  mkdirSync(folder, { recursive: true });
  await run("tar", "-xzf", path.resolve(artifacts, `${NAME}-go-v${version}.tar.gz`), "-C", folder);
  await run("git", "checkout", "--quiet", "--detach");
  await run("git", "add", "--force", folder);
  const author = ["-c", `user.name=${NAME}`, "-c", `user.email=${NAME}@users.noreply.github.com`];
  await run("git", ...author, "commit", "--quiet", "--message", `Go SDK ${version}, generated from the schema`);
  await run("git", "tag", `sdk/go/v${version}`);
  process.stdout.write(`sdk/go/v${version}\n`);
});

async function run(command, ...args) {
  const { code, stderr } = await runCommand(command, args, { cwd: projectFolder });
  if (code !== 0) throw new Error(`${command} ${args.join(" ")} failed: ${stderr}`);
}
