import type { FaultEffect } from "../../emulator";
import type { Values } from "../../provider/definition/values";
import { definitionOf } from "../../provider/resources/registry";
import { specimens } from "../kinds";
import { deployed, Deployment, inWords } from "../support/deployment";
import type { Handlers } from "../support/front-end";
import { DEPLOYED, MASTER, MONGO, messageOf } from "../support/programs";
import { useService } from "../support/service";
import type { ProcessOptions } from "../support/service";

const service = useService();
const asked = (): string[] => service.requests().map(({ method, path }) => `${method} ${path}`);

/** Valid inputs of each resource type, and the list that its preview requests first. */
const KINDS = specimens.map(({ kind, variants: [{ args }], several }, index) => {
  const [list = ""] = definitionOf(kind).collection.split("/{");
  return [kind, { ...args, ...several(index) }, list] as const;
});

/** What a preview of a new resource reports against it. */
const refusals = (kind: string, args: Values, handlers: Handlers): Promise<string[]> =>
  new Deployment(service, kind).refusals(args, handlers);
const previewOf = (kind: string, args: Values, options?: ProcessOptions): Promise<string[]> =>
  refusals(kind, args, service.process(options)(kind));
const aDomain = async (): Promise<Deployment> => (await deployed(service, "Domain", MASTER)).deployment;

describe("a token that the API rejects", () => {
  test.each(KINDS)("fails the preview of a new %s, with one request", async (kind, args, list) => {
    const [refusal = "", ...others] = await previewOf(kind, args, { token: "made-up-token" });
    // Public images need no token, but a wrong one is rejected all the same.
    expect(refusal).toMatch(/^Access token rejected\. .*Nothing was created\./);
    expect(refusal).toContain(`GET ${list} returned HTTP 401`);
    expect(refusal).not.toContain("made-up-token");
    expect(others).toEqual([]);
    expect(asked()).toEqual([`GET ${list}`]);
  });

  test("is checked and reported once per preview, however many resources there are", async () => {
    const process = service.process({ token: "made-up-token" });
    const all = [];
    for (const [kind, args] of KINDS) all.push(await refusals(kind, args, process(kind)));
    expect(all.map(({ length }) => length)).toEqual([1, ...Array<number>(KINDS.length - 1).fill(0)]);
    expect(asked()).toHaveLength(1);
  });

  test("is not printed if the API echoes it", async () => {
    const body = { errors: [{ reason: "made-up-token is no token" }] };
    service.emulator.faults.add({ path: "/domains", times: "always", effect: { kind: "status", status: 401, body } });
    const [refusal] = await previewOf("Domain", MASTER, { token: "made-up-token" });
    expect(refusal).toContain("[secret] is no token");
  });
});

describe("the token check of a preview", () => {
  test("sends only one list request for many new resources that are checked at once", async () => {
    const process = service.process();
    const checks = Array.from({ length: 20 }, (_, index) =>
      refusals("Domain", { ...MASTER, domain: `d${index}.example` }, process("Domain")),
    );
    expect((await Promise.all(checks)).flat()).toEqual([]);
    expect(asked()).toEqual(["GET /domains"]);
  });

  test("sends nothing if nothing is created, or the inputs are invalid anyway", async () => {
    const deployment = await aDomain();
    expect(await deployment.preview(MASTER)).toBe("same");
    expect(await deployment.preview({ ...MASTER, tags: ["blue"] })).toBe("update");
    expect(await previewOf("Domain", { ...MASTER, soaEmail: 5 })).toHaveLength(1);
    expect(asked()).toEqual([]);
  });
});

test.each([
  ["Domain", MASTER, 403],
  ["Domain", MASTER, 400],
  ["MongoDatabase", { ...MONGO, allowList: ["192.0.2.1"] }, 404],
])("preview accepts a create of a %s if only its list fails (%j, HTTP %i)", async (kind, args: Values, status) => {
  const path = kind === "Domain" ? "/domains" : "/databases/mongodb/**";
  service.emulator.faults.add({ path, times: "always", effect: { kind: "status", status } });
  expect(await previewOf(kind, args)).toEqual([]);
  expect(service.warnings()).toEqual([]);
});

test.each<[string, FaultEffect]>([
  ["no response", { kind: "reset" }],
  ["HTTP 500", { kind: "status", status: 500 }],
  ["a page with 502", { kind: "html", status: 502 }],
])("%s everywhere causes one warning per preview, and no further request", async (_, effect) => {
  service.emulator.faults.add({ path: "/**", times: "always", effect });
  const process = service.process();
  expect(await refusals("Instance", DEPLOYED, process("Instance"))).toEqual([]);
  expect(new Set(asked())).toEqual(new Set(["GET /compute/instances"]));
  const sent = asked().length;
  expect(await refusals("Domain", MASTER, process("Domain"))).toEqual([]);
  expect(asked()).toHaveLength(sent);
  expect(service.warnings()).toEqual([
    expect.stringContaining("Could not validate the access token and values such as the region: "),
  ]);
  expect(service.clock.now()).toBeLessThan(15_000);
});

