import { randomUUID } from "node:crypto";
import * as pulumi from "@pulumi/pulumi";
import { infrastructure } from "./infra";

/** Inputs of every declared resource, by its type and name: `Instance web`. */
const declared = new Map<string, Record<string, unknown>>();

/** Responses of data sources, by token. A data source that is not listed returns its inputs. */
const lookups: Record<string, (args: { id: string }) => object> = {
  "compute:index/getImage:getImage": ({ id }) => ({ id, label: id, deprecated: id === "compute/debian9" }),
};

/** Replaces the engine and the API: a resource has its inputs, and the outputs that the API would add. */
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

/** Declares the resources as the program does in this stack. */
async function declare(stack: string, config: Record<string, string> = {}) {
  declared.clear();
  await pulumi.runtime.setMocks(mocks, "shop", stack);
  pulumi.runtime.setAllConfig({ "shop:rootPass": randomUUID(), ...config }, ["shop:rootPass"]);
  return infrastructure();
}

function valueOf<T>(output: pulumi.Output<T>): Promise<T> {
  return new Promise((resolve) => output.apply(resolve));
}

test("points www to the address of the server", async () => {
  const { web, zone, www } = await declare("production");
  const [address] = await valueOf(web.ipv4);
  expect(await valueOf(www.target)).toBe(address);
  expect(await valueOf(www.domainId)).toBe(await valueOf(zone.id));
});

test("declares exactly the expected resources", async () => {
  const { www } = await declare("staging");
  await valueOf(www.urn);
  expect([...declared.keys()].sort()).toEqual(["Domain zone", "DomainRecord www", "Instance web"]);
  expect(declared.get("Domain zone")).toEqual({ domain: "example.com", type: "master", soaEmail: "admin@example.com" });
});

test("enables backups in production only", async () => {
  expect(await valueOf((await declare("production")).web.backupsEnabled)).toBe(true);
  expect(await valueOf((await declare("staging")).web.backupsEnabled)).toBe(false);
});

test("deploys the configured image, and tags the server if the image is outdated", async () => {
  const { web } = await declare("staging", { "shop:image": "compute/debian9" });
  expect(await valueOf(web.image)).toBe("compute/debian9");
  expect(await valueOf(web.tags)).toEqual(["staging", "outdated"]);
});
