import { ConfigurationError } from "../../provider/api/errors";
import { EMULATOR_URL, environmentSource, resolveSettings, warnsOfEndsIn } from "../../provider/api/settings";
import type { SettingsSource } from "../../provider/api/settings";
import { settingsFrom } from "../../provider/shared/process-settings";

const FIRST = { url: "https://first.example/v4", brand: "first", token: "token-1" };
const SECOND = { url: "https://second.example/v4", brand: "second", token: "token-2" };
const DEFAULTS = { url: EMULATOR_URL, brand: "compute", token: undefined };
const PLAIN = "http://emulator:4010/v4";
const PERMITTED = { ...DEFAULTS, url: PLAIN, allowHttp: true };

test.each<[string, SettingsSource[], object]>([
  ["come from the first source", [{}, FIRST, SECOND], FIRST],
  [
    "each come from the first source that has it",
    [{ token: "token-0" }, { url: FIRST.url }, SECOND],
    { token: "token-0", url: FIRST.url, brand: "second" },
  ],
  [
    "are trimmed, and blank ones are ignored",
    [{ token: "", url: "  " }, { token: "\n" }, { ...SECOND, token: " token-2\n" }],
    SECOND,
  ],
  ["default to the local emulator without a token", [{}], DEFAULTS],
  [
    "have the default URL of the brand linode",
    [{ brand: "linode" }],
    { ...DEFAULTS, brand: "linode", url: "https://api.linode.com/v4" },
  ],
  ["have the given URL of the brand linode", [{ ...FIRST, brand: "linode" }], { ...FIRST, brand: "linode" }],
  ["have a URL without trailing slashes", [{ ...FIRST, url: `${FIRST.url}//` }], FIRST],
  ["allow plain http if a source does", [{ url: PLAIN, allowHttp: "true" }], PERMITTED],
  ["allow plain http if a later source does", [{ url: PLAIN }, { allowHttp: " true\n" }], PERMITTED],
  ["preview drift if a source says so", [{}, { previewDrift: " true\n" }], { ...DEFAULTS, previewsDrift: true }],
  ["show the cost if a source says so", [{}, { showCost: " true\n" }], { ...DEFAULTS, showsCost: true }],
  ["preview no drift if an earlier source says so", [{ previewDrift: "false" }, { previewDrift: "true" }], DEFAULTS],
])("settings %s", (_, sources, settings) => expect(resolveSettings(sources)).toEqual(settings));

test("reads the variables of the settings from the environment", () => {
  const [COMPUTE_TOKEN, COMPUTE_URL, COMPUTE_BRAND] = ["a", "b", "c"];
  const switches = { COMPUTE_ALLOW_HTTP: "e", COMPUTE_PREVIEW_DRIFT: "f", COMPUTE_SHOW_COST: "g" };
  expect(environmentSource({ COMPUTE_TOKEN, COMPUTE_URL, COMPUTE_BRAND, ...switches, TOKEN: "d" })).toEqual({
    origin: "environment",
    token: "a",
    url: "b",
    brand: "c",
    allowHttp: "e",
    previewDrift: "f",
    showCost: "g",
  });
});

test("COMPUTE_WARN_END_OF_LIFE is true or false", () => {
  expect(warnsOfEndsIn({ COMPUTE_WARN_END_OF_LIFE: " true\n" })).toEqual({ warnsOfEnds: true });
  for (const off of ["false", "", undefined]) expect(warnsOfEndsIn({ COMPUTE_WARN_END_OF_LIFE: off })).toEqual({});
  expect(() => warnsOfEndsIn({ COMPUTE_WARN_END_OF_LIFE: "yes" })).toThrow('Invalid COMPUTE_WARN_END_OF_LIFE "yes"');
});

const urlWays = ["`pulumi config set compute:url https://api.…/v4`", "COMPUTE_URL", "`url` to a compute.Provider"];
const httpWays = [
  "`pulumi config set compute:allowHttp true`",
  "COMPUTE_ALLOW_HTTP=true",
  "`allowHttp` of the compute.Provider",
];

