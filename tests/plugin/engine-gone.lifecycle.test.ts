import type { FaultEffect } from "../../emulator";
import { CancelledError } from "../../provider/api/errors";
import { Deployment } from "../support/deployment";
import { aFile } from "../support/image-data";
import { aZone, EMPTY, errorOf, listed } from "../support/programs";
import { useService } from "../support/service";

const service = useService({ rateLimits: true, provisionMs: 0 });

const GONE = "nobody is there any more";
const busy: FaultEffect = { kind: "status", status: 429, headers: { "Retry-After": "3" } };

/** Called before each write: fails once something has waited, as if the engine exited during the first wait. */
const untilTheFirstWait = (): Promise<void> =>
  service.clock.slept.length > 0 ? Promise.reject(new CancelledError(GONE)) : Promise.resolve();

const leaving = () => service.process({ mayWrite: untilTheFirstWait });

test("creates queued for the rate limit are not sent", async () => {
  const handlers = leaving()("Instance");
  const all = Array.from({ length: 14 }, (_, number) => new Deployment(service, "Instance", `web-${number}`));
  const ends = await Promise.allSettled(all.map((one) => one.up(EMPTY, {}, handlers)));
  expect(ends.filter(({ status }) => status === "rejected")).toHaveLength(4);
  expect(service.writes()).toHaveLength(10);
  expect(await listed(service, "/compute/instances")).toHaveLength(10);
});

test.each([
  ["create", "POST"],
  ["update", "PUT"],
  ["delete", "DELETE"],
])("a %s that waits for a retry is not sent again", async (operation, method) => {
  const record = { domainId: await aZone(service), type: "TXT", name: "key", target: "one" };
  const deployment = new Deployment(service, "DomainRecord");
  if (operation !== "create") await deployment.up(record);
  service.forget();
  service.emulator.faults.add({ method, path: "/domains/**", effect: busy });
  const handlers = leaving()("DomainRecord");
  const run =
    operation === "delete" ? deployment.destroy(handlers) : deployment.up({ ...record, target: "two" }, {}, handlers);
  const error = await errorOf(run);
  expect(error.message).toContain(GONE);
  expect(error).not.toHaveProperty("id");
  expect(service.writes()).toHaveLength(1);
});

test("an upload that waits for a retry is not sent again, and the incomplete image is kept", async () => {
  service.emulator.faults.add({ method: "PUT", path: "/upload/*", effect: busy });
  const deployment = new Deployment(service, "Image", "golden");
  const error = await errorOf(deployment.up({ region: "us-east", source: aFile() }, {}, leaving()("Image")));
  expect(error.message).toContain(GONE);
  expect(service.writes()).toEqual(["POST /images/upload", expect.stringMatching(/^PUT \/upload/)]);
});

test("reads continue, because they change nothing", async () => {
  const deployment = new Deployment(service, "DomainRecord");
  await deployment.up({ domainId: await aZone(service), type: "TXT", name: "key", target: "one" });
  service.emulator.faults.add({ method: "GET", path: "/domains/**", effect: busy });
  expect(await deployment.refresh(leaving()("DomainRecord"))).toBe("same");
  expect(service.clock.slept).not.toEqual([]);
});
