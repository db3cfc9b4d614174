import * as pulumi from "@pulumi/pulumi";
import * as compute from "../../provider/index";
import * as native from "../../provider/native";
import { overriddenSettings, warnOfOverriddenSettings } from "../../provider/sdk/overridden-settings";
import { unknownKeys, warnOfUnknownKeys } from "../../provider/sdk/stack-keys";

let said: jest.SpiedFunction<typeof pulumi.log.warn>;

beforeEach(() => {
  said = jest.spyOn(pulumi.log, "warn").mockResolvedValue();
});
afterEach(() => said.mockRestore());

const VALID = ["token", "url", "brand", "allowHttp", "previewDrift", "showCost", "defaultTags", "moveFrom"].map(
  (key) => `compute:${key}`,
);

test.each([
  ["tokn", "; did you mean compute:token?"],
  ["Token", "; did you mean compute:token?"],
  ["uri", "; did you mean compute:url?"],
  ["default-tags", "; did you mean compute:defaultTags?"],
  ["allowHTTP", "; did you mean compute:allowHttp?"],
  ["timeout", "."],
])("among valid keys and other namespaces, warns only about compute:%s", (name, hint) => {
  expect(unknownKeys([...VALID, "shop:tokn", "computer:tokn", `compute:${name}`], "shop")).toEqual([
    `Unknown key compute:${name} in stack config${hint} Valid keys: compute:token, compute:url, compute:brand, ` +
      `compute:allowHttp, compute:previewDrift, compute:showCost, compute:defaultTags, compute:moveFrom. For a setting of the program itself, use shop:${name}.`,
  ]);
});

test("doesn't warn about a project with the same namespace", () => {
  expect(unknownKeys(["compute:tokn"], "compute")).toEqual([]);
});

test("warns once, for any number of resources and data sources, and shows no value", () => {
  pulumi.runtime.setAllConfig({ "compute:tokn": "geheim", "compute:url": "x" });
  for (let index = 0; index < 3; index++) warnOfUnknownKeys();
  expect(said.mock.calls).toEqual([[expect.stringContaining("Unknown key compute:tokn")]]);
  expect(JSON.stringify(said.mock.calls)).not.toContain("geheim");
});

const ENVIRONMENT = { token: "environments-token", url: "https://environment.example/v4", brand: "environment" };
const STACK = { token: "stacks-token", url: "https://stack.example/v4", brand: "stack" };

test.each<[string, ...Parameters<typeof overriddenSettings>, string[]]>([
  ["each that differs", {}, ENVIRONMENT, STACK, ["compute:token", "compute:url", "compute:brand"]],
  ["none that is the same", {}, { ...ENVIRONMENT, token: STACK.token }, STACK, ["compute:url", "compute:brand"]],
  ["a permission that differs", {}, { allowHttp: "false" }, { allowHttp: "true" }, ["compute:allowHttp"]],
  ["none of an explicit provider", { token: "its-own" }, ENVIRONMENT, STACK, ["compute:url", "compute:brand"]],
  ["one that is blank in the provider", { ...STACK, token: " " }, ENVIRONMENT, STACK, ["compute:token"]],
  ["none that the stack lacks", {}, ENVIRONMENT, {}, []],
  ["none that is blank in the environment", {}, { token: " " }, STACK, []],
  ["none if all are the same", {}, STACK, STACK, []],
  ["none that differs in space or a slash", {}, { token: `${STACK.token}\n`, url: `${STACK.url}/` }, STACK, []],
])("of the settings in the environment and the stack, %s is overridden", (_, provider, environment, stack, keys) => {
  expect(overriddenSettings(provider, environment, stack).map(({ key }) => key)).toEqual(keys);
});

describe("the warning about overridden settings", () => {
  const before = { ...process.env };
  afterEach(() => {
    process.env = { ...before };
  });

  test("is printed once per setting, with the remedy and without the values", () => {
    process.env.COMPUTE_TOKEN = ENVIRONMENT.token;
    process.env.COMPUTE_URL = ENVIRONMENT.url;
    pulumi.runtime.setAllConfig({ "compute:token": STACK.token, "compute:url": STACK.url });
    warnOfOverriddenSettings({ token: "its-own" });
    for (let index = 0; index < 3; index++) warnOfOverriddenSettings();
    const messages = said.mock.calls.map(([message]) => message);
    expect(messages).toEqual([
      expect.stringContaining("COMPUTE_URL is used instead of compute:url. Unset COMPUTE_URL to use stack config,"),
      expect.stringContaining("COMPUTE_TOKEN is used instead of compute:token."),
    ]);
    expect(messages[1]).toContain("remove compute:token with `pulumi config rm`");
    for (const value of ["environments-token", "stacks-token", "its-own", "example"]) {
      expect(messages.join()).not.toContain(value);
    }
  });

  test("is not printed in a unit test with mocks", async () => {
    await pulumi.runtime.setMocks({ newResource: () => ({ id: "1", state: {} }), call: () => ({}) });
    process.env.COMPUTE_BRAND = "environment";
    pulumi.runtime.setAllConfig({ "compute:brand": "stack" });
    warnOfOverriddenSettings();
    expect(said).not.toHaveBeenCalled();
  });
});

