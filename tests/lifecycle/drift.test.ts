import type { PokeKind } from "../../emulator";
import type { Values } from "../../provider/definition/values";
import { deployed } from "../support/deployed";
import type { Deployment } from "../support/deployment";
import { DEPLOYED, listed, MASTER, MONGO } from "../support/programs";
import { useService } from "../support/service";

const service = useService();

interface Drift {
  readonly kind: string;
  readonly poke: PokeKind;
  readonly args: Values;
  /** The property, the service's field and value, and what the inputs then show. */
  readonly cases: readonly (readonly [property: string, patch: Values, shown: unknown])[];
}

const MX = { type: "MX", name: "mail", target: "a.example", ttlSec: 300, priority: 10 };
const SRV = {
  type: "SRV",
  target: "sip.example.com",
  priority: 1,
  weight: 2,
  port: 3,
  service: "sip",
  protocol: "tcp",
};

const DRIFTS: readonly Drift[] = [
  {
    kind: "Instance",
    poke: "instance",
    args: {
      ...DEPLOYED,
      label: "web",
      group: "shop",
      tags: ["blue"],
      booted: true,
      alerts: { cpu: 5 },
      watchdogEnabled: false,
      backupsEnabled: true,
      backups: { schedule: { day: "Monday", window: "W2" } },
    },
    cases: [
      ["label", { label: "renamed" }, "renamed"],
      ["group", { group: "other" }, "other"],
      ["tags", { tags: ["red", "blue"] }, ["red", "blue"]],
      ["type", { type: "g6-standard-1" }, "g6-standard-1"],
      ["booted", { power: "off" }, false],
      ["watchdogEnabled", { watchdog_enabled: true }, true],
      ["alerts", { alerts: { cpu: 6, io: 1, network_in: 2, network_out: 3, transfer_quota: 4 } }, { cpu: 6 }],
      [
        "backups",
        { backups: { enabled: true, last_successful: null, schedule: { day: "Friday", window: "W2" } } },
        { schedule: { day: "Friday", window: "W2" } },
      ],
    ],
  },
  {
    kind: "Domain",
    poke: "domain",
    args: {
      ...MASTER,
      status: "active",
      description: "shop",
      group: "g",
      tags: ["blue"],
      axfrIps: ["192.0.2.1"],
      ttlSec: 300,
      expireSec: 604_800,
      refreshSec: 14_400,
      retrySec: 3600,
    },
    cases: [
      ["domain", { domain: "other.example" }, "other.example"],
      ["status", { status: "disabled" }, "disabled"],
      ["description", { description: "changed" }, "changed"],
      ["description", { description: null }, null],
      ["group", { group: "" }, ""],
      ["tags", { tags: [] }, []],
      ["soaEmail", { soa_email: "other@shop.example" }, "other@shop.example"],
      ["axfrIps", { axfr_ips: ["192.0.2.1", "192.0.2.2"] }, ["192.0.2.1", "192.0.2.2"]],
      ["ttlSec", { ttl_sec: 0 }, 0],
      ["expireSec", { expire_sec: 0 }, 0],
      ["refreshSec", { refresh_sec: 300 }, 300],
      ["retrySec", { retry_sec: 300 }, 300],
    ],
  },
  {
    kind: "DomainRecord",
    poke: "record",
    args: MX,
    cases: [
      ["name", { name: "post" }, "post"],
      ["target", { target: "b.example" }, "b.example"],
      ["ttlSec", { ttl_sec: 3600 }, 3600],
      ["priority", { priority: 11 }, 11],
    ],
  },
  {
    kind: "DomainRecord",
    poke: "record",
    args: SRV,
    cases: [
      ["weight", { weight: 0 }, 0],
      ["port", { port: 4 }, 4],
      ["service", { service: "sips" }, "sips"],
      ["protocol", { protocol: "udp" }, "udp"],
      ["protocol", { protocol: null }, null],
    ],
  },
  {
    kind: "DomainRecord",
    poke: "record",
    args: { type: "CAA", target: "ca.example", tag: "issue" },
    cases: [["tag", { tag: "iodef" }, "iodef"]],
  },
  {
    kind: "MongoDatabase",
    poke: "database",
    args: { ...MONGO, label: "orders", allowList: ["192.0.2.1"], updates: { hourOfDay: 4 } },
    cases: [
      ["label", { label: "renamed" }, "renamed"],
      ["allowList", { allow_list: [] }, []],
      ["allowList", { allow_list: ["192.0.2.1/32", "192.0.2.2/32"] }, ["192.0.2.1/32", "192.0.2.2/32"]],
      [
        "updates",
        { updates: { frequency: "monthly", duration: 1, hour_of_day: 5, day_of_week: 2, week_of_month: 3 } },
        { hourOfDay: 5 },
      ],
    ],
  },
];

const rows = DRIFTS.flatMap(({ cases, ...drift }) =>
  cases.map(([property, patch, shown]) => ({ ...drift, property, patch, shown })),
);

const ownId = (deployment: Deployment): number => Number(deployment.recorded().id.split("/").at(-1));

test.each(rows)("$kind: $property changed behind our back to $shown is found and repaired", async (row) => {
  const { deployment, args: full } = await deployed(service, row.kind, row.args);
  const before = deployment.recorded().inputs;
  service.emulator.poke(row.poke, ownId(deployment), row.patch);

  expect(await deployment.refresh()).toBe("drift");
  const { inputs } = deployment.recorded();
  expect(inputs).toEqual({ ...before, [row.property]: row.shown });

  expect(await deployment.up(full)).toBe("update");
  expect(await deployment.refresh()).toBe("same");
  expect(deployment.recorded().inputs).toEqual(before);
});

test.each(rows)("$kind: $property changed back to what it was is no drift any more", async (row) => {
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
  ["an alert that nobody asked for", "Instance", { ...DEPLOYED, alerts: { cpu: 5 } }, { alerts: { cpu: 5, io: 1 } }],
  ["a field that nobody asked for", "Domain", MASTER, { description: "by hand", tags: ["red"], group: "x" }],
] as const)("%s is no drift", async (_, kind, args, patch) => {
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

test("the inputs after a refresh are spelled as the user spelled them", async () => {
  const spelled = { type: "AAAA", name: "WWW", target: "2001:0DB8:0:0::1", ttlSec: 400 };
  const { deployment, args: full } = await deployed(service, "DomainRecord", spelled);
  expect(await deployment.refresh()).toBe("same");
  expect(deployment.recorded().inputs).toMatchObject(full);
  expect(deployment.recorded().outputs).toMatchObject({ name: "www", ttlSec: 300 });
});

test("drift of one property leaves the user's spelling of the others", async () => {
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

test("a change made behind our back is overwritten by an update even when nobody refreshed", async () => {
  const { deployment, args: full } = await deployed(service, "Domain", { ...MASTER, description: "shop", ttlSec: 300 });
  service.emulator.poke("domain", ownId(deployment), { description: "by hand" });
  expect(await deployment.up({ ...full, ttlSec: 3600 })).toBe("update");
  expect(await listed(service, "/domains")).toMatchObject([{ description: "shop", ttl_sec: 3600 }]);
});

test("a region that the service moved the instance to is drift that replaces, and never silently so", async () => {
  const { deployment, args: full } = await deployed(service, "Instance", DEPLOYED);
  service.emulator.poke("instance", ownId(deployment), { region: "eu-west" });
  expect(await deployment.refresh()).toBe("drift");
  expect(await deployment.preview(full)).toBe("replace");
});
