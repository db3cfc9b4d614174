import type { Values } from "../../provider/definition/values";
import { UNKNOWN } from "../../provider/definition/values";
import { Deployment, expectSettled } from "../support/deployment";
import { aZone, messageOf } from "../support/programs";
import { useService } from "../support/service";

const service = useService();

const A = (name: string, target: string, more: Values = {}): Values => ({ type: "A", name, target, ...more });
const WWW = A("www", "192.0.2.1");
const BLOG = { type: "CNAME", name: "blog", target: "www.zone.example" };
const SPF = { type: "TXT", target: "v=spf1 -all" };

const set = (name = "records"): Deployment => new Deployment(service, "DomainRecordSet", name);

/** Every record of the zone. */
async function zone(domainId: number): Promise<Values[]> {
  const { data } = await service.ask("GET", `/domains/${domainId}/records?page_size=500`);
  return data as Values[];
}
const inShort = (records: readonly Values[]): string[] =>
  records.map(({ type, name, target }) => `${String(type)} ${String(name) || "@"} ${String(target)}`).sort();
/** The methods of the writes since the last `forget`. */
const methods = () => service.writes().map((write) => write.split(" ")[0]);
const STRAY = A("stray", "192.0.2.9");
async function stray(domainId: number, body: Values): Promise<number> {
  const { id } = await service.ask("POST", `/domains/${domainId}/records`, body);
  service.forget();
  return Number(id);
}

/** A set that is not deployed, in a zone with these records, and the ID of the first of them. */
async function aNewSet(...others: readonly Values[]) {
  const domainId = await aZone(service);
  const ids: number[] = [];
  for (const one of others) ids.push(await stray(domainId, one));
  return { deployment: set(), domainId, path: `/domains/${domainId}/records`, id: String(ids[0]) };
}

/** A set that an `up` created, in a zone of its own. */
async function aSet(records: readonly Values[]) {
  const made = await aNewSet();
  const args = { domainId: made.domainId, records };
  await made.deployment.up(args);
  service.forget();
  return { ...made, args };
}

describe("a zone of 510 records", () => {
  const many = Array.from({ length: 510 }, (_, index) => A(`h${index}`, `192.0.2.${index % 250}`));
  /** One of the API's default size, and two of 500. */
  const PAGES = 3;

  test("costs one request per record at first, then its pages and one per record that differs", async () => {
    const { deployment, domainId } = await aNewSet();
    await deployment.up({ domainId, records: many });
    // The token check, and the zone, which was empty: one page.
    expect(service.requests()).toHaveLength(1 + 1 + many.length);
    expect(deployment.recorded().outputs.recordIds).toHaveLength(many.length);

    service.forget();
    expect(await deployment.up({ domainId, records: [...many].reverse() })).toBe("same");
    expect(service.requests()).toEqual([]);
    expect(await deployment.refresh()).toBe("same");
    expect(service.requests()).toHaveLength(PAGES);

    service.forget();
    const [first, second, third, ...rest] = many;
    const changed = [A("new", "192.0.2.9"), { ...second, ttlSec: 300 }, { ...third, target: "203.0.113.1" }, ...rest];
    expect(await deployment.up({ domainId, records: changed })).toBe("update");
    expect(service.requests()).toHaveLength(PAGES + 3);
    expect(methods()).toEqual(["PUT", "PUT", "PUT"]);
    expect(inShort(await zone(domainId))).not.toContain(`A h0 ${String(first?.target)}`);

    service.forget();
    await deployment.destroy();
    // And the domain, which shows the account, and the zone, to confirm the deletion.
    expect(service.requests()).toHaveLength(1 + many.length + 1);
    expect(await zone(domainId)).toEqual([]);
  });

  test("is written a few requests at a time, and prints its progress", async () => {
    await aSet(many.slice(0, 20));
    const progress = service.messages("progress");
    expect(progress[0]).toBe("1 of 20 records");
    expect(progress.at(-1)).toBe("all 20 records");
    expect(progress).toHaveLength(20);
  });
});

