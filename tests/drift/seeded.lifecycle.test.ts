import { isInPath } from "../../provider/definition/argument";
import type { ArgumentRule } from "../../provider/definition/argument";
import type { Values } from "../../provider/definition/values";
import { definitionOf, objects } from "../../provider/resources/registry";
import { deployed } from "../support/deployed";
import type { Deployment } from "../support/deployment";
import { DEPLOYED, listed, MASTER } from "../support/programs";
import { SEEDED_DRIFT } from "../support/seeded-drift";
import { useService } from "../support/service";

const service = useService();

const ownId = (deployment: Deployment): number => Number(deployment.recorded().id.split("/").at(-1));

test.each(SEEDED_DRIFT)("$kind: detects and repairs an out-of-band change of $property to $shown", async (row) => {
  const { deployment, args: full } = await deployed(service, row.kind, row.args);
  const before = deployment.recorded().inputs;
  service.emulator.poke(row.poke, ownId(deployment), row.patch);

  expect(await deployment.refresh()).toBe("drift");
  const { inputs } = deployment.recorded();
  expect(inputs).toEqual({ ...before, [row.property]: row.shown });

  const replaces = definitionOf(row.kind).args[row.property]?.change?.replaces;
  expect(await deployment.up(full)).toBe(replaces ? "replace" : "update");
  expect(await deployment.refresh()).toBe("same");
  expect(deployment.recorded().inputs).toEqual(before);
});

test("covers every input that can drift (add a new one to tests/support/seeded-drift.ts)", () => {
  const canDrift = ({ writeOnly, read, change, ...rule }: ArgumentRule): boolean =>
    !writeOnly && !isInPath(rule) && !read?.ignoresDrift && !change?.onlyAtCreate;
  const rows = new Set(SEEDED_DRIFT.map(({ kind, property }) => `${kind} ${property}`));
  const names = objects.flatMap(({ kind, args }) =>
    Object.entries(args).flatMap(([name, rule]) => (canDrift(rule) ? [`${kind} ${name}`] : [])),
  );
  expect(names.filter((name) => !rows.has(name))).toEqual([]);
});

test.each(SEEDED_DRIFT)("$kind: reports no drift after $property changes back", async (row) => {
  const { deployment, args: full } = await deployed(service, row.kind, row.args);
  const id = ownId(deployment);
  const original = service.emulator.poke(row.poke, id, {});
  service.emulator.poke(row.poke, id, row.patch);
  await deployment.refresh();
  const fields = Object.keys(row.patch).map((field) => (field === "power" ? "status" : field));
  service.emulator.poke(row.poke, id, Object.fromEntries(fields.map((field) => [field, original[field]])));
  expect(await deployment.refresh()).toBe("drift");
  expect(await deployment.refresh()).toBe("same");
  expect(await deployment.up(full)).toBe("same");
});

test.each([
  ["tags in another order", "Domain", { ...MASTER, tags: ["blue", "red"] }, { tags: ["red", "blue"] }],
  ["a name in capitals", "Domain", { ...MASTER, domain: "Shop.Example." }, { domain: "SHOP.example" }],
  ["an undeclared alert", "Instance", { ...DEPLOYED, alerts: { cpu: 5 } }, { alerts: { cpu: 5, io: 1 } }],
  ["an undeclared field", "Domain", MASTER, { description: "by hand", tags: ["red"], group: "x" }],
] as const)("%s is not drift", async (_, kind, args, patch) => {
  const { deployment } = await deployed(service, kind, args);
  const before = deployment.recorded().inputs;
  const poke = kind === "Domain" ? "domain" : "instance";
  const row = service.emulator.poke(poke, ownId(deployment), {});
  const merged = "alerts" in patch ? { alerts: { ...(row.alerts as Values), ...patch.alerts } } : patch;
  service.emulator.poke(poke, ownId(deployment), merged);
  expect(await deployment.refresh()).toBe("same");
  expect(deployment.recorded().inputs).toEqual(before);
  expect(await deployment.up(args)).toBe("same");
});

test("a refresh keeps the inputs in the user's form", async () => {
  const spelled = { type: "AAAA", name: "WWW", target: "2001:0DB8:0:0::1", ttlSec: 400 };
  const { deployment, args: full } = await deployed(service, "DomainRecord", spelled);
  expect(await deployment.refresh()).toBe("same");
  expect(deployment.recorded().inputs).toMatchObject(full);
  expect(deployment.recorded().outputs).toMatchObject({ name: "www", ttlSec: 300 });
});

test("drift of one property keeps the others in the user's form", async () => {
  const { deployment } = await deployed(service, "DomainRecord", {
    type: "A",
    name: "WWW",
    target: "192.0.2.1",
    ttlSec: 400,
  });
  service.emulator.poke("record", ownId(deployment), { target: "192.0.2.2" });
  await deployment.refresh();
  expect(deployment.recorded().inputs).toMatchObject({ name: "WWW", ttlSec: 400, target: "192.0.2.2" });
});

test("an update overwrites an out-of-band change even without a refresh", async () => {
  const { deployment, args: full } = await deployed(service, "Domain", { ...MASTER, description: "shop", ttlSec: 300 });
  service.emulator.poke("domain", ownId(deployment), { description: "by hand" });
  expect(await deployment.up({ ...full, ttlSec: 3600 })).toBe("update");
  expect(await listed(service, "/domains")).toMatchObject([{ description: "shop", ttl_sec: 3600 }]);
});

test("an instance moved to another region is drift, and preview shows the replacement", async () => {
  const { deployment, args: full } = await deployed(service, "Instance", DEPLOYED);
  service.emulator.poke("instance", ownId(deployment), { region: "eu-west" });
  expect(await deployment.refresh()).toBe("drift");
  expect(await deployment.preview(full)).toBe("replace");
});