describe("compute:moveFrom", () => {
  beforeAll(() =>
    pulumi.runtime.setMocks({
      newResource: ({ name }) => ({ id: name, state: {} }),
      call: ({ inputs }) => inputs as object,
    }),
  );
  const configure = (from?: string): void =>
    pulumi.runtime.setAllConfig(from === undefined ? {} : { "compute:moveFrom": from });

  /** The types of its aliases. */
  function formerTypesOf(make: (opts: pulumi.CustomResourceOptions) => pulumi.Resource): unknown[] {
    let aliases: unknown[] = [];
    const transformation = ({ opts }: pulumi.ResourceTransformationArgs) =>
      void (aliases = [opts.aliases ?? []].flat());
    make({ transformations: [transformation] });
    return aliases.map((alias) => (alias as pulumi.Alias).type);
  }
  const ARGS: compute.DomainRecordArgs = { domainId: 5, type: "A", name: "www", target: "192.0.2.1" };
  const record = (opts: pulumi.CustomResourceOptions) => new compute.DomainRecord("www", ARGS, opts);

  test.each<[string, (opts: pulumi.CustomResourceOptions) => pulumi.Resource, string, string[]]>([
    ["a dynamic resource", record, "linode:index/domainRecord:DomainRecord", ["compute:index:DomainRecord"]],
    [
      "a resource of the native plugin",
      (opts) => new native.DomainRecord("www", ARGS, opts),
      "linode:index/domainRecord:DomainRecord",
      ["pulumi-nodejs:dynamic/compute:DomainRecord"],
    ],
    ["a provider", (opts) => new compute.Provider("own", {}, opts), "pulumi:providers:linode", []],
    ["a provider of the native plugin", (opts) => new native.Provider("own", {}, opts), "pulumi:providers:linode", []],
  ])("adds the former type to %s as an alias, only if it is set", (_, make, former, others) => {
    configure("linode");
    expect(formerTypesOf(make)).toEqual([...others, former]);
    configure();
    expect(formerTypesOf(make)).toEqual(others);
  });

  test("adds the former type to aliases without a type", () => {
    configure("linode");
    const aliases = [{ name: "old" }, { name: "older", type: "other:index:Record" }, "urn:pulumi:dev::shop::a:b:C::d"];
    let seen: pulumi.CustomResourceOptions["aliases"];
    record({ aliases, transformations: [({ opts }) => void (seen = opts.aliases)] });
    expect(seen).toEqual([
      ...aliases,
      { type: "compute:index:DomainRecord" },
      { type: "linode:index/domainRecord:DomainRecord" },
      { name: "old", type: "linode:index/domainRecord:DomainRecord" },
    ]);
  });

  test("rejects a package from which resources cannot move", () => {
    configure("linodes");
    expect(() => record({})).toThrow(
      new pulumi.RunError('compute:moveFrom is "linodes", but resources move only from "linode".'),
    );
  });
});