test("records whose POSTs get no response twice are named by index; the next up creates the set", async () => {
  const { deployment, domainId } = await aNewSet();
  const post = { method: "POST", path: `/domains/${domainId}/records`, times: "always" } as const;
  service.emulator.faults.add({ ...post, effect: { kind: "reset" } });
  const records = [WWW, SPF];
  expect(await messageOf(deployment.up({ domainId, records }))).toMatch(
    /^It is unknown whether some records were created: .* Progress is saved\. Affected: records\[0\], records\[1\]\.$/,
  );
  service.emulator.faults.clear();
  await deployment.up({ domainId, records });
  expect(inShort(await zone(domainId))).toEqual(["A www 192.0.2.1", "TXT @ v=spf1 -all"]);
});

test("a create or a delete that times out names the remedy and is continued by the next command", async () => {
  const { deployment, domainId } = await aNewSet();
  const records = Array.from({ length: 20 }, (_, index) => A(`h${index}`, "192.0.2.1"));
  /** The error of a command whose time is over after four requests. */
  async function lateError(command: Promise<unknown>): Promise<string> {
    const message = messageOf(command);
    while (service.writes().length < 4) await new Promise(setImmediate);
    service.clock.advance(2 * 3_600_000);
    return message;
  }
  expect(await lateError(deployment.up({ domainId, records }))).toMatch(
    /The create of the record set timed out after 3600 seconds\. Progress is saved: run the same command again to resume, or.*customTimeouts/,
  );
  expect(await deployment.up({ domainId, records })).toBe("update");
  expect(service.writes()).toHaveLength(20);
  service.forget();
  expect(await lateError(deployment.destroy())).toMatch(
    /timed out after 3600 seconds, with \d+ of 20 records left\. Run the same command again.*customTimeouts/,
  );
  await deployment.destroy();
  expect(await zone(domainId)).toEqual([]);
});

describe("undeclared records", () => {
  test("are deleted by an exclusive set, which names them beforehand, and are drift if they reappear", async () => {
    const { deployment, domainId, path, id } = await aNewSet(STRAY);
    const args = { domainId, records: [WWW], exclusive: true };
    await deployment.up(args);
    expect(service.warnings()).toEqual([`\`exclusive\` will delete undeclared records: A stray 192.0.2.9 (id ${id}).`]);
    // A record to be deleted becomes the new one.
    expect(service.writes()).toEqual([`PUT ${path}/${id}`]);
    expect(inShort(await zone(domainId))).toEqual(["A www 192.0.2.1"]);
    await stray(domainId, { type: "TXT", name: "back", target: "x" });
    expect(await deployment.refresh()).toBe("drift");
    expect(deployment.recorded().outputs.records).toEqual([WWW, { type: "TXT", name: "back", target: "x" }]);
    expect(await deployment.up(args)).toBe("update");
    expect(inShort(await zone(domainId))).toEqual(["A www 192.0.2.1"]);
    expect(await deployment.refresh()).toBe("same");
  });

  test("are named by the preview of a change to an exclusive set, which reads the zone once; without a change it reads nothing", async () => {
    const { deployment, domainId } = await aSet([WWW]);
    const id = await stray(domainId, STRAY);
    expect(await deployment.preview({ domainId, records: [WWW] })).toBe("same");
    expect(service.requests()).toEqual([]);
    expect(await deployment.preview({ domainId, records: [SPF] })).toBe("update");
    expect(service.requests()).toHaveLength(1);
    expect(await deployment.preview({ domainId, records: [WWW], exclusive: true })).toBe("update");
    expect(service.requests()).toHaveLength(2);
    expect(service.warnings()).toEqual([expect.stringContaining(`A stray 192.0.2.9 (id ${id})`)]);
  });

  test("outside `only` are kept by an exclusive set", async () => {
    const txt = { type: "TXT", name: "stray", target: "x" };
    const { deployment, domainId } = await aNewSet(STRAY, txt, { ...txt, name: "other" });
    const only = { types: ["TXT"], names: ["stray.zone.example.", "@"] };
    await deployment.up({ domainId, records: [SPF], exclusive: true, only });
    expect(inShort(await zone(domainId))).toEqual(["A stray 192.0.2.9", "TXT @ v=spf1 -all", "TXT other x"]);
    expect(await deployment.refresh()).toBe("same");
    expect(await messageOf(deployment.up({ domainId, records: [WWW], only }))).toContain("records[0]");
  });
});

