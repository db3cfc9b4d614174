import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { startEmulator } from "../../emulator";
import { costsOf } from "../../cli/account/costs";
import { FORMATS } from "../../cli/cost/as-report";
import { readOptions } from "../../cli/cost/options";
import { reportOf } from "../../cli/cost/report";
import type { ReportOptions } from "../../cli/cost/report";
import { parsePreview } from "../../cli/state/preview";
import type { PlannedResource } from "../../cli/state/preview";
import { providerFrom } from "../../cli/state/sources";
import { stackStateOf } from "../../cli/state/stack-state";
import type { Values } from "../../provider/definition/values";
import { PULUMI_UNKNOWN } from "../../provider/shared/boundary";
import { exportOf, shownSecret } from "../support/exported-stack";
import { RETRIES, useService } from "../support/service";

const service = useService();

interface ListedPlan {
  readonly id: string;
  readonly price: { readonly monthly: number };
  readonly addons: { readonly backups: { readonly price: { readonly monthly: number } } };
  readonly engines: Record<string, { readonly quantity: number; readonly price: { readonly monthly: number } }[]>;
}

/** Prices as the emulator lists them, read without the code under test. */
async function prices() {
  const list = async (path: string): Promise<ListedPlan[]> => {
    const response = await fetch(`${service.emulator.url}${path}?page_size=500`);
    return ((await response.json()) as { data: ListedPlan[] }).data;
  };
  const [types, databases] = [await list("/compute/types"), await list("/databases/types")];
  const entry = (plans: ListedPlan[], id: string): ListedPlan => {
    const found = plans.find((one) => one.id === id);
    if (!found) throw new Error(`the emulator has no plan ${id}`);
    return found;
  };
  return {
    plan: (id: string) => entry(types, id).price.monthly,
    backups: (id: string) => entry(types, id).addons.backups.price.monthly,
    cluster: (id: string, engine: string, nodes: number) =>
      entry(databases, id).engines[engine]?.find(({ quantity }) => quantity === nodes)?.price.monthly ?? NaN,
  };
}
type Prices = Awaited<ReturnType<typeof prices>>;

const PROVIDER = "urn:pulumi:dev::shop::pulumi:providers:pulumi-nodejs";
const NANODE = { region: "us-east", type: "g6-nanode-1" };
const LARGE = { ...NANODE, type: "g6-standard-2" };
const MYSQL = { region: "us-east", type: "g6-standard-1", engine: "mysql/8.0.26" };
/** A resource in state has outputs. */
const recorded = (outputs: Values, inputs = outputs): Values => ({ id: "1", inputs, outputs });

interface Sides {
  readonly before?: Values;
  readonly after?: Values;
}

/** A step as `pulumi preview --json` prints it. */
function step(op: string, kind: string, { before, after }: Sides, provider = `${PROVIDER}::default::1`): Values {
  const type = `pulumi-nodejs:dynamic/compute:${kind}`;
  const about = { urn: `urn:pulumi:dev::shop::${type}::web`, type, custom: true, provider };
  return {
    op,
    urn: about.urn,
    ...(before && { oldState: { ...about, ...before } }),
    ...(after && { newState: { ...about, inputs: after } }),
  };
}

const previewOf = (steps: readonly Values[], more: Values = {}): string =>
  JSON.stringify({ config: {}, steps, ...more });

function costs(planned: readonly PlannedResource[], environment: NodeJS.ProcessEnv = {}) {
  const { url, token } = service.emulator;
  return costsOf(planned, {
    environment: { COMPUTE_URL: url, COMPUTE_TOKEN: token, ...environment },
    signal: new AbortController().signal,
    clock: service.clock,
    retries: RETRIES,
    defaultProvider: providerFrom({}),
  });
}

const OPTIONS: ReportOptions = {
  tool: { name: "pulumi-compute", version: "0" },
  stack: "organization/shop/dev",
  of: "preview",
  budget: undefined,
  allowsUnpriced: false,
  omitted: 0,
};

async function reported(steps: readonly Values[], options: Partial<ReportOptions> = {}) {
  return reportOf(await costs(parsePreview(previewOf(steps)).planned), { ...OPTIONS, ...options });
}

const free = (): number => 0;
const nanode = ({ plan }: Prices): number => plan("g6-nanode-1");
const large = ({ plan }: Prices): number => plan("g6-standard-2");
const secured = (p: Prices): number => nanode(p) + p.backups("g6-nanode-1");
const mysqlOf = (nodes: number) => (p: Prices) => p.cluster("g6-standard-1", "mysql", nodes);
const mongo = ({ cluster }: Prices): number => cluster("g6-standard-1", "mongodb", 1);

const create = (after: Values, kind = "Instance"): Values => step("create", kind, { after });
const change = (before: Values, after: Values, op = "update"): Values =>
  step(op, "Instance", { before: recorded(before), after });
const SECURED = { ...NANODE, backupsEnabled: true };
const MONGO = create({ ...MYSQL, engine: "mongodb/4.4.10" }, "MongoDatabase");
const REPLACED = ["create-replacement", "replace", "delete-replaced"].map((op) => change(NANODE, LARGE, op));
const LEFT = step("delete-replaced", "Instance", { before: { ...recorded(LARGE), id: "2" } });