describe("default tags", () => {
  type Values = Record<string, unknown>;
  const made = new Map<string, Values>();

  beforeAll(() =>
    pulumi.runtime.setMocks({
      newResource: ({ name, inputs }) => {
        made.set(name, inputs as Values);
        return { id: `${name}-id`, state: inputs as Values };
      },
      call: ({ inputs }) => inputs as Values,
    }),
  );
  beforeEach(() => made.clear());
  const configure = (defaultTags?: string): void =>
    pulumi.runtime.setAllConfig(defaultTags === undefined ? {} : { "compute:defaultTags": defaultTags });

  const EMPTY = { region: "us-east", type: "g6-nanode-1" };
  const ZONE: compute.DomainArgs = { domain: "shop.example", type: "master", soaEmail: "a@shop.example" };
  const known = <T>(output: pulumi.Output<T>): Promise<T> => new Promise((resolve) => void output.apply(resolve));

  /** The tags that the resource is registered with. */
  async function tagsOf(resource: pulumi.CustomResource, name = "web"): Promise<unknown> {
    await known(resource.urn);
    return made.get(name)?.tags;
  }
  const instance = (args: object = {}, opts?: pulumi.CustomResourceOptions): compute.Instance =>
    new compute.Instance("web", { ...EMPTY, ...args }, opts);

  test.each<[string | undefined, string[] | undefined, unknown]>([
    [undefined, ["a"], ["a"]],
    [undefined, undefined, undefined],
    ['["team-a", "prod"]', undefined, ["team-a", "prod"]],
    ["team-a, prod,", undefined, ["team-a", "prod"]],
    ["team-a", undefined, ["team-a"]],
    ["[]", undefined, undefined],
    ["prod,blue", ["web", "blue"], ["web", "blue", "prod"]],
  ])("with compute:defaultTags %s, the own tags %j become %j", async (text, tags, expected) => {
    configure(text);
    expect(await tagsOf(instance({ tags }))).toEqual(expected);
  });

  test.each(['{"a":1}', "[1]", '[""]', "[a", '"a"'])(
    "rejects compute:defaultTags %s and shows the expected form",
    (text) => {
      configure(text);
      expect(() => instance()).toThrow("compute:defaultTags must be an array");
    },
  );

  test("every resource type with tags gets the defaults; others, and one that is only read, don't", async () => {
    configure("prod");
    expect(await tagsOf(new compute.Domain("web", ZONE))).toEqual(["prod"]);
    const record = new compute.DomainRecord("web", { domainId: 1, type: "A", target: "192.0.2.1" });
    expect(await tagsOf(record)).toBeUndefined();
    expect(await tagsOf(compute.Instance.get("web", "5"))).toBeUndefined();
  });

  test("an explicit provider's defaults replace the stack's, also through a component; without any, the stack's apply", async () => {
    configure("prod");
    const provider = new compute.Provider("other", { defaultTags: ["other"] });
    expect(await tagsOf(instance({ tags: ["web"] }, { provider }))).toEqual(["web", "other"]);
    const providers = { "pulumi-nodejs": provider };
    const group = new pulumi.ComponentResource("test:index:Group", "group", {}, { providers });
    expect(await tagsOf(instance({}, { parent: group }))).toEqual(["other"]);
    expect(await tagsOf(instance({}, { provider: new compute.Provider("plain", {}) }))).toEqual(["prod"]);
    expect(await tagsOf(instance({}, { provider: new compute.Provider("none", { defaultTags: [] }) }))).toBeUndefined();
  });

  describe.each([compute.Provider, native.Provider])("an explicit provider (%p)", (Provider) => {
    const refusal = (args: object): string => {
      try {
        new Provider("other", args);
        return "";
      } catch (error) {
        return `${String(pulumi.RunError.isInstance(error))} ${(error as Error).message}`;
      }
    };

    test("names everything that is wrong with its inputs at once, without the token", () => {
      const args = {
        token: 123,
        tokn: "x",
        url: "ftp://host/v4",
        brand: "A b",
        allowHttp: "yes",
        previewDrift: 1,
        showCost: "on",
        defaultTags: [""],
      };
      const said = refusal(args);
      for (const part of [
        'true The compute.Provider "other": token: must be a string; tokn: is not an input of a provider; did you mean token?; ',
        'brand: "A b" is not a valid brand',
        'allowHttp: must be true or false, not "yes"',
        "previewDrift: must be true or false, not 1",
        'showCost: must be true or false, not "on"',
        "defaultTags: must be an array",
        "url: ftp://host/v4 would send the token in clear text",
      ]) {
        expect(said).toContain(part);
      }
    });

    test.each([
      [{ url: "http://host/v4", allowHttp: true, token: "", brand: " " }, ""],
      [{ url: pulumi.output("https://host/v4"), token: null, defaultTags: "a,b" }, ""],
      [{ url: "http://host/v4" }, "in clear text"],
      [{ url: "https://user:hunter22@host" }, "Remove the user name"],
    ])("%j: %j", (args, reason) => {
      expect(refusal(args)).toContain(reason);
      expect(refusal(args) === "").toBe(reason === "");
      expect(refusal(args)).not.toContain("hunter22");
    });
  });

  test.each<[string, NonNullable<compute.ProviderArgs["defaultTags"]>, unknown]>([
    ["an output", pulumi.output(["other"]), ["web"]],
    ["an array with an output", [pulumi.output("other")], ["web"]],
    ["an output, with tags that are an output", pulumi.output(["other"]), pulumi.output(["web"])],
    ["an output, with tags that contain outputs", pulumi.output(["other"]), [pulumi.output("web")]],
    ["an array, with tags that are a promise", ["other"], Promise.resolve(["web"])],
  ])("adds defaults that are %s once they are known", async (_, defaultTags, tags) => {
    configure();
    const provider = new compute.Provider("other", { defaultTags });
    expect(await tagsOf(instance({ tags }, { provider }))).toEqual(["web", "other"]);
  });

  test("an output that resolves to undefined leaves the other tags", async () => {
    configure("prod");
    const nothing = pulumi.output(undefined) as unknown as pulumi.Output<string[]>;
    const provider = new compute.Provider("other", { defaultTags: nothing });
    expect(await tagsOf(instance({ tags: ["web"] }, { provider }))).toEqual(["web"]);
    expect(await tagsOf(instance({ tags: nothing }))).toEqual(["prod"]);
  });
});
