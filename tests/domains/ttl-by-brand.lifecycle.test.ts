import type { Values } from "../../provider/definition/values";
import { Deployment, expectSettled } from "../support/deployment";
import { aZone, listed } from "../support/programs";
import type { Service } from "../support/service";
import { useService } from "../support/service";

const compute = useService();
const linode = useService({ brand: "linode", profile: "today" });

const WWW = { type: "A", name: "www", target: "192.0.2.1" };

/** Both ways to declare a record with this TTL. */
const PROGRAMS: Readonly<Record<string, (domainId: number, ttlSec: number) => Values>> = {
  DomainRecord: (domainId, ttlSec) => ({ domainId, ...WWW, ttlSec }),
  DomainRecordSet: (domainId, ttlSec) => ({ domainId, records: [{ ...WWW, ttlSec }] }),
};

/** The TTL of the only record, as the service has it. */
async function liveTtl(service: Service, domainId: number): Promise<unknown> {
  const records = await listed(service, `/domains/${domainId}/records`);
  expect(records).toHaveLength(1);
  return records[0]?.ttl_sec;
}

describe.each(Object.entries(PROGRAMS))("a TTL in a %s", (kind, program) => {
  test.each([
    ["compute", 30, 300],
    ["compute", 120, 300],
    ["compute", 900, 300],
    ["linode", 30, 30],
    ["linode", 120, 120],
    ["linode", 60, 120],
    ["linode", 900, 3600],
  ])(
    "with the brand %s, %i becomes %i, of which only another value is warned, and nothing differs after up",
    async (brand, given, kept) => {
      const service = brand === "linode" ? linode : compute;
      const domainId = await aZone(service);
      const deployment = new Deployment(service, kind);
      const args = program(domainId, given);
      await deployment.up(args);
      expect(await liveTtl(service, domainId)).toBe(kept);
      const expected = given === kept ? "" : `${given} is not supported and will be rounded to ${kept}`;
      expect(
        service
          .warnings()
          .join()
          .replace(/^.*ttlSec: /, ""),
      ).toBe(expected);
      service.forget();
      await expectSettled(deployment, args);
      expect(service.writes()).toEqual([]);
    },
  );

  test("is lowered to 30 and raised again with the brand linode, and drift between the two is seen", async () => {
    const domainId = await aZone(linode);
    const deployment = new Deployment(linode, kind);
    await deployment.up(program(domainId, 300));
    expect(await deployment.up(program(domainId, 30))).toBe("update");
    expect(await liveTtl(linode, domainId)).toBe(30);
    const [record] = await listed(linode, `/domains/${domainId}/records`);
    await linode.ask("PUT", `/domains/${domainId}/records/${String(record?.id)}`, { ttl_sec: 300 });
    expect(await deployment.refresh()).toBe("drift");
    expect(await deployment.up(program(domainId, 300))).toBe("same");
  });

  test("of 30 is imported from the service as it is", async () => {
    const domainId = await aZone(linode);
    const { id } = await linode.ask("POST", `/domains/${domainId}/records`, { ...WWW, ttl_sec: 30 });
    linode.forget();
    const deployment = new Deployment(linode, kind);
    const own = kind === "DomainRecord" ? String(id) : "records";
    await deployment.up(program(domainId, 30), { import: `${domainId}/${own}` });
    await expectSettled(deployment, program(domainId, 30), { import: `${domainId}/${own}` });
    expect(linode.writes()).toEqual([]);
  });
});