describe.each([
  ["an explicit provider", "provider", /`(\w+)` of the compute\.Provider/g],
  ["the environment", "environment", /COMPUTE_(URL|TOKEN|BRAND|ALLOW_HTTP)/g],
  ["the stack config", undefined, /compute:(\w+) or COMPUTE_(URL|TOKEN|BRAND|ALLOW_HTTP)/g],
] as const)("every remedy for settings from %s names that source, and no other", (_, origin, names) => {
  const wrong = (setting: string, options: ProcessOptions): ProcessOptions => ({
    ...(origin && { from: { [setting]: origin } }),
    ...options,
  });
  const page = { kind: "status", status: 502, body: "<html>" } as const;

  test.each<[string, string, ProcessOptions, FaultEffect | undefined]>([
    ["a rejected token", "token", { token: "made-up-token" }, undefined],
    ["a URL without the version", "url", { url: "BASE" }, undefined],
    ["a URL where no API is", "url", { url: "BASE/v4/elsewhere" }, undefined],
    ["a URL where nothing listens", "url", { url: "http://127.0.0.1:1/v4" }, undefined],
    ["a URL without TLS", "url", { url: "HTTPS" }, undefined],
    ["a wrong brand", "brand", { brand: "acme" }, undefined],
    ["a page of another server", "url", {}, page],
    ["no response", "url", {}, { kind: "reset" }],
  ])("%s", async (_title, setting, options, effect) => {
    const deployment = new Deployment(service, "Instance");
    const base = service.emulator.url.replace(/\/v4$/, "");
    const url = options.url?.replace("BASE", base).replace("HTTPS", service.emulator.url.replace("http:", "https:"));
    if (effect) service.emulator.faults.add({ path: "/**", effect, times: "always" });
    const handlers = service.process(wrong(setting, { ...options, ...(url && { url }) }))("Instance");
    const create = await messageOf(deployment.create(handlers, deployment.inputsFrom(DEPLOYED)));
    const said = [create, ...(await refusals("Instance", DEPLOYED, handlers)), ...service.warnings()].join("\n");
    const named = said.match(names) ?? [];
    expect([
      ...new Set(named.map((name) => /(\w+)\W*(of the compute.Provider)?$/.exec(name)?.[1]?.toLowerCase())),
    ]).toEqual([setting === "url" ? expect.stringContaining("url") : expect.stringContaining(setting)]);
    expect(said.replace(names, "")).not.toMatch(/compute:(url|token|brand)|COMPUTE_|compute\.Provider/);
  });
});

describe("an API URL without the version", () => {
  const base = (): string => service.emulator.url.replace(/\/v4$/, "");

  test.each(KINDS)("fails the preview of a new %s, and shows the right URL", async (kind, args) => {
    const [refusal = "", ...others] = await previewOf(kind, args, { url: base() });
    expect(refusal).toContain(`No API found at ${base()}`);
    expect(refusal).toContain(`set compute:url or COMPUTE_URL to ${base()}/v4.`);
    expect(others).toEqual([]);
  });

  test("is reported rather than a missing image when an instance gets another image", async () => {
    const { deployment } = await deployed(service, "Instance", DEPLOYED);
    const { inputs } = deployment.recorded();
    const news = deployment.inputsFrom({ ...DEPLOYED, image: "compute/debian10" });
    const { failures } = await deployment.process({ url: base() }).check(inputs, news);
    expect(inWords(failures)).toEqual([expect.stringContaining(`set compute:url or COMPUTE_URL to ${base()}/v4.`)]);
  });
});

test.each<[string, FaultEffect]>([
  ["a web site", { kind: "html", status: 404 }],
  ["a welcome page", { kind: "html", status: 200 }],
  ["another API", { kind: "status", status: 200, body: { hello: "world" } }],
  ["errors in another format", { kind: "status", status: 404, body: { message: "no route" } }],
])("%s at the API URL fails the preview", async (_, effect) => {
  service.emulator.faults.add({ path: "/**", times: "always", effect });
  expect(await previewOf("Domain", MASTER)).toEqual([
    expect.stringMatching(/^No API found at http.* \(GET \/regions failed\)/),
  ]);
  expect(asked()).toContain("GET /regions");
});

test("an unknown brand fails the preview only of resources with it in their path", async () => {
  const brand = "acme";
  const [refusal = "", ...others] = await previewOf("Instance", DEPLOYED, { brand });
  expect(refusal).toContain(`Unknown brand "acme"`);
  expect(refusal).toContain("/acme/instances");
  expect(others).toEqual([]);
  expect(await previewOf("Domain", MASTER, { brand })).toEqual([]);
});

test("ignores a list with an entry that is not an object", async () => {
  const body = { data: [null], page: 1, pages: 1, results: 1 };
  service.emulator.faults.add({ path: "/domains", effect: { kind: "status", status: 200, body } });
  await expect(new Deployment(service, "Domain").previewNew(MASTER)).resolves.toBeUndefined();
});