describe("existing records that match the program", () => {
  test("are adopted, which preview announces, and not duplicated", async () => {
    const { deployment, domainId, id } = await aNewSet({ ...WWW, ttl_sec: 300 });
    await deployment.up({ domainId, records: [{ ...WWW, name: "WWW.zone.example.", ttlSec: 400 }, SPF] });
    const [rounded, taken, ...others] = service.warnings();
    expect(rounded).toBe("records[0].ttlSec: 400 is not supported and will be rounded to 300");
    expect(taken).toMatch(new RegExp(`adopts existing records that match the program \\(1\\).*IDs: ${id}\\.$`));
    expect(others).toEqual([]);
    expect(service.writes()).toHaveLength(1);
    await deployment.destroy();
    expect(await zone(domainId)).toEqual([]);
  });

  test("are named again when they are deleted with the set, because another program may manage them", async () => {
    const domainId = await aZone(service);
    const [one, other] = [set(), new Deployment(service, "DomainRecordSet", "other")];
    await other.up({ domainId, records: [WWW] });
    const [id] = other.recorded().outputs.recordIds as number[];
    await one.up({ domainId, records: [WWW, SPF] });
    await one.refresh();
    expect(await one.up({ domainId, records: [WWW, SPF] })).toBe("same");
    const before = service.warnings().length;
    await one.destroy();
    expect(service.warnings().slice(before)).toEqual([
      expect.stringMatching(
        new RegExp(`deletes records that it had adopted.*another program.*pulumi up --refresh.*IDs: ${id}\\.$`),
      ),
    ]);
    expect(await other.refresh()).toBe("drift");
    await other.up({ domainId, records: [WWW] });
    const warned = service.warnings().length;
    await other.destroy();
    expect(service.warnings()).toHaveLength(warned);
  });

  test("are kept by a forced replacement of the set", async () => {
    const { deployment, args } = await aSet([WWW, SPF]);
    await deployment.forceReplace(args);
    expect(service.writes()).toEqual([]);
    await expectSettled(deployment, args);
  });

  test("are kept when a set replaces DomainRecords of the stack in the same update", async () => {
    const domainId = await aZone(service);
    const single = new Deployment(service, "DomainRecord", "www");
    await single.up({ domainId, ...WWW });
    const provider = service.process();
    await set().up({ domainId, records: [WWW] }, {}, provider("DomainRecordSet"));
    await single.destroy(provider("DomainRecord"));
    expect(inShort(await zone(domainId))).toEqual(["A www 192.0.2.1"]);
    expect(service.warnings().at(-1)).toContain('DomainRecordSet "records" now manages it');
  });
});

describe("drift", () => {
  test("shows the records that differ, in the user's order and form, and is repaired", async () => {
    const records = [
      { ...SPF, name: "@" },
      { ...WWW, name: "WWW.zone.example." },
      { ...BLOG, ttlSec: 400 },
      A("gone", "192.0.2.7"),
    ];
    const { deployment, args, domainId, path } = await aSet(records);
    const [spf, www, , gone] = await zone(domainId);
    await service.ask("PUT", `${path}/${String(www?.id)}`, { target: "203.0.113.9", ttl_sec: 300 });
    await service.ask("PUT", `${path}/${String(spf?.id)}`, { name: "moved" });
    await service.ask("DELETE", `${path}/${String(gone?.id)}`);
    expect(await deployment.refresh()).toBe("drift");
    expect(deployment.recorded().inputs.records).toEqual([
      { ...SPF, name: "moved" },
      { ...WWW, name: "WWW.zone.example.", target: "203.0.113.9", ttlSec: 300 },
      { ...BLOG, ttlSec: 400 },
    ]);
    service.forget();
    expect(await deployment.up(args)).toBe("update");
    expect(methods().sort()).toEqual(["POST", "PUT", "PUT"]);
    await expectSettled(deployment, args);
  });

  test("of a deleted zone removes the set from state; a missing list does not", async () => {
    const { deployment, domainId, path } = await aSet([WWW]);
    const body = { errors: [{ reason: "Not found" }] };
    service.emulator.faults.add({ method: "GET", path, effect: { kind: "status", status: 404, body } });
    expect(await messageOf(deployment.refresh())).toContain(
      `Could not confirm whether record set ${domainId}/records still exists`,
    );
    await service.ask("DELETE", `/domains/${domainId}`);
    expect(await messageOf(deployment.up({ domainId, records: [SPF] }))).toContain("pulumi refresh");
    expect(await deployment.refresh()).toBe("gone");
  });

  test("of a record that no longer exists does not keep the set from being deleted", async () => {
    const { deployment, domainId, path } = await aSet([WWW, SPF]);
    const [record] = await zone(domainId);
    await service.ask("DELETE", `${path}/${String(record?.id)}`);
    await deployment.destroy();
    expect(await zone(domainId)).toEqual([]);
  });

  test("of a deleted zone completes a destroy without a request per record", async () => {
    const { deployment, domainId } = await aSet(Array.from({ length: 50 }, (_, n) => A(`h${n}`, "192.0.2.1")));
    await service.ask("DELETE", `/domains/${domainId}`);
    service.forget();
    await deployment.destroy();
    expect(service.requests().length).toBeLessThan(15);
  });
});

