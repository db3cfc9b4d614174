import type { Values } from "../../provider/definition/values";
import { definitionOf } from "../../provider/resources/registry";
import { firstLives } from "../kinds";
import { deployed } from "../support/deployment";
import type { Deployment } from "../support/deployment";
import { exported, inShort, scanOf } from "../support/exported-stack";
import { DEPLOYED, inWireNames, listed, MASTER } from "../support/programs";
import { SEEDED_DRIFT } from "../support/seeded-drift";
import { useService } from "../support/service";

const service = useService();

const ownId = (deployment: Deployment): number => Number(deployment.recorded().id.split("/").at(-1));

test.each(SEEDED_DRIFT)(
  "$kind: a scan and a refresh detect an out-of-band change of $property to $shown, and nothing else; the next up repairs it",
  async (row) => {
    const { deployment, args: full } = await deployed(service, row.kind, row.args);
    const before = deployment.recorded().inputs;
    service.emulator.poke(row.poke, ownId(deployment), row.patch);

    const { findings } = await scanOf(service, [exported(row.kind, deployment)], { looksForUnmanaged: false });
    const modified = findings.filter(({ state }) => state === "modified");
    expect(inShort(modified)).toEqual([`modified ${row.kind} ${row.property}`]);
    const [{ properties: [drift] = [] } = {}] = modified;
    expect([drift?.expected, drift?.actual]).toEqual([before[row.property], row.shown]);
    expect(service.writes()).toEqual([]);

    expect(await deployment.refresh()).toBe("drift");
    expect(deployment.recorded().inputs).toEqual({ ...before, [row.property]: row.shown });

    const replaces = definitionOf(row.kind).args[row.property]?.change?.replaces;
    expect(await deployment.up(full)).toBe(replaces ? "replace" : "update");
    expect(await deployment.refresh()).toBe("same");
    expect(deployment.recorded().inputs).toEqual(before);

    // It changes again, and back.
    const id = ownId(deployment);
    const original = service.emulator.poke(row.poke, id, {});
    service.emulator.poke(row.poke, id, row.patch);
    await deployment.refresh();
    const fields = Object.keys(row.patch).map((field) => (field === "power" ? "status" : field));
    service.emulator.poke(row.poke, id, Object.fromEntries(fields.map((field) => [field, original[field]])));
    expect(await deployment.refresh()).toBe("drift");
    expect(await deployment.refresh()).toBe("same");
    expect(await deployment.up(full)).toBe("same");
  },
);

test.each(firstLives)("a scan and a refresh detect what a direct request changes of $title", async (life) => {
  const { kind, needs, changes } = life;
  const { deployment, args, path } = await deployed(service, kind, life.args, needs);
  await service.ask("PUT", path, inWireNames(changes));
  const { findings } = await scanOf(service, [exported(kind, deployment)], { looksForUnmanaged: false });
  const [{ state, properties = [] } = {}] = findings;
  const declared = Object.keys(changes).filter((name) => name in args);
  expect([state, properties.map((one) => one.path)]).toEqual(["modified", expect.arrayContaining(declared)]);
  expect(await deployment.refresh()).toBe("drift");
  expect(await deployment.up(args)).toBe("update");
  expect(await deployment.refresh()).toBe("same");
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

test("a refresh keeps the inputs in the user's form, also those beside one that drifts", async () => {
  const spelled = { type: "AAAA", name: "WWW", target: "2001:0DB8:0:0::1", ttlSec: 400 };
  const { deployment, args: full } = await deployed(service, "DomainRecord", spelled);
  expect(await deployment.refresh()).toBe("same");
  expect(deployment.recorded().inputs).toMatchObject(full);
  expect(deployment.recorded().outputs).toMatchObject({ name: "www", ttlSec: 300 });
  service.emulator.poke("record", ownId(deployment), { target: "2001:db8::2" });
  await deployment.refresh();
  expect(deployment.recorded().inputs).toMatchObject({ name: "WWW", ttlSec: 400, target: "2001:db8::2" });
});

test("an update overwrites an out-of-band change even without a refresh", async () => {
  const { deployment, args: full } = await deployed(service, "Domain", { ...MASTER, description: "shop", ttlSec: 300 });
  service.emulator.poke("domain", ownId(deployment), { description: "by hand" });
  expect(await deployment.up({ ...full, ttlSec: 3600 })).toBe("update");
  expect(await listed(service, "/domains")).toMatchObject([{ description: "shop", ttl_sec: 3600 }]);
});