type Cost = (listed: Prices) => number;
type Row = readonly [title: string, steps: readonly Values[], before: Cost, after: Cost];

test.each<Row>([
  ["a created instance", [create(NANODE)], free, nanode],
  ["an imported instance", [step("import", "Instance", { after: NANODE })], free, nanode],
  ["a resize", [change(NANODE, LARGE)], nanode, large],
  ["a replaced instance, once, whichever steps are shown", REPLACED, nanode, large],
  ["the old instance of an interrupted replacement", [...REPLACED, LEFT], (p) => nanode(p) + large(p), large],
  ["backups that are turned on", [change(NANODE, SECURED)], nanode, secured],
  ["backups that are turned off", [change(SECURED, { ...NANODE, backupsEnabled: false })], secured, nanode],
  ["backups that an update does not declare, and keeps", [change(SECURED, NANODE)], secured, secured],
  ["backups that a replacement does not declare, and lacks", [change(SECURED, NANODE, "replace")], secured, nanode],
  ["a cluster of three", [create({ ...MYSQL, clusterSize: 3 }, "MysqlDatabase")], free, mysqlOf(3)],
  ["a cluster of the default size, of another engine", [MONGO], free, mongo],
  ["what the program only reads", [step("read", "Instance", { after: NANODE })], free, free],
])("prices %s by the account's list of plans", async (_, steps, before, after) => {
  const listed = await prices();
  const report = await reported(steps);
  const [old, next] = [before(listed), after(listed)];
  expect(report).toMatchObject({ before: old, after: next, difference: next - old, unpriced: [] });
});

test("uses the region's own price, for the plan but not for the backups that have none", async () => {
  const today = await startEmulator({ profile: "today" });
  try {
    const after = { ...NANODE, region: "id-cgk", backupsEnabled: true };
    const { planned } = parsePreview(previewOf([create(after)]));
    const report = reportOf(await costs(planned, { COMPUTE_URL: today.url, COMPUTE_TOKEN: today.token }), OPTIONS);
    expect(report.after).toBe(6 + (await prices()).backups("g6-nanode-1"));
  } finally {
    await today.close();
  }
});

test.each([
  ["an unknown plan", "Instance", { ...NANODE, type: "g9-new" }, 'the API lists no type "g9-new"'],
  ["a plan of the update", "Instance", { ...NANODE, type: PULUMI_UNKNOWN }, "`type` is secret, or not known before"],
  ["a cluster of two", "MysqlDatabase", { ...MYSQL, clusterSize: 2 }, "the API lists no price for these inputs"],
  ["an image", "Image", { label: "golden" }, "the API does not list that price"],
  ["an ApiObject", "ApiObject", { collection: "/volumes", body: { size: 20 } }, "nothing is known about its price"],
  ["a resource type of a newer version", "Balancer", {}, "does not support resource type Balancer"],
])("lists %s as not priced, and leaves it out of the totals", async (_, kind, after, reason) => {
  const report = await reported([
    create(NANODE),
    step("update", kind, { before: recorded({ ...LARGE, ...after, type: "g6-standard-2" }), after }),
  ]);
  expect(report).toMatchObject({ before: 0, after: nanode(await prices()), unpriced: [{ kind, after: null }] });
  expect(report.unpriced[0]?.reason).toContain(reason);
});

const theirs = step("create", "Instance", { after: NANODE }, `${PROVIDER}::theirs::2`);

/** A `compute.Provider` whose token the preview hides. */
function theirProvider(inputs: Values): Values {
  const urn = `${PROVIDER}::theirs`;
  const secret = { "compute:explicit": "true", "compute:token": "[secret]" };
  const type = "pulumi:providers:pulumi-nodejs";
  return { op: "same", urn, newState: { urn, type, id: "2", inputs: { ...secret, ...inputs } } };
}

test("reads each catalogue once for each account, and only those with prices to look up", async () => {
  const own = create(NANODE);
  const provider = theirProvider({ "compute:url": service.emulator.url });
  service.emulator.resetRequests();
  const { planned } = parsePreview(previewOf([provider, own, own, theirs, create({}, "DomainRecordSet")]));
  expect(await costs(planned)).toMatchObject({ free: 1, requests: 2, resources: [{}, {}, {}] });
  expect(service.emulator.requests().log.map(({ path }) => path)).toEqual(["/compute/types", "/compute/types"]);
});

