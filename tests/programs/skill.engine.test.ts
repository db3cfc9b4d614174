import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expectExit, repository, start } from "../support/engine-cli";
import { engineStory } from "../support/engine-fixture";

/** The commands of docs/SKILL.md by section, as they stand there. */
function commandsOf(): Map<string, string> {
  const page = readFileSync(path.join(repository, "docs", "SKILL.md"), "utf8");
  const sections = page.split(/^## /m).slice(1);
  return new Map(
    sections.map((section) => {
      const [title = "", ...lines] = section.split("\n");
      return [title, lines.filter((line) => line.startsWith("    ")).join("\n")];
    }),
  );
}

describe("the commands of docs/SKILL.md", () => {
  const story = engineStory(async (engine) => {
    const { project } = await engine.begin();
    project.program(`
      const zone = new compute.Domain("zone", { domain: "example.com", type: "master", soaEmail: "admin@example.com" });
      new compute.DomainRecord("www", { domainId: zone.id, type: "A", name: "www", target: "192.0.2.1" });
    `);
    const bin = path.join(project.folder, "node_modules", ".bin");
    mkdirSync(bin);
    // npm makes it executable when it installs the package.
    const main = path.join(repository, "dist", "cli", "main.js");
    writeFileSync(path.join(bin, "pulumi-compute"), `#!/bin/sh\nexec node "${main}" "$@"\n`, { mode: 0o755 });
    const { COMPUTE_URL, COMPUTE_TOKEN, PULUMI_CONFIG_PASSPHRASE } = project.env;
    const run = async (commands: string) => {
      // The emulator of the test listens on another port, with another token.
      const own = commands
        .replace("npx pulumi-compute emulator\n", "")
        .replace(
          /^ *export .*$/m,
          `export COMPUTE_TOKEN='${COMPUTE_TOKEN}' PULUMI_CONFIG_PASSPHRASE='${PULUMI_CONFIG_PASSPHRASE}'`,
        );
      return start("bash", ["-euc", own], { cwd: project.folder, env: { ...project.env, COMPUTE_URL } }).ended;
    };
    const ended = [];
    for (const [title, commands] of commandsOf()) {
      const one = await run(commands);
      expectExit(one, 0);
      ended.push({ title, ...one });
    }
    const read = (name: string) => JSON.parse(readFileSync(path.join(project.folder, name), "utf8")) as object;
    return { ended, drift: read("drift.json"), rehearsal: read("rehearsal.json"), left: project.resources() };
  });

  test("succeed one after another, as they stand there", () => {
    expect(story.ended.map(({ title }) => title)).toHaveLength(5);
  });

  test("leave reports that programs can read, and no resource", () => {
    expect(story.rehearsal).toHaveProperty("version");
    expect(story.drift).toHaveProperty("version");
    expect(story.left.filter(({ type }) => type.includes("compute:"))).toEqual([]);
  });
});
