import { runInNode } from "../support/run-in-node";

interface Environment {
  [name: string]: string | undefined;
}

async function environment(options: unknown): Promise<Environment> {
  const body = `return (await load("pulumi/local-backend")).pulumiEnvironment(input)`;
  return (await runInNode<Environment>(body, options)).value;
}

test("none of the user's own Pulumi settings reach the CLI", async () => {
  const base = {
    PULUMI_ACCESS_TOKEN: "pul-0",
    PULUMI_BACKEND_URL: "https://pulumi.example.com",
    PULUMI_STACK: "production",
    pulumi_config_passphrase_file: "/home/user/passphrase",
    PULUMI_COMPUTE_CACHE: "/cache",
    LANG: "C",
  };
  const env = await environment({ base });
  expect(env).toMatchObject({
    LANG: "C",
    PULUMI_COMPUTE_CACHE: "/cache",
    PULUMI_SKIP_UPDATE_CHECK: "true",
    PULUMI_BACKEND_URL: expect.stringMatching(/^file:\/\/\/.*\/\.pulumi-local\/state$/),
    PULUMI_HOME: expect.stringMatching(/\.pulumi-local.home$/),
  });
  expect(Object.keys(env).sort()).toEqual(
    [
      ...["LANG", "PULUMI_COMPUTE_CACHE"],
      ...["PULUMI_BACKEND_URL", "PULUMI_CONFIG_PASSPHRASE", "PULUMI_HOME", "PULUMI_SKIP_UPDATE_CHECK"],
      "COMPUTE_JOURNAL",
    ].sort(),
  );
});

test("the emulator's URL and token replace the user's, and bypass a proxy", async () => {
  const base = {
    COMPUTE_TOKEN: "real",
    COMPUTE_URL: "https://real.example.com",
    COMPUTE_BRAND: "x",
    no_proxy: "intern",
  };
  const env = await environment({ base, emulator: { url: "http://127.0.0.1:1/v4", token: "made up" } });
  expect(env).toMatchObject({
    COMPUTE_TOKEN: "made up",
    COMPUTE_URL: "http://127.0.0.1:1/v4",
    COMPUTE_BRAND: "compute",
    NO_PROXY: "intern,127.0.0.1,localhost",
  });
});

test("without an emulator the user's own settings are kept", async () => {
  expect(await environment({ base: { COMPUTE_TOKEN: "real" } })).toMatchObject({ COMPUTE_TOKEN: "real" });
});

test("the CLI's folder is prepended to PATH unless it is already on it", async () => {
  expect((await environment({ base: { PATH: "/a:/b" }, bin: "/cli" })).PATH).toBe("/cli:/a:/b");
  expect((await environment({ base: { PATH: "/a:/b" }, bin: "/b" })).PATH).toBe("/a:/b");
});
