import type { Values } from "../../provider/definition/values";
import { Deployment } from "../support/deployment";
import { FAULTS, REFUSAL } from "../support/exchange-faults";
import { testExchanges } from "../support/exchange-tables";
import { errorOfInterrupted } from "../support/interrupted-run";
import { aZone, listed, messageOf } from "../support/programs";
import { useService } from "../support/service";
import { expectSettled } from "../support/settled";

/**
 * Breaks, one after another, every exchange with the API that an operation on a set needs, once or for all later exchanges as well.
 * Then the faults end, and the next update must put everything right: each declared record once, and the records of others.
 */
const service = useService();

const RECORDS: Values[] = [
  { type: "A", name: "www.zone.example", target: "192.0.2.1", ttlSec: 400 },
  { type: "A", name: "old", target: "192.0.2.2" },
  { type: "TXT", target: "v=spf1 -all" },
  { type: "SRV", target: "sip", priority: 1, weight: 2, port: 3, service: "_sip", protocol: "tcp" },
];
/** One record changes, an A becomes a CNAME, an SRV is removed and an MX is added. */
const CHANGED: Values[] = [
  { type: "A", name: "www.zone.example", target: "192.0.2.9", ttlSec: 400 },
  { type: "CNAME", name: "old", target: "www.zone.example" },
  { type: "TXT", target: "v=spf1 -all" },
  { type: "MX", target: "mail.example.com", priority: 10 },
];

const MOST_REQUESTS = 100;
const STRAY = { type: "TXT", name: "stray", target: "x" };

const inShort = (records: readonly Values[]): string[] =>
  records.map(({ type, target }) => `${String(type)} ${String(target)}`).sort();
const targetsOf = (records: readonly Values[]): string[] =>
  inShort(records.map((one) => (one.type === "SRV" ? { ...one, target: "sip.zone.example" } : one)));

testExchanges("$operation of a set survives any fault at any exchange", {
  service,
  rows: (["create", "update", "destroy"] as const).map((operation) => ({ operation })),
  faults: [...FAULTS, REFUSAL],
  async survives({ operation }, disturbed) {
    service.emulator.reset();
    const domainId = await aZone(service);
    const path = `/domains/${domainId}/records`;
    await service.ask("POST", path, STRAY);
    const deployment = new Deployment(service, "DomainRecordSet");
    if (operation !== "create") await deployment.up({ domainId, records: RECORDS });
    const wanted = operation === "update" ? CHANGED : RECORDS;
    const args = { domainId, records: wanted };

    await disturbed(() => (operation === "destroy" ? deployment.destroy() : deployment.up(args)));
    expect(service.requests().length).toBeLessThan(MOST_REQUESTS);

    if (operation !== "destroy") {
      await deployment.up(args);
      expect(inShort(await listed(service, path))).toEqual(targetsOf([...wanted, STRAY]));
      await expectSettled(deployment, args);
      await deployment.destroy();
    } else if (deployment.state) await deployment.destroy();
    expect(inShort(await listed(service, path))).toEqual(targetsOf([STRAY]));
  },
});

testExchanges("$operation that fails at any exchange and is not resumed can be destroyed completely", {
  service,
  rows: [{ operation: "a create" }],
  faults: FAULTS.filter(({ what }) => what !== "a 429"),
  lasting: ["from then on"],
  async survives(_, disturbed) {
    service.emulator.reset();
    const domainId = await aZone(service);
    const deployment = new Deployment(service, "DomainRecordSet");
    await disturbed(() => deployment.up({ domainId, records: RECORDS }));
    if (deployment.state) await deployment.destroy();
    expect(await listed(service, `/domains/${domainId}/records`)).toEqual([]);
  },
});

test("reports all rejected records together, creates the others, and the next up needs no write", async () => {
  const domainId = await aZone(service);
  const bad = (name: string): Values => ({ type: "A", name, target: "192.0.2.1" });
  const good = Array.from({ length: 20 }, (_, index) => bad(`h${index}`));
  const deployment = new Deployment(service, "DomainRecordSet");
  const message = await messageOf(deployment.up({ domainId, records: [bad("-a-"), ...good, bad("b b")] }));
  expect(message).toMatch(/records\[0\]: .*name: .*; records\[21\]: .*name: /);
  expect(await listed(service, `/domains/${domainId}/records`)).toHaveLength(20);
  service.forget();
  expect(await deployment.up({ domainId, records: good })).toBe("update");
  expect(service.writes()).toEqual([]);
  expect(await deployment.up({ domainId, records: good })).toBe("same");
});

test("joins the reasons of rejected records into one sentence", async () => {
  const domainId = await aZone(service);
  const body = { errors: [{ field: "target", reason: "Not allowed." }, { reason: "Ask an admin." }] };
  const effect = { kind: "status", status: 400, body } as const;
  service.emulator.faults.add({ method: "POST", path: "/domains/*/records", times: "always", effect });
  const records = ["one", "two"].map((name) => ({ type: "A", name, target: "192.0.2.1" }));
  const message = await messageOf(new Deployment(service, "DomainRecordSet").up({ domainId, records }));
  const rejected = String.raw`POST \S+ returned HTTP 400: target: Not allowed; Ask an admin`;
  expect(message).toMatch(new RegExp(String.raw`^records\[0\]: ${rejected}; records\[1\]: ${rejected}\.$`));
});

test("keeps a record whose replacement cannot be created", async () => {
  const domainId = await aZone(service);
  const deployment = new Deployment(service, "DomainRecordSet");
  await deployment.up({ domainId, records: [{ type: "A", name: "www", target: "192.0.2.1" }] });
  const records = [{ type: "AAAA", name: "-a-", target: "2001:db8::1" }];
  await messageOf(deployment.up({ domainId, records }));
  expect(await listed(service, `/domains/${domainId}/records`)).toHaveLength(1);
});

test("Ctrl-C stops a create after the requests in flight, and the next up resumes", async () => {
  const domainId = await aZone(service);
  const records = Array.from({ length: 60 }, (_, n): Values => ({ type: "A", name: `h${n}`, target: "192.0.2.1" }));
  const deployment = new Deployment(service, "DomainRecordSet");
  const error = await errorOfInterrupted(deployment, { domainId, records }, () => service.writes().length >= 10);
  expect(error.message).toContain("stopped by the user");
  const made = (await listed(service, `/domains/${domainId}/records`)).length;
  expect(made).toBeLessThan(30);
  expect(deployment.recorded().outputs.recordIds).toHaveLength(made);
  await deployment.up({ domainId, records });
  expect(service.writes()).toHaveLength(60);
});
