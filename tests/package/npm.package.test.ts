import { expectExit } from "../support/engine-cli";
import type { Ended } from "../support/engine-cli";
import { packageFixture } from "../support/package-fixture";
import { ES_MODULES, JAVASCRIPT_PROGRAM, TYPESCRIPT_PROGRAM_OF_SDK } from "../support/package-programs";

/** The first one creates what all of them declare; the others share its stack. A project with its own TypeScript: pnpm.package.test.ts. */
describe("with an installation by npm, and the emulator of the package's command,", () => {
  const npm = packageFixture("npm", () => ["npx", "pulumi-compute", "emulator", "--port", "0", "--token", "installed"]);

  function expectOutputs({ stdout, output }: Ended): void {
    expect(stdout).toMatch(/email\s*: "admin@example.com"/);
    expect(stdout).toMatch(/country\s*: "uk"/);
    expect(output).not.toMatch(/warning/i);
  }

  test("a TypeScript program without its own TypeScript deploys", async () => {
    npm.use(TYPESCRIPT_PROGRAM_OF_SDK);
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
