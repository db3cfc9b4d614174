import { randomUUID } from "node:crypto";
import * as pulumi from "@pulumi/pulumi";
import { infrastructure } from "./infra";

/** Arguments of every resource that the program has declared, by its kind and name: `Instance web`. */
const declared = new Map<string, Record<string, unknown>>();

/** What lookups answer, by their tokens; one that is not here answers with its arguments. */
const lookups: Record<string, (args: { id: string }) => object> = {
  "compute:index/getImage:getImage": ({ id }) => ({ id, label: id, deprecated: id === "compute/debian9" }),
};

/** No engine and no service: resources have the arguments that they are given, and what the service would add. */
const mocks: pulumi.runtime.Mocks = {
  newResource: ({ type, name, inputs }) => {
    const args = inputs as Record<string, unknown>;
    const kind = type.split(":").at(-1) ?? type;
    declared.set(`${kind} ${name}`, args);
    const added = kind === "Instance" ? { ipv4: ["192.0.2.10"], status: "running" } : {};
    return { id: `${name}-id`, state: { ...args, ...added } };
  },
  call: ({ token, inputs }) => lookups[token]?.(inputs as { id: string }) ?? inputs,
};

/** Declares everything as the program of this stack would. */
async function declare(stack: string, config: Record<string, string> = {}) {
  declared.clear();
  await pulumi.runtime.setMocks(mocks, "shop", stack);
  pulumi.runtime.setAllConfig({ "shop:rootPass": randomUUID(), ...config }, ["shop:rootPass"]);
  return infrastructure();
}

function valueOf<T>(output: pulumi.Output<T>): Promise<T> {
  return new Promise((resolve) => output.apply(resolve));
}

test("points www at the address of the server", async () => {
  const { web, zone, www } = await declare("production");
  const [address] = await valueOf(web.ipv4);
  expect(await valueOf(www.target)).toBe(address);
  expect(await valueOf(www.domainId)).toBe(await valueOf(zone.id));
});

test("declares nothing but what it should", async () => {
  const { www } = await declare("staging");
  await valueOf(www.urn);
  expect([...declared.keys()].sort()).toEqual(["Domain zone", "DomainRecord www", "Instance web"]);
  expect(declared.get("Domain zone")).toEqual({ domain: "example.com", type: "master", soaEmail: "admin@example.com" });
});

test("makes backups in production only", async () => {
  expect(await valueOf((await declare("production")).web.backupsEnabled)).toBe(true);
  expect(await valueOf((await declare("staging")).web.backupsEnabled)).toBe(false);
});

test("deploys the image of the configuration, and marks the server when that is outdated", async () => {
  const { web } = await declare("staging", { "shop:image": "compute/debian9" });
  expect(await valueOf(web.image)).toBe("compute/debian9");
  expect(await valueOf(web.tags)).toEqual(["staging", "outdated"]);
});
