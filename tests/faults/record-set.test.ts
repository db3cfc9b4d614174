import type { Values } from "../../provider/definition/values";
import { Deployment } from "../support/deployment";
import { FAULTS, REFUSAL } from "../support/exchange-faults";
import { testExchanges } from "../support/exchange-tables";
import { errorOfInterrupted } from "../support/interrupted-run";
import { aZone, listed, messageOf } from "../support/programs";
import { useService } from "../support/service";
import { expectSettled } from "../support/settled";

/**
 * Breaks, one after another, every exchange with the service that an operation on a set needs, once or from there on for good.
 * Then the service is well again, and the next run must put everything right: what is declared, once, and what others have made.
 */
const service = useService();

const RECORDS: Values[] = [
  { type: "A", name: "www.zone.example", target: "192.0.2.1", ttlSec: 400 },
  { type: "A", name: "old", target: "192.0.2.2" },
  { type: "TXT", target: "v=spf1 -all" },
  { type: "SRV", target: "sip", priority: 1, weight: 2, port: 3, service: "_sip", protocol: "tcp" },
];
/** One changes, an A becomes a CNAME, one goes and two come. */
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

testExchanges("$operation that meets any fault and is never run again is destroyed as a whole", {
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

test("all records that the service refuses are named at once, the others are made, and the next up goes on", async () => {
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

test("what cannot be made keeps what it was to replace", async () => {
  const domainId = await aZone(service);
  const deployment = new Deployment(service, "DomainRecordSet");
  await deployment.up({ domainId, records: [{ type: "A", name: "www", target: "192.0.2.1" }] });
  const records = [{ type: "AAAA", name: "-a-", target: "2001:db8::1" }];
  await messageOf(deployment.up({ domainId, records }));
  expect(await listed(service, `/domains/${domainId}/records`)).toHaveLength(1);
});

test("Ctrl-C ends a create after what is under way, and the next up goes on", async () => {
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
