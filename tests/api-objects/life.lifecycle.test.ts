import collections from "../../examples/emulator/collections.json";
import type { Values } from "../../provider/definition/values";
import { Deployment } from "../support/deployment";
import { listed } from "../support/programs";
import { messageOf } from "../support/programs";
import { useService } from "../support/service";

const service = useService({ provisionMs: 1_000, collections });

const RULES = {
  inbound_policy: "DROP",
  outbound_policy: "ACCEPT",
  inbound: [{ action: "ACCEPT", protocol: "TCP", ports: "443", label: "https", addresses: { ipv4: ["0.0.0.0/0"] } }],
  outbound: [],
};
const FIREWALLS = "/networking/firewalls";

/** An object of each sort, what changes in place, the requests for that, and what replaces it. */
const LIVES: readonly {
  readonly collection: string;
  /** The objects that it needs: collections with bodies. */
  readonly within?: readonly (readonly [string, Values])[];
  readonly body: Values;
  readonly changes: Values;
  readonly requests: readonly string[];
  readonly replaces?: Values;
}[] = [
  {
    collection: FIREWALLS,
    body: { label: "web", rules: RULES },
    changes: { label: "front", rules: { ...RULES, inbound_policy: "ACCEPT" } },
    requests: ["PUT", "PUT rules"],
  },
  {
    collection: "/volumes",
    body: { label: "data", size: 20, region: "us-east", linode_id: 5 },
    changes: { size: 40, linode_id: null },
    requests: ["POST resize", "POST detach"],
    replaces: { region: "eu-west" },
  },
  { collection: "/vpcs", body: { label: "net", region: "us-east" }, changes: { label: "core" }, requests: ["PUT"] },
  {
    collection: "/vpcs/ID/subnets",
    within: [["/vpcs", { label: "net", region: "us-east" }]],
    body: { label: "one", ipv4: "10.0.0.0/24" },
    changes: { label: "two" },
    requests: ["PUT"],
    replaces: { ipv4: "10.0.1.0/24" },
  },
  {
    collection: "/nodebalancers/ID/configs/ID/nodes",
    within: [
      ["/nodebalancers", { label: "front", region: "us-east" }],
      ["/nodebalancers/ID/configs", { port: 443, protocol: "tcp" }],
    ],
    body: { label: "one", address: "192.168.1.1:80" },
    changes: { address: "192.168.1.2:80", weight: 10 },
    requests: ["PUT"],
  },
  {
    collection: "/profile/sshkeys",
    body: {
      label: "laptop",
      ssh_key: "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl a",
    },
    changes: { label: "desk" },
    requests: ["PUT"],
  },
  {
    collection: "/compute/stackscripts",
    body: { label: "setup", images: ["compute/debian11"], script: "#!/bin/sh\necho" },
    changes: { script: "#!/bin/sh\nexit" },
    requests: ["PUT"],
  },
];

async function placed({ collection, within = [] }: Pick<(typeof LIVES)[number], "collection" | "within">) {
  const ids: string[] = [];
  const filled = (path: string): string => ids.reduce((text, id) => text.replace("ID", id), path);
  for (const [path, body] of within) ids.push(String((await service.ask("POST", filled(path), body)).id));
  return filled(collection);
}

test.each(LIVES)(
  "an object in $collection lives from create to destroy, without a difference in between",
  async (life) => {
    const collection = await placed(life);
    const deployment = new Deployment(service, "ApiObject");
    const args = { collection, body: life.body };
    expect(await deployment.up(args)).toBe("create");
    const { id, outputs } = deployment.recorded();
    expect(id).toMatch(new RegExp(`^${collection}/\\d+$`));
    expect(outputs).toMatchObject({ collection, body: life.body, output: life.body });
    expect(await deployment.refresh()).toBe("same");
    expect(await deployment.up(args)).toBe("same");
    service.forget();
    const changed = { collection, body: { ...life.body, ...life.changes } };
    expect(await deployment.up(changed)).toBe("update");
    const requests = life.requests.map((request) => {
      const [method = "", part] = request.split(" ");
      return `${method} ${id}${part === undefined ? "" : `/${part}`}`;
    });
    expect(service.writes().sort()).toEqual(requests.sort());
    expect(await service.ask("GET", id)).toMatchObject(life.changes);
    expect(await deployment.up(changed)).toBe("same");
    if (life.replaces) {
      expect(await deployment.up({ collection, body: { ...changed.body, ...life.replaces } })).toBe("replace");
      expect(deployment.recorded().id).not.toBe(id);
    }
    await deployment.destroy();
    expect((await listed(service, collection)).map(({ label }) => label)).not.toContain(changed.body.label);
  },
);

