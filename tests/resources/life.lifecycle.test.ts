import { deployed } from "../support/deployed";
import { Deployment } from "../support/deployment";
import { kindsWithoutRow } from "../support/every-kind";
import { expectWholeLife, LIVES } from "../support/lives";
import { aZone, EMPTY, listed, MASTER } from "../support/programs";
import { useService } from "../support/service";

const service = useService();

test.each(LIVES)("creates, reads, updates and deletes $title", async (life) => {
  await expectWholeLife(service, life);
});

test("sends only what changed", async () => {
  const { deployment } = await deployed(service, "Domain", { ...MASTER, description: "shop", ttlSec: 300 });
  await deployment.up({ ...MASTER, description: "closed", ttlSec: 300 });
  const [put] = service.requests().filter(({ method }) => method === "PUT");
  expect(put?.requestBody).toEqual({ description: "closed" });
});

test("resets a removed input to its default", async () => {
  const deployment = new Deployment(service, "Domain");
  const full = { ...MASTER, description: "shop", group: "g", tags: ["blue"], ttlSec: 300, status: "disabled" };
  await deployment.up(full);
  expect(await deployment.up(MASTER)).toBe("update");
  expect(await listed(service, "/domains")).toEqual([
    expect.objectContaining({ description: null, group: "", tags: [], ttl_sec: 0, status: "active" }),
  ]);
  expect(await deployment.up(MASTER)).toBe("same");
});

test("keeps the value of alerts that the program omits or leaves unset", async () => {
  const deployment = new Deployment(service, "Instance");
  await deployment.up({ ...EMPTY, alerts: { cpu: 5, io: null } });
  const [put] = service.requests().filter(({ method }) => method === "PUT");
  expect(service.writes().map((write) => write.split(" ")[0])).toEqual(["POST", "PUT"]);
  expect(put?.requestBody).toEqual({
    alerts: { cpu: 5, io: 10_000, network_in: 10, network_out: 10, transfer_quota: 80 },
  });
  expect(await deployment.up({ ...EMPTY, alerts: { cpu: 5 } })).toBe("same");
});

test("includes the zone's ID in a record's ID, so that the record can be read without the program", async () => {
  const zone = await aZone(service);
  const deployment = new Deployment(service, "DomainRecord");
  await deployment.up({ domainId: zone, type: "A", target: "192.0.2.1" });
  const { id, outputs } = deployment.recorded();
  expect(id).toBe(`${zone}/${String(outputs.recordId)}`);
});

test("covers every resource type (add a row for a new one)", () => {
  expect(kindsWithoutRow(LIVES, { Image: "tests/images/capture.lifecycle.test.ts" })).toEqual([]);
});
