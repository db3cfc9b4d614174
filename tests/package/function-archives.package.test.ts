import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expectExit } from "../support/engine-cli";
import { Installation, temporaryFolder } from "../support/package-installation";

/** What the SDK bundles with the code of a function that a program deploys, `aws.lambda.CallbackFunction` for example. */
const CODE_PATHS = `
  require("@pulumi/pulumi").runtime.computeCodePaths()
    .then((paths) => console.log(JSON.stringify(Array.from(paths.keys()).sort())));
`;

describe("the archive of a function that a program deploys", () => {
  const root = temporaryFolder();
  let installed: Installation;

  beforeAll(async () => {
    const folder = path.join(root, "program");
    mkdirSync(folder);
    installed = await Installation.copy("pnpm", folder);
  });

  afterAll(() => rmSync(root, { recursive: true, force: true }));

  async function archived(): Promise<string[]> {
    const ended = await installed.run("node", ["-e", CODE_PATHS]);
    expectExit(ended, 0);
    return JSON.parse(ended.stdout) as string[];
  }

  test("contains the program's dependencies without this package, which `pulumi` in package.json excludes", async () => {
    expect(await archived()).toEqual(["node_modules/ms"]);

    const file = path.join(installed.folder, "node_modules", "pulumi-compute", "package.json");
    const { pulumi, ...rest } = JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown>;
    expect(pulumi).toEqual({ resource: false });
    // The file itself is shared with other projects.
    rmSync(file);
    writeFileSync(file, JSON.stringify(rest));
    const paths = await archived();
    expect(paths).toContain("node_modules/ms");
    expect(paths.filter((name) => /\/(pulumi-compute|axios)$/.test(name))).toHaveLength(2);
  });
});
