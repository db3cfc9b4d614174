import * as pulumi from "@pulumi/pulumi";
import * as compute from "../../provider";
import { isGeneric } from "../../provider/definition/definition";
import { actions, allKinds, kinds, objects, sets } from "../../provider/resources/registry";
import { observeTransformations, secretsInOptions } from "../../provider/sdk/transforms";
import { boundStackTraces } from "../../provider/sdk/stack-traces";

/** Names of the resources that a test has declared, and the ids of those that it has read. */
const seen = new Map<string, string | undefined>();
const providers = new Map<string, string>();

beforeEach(async () => {
  seen.clear();
  await pulumi.runtime.setMocks({
    newResource: ({ name, id, provider, inputs }) => {
      seen.set(name, id);
      providers.set(name, provider ?? "");
      return { id: id ?? `${name}-id`, state: inputs as Record<string, unknown> };
    },
    call: ({ inputs }) => inputs as Record<string, unknown>,
  });
});

class Server extends compute.Instance {
  constructor(name: string) {
    super(name, { region: "us-east", type: "g6-nanode-1" });
  }
}

const urnOf = (resource: pulumi.Resource): Promise<string> => new Promise((resolve) => resource.urn.apply(resolve));

const classes = compute as unknown as Readonly<Record<string, { readonly name: string; readonly get?: unknown }>>;
const kindsOf = (all: readonly { readonly kind: string }[]): string[] => all.map(({ kind }) => kind);

test.each(kindsOf(kinds))("the class of %s has the name of the resource type", (kind) => {
  expect(classes[kind]?.name).toBe(kind);
});

test("every resource type has get, except actions without a cloud resource", () => {
  const keptBy = actions.filter(({ action }) => action.evidence.shows === "object");
  const readable = Object.keys(classes).filter((name) => /^[A-Z]/.test(name) && classes[name]?.get !== undefined);
  expect(readable.sort()).toEqual(kindsOf([...objects, ...sets, ...keptBy, ...allKinds.filter(isGeneric)]).sort());
});

test("a resource is an instance of its class and of no other", () => {
  const zone = new compute.Domain("zone", { domain: "example.com", type: "master", soaEmail: "admin@example.com" });
  expect(zone).toBeInstanceOf(compute.Domain);
  expect(zone).toBeInstanceOf(pulumi.CustomResource);
  expect(zone).not.toBeInstanceOf(compute.DomainRecord);
  expect(compute.Domain.isInstance(zone)).toBe(true);
});

test("a subclass in a program is an instance of the class it extends", async () => {
  const own = new Server("own");
  await urnOf(own);
  expect(own).toBeInstanceOf(Server);
  expect(own).toBeInstanceOf(compute.Instance);
  expect(compute.Instance.isInstance(own)).toBe(true);
});

test("get of a subclass returns the base class, because the subclass constructor would create a resource", async () => {
  const found = Server.get("found", "5");
  await urnOf(found);
  expect(found).not.toBeInstanceOf(Server);
  expect([...seen]).toEqual([["found", "5"]]);
});

test("get works when called without its class", async () => {
  const { get } = compute.Domain as { get: (name: string, id: string) => compute.Domain };
  const found = get("found", "5");
  await urnOf(found);
  expect(found).toBeInstanceOf(compute.Domain);
  expect([...seen]).toEqual([["found", "5"]]);
});

/** A resource of a class that isn't observed. */
class Crate extends pulumi.CustomResource {
  constructor(name: string, opts?: pulumi.CustomResourceOptions) {
    super(`test:index:${new.target.name}`, name, {}, opts);
  }
}

class Box extends Crate {}
observeTransformations(Box);

const nothing: pulumi.ResourceTransformation = () => undefined;
const hiding =
  (...outputs: string[]): pulumi.ResourceTransformation =>
  ({ props, opts }) => ({ props, opts: pulumi.mergeOptions(opts, { additionalSecretOutputs: outputs }) });

test("without transformations and transforms, a resource has the secrets of its own options", () => {
  expect(secretsInOptions(new Box("own"), ["ipv6"])).toEqual(["ipv6"]);
});

test("with transformations, a resource has the secrets of the options they return", () => {
  const opts = { additionalSecretOutputs: ["ipv6"] };
  expect(secretsInOptions(new Box("none", { transformations: [nothing] }), [])).toEqual([]);
  expect(secretsInOptions(new Box("kept", { ...opts, transformations: [nothing] }), ["ipv6"])).toEqual(["ipv6"]);
  const both = new Box("both", { ...opts, transformations: [hiding("ipv4"), nothing] });
  expect(secretsInOptions(both, ["ipv6"])).toEqual(["ipv6", "ipv4"]);
});

