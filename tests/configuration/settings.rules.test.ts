import fc from "fast-check";
import { ConfigurationError } from "../../provider/api/errors";
import {
  EMULATOR_URL,
  environmentSource,
  isLoopback,
  MISSING_TOKEN,
  resolveSettings,
} from "../../provider/api/settings";
import { settingsFrom } from "../../provider/shared/process-settings";

const FIRST = { url: "https://first.example/v4", brand: "first", token: "token-1" };
const SECOND = { url: "https://second.example/v4", brand: "second", token: "token-2" };

test("each setting comes from the first source that has it", () => {
  expect(resolveSettings([{}, FIRST, SECOND])).toEqual(FIRST);
  expect(resolveSettings([{ token: "token-0" }, { url: FIRST.url }, SECOND])).toEqual({
    token: "token-0",
    url: FIRST.url,
    brand: "second",
  });
});

test("ignores empty and blank settings and trims the others", () => {
  expect(resolveSettings([{ token: "", url: "  " }, { token: "\n" }, { ...SECOND, token: " token-2\n" }])).toEqual(
    SECOND,
  );
});

test("reads COMPUTE_TOKEN, COMPUTE_URL, COMPUTE_BRAND and COMPUTE_ALLOW_HTTP from the environment", () => {
  const environment = { COMPUTE_TOKEN: "a", COMPUTE_URL: "b", COMPUTE_BRAND: "c", COMPUTE_ALLOW_HTTP: "e", TOKEN: "d" };
  expect(environmentSource(environment)).toEqual({ token: "a", url: "b", brand: "c", allowHttp: "e" });
});

test("defaults to the local emulator without a token", () => {
  expect(resolveSettings([{}])).toEqual({ url: EMULATOR_URL, brand: "compute", token: undefined });
  expect(isLoopback(new URL(EMULATOR_URL))).toBe(true);
});

test("the brand linode has a default URL", () => {
  expect(resolveSettings([{ brand: "linode" }]).url).toBe("https://api.linode.com/v4");
  expect(resolveSettings([{ brand: "linode", url: "https://api.example.com/v4" }]).url).toBe(
    "https://api.example.com/v4",
  );
});

test.each(["linod", "linode-", "acme"])("rejects the brand %s without a URL, with the reason", (brand) => {
  const refused = (): unknown => resolveSettings([{ token: "token-0" }, { brand }]);
  expect(refused).toThrow(ConfigurationError);
  for (const part of [
    `Brand "${brand}" has no default URL`,
    "`pulumi config set compute:url https://api.…/v4`",
    "COMPUTE_URL",
    "`url` to a compute.Provider",
  ]) {
    expect(refused).toThrow(part);
  }
  expect(refused).not.toThrow("token-0");
});

test("for any sources, the URL is either a given one or a known default", () => {
  const brand = fc.option(fc.constantFrom("compute", "linode", "linod", "acme", " ", ""), { nil: undefined });
  const url = fc.option(fc.constantFrom("https://a.example/v4", "https://b.example/v4", " "), { nil: undefined });
  const sources = fc.array(fc.record({ brand, url }), { maxLength: 3 });
  fc.assert(
    fc.property(sources, (given) => {
      const first = (name: "brand" | "url") => given.map((source) => source[name]?.trim()).find(Boolean);
      const known = { compute: EMULATOR_URL, linode: "https://api.linode.com/v4" };
      const expected = first("url") ?? known[(first("brand") ?? "compute") as keyof typeof known];
      if (expected === undefined) expect(() => resolveSettings(given)).toThrow(ConfigurationError);
      else expect(resolveSettings(given).url).toBe(expected);
    }),
  );
});

test("ignores trailing slashes in the URL", () => {
  expect(resolveSettings([{ url: "https://api.example.com/v4//" }]).url).toBe("https://api.example.com/v4");
});

