import { expectExit } from "../support/engine-cli";
import type { Ended } from "../support/engine-cli";
import {
  EMULATOR_SCRIPT,
  ES_MODULES,
  JAVASCRIPT_PROGRAM,
  packageFixture,
  TYPESCRIPT_PROGRAM,
} from "../support/package-installation";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { describeInWholeSuite } from "../support/whole-suite";

/** The first one creates what all of them declare; the others share its stack. A project with its own TypeScript: below, with pnpm. */
describe("with an installation by npm, and the emulator of the package's command,", () => {
  const npm = packageFixture("npm", () => ["npx", "pulumi-compute", "emulator", "--port", "0", "--token", "installed"]);

  function expectOutputs({ stdout, output }: Ended): void {
    expect(stdout).toMatch(/email\s*: "admin@example.com"/);
    expect(stdout).toMatch(/country\s*: "uk"/);
    expect(output).not.toMatch(/warning/i);
  }

  test("a TypeScript program without its own TypeScript deploys", async () => {
    npm.use({ ...TYPESCRIPT_PROGRAM, typescript: false });
    expectOutputs(await npm.mustUp());
    expect(await npm.domains()).toEqual(["installed.example.com"]);
  });

  test.each(Object.entries(ES_MODULES))("%s deploys, with no changes", async (_, program) => {
    npm.use(program);
    expectOutputs(await npm.mustUp("--expect-no-changes"));
  });

  test("a plain JavaScript program deploys with more resources", async () => {
    npm.use(JAVASCRIPT_PROGRAM);
    expectOutputs(await npm.mustUp());
  });

  test("refresh finds no changes, and destroy leaves nothing", async () => {
    expectExit(await npm.pulumi("refresh", "--yes", "--skip-preview", "--expect-no-changes"), 0);
    expectExit(await npm.pulumi("destroy", "--yes", "--skip-preview"), 0);
    expect(await npm.domains()).toEqual([]);
  });

  test("the package.json of the package can be required", async () => {
    const script = 'console.log(JSON.stringify(require("pulumi-compute/package.json")))';
    const ended = await npm.run("node", "-e", script);
    expectExit(ended, 0);
    // With `true`, Pulumi's language host would require a plugin of this name.
    expect(JSON.parse(ended.stdout)).toMatchObject({ name: "pulumi-compute", pulumi: { resource: false } });
  });
});

/** What the SDK bundles with the code of a function that a program deploys, `aws.lambda.CallbackFunction` for example. */
const CODE_PATHS = `
  require("@pulumi/pulumi").runtime.computeCodePaths()
    .then((paths) => console.log(JSON.stringify(Array.from(paths.keys()).sort())));
`;

/** The file itself is shared with other projects. */
const EXCLUDE_NOTHING = `
  const { readFileSync, rmSync, writeFileSync } = require("node:fs");
  const file = "node_modules/pulumi-compute/package.json";
  const { pulumi, ...rest } = JSON.parse(readFileSync(file, "utf8"));
  rmSync(file);
  writeFileSync(file, JSON.stringify(rest));
`;

/**
 * With pnpm, a package can only resolve its own dependencies: declarations, the SDK from the provider's process, and both from
 * another workspace. Other kinds of programs resolve them in the same way. In `npm test`, knip finds an undeclared dependency.
 */
describeInWholeSuite("with an installation by pnpm, and the emulator of the package's library,", () => {
  const pnpm = packageFixture("pnpm", ({ folder }) => {
    writeFileSync(path.join(folder, "emulator.mjs"), EMULATOR_SCRIPT);
    return ["node", "emulator.mjs"];
  });

  test("a TypeScript program deploys and is destroyed", async () => {
    pnpm.use(TYPESCRIPT_PROGRAM);
    await pnpm.mustUp();
    expect(await pnpm.domains()).toEqual(["installed.example.com"]);
    expectExit(await pnpm.pulumi("destroy", "--yes", "--skip-preview"), 0);
    expect(await pnpm.domains()).toEqual([]);
  });

  test("the archive of a function has the program's dependencies without this package, which its package.json excludes", async () => {
    const archived = async (): Promise<string[]> => {
      const ended = await pnpm.run("node", "-e", CODE_PATHS);
      expectExit(ended, 0);
      return JSON.parse(ended.stdout) as string[];
    };
    expect(await archived()).toEqual(["node_modules/ms"]);
    expectExit(await pnpm.run("node", "-e", EXCLUDE_NOTHING), 0);
    const paths = await archived();
    expect(paths).toContain("node_modules/ms");
    expect(paths.filter((name) => /\/(pulumi-compute|axios)$/.test(name))).toHaveLength(2);
  });
});