test.each<[SettingsSource, ...string[]]>([
  [{ brand: "linod" }, 'Brand "linod" has no default URL', ...urlWays],
  [{ brand: "linode-" }, 'Brand "linode-" has no default URL', ...urlWays],
  [{ brand: "acme", url: " " }, 'Brand "acme" has no default URL', ...urlWays],
  ...["Linode", "a b", "1st", "a/b", "-a"].map((brand): [SettingsSource, string] => [
    { brand },
    "Invalid compute:brand",
  ]),
  ...["false", "", undefined].map((allowHttp): [SettingsSource, ...string[]] => [
    { url: PLAIN, allowHttp },
    ...httpWays,
  ]),
  ...["yes", "1", "TRUE"].map((allowHttp): [SettingsSource, string] => [{ allowHttp }, "Invalid compute:allowHttp: "]),
  [
    { previewDrift: "yes", origin: "environment" },
    "Invalid COMPUTE_PREVIEW_DRIFT: ",
    '"yes" is neither true nor false',
  ],
  [
    { showCost: "1", origin: "provider" },
    "Invalid `showCost` of the compute.Provider: ",
    '"1" is neither true nor false',
  ],
  [{ url: "http://api.example.com/v4" }, "in clear text"],
  [{ url: "http://127.0.0.1.example.com/v4" }, "in clear text"],
  [{ url: "http://10.0.0.1/v4" }, "in clear text"],
  [{ url: "ftp://localhost/v4", allowHttp: "true" }, "in clear text"],
  [{ url: "api.example.com/v4" }, "Invalid compute:url"],
  [{ url: PLAIN, allowHttp: "false", origin: "environment" }, "clear text", "set COMPUTE_ALLOW_HTTP to true."],
  [{ url: "https://user:hunter22@api.example.com/v4" }, "Remove the user name and password"],
])("rejects %j with the reason, and shows no secret", (source, ...parts) => {
  const refused = (): unknown => resolveSettings([{ token: "token-0" }, source]);
  expect(refused).toThrow(ConfigurationError);
  for (const part of parts) expect(refused).toThrow(part);
  expect(refused).not.toThrow(/token-0|hunter22/);
});

test.each([
  ...["http://localhost:4010/v4", "http://127.0.0.1:4010/v4", "http://127.9.8.7/v4", "http://[::1]:4010/v4"],
  "https://10.0.0.1:8443/v4",
])("accepts %s, which is https or loopback", (url) => expect(resolveSettings([{ url }]).url).toBe(url));

describe("the settings of a process", () => {
  const from = (config: Record<string, string>, environment: NodeJS.ProcessEnv) =>
    settingsFrom((key) => config[key], environment);
  const of = (name: string) => ({ token: `${name}-token`, url: `https://${name}.example/v4`, brand: name });
  const stack = of("stack");
  const STACK = { "compute:token": stack.token, "compute:url": stack.url, "compute:brand": stack.brand };
  const ENVIRONMENT = {
    COMPUTE_TOKEN: of("environment").token,
    COMPUTE_URL: of("environment").url,
    COMPUTE_BRAND: "environment",
  };
  const EXPLICIT = {
    "compute:explicit": "true",
    "compute:token": of("explicit").token,
    "compute:url": of("explicit").url,
    "compute:brand": "explicit",
    "compute:stackToken": stack.token,
    "compute:stackUrl": stack.url,
    "compute:stackBrand": stack.brand,
  };
  /** Recorded by a version that derived the URL from the brand. */
  const WITHOUT_URL = { "compute:brand": "acme", "compute:token": "stack-token" };

  const { "compute:token": _token, "compute:brand": _brand, ...INCOMPLETE } = EXPLICIT;
  const MIXED = {
    token: stack.token,
    url: of("explicit").url,
    brand: "environment",
    from: { url: "provider", brand: "environment" },
  };

  test.each<[string, Record<string, string>, NodeJS.ProcessEnv, object]>([
    ["the stack when there is nothing else", STACK, {}, stack],
    ["the environment before the stack, so that a refresh uses a new token", STACK, ENVIRONMENT, of("environment")],
    ["an explicit provider before the environment", EXPLICIT, ENVIRONMENT, of("explicit")],
    [
      "the environment, then the stack, if the provider lacks them",
      INCOMPLETE,
      { COMPUTE_BRAND: "environment" },
      MIXED,
    ],
  ])("come from %s", (_, config, environment, settings) => expect(from(config, environment)).toMatchObject(settings));

  test("rejects a recorded brand without a URL, unless the environment sets the URL", () => {
    expect(() => from(WITHOUT_URL, {})).toThrow("(`refresh` and `destroy` need COMPUTE_URL.)");
    expect(() => from({ ...WITHOUT_URL, "compute:explicit": "true" }, {})).toThrow(ConfigurationError);
    const COMPUTE_URL = "https://api.acme.example/v4";
    for (const recorded of [WITHOUT_URL, { ...WITHOUT_URL, "compute:explicit": "true" }]) {
      expect(from(recorded, { COMPUTE_URL })).toMatchObject({ token: "stack-token", url: COMPUTE_URL, brand: "acme" });
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

  test.each([
    ["previewDrift", "previewsDrift", "COMPUTE_PREVIEW_DRIFT"],
    ["showCost", "showsCost", "COMPUTE_SHOW_COST"],
  ] as const)("%s is taken from the explicit provider, the environment or the stack, in this order", (...names) => {
    const [name, setting, variable] = names;
    const explicit = { "compute:explicit": "true" };
    const ofStack = `compute:stack${name.charAt(0).toUpperCase()}${name.slice(1)}`;
    expect(from({ [`compute:${name}`]: "true" }, {})[setting]).toBe(true);
    expect(from({ ...explicit, [ofStack]: "true" }, {})[setting]).toBe(true);
    const environment = { [variable]: "true" };
    expect(from(explicit, environment)[setting]).toBe(true);
    expect(from({ ...explicit, [`compute:${name}`]: "false" }, environment)[setting]).toBeUndefined();
  });
});
