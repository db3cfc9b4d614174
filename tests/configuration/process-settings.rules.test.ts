import { ConfigurationError } from "../../provider/api/errors";
import { EMULATOR_URL } from "../../provider/api/settings";
import { settingsFrom } from "../../provider/shared/process-settings";

const STACK = { "compute:token": "stack-token", "compute:url": "https://stack.example/v4", "compute:brand": "stack" };
const EXPLICIT = {
  "compute:explicit": "true",
  "compute:token": "explicit-token",
  "compute:url": "https://explicit.example/v4",
  "compute:brand": "explicit",
  "compute:stackToken": "stack-token",
  "compute:stackUrl": "https://stack.example/v4",
  "compute:stackBrand": "stack",
};
/** Recorded by a version that derived the URL from the brand. */
const WITHOUT_URL = { "compute:brand": "acme", "compute:token": "stack-token" };
const ENVIRONMENT = {
  COMPUTE_TOKEN: "environment-token",
  COMPUTE_URL: "https://environment.example/v4",
  COMPUTE_BRAND: "environment",
};

const from = (config: Record<string, string>, environment: NodeJS.ProcessEnv) =>
  settingsFrom((key) => config[key], environment);
const only = (config: Record<string, string>, keys: readonly string[]): Record<string, string> =>
  Object.fromEntries(Object.entries(config).filter(([key]) => keys.includes(key)));

test("the stack's configuration is used when there is nothing else", () => {
  expect(from(STACK, {})).toEqual({ token: "stack-token", url: "https://stack.example/v4", brand: "stack" });
});

test("the environment takes precedence over the stack's configuration, so that refresh and destroy use a new token", () => {
  expect(from(STACK, ENVIRONMENT)).toEqual({
    token: "environment-token",
    url: "https://environment.example/v4",
    brand: "environment",
  });
});

test("an explicit provider takes precedence over the environment", () => {
  expect(from(EXPLICIT, ENVIRONMENT)).toEqual({
    token: "explicit-token",
    url: "https://explicit.example/v4",
    brand: "explicit",
  });
});

test("settings missing from an explicit provider come from the environment, then from the stack", () => {
  const partial = only(EXPLICIT, ["compute:explicit", "compute:url", "compute:stackToken", "compute:stackBrand"]);
  expect(from(partial, { COMPUTE_BRAND: "environment" })).toEqual({
    token: "stack-token",
    url: "https://explicit.example/v4",
    brand: "environment",
  });
});

test("rejects a recorded brand without a URL, unless the environment sets the URL", () => {
  expect(() => from(WITHOUT_URL, {})).toThrow("(`refresh` and `destroy` need COMPUTE_URL.)");
  expect(() => from({ ...WITHOUT_URL, "compute:explicit": "true" }, {})).toThrow(ConfigurationError);
  const COMPUTE_URL = "https://api.acme.example/v4";
  for (const recorded of [WITHOUT_URL, { ...WITHOUT_URL, "compute:explicit": "true" }]) {
    expect(from(recorded, { COMPUTE_URL })).toEqual({ token: "stack-token", url: COMPUTE_URL, brand: "acme" });
  }
});

test("plain http is allowed by the explicit provider, the environment or the stack, in this order", () => {
  const url = "http://emulator:4010/v4";
  const explicit = { "compute:explicit": "true", "compute:url": url };
  expect(from({ "compute:url": url, "compute:allowHttp": "true" }, {}).allowHttp).toBe(true);
  expect(from({ ...explicit, "compute:stackAllowHttp": "true" }, {}).allowHttp).toBe(true);
  expect(from(explicit, { COMPUTE_ALLOW_HTTP: "true" }).allowHttp).toBe(true);
  expect(() => from({ ...explicit, "compute:allowHttp": "false" }, { COMPUTE_ALLOW_HTTP: "true" })).toThrow(
    "allowHttp",
  );
});

test("defaults to the emulator's URL without a token", () => {
  expect(from({}, {})).toEqual({ token: undefined, url: EMULATOR_URL, brand: "compute" });
});
