import * as pulumi from "@pulumi/pulumi";
import * as compute from "../../../provider/index";

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

test("without any default, tags stay as they are", async () => {
  configure();
  expect(await tagsOf(instance({ tags: ["a"] }))).toEqual(["a"]);
  expect(await tagsOf(instance())).toBeUndefined();
});

test.each([
  ['["team-a", "prod"]', ["team-a", "prod"]],
  ["team-a, prod,", ["team-a", "prod"]],
  ["team-a", ["team-a"]],
  ["[]", undefined],
])("compute:defaultTags %s gives the tags %j", async (text, expected) => {
  configure(text);
  expect(await tagsOf(instance())).toEqual(expected);
});

test.each(['{"a":1}', "[1]", '[""]', "[a", '"a"'])(
  "compute:defaultTags %s is refused, with what it must be",
  (text) => {
    configure(text);
    expect(() => instance()).toThrow("Invalid compute:defaultTags. Use an array");
  },
);

test("the user's own tags come first, and one that is a default as well stays one", async () => {
  configure("prod,blue");
  expect(await tagsOf(instance({ tags: ["web", "blue"] }))).toEqual(["web", "blue", "prod"]);
});

test("every kind with tags gets them, others do not", async () => {
  configure("prod");
  expect(await tagsOf(new compute.Domain("web", ZONE))).toEqual(["prod"]);
  const record = new compute.DomainRecord("web", { domainId: 1, type: "A", target: "192.0.2.1" });
  expect(await tagsOf(record)).toBeUndefined();
});

test("an explicit provider's go in the place of the stack's, also through a component; without any, the stack's stay", async () => {
  configure("prod");
  const provider = new compute.Provider("other", { defaultTags: ["other"] });
  expect(await tagsOf(instance({ tags: ["web"] }, { provider }))).toEqual(["web", "other"]);
  const group = new pulumi.ComponentResource(
    "test:index:Group",
    "group",
    {},
    { providers: { "pulumi-nodejs": provider } },
  );
  expect(await tagsOf(instance({}, { parent: group }))).toEqual(["other"]);
  expect(await tagsOf(instance({}, { provider: new compute.Provider("plain", {}) }))).toEqual(["prod"]);
  expect(await tagsOf(instance({}, { provider: new compute.Provider("none", { defaultTags: [] }) }))).toBeUndefined();
});

test.each<[string, NonNullable<compute.ProviderArgs["defaultTags"]>, unknown]>([
  ["an output", pulumi.output(["other"]), ["web"]],
  ["an array with an output", [pulumi.output("other")], ["web"]],
  ["an output, beside tags that are one", pulumi.output(["other"]), pulumi.output(["web"])],
  ["an output, beside tags with outputs", pulumi.output(["other"]), [pulumi.output("web")]],
  ["an array, beside tags that are a promise", ["other"], Promise.resolve(["web"])],
])("defaults that are %s are added when they are known", async (_, defaultTags, tags) => {
  configure();
  const provider = new compute.Provider("other", { defaultTags });
  expect(await tagsOf(instance({ tags }, { provider }))).toEqual(["web", "other"]);
});

test("outputs that turn out to be nothing leave the other side", async () => {
  configure();
  const nothing = pulumi.output(undefined) as unknown as pulumi.Output<string[]>;
  const provider = new compute.Provider("other", { defaultTags: nothing });
  expect(await tagsOf(instance({ tags: ["web"] }, { provider }))).toEqual(["web"]);
  configure("prod");
  expect(await tagsOf(instance({ tags: nothing }))).toEqual(["prod"]);
});

test("what is only read gets none", async () => {
  configure("prod");
  expect(await tagsOf(compute.Instance.get("web", "5"))).toBeUndefined();
});
