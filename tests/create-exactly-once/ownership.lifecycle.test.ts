import type { Values } from "../../provider/definition/values";
import { deployed, Deployment } from "../support/deployment";
import type { ResourceOptions } from "../support/deployment";
import { aZone, DEPLOYED, listed, MASTER, messageOf, MYSQL } from "../support/programs";
import { useService } from "../support/service";

const service = useService();

test("an entry left in state by a replacement is dropped without deleting the instance that the resource manages", async () => {
  const { deployment } = await deployed(service, "Instance", DEPLOYED);
  const stale = deployment.recorded();
  // An earlier `up --replace` adopted the instance, and was killed before the delete.
  const handlers = deployment.process();
  expect(await deployment.up(DEPLOYED, {}, handlers)).toBe("same");
  await handlers.delete({ id: stale.id, state: stale.outputs });
  expect(await listed(service, "/compute/instances")).toMatchObject([{ id: Number(stale.id), status: "running" }]);
  expect(service.warnings()).toEqual([expect.stringContaining(`Kept instance ${stale.id}: `)]);
});

test.each([
  ["Instance", { ...DEPLOYED, label: "blue" }, { label: "green" }],
  ["Domain", MASTER, { domain: "other.example" }],
  ["MysqlDatabase", { ...MYSQL, label: "blue" }, { label: "green" }],
] as const)("two %s resources that swap names fail with the reason and the next step", async (kind, args, change) => {
  const handlers = new Deployment(service, kind).process();
  const [first, second] = [new Deployment(service, kind, "first"), new Deployment(service, kind, "a::second")];
  await first.up(args);
  await second.up({ ...args, ...change });
  const [name = ""] = Object.keys(change);
  await second.up({ ...args, ...change }, {}, handlers);
  const message = await messageOf(first.up({ ...args, ...change }, {}, handlers));
  expect(message).toContain(`${second.recorded().id} (${kind} "a::second" in this program) already has this ${name}`);
  expect(message).toContain(`give one of them a temporary ${name}`);
  expect(await first.up(args)).toBe("same");
});

test("rejects a new name that an existing domain has, with advice in case the program manages it", async () => {
  await service.ask("POST", "/domains", { domain: "other.example", type: "master", soa_email: "a@b.example" });
  const { deployment } = await deployed(service, "Domain", MASTER);
  const message = await messageOf(deployment.up({ ...MASTER, domain: "other.example" }));
  expect(message).toMatch(
    /already has this domain\. Two resources cannot swap values in one update; if this program also/,
  );
});

describe("a preview of a create", () => {
  const warningsOfPreview = async (deployment: Deployment, args: Values, options: ResourceOptions = {}) => {
    await deployment.previewNew(args, options);
    return service.warnings();
  };

  test("for a forced replacement shows that it will fail, unless the old one is deleted first", async () => {
    const { deployment } = await deployed(service, "Instance", DEPLOYED);
    expect(await warningsOfPreview(deployment, DEPLOYED, { deletesFirst: true })).toEqual([]);
    expect(await warningsOfPreview(deployment, DEPLOYED)).toEqual([
      expect.stringContaining("To force its replacement, set deleteBeforeReplace"),
    ]);
  });

  test("does not warn about a replacement, an import or a free name, or if the list cannot be read", async () => {
    const deployment = new Deployment(service, "Domain");
    expect(await warningsOfPreview(deployment, MASTER)).toEqual([]);
    await deployment.up(MASTER);
    expect(await warningsOfPreview(deployment, MASTER, { import: deployment.recorded().id })).toEqual([]);
    const handlers = deployment.process();
    await deployment.preview(MASTER, {}, handlers);
    await deployment.previewNew(MASTER, {}, handlers);
    expect(service.warnings()).toEqual([]);
    const status = { kind: "status", status: 403 } as const;
    service.emulator.faults.add({ method: "GET", path: "/**", times: 100, effect: status });
    expect(await warningsOfPreview(new Deployment(service, "Domain"), MASTER)).toEqual([]);
  });
});

test("a destroy that refreshes first deletes the refreshed resource", async () => {
  const { deployment } = await deployed(service, "Instance", DEPLOYED);
  const handlers = deployment.process();
  await deployment.refresh(handlers);
  await deployment.destroy(handlers);
  expect(await listed(service, "/compute/instances")).toEqual([]);
});

