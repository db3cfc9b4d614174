import { deployed } from "../support/deployed";
import { Deployment } from "../support/deployment";
import { kindsWithoutRow } from "../support/every-kind";
import { expectWholeLife, LIVES } from "../support/lives";
import { EMPTY, MASTER } from "../support/programs";
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

test("covers every resource type (add a row for a new one)", () => {
  expect(kindsWithoutRow(LIVES, { Image: "tests/images/capture.lifecycle.test.ts" })).toEqual([]);
});
