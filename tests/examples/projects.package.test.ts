import { cpSync, mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expectExit } from "../support/engine-cli";
import { pulumiEnvironment } from "../support/engine-stack-files";
import { EXAMPLE_PROJECTS, exampleHas, Installation, temporaryFolder } from "../support/package-installation";
import { isWhole } from "../support/whole-suite";

const COMPILED = EXAMPLE_PROJECTS.filter((name) => exampleHas(name, "tsconfig.json"));

/** The stories of the lane engine cover what they create, update and destroy. */
describe("the examples, copied out of the installed tarball", () => {
  const root = temporaryFolder();
  const backend = path.join(root, "backend");
  const env = pulumiEnvironment(backend, path.join(root, "home"));
  let installed: Installation;

  beforeAll(async () => {
    mkdirSync(backend);
    installed = await Installation.copy("npm", root);
    for (const name of EXAMPLE_PROJECTS) {
      cpSync(path.join(root, "node_modules", "pulumi-compute", "examples", name), path.join(root, name), {
        recursive: true,
      });
    }
  });

  afterAll(() => (installed as Installation | undefined)?.stop());

  test("compile, each with its own settings", async () => {
    expect(COMPILED).toContain("component");
    expectExit(await installed.run("npx", ["tsc", "--build", "--noEmit", ...COMPILED]), 0);
  });

  test("have the compiler settings of the template, which template.package deploys, or are started in another way", () => {
    const settingsOf = (folder: string): string => readFileSync(path.join(folder, "tsconfig.json"), "utf8");
    const template = settingsOf(path.join(root, "node_modules/pulumi-compute/templates/compute-typescript"));
    const others = COMPILED.filter((name) => settingsOf(path.join(root, name)) !== template);
    // One is compiled before it is started, and one runs below.
    expect(others).toEqual(["automation", "unit-tests"]);
  });

  test("unit-tests pass", async () => {
    // The tests of a stack run some twenty commands of the CLI through the Automation API; stacks.engine has such a program, too.
    const chosen = isWhole ? [] : ["--", "infra"];
    const ended = await installed.run("npm", ["--prefix", "unit-tests", "test", ...chosen], env);
    expectExit(ended, 0);
    expect(ended.output).toMatch(/Tests: +[1-9]\d* passed, [1-9]\d* total/);
  });
});