test("a record DELETE that is accepted but not carried out fails, and the set keeps the record until it is deleted", async () => {
  const effect = { kind: "status", status: 200, body: {} } as const;
  const fault = { method: "DELETE", path: "/**/records/*", effect };
  const isStillThere =
    /The API accepted the deletion of records that still exist \(1\)\. Run the same command again\..* IDs: \d+\.$/;
  const { deployment, domainId } = await aSet([WWW, SPF]);
  const { recordIds } = deployment.recorded().outputs;
  service.emulator.faults.add(fault);
  expect(await messageOf(deployment.up({ domainId, records: [WWW] }))).toMatch(isStillThere);
  expect(deployment.recorded().outputs.recordIds).toEqual(recordIds);
  expect(await deployment.up({ domainId, records: [WWW] })).toBe("update");
  expect(await zone(domainId)).toHaveLength(1);
  expect(await deployment.up({ domainId, records: [WWW] })).toBe("same");
  service.emulator.faults.add(fault);
  expect(await messageOf(deployment.destroy())).toMatch(isStillThere);
  await deployment.destroy();
  expect(await zone(domainId)).toEqual([]);
});

describe("import", () => {
  test("adopts the declared records in any equivalent form, and writes nothing", async () => {
    const { deployment, domainId } = await aNewSet({ ...WWW, ttl_sec: 300 }, STRAY);
    const args = { domainId, records: [{ ...WWW, name: "www.Zone.example", ttlSec: 400 }] };
    await deployment.up(args, { import: `${domainId}/records` });
    expect(await deployment.up(args)).toBe("same");
    expect(await deployment.refresh()).toBe("same");
    expect(service.writes()).toEqual([]);
    await deployment.destroy();
    expect(inShort(await zone(domainId))).toEqual(["A stray 192.0.2.9"]);
  });

  test("adopts records with values that their types do not use, without a later difference", async () => {
    const mx = { type: "MX", target: "mail.example", priority: 10 };
    const records = [WWW, mx];
    const { deployment, domainId, id } = await aNewSet(...records);
    const shown = { priority: 50, weight: 5, port: 80, service: "http", protocol: "tcp", tag: "issue" };
    for (const [index, { priority = 50 }] of [{ priority: 50 }, mx].entries())
      service.emulator.poke("record", Number(id) + index, { ...shown, priority });
    await deployment.up({ domainId, records }, { import: `${domainId}/records` });
    await expectSettled(deployment, { domainId, records });
    const found = await deployment.process().read({ id: `${domainId}/records`, state: {} });
    expect(found?.state).toMatchObject({ records });
    expect(service.writes()).toEqual([]);
    const single = new Deployment(service, "DomainRecord");
    await single.up({ domainId, ...WWW }, { import: `${domainId}/${id}` });
    expect(await single.refresh()).toBe("same");
    expect(await single.up({ domainId, ...WWW })).toBe("same");
  });

  test("fails before any write, and lists all differences", async () => {
    const { deployment, domainId } = await aNewSet(STRAY, { type: "TXT", name: "stray", target: "x" });
    const options = { import: `${domainId}/records` };
    const message = await messageOf(deployment.up({ domainId, records: [WWW, SPF, BLOG], exclusive: true }, options));
    expect(message).toMatch(/records\[0\] is actually A stray 192\.0\.2\.9 \(id \d+\)/);
    expect(message).toMatch(/records\[1\] is actually TXT stray x \(id \d+\)/);
    expect(message).toContain("records[2] does not exist");
    expect(await messageOf(set().up({ domainId, records: [WWW] }, options))).toContain("records[0] does not exist");
    const wrong = set().up({ domainId, records: [] }, { import: `${domainId + 1}/records` });
    expect(await messageOf(wrong)).toContain(`the program declares record set ${domainId}/records`);
    expect(service.writes()).toEqual([]);
  });

  test("is checked by preview, which rejects a missing zone and warns about differences", async () => {
    const domainId = await aZone(service);
    const preview = (zoneId: unknown, imported: number, records: unknown) =>
      set().previewNew({ domainId: zoneId, records }, { import: `${imported}/records` });
    const newMessages = () => service.said.splice(0).map(({ message }) => message);
    expect(await messageOf(preview(999, 999, [WWW]))).toContain(
      "Record set 999/records does not exist, so it cannot be imported",
    );
    expect(await messageOf(preview(domainId, domainId + 1, []))).toContain(
      `the program declares record set ${domainId}/records`,
    );
    expect(newMessages()).toEqual([]);
    for (const zoneId of [domainId, UNKNOWN]) {
      await preview(zoneId, domainId, [WWW]);
      expect(newMessages()).toEqual([expect.stringContaining("records[0] does not exist")]);
    }
    await preview(domainId, domainId, [WWW, { ...SPF, target: UNKNOWN }]);
    expect(newMessages()).toEqual([]);
  });

  test("of some declared records is possible if ignoreChanges lists the records", async () => {
    const { deployment, domainId } = await aNewSet(WWW);
    const args = { domainId, records: [WWW, SPF] };
    await deployment.up(args, { import: `${domainId}/records`, ignoreChanges: ["records"] });
    expect(deployment.recorded().outputs.records).toEqual([WWW]);
    expect(await deployment.up(args)).toBe("update");
    expect(inShort(await zone(domainId))).toEqual(["A www 192.0.2.1", "TXT @ v=spf1 -all"]);
  });

  test("and .get fail with another ID; .get returns all records", async () => {
    const { deployment, domainId } = await aNewSet({ ...WWW, ttl_sec: 300 });
    const handlers = deployment.process();
    const found = await handlers.read({ id: `${domainId}/records`, state: {} });
    expect(found?.state).toMatchObject({ domainId, records: [{ ...WWW, ttlSec: 300 }] });
    const messageFor = (id: string): Promise<string> => messageOf(handlers.read({ id, state: {} }));
    expect(await messageFor(`${domainId}/other`)).toContain(`${domainId}/records`);
    expect(await messageFor(`${domainId + 1}/records`)).toContain(`Record set ${domainId + 1}/records does not exist`);
  });
});

