import { copyFileSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { cliFolder } from "./engine-cli";
import { exampleFile } from "./engine-example";
import { repository } from "./engine-project";
import type { EngineProject } from "./engine-project";

/** A runtime without a language host: for such a pack, the engine starts `pulumi-analyzer-policy-` followed by this name. */
const HOSTLESS = "node-without-host";

const STARTER = `#!/bin/sh
exec node "$(node -p 'require.resolve("@pulumi/pulumi/cmd/run-policy-pack")')" "$@"
`;

/**
 * Completes a pack whose program is compiled into the project's folder, so that the engine can run it.
 *
 * The language host that can be built from Go modules does not run policy packs. With that one, the engine is redirected to a
 * script that starts the SDK's own runner of policy packs, as an installed Pulumi does.
 * @returns the environment variables that the CLI needs for this.
 */
export function completePolicyPack(project: EngineProject, example: string): NodeJS.ProcessEnv {
  const file = (name: string): string => path.join(project.folder, "pack", name);
  copyFileSync(exampleFile(example, path.join("pack", "package.json")), file("package.json"));
  symlinkSync(
    path.join(repository, "node_modules", "@pulumi", "policy"),
    path.join(project.folder, "node_modules", "@pulumi", "policy"),
  );
  const text = readFileSync(exampleFile(example, path.join("pack", "PulumiPolicy.yaml")), "utf8");
  const isHostFromGo = existsSync(path.join(path.dirname(cliFolder()), "host-module"));
  const runtime = isHostFromGo ? HOSTLESS : "nodejs";
  const asIs = "runtime: nodejs\nmain: index.ts\n";
  expect(text).toContain(asIs);
  writeFileSync(file("PulumiPolicy.yaml"), text.replace(asIs, `runtime: ${runtime}\nmain: index.js\n`));
  if (!isHostFromGo) return {};

  const starters = path.join(project.folder, "starters");
  mkdirSync(starters);
  writeFileSync(path.join(starters, `pulumi-analyzer-policy-${HOSTLESS}`), STARTER, { mode: 0o755 });
  return { PATH: [starters, project.env.PATH].join(path.delimiter) };
}
