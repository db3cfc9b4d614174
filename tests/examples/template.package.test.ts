import { randomUUID } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parse, stringify } from "yaml";
import { eventually, expectExit, pulumiEnvironment, repository, start } from "../support/engine-cli";
import type { Running } from "../support/engine-cli";
import { packageEnvironment, packed, temporaryFolder } from "../support/package-installation";

describe("a project that `pulumi new` creates from the template", () => {
  const root = temporaryFolder();
  const folder = path.join(root, "shop");
  const env = {
    ...packageEnvironment(),
    ...pulumiEnvironment(path.join(root, "state"), path.join(root, "home")),
    npm_config_prefer_offline: "true",
  };
  const read = (name: string): string => readFileSync(path.join(folder, name), "utf8");
  const run = (command: string, ...args: string[]): Running => start(command, args, { cwd: folder, env });
  const pulumi = (...args: string[]) => run("pulumi", ...args, "--non-interactive", "--color", "never").ended;
  let emulator: Running | undefined;

  beforeAll(async () => {
    for (const made of ["shop", "state"]) mkdirSync(path.join(root, made));
    const { tarball, files } = await packed();
    const template = path.join(root, "template");
    const ofTemplate = files.filter((file) => file.startsWith("templates/compute-typescript/"));
    for (const file of ofTemplate) cpSync(path.join(repository, file), path.join(template, path.basename(file)));
    const project = ["--name", "shop", "--description", "A shop of hats", "--stack", "dev", "--yes"];
    expectExit(await pulumi("new", template, ...project), 0);
    expectExit(await run("npm", "install", tarball, "--no-audit", "--no-fund").ended, 0);
  });

  afterAll(async () => {
    emulator?.interrupt();
    await emulator?.ended;
  });

  test("contains the name and the description everywhere, and no placeholders", () => {
    expect(parse(read("Pulumi.yaml"))).toMatchObject({ name: "shop", description: "A shop of hats" });
    expect(JSON.parse(read("package.json"))).toMatchObject({ name: "shop" });
    expect(read("README.md")).toMatch(/^# shop\n\nA shop of hats\n/);
    for (const name of ["Pulumi.yaml", "package.json", "README.md", "tsconfig.json"]) {
      expect(read(name)).not.toMatch(/\$\{(PROJECT|DESCRIPTION)\}|^template:/m);
    }
    expect(existsSync(path.join(folder, "node_modules", "pulumi-compute", "package.json"))).toBe(true);
  });

  test("is configured for the emulator, without secrets", () => {
    expect(parse(read("Pulumi.dev.yaml"))).toMatchObject({
      config: {
        "compute:url": "http://127.0.0.1:4010/v4",
        "compute:brand": "compute",
        "shop:domain": "shop.example.org",
      },
    });
    expect(read("Pulumi.dev.yaml")).not.toMatch(/rootPass|token/);
  });

  test("deploys against the package's emulator, and a preview finds no changes", async () => {
    const token = randomUUID();
    emulator = run("npx", "pulumi-compute", "emulator", "--port", "0", "--token", token);
    const address = await eventually(
      "the address of the emulator",
      () => /^listening on (http\S+\/v4)(?=\s)/m.exec(emulator?.output() ?? "")?.[1],
    );
    const settings = parse(read("Pulumi.dev.yaml")) as { config: Readonly<Record<string, string>> };
    const config = {
      ...settings.config,
      "compute:url": address,
      "compute:token": token,
      "shop:rootPass": randomUUID(),
    };
    writeFileSync(path.join(folder, "Pulumi.dev.yaml"), stringify({ ...settings, config }));
    const up = await pulumi("up", "--yes", "--skip-preview");
    expectExit(up, 0);
    expect(up.stdout).toMatch(/name *: "www.shop.example.org"/);
    expect(up.output).not.toMatch(/warning/i);
    expectExit(await pulumi("preview", "--expect-no-changes"), 0);
  });
});