test("never sends COMPUTE_TOKEN for a provider with a token of its own, or to an API that it cannot identify", async () => {
  const sent: (string | undefined)[] = [];
  const server = createServer(({ headers: { authorization } }, response) => {
    sent.push(authorization);
    response.setHeader("content-type", "application/json").end('{"data":[],"page":1,"pages":1,"results":0}');
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const environment = {
    COMPUTE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v4`,
    COMPUTE_TOKEN: "own",
  };
  const priced = async (steps: readonly Values[]) => costs(parsePreview(previewOf(steps)).planned, environment);
  await priced([theirProvider({}), theirs]);
  await priced([create(NANODE)]);
  const { unpriced } = reportOf(await priced([theirs]), OPTIONS);
  server.close();
  expect(sent).toEqual([undefined, "Bearer own"]);
  expect(unpriced).toMatchObject([{ reason: expect.stringContaining('The API URL of provider "theirs" is unknown') }]);
});

test("lists resources as not priced if the API does not offer the list, and fails if the API fails", async () => {
  const { planned } = parsePreview(previewOf([create(NANODE)]));
  service.emulator.faults.add({ path: "/compute/types", effect: { kind: "status", status: 404 }, times: "always" });
  expect(reportOf(await costs(planned), OPTIONS).unpriced).toMatchObject([
    { reason: expect.stringMatching(/^the prices cannot be read: GET \/compute\/types/) },
  ]);
  service.emulator.reset();
  service.emulator.faults.add({ path: "/**", effect: { kind: "status", status: 503 }, times: "always" });
  await expect(costs(planned)).rejects.toThrow(/^Cannot read the prices: .*503.* Nothing was priced\.$/s);
});

test("prices a state by its outputs, without showing a secret plan", async () => {
  const more = { createdAt: 0, id: "1" };
  const inputs = { ...NANODE, type: shownSecret("g6-nanode-1") };
  const text = exportOf([
    { ...more, kind: "Instance", name: "web", inputs, outputs: { ...inputs, type: shownSecret("g6-standard-2") } },
    { ...more, kind: "DomainRecordSet", name: "zone", inputs: {}, outputs: {} },
  ] as never);
  const { resources } = stackStateOf(text, "dev");
  const planned = resources.map((one) => ({ action: "same", before: one, after: one, isRetained: false }) as const);
  const report = reportOf(await costs(planned), { ...OPTIONS, of: "state" });
  const price = large(await prices());
  expect(report).toMatchObject({ before: price, after: price, difference: 0, free: 1, unpriced: [] });
  for (const format of Object.values(FORMATS)) expect(format(report)).not.toContain("g6-");
});

describe("the budget", () => {
  const created = create(NANODE);
  const image = create({}, "Image");

  test.each([
    ["is kept by a cost that is equal to it", [created], { budget: 500 }, "within"],
    ["is exceeded by a cent", [created], { budget: 499 }, "over"],
    ["is exceeded whatever is not priced", [created, image], { budget: 499 }, "over"],
    ["is undecided if something is not priced", [created, image], { budget: 500 }, "unknown"],
    ["is kept if unpriced resources are allowed", [created, image], { budget: 500, allowsUnpriced: true }, "within"],
    [
      "is undecided without the unchanged resources",
      [created],
      { budget: 500, omitted: 1, allowsUnpriced: true },
      "unknown",
    ],
  ])("%s", async (_, steps, options, outcome) => {
    expect((await reported(steps, options)).budget).toEqual({ amount: options.budget / 100, outcome });
  });
});

test("finds out whether the preview leaves out unchanged resources", () => {
  const { omitted } = parsePreview(previewOf([step("same", "Instance", {})], { changeSummary: { same: 3 } }));
  expect(omitted).toBe(2);
});

test("warns about an old resource that stays in the account", async () => {
  const before = { ...recorded(NANODE), retainOnDelete: true };
  expect((await reported([step("delete", "Instance", { before })])).warnings).toEqual([
    "The old web (g6-nanode-1) stays in the account because of retainOnDelete. The totals leave it out.",
  ]);
});

test("names the plans before and after, with backups", async () => {
  const { resources } = await reported([change(NANODE, { ...LARGE, backupsEnabled: true })]);
  expect(resources).toMatchObject([{ plans: ["g6-nanode-1", "g6-standard-2 + backups"] }]);
});

test("adds cents without rounding errors", () => {
  const side = (cents: number) => ({ price: { cents }, plan: "p" });
  const one = { urn: "u", name: "n", kind: "Instance", action: "create", before: side(0), isRetained: false } as const;
  const resources = [10, 20].map((cents) => ({ ...one, after: side(cents) }));
  expect(reportOf({ resources, free: 0, requests: 0 }, OPTIONS)).toMatchObject({ after: 0.3, difference: 0.3 });
});

test.each([
  ["the output of another command", exportOf([]), "it has no list of `steps`"],
  ["text", "Previewing update (dev)", "it has no list of `steps`"],
  [
    "a failed preview",
    previewOf([], { diagnostics: [{ severity: "error", message: "no region\n" }] }),
    "the preview failed: no region",
  ],
])("rejects %s as a preview", (_, text, problem) => {
  expect(() => parsePreview(text)).toThrow(problem);
});

test.each([
  [["--stack", "dev", "--preview", "-"], "Use only one of --stack, --preview and --state."],
  [["--stack", ""], "--stack: the name is empty"],
  [["--budget", "1e3"], '--budget: "1e3" is not an amount in dollars'],
  [["--format", "html"], "Valid formats: table, json, markdown."],
])("rejects the options %j", (args, problem) => {
  expect(() => readOptions(args)).toThrow(problem);
});