const FIREWALL = { collection: FIREWALLS, body: { label: "web", rules: RULES } };

async function firewall() {
  const deployment = new Deployment(service, "ApiObject");
  await deployment.up(FIREWALL);
  return { deployment, id: deployment.recorded().id };
}

test("what the service adds is no difference; what somebody changes is", async () => {
  const { deployment, id } = await firewall();
  await service.ask("PUT", id, { tags: ["added"] });
  expect(await deployment.refresh()).toBe("same");
  expect(deployment.recorded().outputs.output).toMatchObject({ tags: ["added"] });
  await service.ask("PUT", `${id}/rules`, { ...RULES, inbound_policy: "ACCEPT" });
  expect(await deployment.refresh()).toBe("drift");
  expect(await deployment.up(FIREWALL)).toBe("update");
  expect(await service.ask("GET", id)).toMatchObject({ rules: RULES });
});

test("a lost response leaves one object, and a second one with the same label is rejected", async () => {
  service.emulator.faults.add({ method: "POST", path: FIREWALLS, effect: { kind: "lostResponse" } });
  const { id } = await firewall();
  expect(await listed(service, FIREWALLS)).toMatchObject([{ label: "web" }]);
  const other = new Deployment(service, "ApiObject", "other");
  expect(await messageOf(other.up(FIREWALL))).toMatch(
    new RegExp(`API object ${id} \\(owner unknown\\) already has label "web".*import: "${id}"`),
  );
});

test("an object is imported by its path, and read by it", async () => {
  const { id } = await service.ask("POST", FIREWALLS, FIREWALL.body);
  const path = `${FIREWALLS}/${String(id)}`;
  const imported = new Deployment(service, "ApiObject");
  expect(await imported.up(FIREWALL, { import: path })).toBe("create");
  expect(imported.recorded().id).toBe(path);
  expect(service.timesSent(`POST ${FIREWALLS}`)).toBe(1);
});

test("an object that is deleted, or whose parent is, leaves the state with a refresh", async () => {
  const { deployment, id } = await firewall();
  await service.ask("DELETE", id);
  expect(await deployment.refresh()).toBe("gone");
  const { id: vpc } = await service.ask("POST", "/vpcs", { label: "net", region: "us-east" });
  const subnet = new Deployment(service, "ApiObject", "subnet");
  await subnet.up({ collection: `/vpcs/${String(vpc)}/subnets`, body: { label: "one", ipv4: "10.0.0.0/24" } });
  await service.ask("DELETE", `/vpcs/${String(vpc)}`);
  expect(await subnet.refresh()).toBe("gone");
});

test.each([
  [
    "a collection that has a resource type of its own",
    { collection: "/domains", body: {} },
    "collection: has a resource type of its own: use Domain",
  ],
  [
    "a name that is not the API's",
    { collection: "/vpcs", body: { vpcLabel: 1 } },
    "body.vpcLabel: must be a name of the API, in snake_case",
  ],
  ["an identity that body lacks", { collection: "/vpcs", body: {}, identifiedBy: "label" }, "body.label: is required"],
  [
    "a URL",
    { collection: "https://api.example.com/vpcs", body: {} },
    'collection: must be the path of a collection, such as "/networking/firewalls"',
  ],
])("a preview rejects %s", async (_, args, says) => {
  expect(await new Deployment(service, "ApiObject").refusals(args)).toEqual([expect.stringContaining(says)]);
});

test("lists without an order, and how an object is handled, change without a request", async () => {
  const deployment = new Deployment(service, "ApiObject");
  const args = {
    collection: "/vpcs",
    body: { label: "net", region: "us-east", tags: ["b", "a"] },
    unordered: ["tags"],
  };
  await deployment.up(args);
  await service.ask("PUT", deployment.recorded().id, { tags: ["a", "b"] });
  expect(await deployment.refresh()).toBe("same");
  service.forget();
  expect(await deployment.up({ ...args, replaceOn: ["tags"] })).toBe("update");
  expect(service.writes()).toEqual([]);
});

test("lists without an order may be inside the items of others", async () => {
  const deployment = new Deployment(service, "ApiObject");
  const rules = (ipv4: string[]) => ({ inbound: [{ label: "https", addresses: { ipv4 } }] });
  const args = {
    collection: FIREWALLS,
    body: { label: "web", rules: rules(["10.0.0.2/32", "10.0.0.1/32"]) },
    unordered: ["rules.inbound.addresses.ipv4"],
  };
  await deployment.up(args);
  await service.ask("PUT", `${deployment.recorded().id}/rules`, rules(["10.0.0.1/32", "10.0.0.2/32"]));
  expect(await deployment.refresh()).toBe("same");
});
