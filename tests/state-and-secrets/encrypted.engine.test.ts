import path from "node:path";
import { expectExit, STACK } from "../support/engine-cli";
import type { Ended } from "../support/engine-cli";
import { filesBelow, filesContaining } from "../support/files-below";
import { engineStory, records } from "../support/engine-fixture";

const SECRETS = {
  "the token of the environment": "token-of-the-environment-71f3",
  "the token of the stack's configuration": "token-of-the-stack-a95c",
  "the token of a compute.Provider": "token-of-a-provider-08be",
  "the root password": "first-root-password-5d2a",
  "the changed root password": "second-root-password-c6e4",
  "a record's target": "verification-first-5d2a71f3",
  "the changed target": "verification-second-c6e408be",
  "a name in a zone file": "name-in-a-file-6b1f",
  "a tag of the configuration": "tag-of-the-stack-93d0",
};
const [environmentToken, stackToken, providerToken, firstPassword, secondPassword, firstTarget, secondTarget, ...more] =
  Object.values(SECRETS);
const [fileName, tag] = more;

/** The target of the third record, as APIs quote a request, with characters that a terminal or the engine would interpret. */
const QUOTED = Buffer.from(`${firstTarget}-other`).toString("base64");
const REFUSAL = `no: ${firstTarget}-other, ${QUOTED} \u001b[2J\u0007 <{%odd%}>`;

/** The password and the provider's token are plain strings; nothing in the program marks them as secret. */
const programWith = (rootPass: string | undefined, target: string | undefined): string => `
  const other = new compute.Provider("other", { token: "${providerToken}" });
  const web = new compute.Instance("web", {
    region: "us-east", type: "g6-nanode-1", image: "compute/debian11", rootPass: "${rootPass}" });
  const zone = new compute.Domain("zone",
    { domain: "secrets.example.com", type: "master", soaEmail: "admin@example.com" }, { provider: other });
  const set = new compute.DomainRecordSet("records", {
    domainId: zone.id,
    records: [
      { type: "A", name: "www", target: "192.0.2.1" },
      { type: "TXT", name: "Key.secrets.example.com", target: pulumi.secret("${target}"), ttlSec: 400 },
      { type: "TXT", name: "other", target: pulumi.secret("${target}-other") },
    ],
  });
  const file = new compute.DomainRecordSet("file", {
    domainId: zone.id,
    zoneFile: pulumi.secret("$ORIGIN secrets.example.com.\\n${fileName} TXT ${target}\\n${fileName} HINFO ${target} x"),
  }, { dependsOn: set });
  exports.file = file.records;
  exports.records = set.records;
  exports.password = web.rootPass;
  exports.country = compute.getRegionOutput({ id: "us-east" }, { provider: other }).country;
`;

describe("tokens, root passwords and other secrets", () => {
  const story = engineStory(async (engine) => {
    const emulator = await engine.emulator({
      token: String(environmentToken),
      tokens: [String(stackToken), String(providerToken)],
    });
    const project = engine.projectWithPassphrase(emulator).program(programWith(firstPassword, firstTarget));
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

    project.configureSecrets({ "compute:token": String(stackToken), "compute:defaultTags": String(tag) });
    echo("POST", "/compute/instances", environmentToken, firstPassword);
    echo("POST", "/domains", providerToken);
    await run([...up, "--continue-on-error"], 1);
    echo("POST", "/compute/instances", stackToken, firstPassword);
    const lose = { method: "POST", path: "/domains/*/records", nth: 3 } as const;
    emulator.faults.add({ ...lose, effect: { kind: "status", status: 400, body: { errors: [{ reason: REFUSAL }] } } });
    await run([...up, "--continue-on-error", "--diff"], 1, { COMPUTE_TOKEN: undefined });
    await run([...up, "--diff"], 0);
    project.program(programWith(secondPassword, secondTarget));
    echo("POST", "/compute/instances/*/password", firstPassword, secondPassword);
    await run(["up", "--yes", "--diff", "--stack", STACK], 1);
    echo("GET", "/compute/instances/*", environmentToken, firstPassword);
    await run(["refresh", "--yes", "--skip-preview", "--stack", STACK], 1);
    await run([...up, "--refresh"], 0);
    const kept = filesBelow(project.backend).map((file) => path.relative(project.backend, file));
    const decrypted = await project.must(["stack", "export", "--show-secrets", "--stack", STACK]);
    const first = runs[0]?.output ?? "";
    const live = await records(emulator);
    return {
      project,
      first,
      live,
      output: runs.map(({ output }) => output).join("\n"),
      decrypted: decrypted.stdout,
      kept,
    };
  });

  const printable = { ...SECRETS, "a target in another encoding": QUOTED };
  test.each(Object.entries(printable))("%s is never printed, not even when the API echoes it", (_, secret) => {
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

  test("the state contains the last password, the last target and the tokens of the provider and the stack, encrypted", () => {
    const stored = [stackToken, providerToken, secondPassword, secondTarget, fileName, tag];
    for (const secret of stored) expect(story.decrypted).toContain(secret);
    expect(story.live.map(({ target }) => target)).toContain(secondTarget);
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

  test("the output shows the API's message with control characters escaped", () => {
    expect(story.output).toContain(String.raw`no: [secret], [secret] \u001b[2J\u0007 <\u007b%odd%}>`);
  });
});