test("rejects importing what another resource of the program manages", async () => {
  const first = new Deployment(service, "Domain", "first");
  await first.up(MASTER);
  const { id } = first.recorded();
  const handlers = first.process();
  await first.up(MASTER, {}, handlers);
  const message = await messageOf(new Deployment(service, "Domain", "second").up(MASTER, { import: id }, handlers));
  expect(message).toContain('"first" already manages it');
});

test("an import saves the ID in the API's form, in whatever equivalent form it was given", async () => {
  const domain = await aZone(service);
  const deployment = new Deployment(service, "Domain");
  const args = { domain: "zone.example", type: "master", soaEmail: "admin@zone.example" };
  await deployment.up(args, { import: `0${domain}` });
  expect(deployment.recorded().id).toBe(String(domain));
});

describe("a replacement that deletes first because the program fixes the name", () => {
  const LABELLED = { ...DEPLOYED, label: "web" };
  const MOVED = { ...LABELLED, region: "eu-west" };

  test("is rejected by preview if the API has no such region, image or type", async () => {
    const { deployment } = await deployed(service, "Instance", LABELLED);
    const wrong = { region: "us-eest", image: "compute/debain11", type: "g6-nano" };
    const message = await messageOf(deployment.preview({ ...LABELLED, ...wrong }));
    for (const name of ["region", "image", "type"] as const) {
      expect(message).toContain(`${name}: "${wrong[name]}"`);
      expect(message).toContain(DEPLOYED[name]);
    }
    expect(service.writes()).toEqual([]);
  });

  test.each([
    ["no response", { kind: "reset" }],
    ["HTTP 500", { kind: "status", status: 500 }],
  ] as const)("is rejected if the valid values cannot be read: %s", async (_, effect) => {
    const { deployment } = await deployed(service, "Instance", LABELLED);
    service.emulator.faults.add({ path: "/regions", times: "always", effect });
    const message = await messageOf(deployment.up(MOVED));
    expect(message).toContain("region: could not be validated");
    expect(message).toMatch(
      /deletes the instance before the new one exists\. Nothing was changed; run .* again\. Cause: GET \/regions/,
    );
    expect(service.writes()).toEqual([]);
  });

  test("is accepted if the token may not read images, and left to the API", async () => {
    const { deployment } = await deployed(service, "Instance", LABELLED);
    service.emulator.faults.add({ path: "/images/**", times: "always", effect: { kind: "status", status: 401 } });
    expect(await deployment.preview(MOVED)).toBe("replace");
  });
});

test.each([
  ["an instance with a generated label", "Instance", DEPLOYED, { tags: ["blue"] }],
  ["a domain", "Domain", MASTER, { tags: ["blue"] }],
])("replaceOnChanges deletes %s first, because its name stays", async (_, kind, args, change) => {
  const deployment = new Deployment(service, kind);
  await deployment.up(args);
  expect(await deployment.difference({ ...args, ...change })).toMatchObject({ deleteBeforeReplace: true });
});

test("keys in another order, or with a trailing newline, replace nothing", async () => {
  const [one, two] = ["ssh-ed25519 AAA a", "ssh-ed25519 BBB b"];
  const { deployment } = await deployed(service, "Instance", { ...DEPLOYED, authorizedKeys: [one, two] });
  expect(await deployment.up({ ...DEPLOYED, authorizedKeys: [`${two}\n`, `${one}\n`] })).toBe("same");
});

test("a member that is reset to null out of band is drift", async () => {
  const schedule = { day: "Sunday", window: "W2" };
  const args = { ...DEPLOYED, backupsEnabled: true, backups: { schedule } };
  const { deployment } = await deployed(service, "Instance", args);
  const none = { enabled: true, last_successful: null, schedule: { day: null, window: null } };
  service.emulator.poke("instance", Number(deployment.recorded().id), { backups: none });
  expect(await deployment.refresh()).toBe("drift");
});

test("a change that ignoreChanges skipped is drift again once it is no longer listed", async () => {
  const args = { ...MASTER, tags: ["aaa"] };
  const { deployment } = await deployed(service, "Domain", args);
  await service.ask("PUT", `/domains/${deployment.recorded().id}`, { tags: ["bbb"] });
  await deployment.refresh();
  await deployment.up({ ...args, description: "changed" }, { ignoreChanges: ["tags"] });
  expect(await deployment.up({ ...args, description: "changed" })).toBe("update");
  expect(await listed(service, "/domains")).toMatchObject([{ tags: ["aaa"] }]);
});