test.each(["http://api.example.com/v4", "http://127.0.0.1.example.com/v4", "http://10.0.0.1/v4", "ftp://localhost/v4"])(
  "rejects %s, because the token would be sent unencrypted",
  (url) => expect(() => resolveSettings([{ url }])).toThrow(ConfigurationError),
);

test.each([
  ...["http://localhost:4010/v4", "http://127.0.0.1:4010/v4", "http://127.9.8.7/v4", "http://[::1]:4010/v4"],
  "https://10.0.0.1:8443/v4",
])("accepts %s, which is https or loopback", (url) => expect(resolveSettings([{ url }]).url).toBe(url));

describe("plain http beyond loopback", () => {
  const url = "http://emulator:4010/v4";

  test("is used when any source allows it", () => {
    expect(resolveSettings([{ url, allowHttp: "true" }])).toEqual({
      url,
      brand: "compute",
      token: undefined,
      allowHttp: true,
    });
    expect(resolveSettings([{ url }, { allowHttp: " true\n" }]).url).toBe(url);
  });

  test.each(["false", "", undefined])("is rejected with %p, and the message shows how to allow it", (allowHttp) => {
    const refused = (): unknown => resolveSettings([{ url, allowHttp }]);
    for (const way of [
      "`pulumi config set compute:allowHttp true`",
      "COMPUTE_ALLOW_HTTP=true",
      "`allowHttp` of the compute.Provider",
    ]) {
      expect(refused).toThrow(way);
    }
  });

  test("is decided by the first source that sets it", () => {
    expect(() => resolveSettings([{ url, allowHttp: "false" }, { allowHttp: "true" }])).toThrow(ConfigurationError);
  });

  test.each(["yes", "1", "TRUE"])("can't be set to %p", (allowHttp) => {
    expect(() => resolveSettings([{ allowHttp }])).toThrow(/COMPUTE_ALLOW_HTTP.*Use true or false/);
  });

  test("allows no other scheme", () => {
    expect(() => resolveSettings([{ url: "ftp://localhost/v4", allowHttp: "true" }])).toThrow(ConfigurationError);
  });

  test("has no effect on https", () => {
    expect(resolveSettings([{ url: "https://api.example.com/v4" }])).not.toHaveProperty("allowHttp");
  });
});

test.each(["api.example.com/v4", "not a url"])("rejects %p as an invalid URL", (url) => {
  expect(() => resolveSettings([{ url }])).toThrow(/Invalid API URL|Use https/);
});

test("rejects a URL with a password, without repeating the password in the message", () => {
  const refused = (): unknown => resolveSettings([{ url: "https://user:hunter22@api.example.com/v4" }]);
  expect(refused).toThrow(ConfigurationError);
  expect(refused).not.toThrow(/hunter22/);
});

test.each(["Linode", "a b", "1st", "a/b", "-a"])("rejects the brand %p", (brand) => {
  expect(() => resolveSettings([{ brand }])).toThrow(ConfigurationError);
});

test("the message for a missing token lists all ways to set one", () => {
  expect(MISSING_TOKEN).toContain("COMPUTE_TOKEN");
  expect(MISSING_TOKEN).toContain("compute:token");
  expect(MISSING_TOKEN).toContain("compute.Provider");
});

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

  test("come from the stack when there is nothing else", () => expect(from(STACK, {})).toEqual(stack));

  test("come from the environment before the stack, so that refresh and destroy use a new token", () => {
    expect(from(STACK, ENVIRONMENT)).toEqual(of("environment"));
  });

  test("come from an explicit provider before the environment", () => {
    expect(from(EXPLICIT, ENVIRONMENT)).toEqual(of("explicit"));
  });

  test("come from the environment, then from the stack, if an explicit provider lacks them", () => {
    const { "compute:token": _token, "compute:brand": _brand, ...partial } = EXPLICIT;
    const { token, brand, url } = { ...stack, brand: "environment", url: of("explicit").url };
    expect(from(partial, { COMPUTE_BRAND: "environment" })).toEqual({ token, url, brand });
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
});
