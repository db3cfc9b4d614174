import * as pulumi from "@pulumi/pulumi";
import * as compute from "../../provider";
import { actions, kinds, objects, sets } from "../../provider/resources/registry";

/** Names of the resources that a test has declared, and the ids of those that it has read. */
const seen = new Map<string, string | undefined>();

beforeEach(async () => {
  seen.clear();
  await pulumi.runtime.setMocks({
    newResource: ({ name, id }) => {
      seen.set(name, id);
      return { id: id ?? `${name}-id`, state: {} };
    },
    call: () => ({}),
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
  expect(readable.sort()).toEqual(kindsOf([...objects, ...sets, ...keptBy]).sort());
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
