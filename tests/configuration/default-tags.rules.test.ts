import * as pulumi from "@pulumi/pulumi";
import * as compute from "../../provider/index";

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

test("without defaults, tags stay unchanged", async () => {
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
  "rejects compute:defaultTags %s and shows the expected form",
  (text) => {
    configure(text);
    expect(() => instance()).toThrow("Invalid compute:defaultTags. Use an array");
  },
);

test("the resource's own tags come first, without duplicates of the defaults", async () => {
  configure("prod,blue");
  expect(await tagsOf(instance({ tags: ["web", "blue"] }))).toEqual(["web", "blue", "prod"]);
});

test("every resource type with tags gets the defaults, others don't", async () => {
  configure("prod");
  expect(await tagsOf(new compute.Domain("web", ZONE))).toEqual(["prod"]);
  const record = new compute.DomainRecord("web", { domainId: 1, type: "A", target: "192.0.2.1" });
  expect(await tagsOf(record)).toBeUndefined();
});

test("an explicit provider's defaults replace the stack's, also through a component; without any, the stack's apply", async () => {
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
  ["an output, with tags that are an output", pulumi.output(["other"]), pulumi.output(["web"])],
  ["an output, with tags that contain outputs", pulumi.output(["other"]), [pulumi.output("web")]],
  ["an array, with tags that are a promise", ["other"], Promise.resolve(["web"])],
])("adds defaults that are %s once they are known", async (_, defaultTags, tags) => {
  configure();
  const provider = new compute.Provider("other", { defaultTags });
  expect(await tagsOf(instance({ tags }, { provider }))).toEqual(["web", "other"]);
});

test("an output that resolves to undefined leaves the other tags", async () => {
  configure();
  const nothing = pulumi.output(undefined) as unknown as pulumi.Output<string[]>;
  const provider = new compute.Provider("other", { defaultTags: nothing });
  expect(await tagsOf(instance({ tags: ["web"] }, { provider }))).toEqual(["web"]);
  configure("prod");
  expect(await tagsOf(instance({ tags: nothing }))).toEqual(["prod"]);
});

test("a resource that is only read gets no defaults", async () => {
  configure("prod");
  expect(await tagsOf(compute.Instance.get("web", "5"))).toBeUndefined();
});