test("a resource also has the secrets from its parents' transformations", () => {
  const seen: string[] = [];
  const count: pulumi.ResourceTransformation = ({ name }) => void seen.push(name);
  const parent = new pulumi.ComponentResource("test:index:Parent", "parent", {}, { transformations: [hiding("ipv4")] });
  const child = new Box("child", { parent, transformations: [count] });
  const grandchild = new Box("grandchild", { parent: child });
  expect(secretsInOptions(child, [])).toEqual(["ipv4"]);
  expect(secretsInOptions(grandchild, [])).toEqual(["ipv4"]);
  expect(seen).toEqual(["child", "grandchild"]);
});

test("the secrets are unknown if an SDK stores transformations elsewhere", () => {
  expect(secretsInOptions(new Crate("elsewhere", { transformations: [nothing] }), [])).toBeUndefined();
});

test("the secrets are unknown with transforms, which the SDK only knows as callbacks", () => {
  const callbacks = (pulumi.runtime as unknown as { getCallbacks(): { shutdown(): void } }).getCallbacks();
  expect(secretsInOptions(new Box("transformed"), [])).toBeUndefined();
  callbacks.shutdown();
});

const FRAME = /\n {4}at /g;
const framesOf = ({ stack = "" }: Error): number => stack.match(FRAME)?.length ?? 0;

/** Takes a trace as the SDK does for the one it records. */
function wholeTrace(): Error {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = Infinity;
  const error = new Error("whole");
  void error.stack;
  Error.stackTraceLimit = stackTraceLimit;
  return error;
}

const calledFromDepth = <T>(depth: number, work: () => T): T =>
  depth === 0 ? work() : calledFromDepth(depth - 1, work);

test("a bounded trace has no frames, and a later one has them again", () => {
  const restore = boundStackTraces();
  const during = new Error("during");
  const shown = during.stack;
  restore();
  expect(shown).toBe("Error: during");
  expect(framesOf(new Error("after"))).toBeGreaterThan(1);
});

test("the trace that the SDK records has its own frames and the first of the program", () => {
  const restore = boundStackTraces();
  const trace = calledFromDepth(20, wholeTrace);
  restore();
  expect(framesOf(trace)).toBe(6);
  expect(framesOf(calledFromDepth(20, wholeTrace))).toBeGreaterThan(20);
});

test("a function without a name has one in that trace, because the SDK skips frames without a name", () => {
  const sixth = (trace: Error): string => trace.stack?.split("\n")[6] ?? "";
  // The frames of the SDK, and then the program's.
  const [work] = [(): Error => calledFromDepth(3, wholeTrace)];
  const restore = boundStackTraces();
  const [trace] = [0].map(() => work?.());
  restore();
  expect(trace && sixth(trace)).toMatch(/^ +at <anonymous> \(.*resources\.rules\.test\.ts:\d+:\d+\)$/);
});

test("an error in a resource constructor shows the program's file", () => {
  const construct = (): void => void new compute.Domain("zone", undefined as never, { parent: 5 as never });
  let thrown: unknown;
  try {
    construct();
  } catch (error) {
    thrown = error;
  }
  expect((thrown as Error).stack).toContain("resources.rules.test.ts");
});

class Elsewhere extends pulumi.dynamic.Resource {}

test("a provider in a component's array applies to all dynamic resources below it, including third-party ones", async () => {
  const warn = jest.spyOn(pulumi.log, "warn").mockReturnValue(Promise.resolve());
  const [other, own] = ["other", "own"].map((name) => new compute.Provider(name, { token: "a token" }));
  const parent = new pulumi.ComponentResource("test:index:Shop", "shop", {}, { providers: other ? [other] : [] });
  new compute.Domain("zone", { domain: "shop.example", type: "master", soaEmail: "a@shop.example" }, { parent });
  const handlers = { create: () => Promise.resolve({ id: "1", outs: {} }) };
  new Elsewhere(handlers, "foreign", {}, { parent });
  new Elsewhere(handlers, "apart", {}, { parent, ...(own ? { provider: own } : {}) });
  await pulumi.runtime.disconnect();
  expect(providers.get("zone")).toContain("::other::");
  expect(providers.get("foreign")).toContain("::other::");
  expect(providers.get("apart")).toContain("::own::");
  expect(warn).not.toHaveBeenCalled();
});
