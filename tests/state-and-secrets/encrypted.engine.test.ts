import path from "node:path";
import { expectExit } from "../support/engine-cli";
import type { Ended } from "../support/engine-cli";
import { filesBelow, filesContaining } from "../support/files-below";
import { engineFixture, STORY_MS } from "../support/engine-fixture";
import { STACK } from "../support/engine-project";

const SECRETS = {
  "the token of the environment": "token-of-the-environment-71f3",
  "the token of the stack's configuration": "token-of-the-stack-a95c",
  "the token of a compute.Provider": "token-of-a-provider-08be",
  "the root password": "first-root-password-5d2a",
  "the changed root password": "second-root-password-c6e4",
};
const [environmentToken, stackToken, providerToken, firstPassword, secondPassword] = Object.values(SECRETS);

/** The password and the provider's token are plain strings; nothing in the program marks them as secret. */
const programWith = (rootPass: string | undefined): string => `
  const other = new compute.Provider("other", { token: "${providerToken}" });
  const web = new compute.Instance("web", {
    region: "us-east", type: "g6-nanode-1", image: "compute/debian11", rootPass: "${rootPass}" });
  new compute.Domain("zone",
    { domain: "secrets.example.com", type: "master", soaEmail: "admin@example.com" }, { provider: other });
  exports.password = web.rootPass;
  exports.country = compute.getRegionOutput({ id: "us-east" }, { provider: other }).country;
`;

describe("tokens and root passwords", () => {
  const engine = engineFixture();
  let story: Awaited<ReturnType<typeof leak>>;

  async function leak() {
    const emulator = await engine.emulator({
      token: String(environmentToken),
      tokens: [String(stackToken), String(providerToken)],
    });
    const project = engine.projectWithPassphrase(emulator).program(programWith(firstPassword));
    const runs: Ended[] = [];
    const run = async (args: readonly string[], code: number, env: NodeJS.ProcessEnv = {}): Promise<void> => {
      const ended = await project.run(args, { COMPUTE_TOKEN: environmentToken, ...env });
      expectExit(ended, code);
      runs.push(ended);
    };
    const echo = (method: string, route: string, ...secrets: (string | undefined)[]): void => {
      const body = { errors: [{ reason: `cannot do anything with ${secrets.join(" and ")}`, field: "root_pass" }] };
      emulator.faults.add({ method, path: route, effect: { kind: "status", status: 400, body } });
    };
    const up = ["up", "--yes", "--skip-preview", "--stack", STACK];

    project.configureSecrets({ "compute:token": String(stackToken) });
    echo("POST", "/compute/instances", environmentToken, firstPassword);
    echo("POST", "/domains", providerToken);
    await run([...up, "--continue-on-error"], 1);
    echo("POST", "/compute/instances", stackToken, firstPassword);
    await run(up, 1, { COMPUTE_TOKEN: undefined });
    await run(up, 0);
    project.program(programWith(secondPassword));
    echo("POST", "/compute/instances/*/password", firstPassword, secondPassword);
    await run(["up", "--yes", "--diff", "--stack", STACK], 1);
    echo("GET", "/compute/instances/*", environmentToken, firstPassword);
    await run(["refresh", "--yes", "--skip-preview", "--stack", STACK], 1);
    await run([...up, "--refresh"], 0);
    const kept = filesBelow(project.backend).map((file) => path.relative(project.backend, file));
    const decrypted = await project.must(["stack", "export", "--show-secrets", "--stack", STACK]);
    const first = runs[0]?.output ?? "";
    return { project, first, output: runs.map(({ output }) => output).join("\n"), decrypted: decrypted.stdout, kept };
  }

  beforeAll(async () => {
    story = await leak();
  }, STORY_MS);

  test.each(Object.entries(SECRETS))("%s is never printed, not even when the API echoes it", (_, secret) => {
    expect(story.output).not.toContain(secret);
  });

  test.each(Object.entries(SECRETS))(
    "%s is in no file of the backend, the configuration or Pulumi's home",
    (_, secret) => {
      const { project } = story;
      const inFolders = [project.backend, path.join(project.folder, "..", "home")].flatMap((folder) =>
        filesContaining(folder, secret),
      );
      expect(inFolders).toEqual([]);
      expect(filesContaining(project.folder, secret).filter((file) => !file.endsWith("index.js"))).toEqual([]);
    },
  );

  test("the state contains the password, the provider's token and the stack's token, encrypted", () => {
    for (const secret of [stackToken, providerToken, secondPassword]) expect(story.decrypted).toContain(secret);
  });

  test("the searched backend contains state, backups and history", () => {
    for (const kind of ["stacks", "backups", "history"]) {
      expect(story.kept).toContainEqual(expect.stringContaining(path.join(".pulumi", kind)));
    }
  });

  test("an environment variable that overrides stack config is reported in one warning", () => {
    const said = story.first.slice(story.first.indexOf("Diagnostics:"));
    expect(said.split("COMPUTE_TOKEN is used instead of compute:token")).toHaveLength(2);
  });

  test("the output shows where a secret was removed", () => {
    expect(story.output).toContain("cannot do anything with [secret] and [secret]");
    expect(story.output).toMatch(/password\s*: \[secret\]/);
  });
});