test("rejects two equivalent forms of one record before any write", async () => {
  const domainId = await aZone(service);
  const records = [WWW, { ...WWW, name: "www.zone.example" }];
  expect(await messageOf(set().up({ domainId, records }))).toContain("records[1]: is the same as records[0]");
  expect(service.writes()).toEqual([]);
});

test("values that the API rewrites are not drift", async () => {
  const records = [
    A("me", "[remote_addr]"),
    { type: "SRV", target: "sip", priority: 1, weight: 2, port: 3, service: "_sip", protocol: "_TCP" },
    { type: "SRV", target: "rc_test", priority: 1, weight: 2, port: 3, service: "service_test" },
  ];
  const { deployment, args } = await aSet(records);
  await expectSettled(deployment, args);
  expect(await deployment.up({ ...args, records: [...records, SPF] })).toBe("update");
  expect(methods()).toEqual(["POST"]);
});

test("removes and adds the protocol of an SRV record in place", async () => {
  const srv = { type: "SRV", target: "sip.example", priority: 1, weight: 2, port: 3, service: "sip" };
  const { deployment, domainId } = await aSet([{ ...srv, protocol: "tcp" }]);
  expect(await deployment.up({ domainId, records: [srv] })).toBe("update");
  expect(await zone(domainId)).toMatchObject([{ name: "_sip", service: "sip", protocol: null }]);
  expect(await deployment.refresh()).toBe("same");
  expect(await deployment.up({ domainId, records: [srv] })).toBe("same");
  expect(await deployment.up({ domainId, records: [{ ...srv, protocol: "udp" }] })).toBe("update");
  expect(await zone(domainId)).toMatchObject([{ name: "_sip._udp", protocol: "udp" }]);
  expect(methods()).toEqual(["PUT", "PUT"]);
});
