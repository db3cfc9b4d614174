import { deployed } from "../support/deployed";
import { Deployment } from "../support/deployment";
import type { HandlerError, ResourceOptions } from "../support/deployment";
import { errorOfInterrupted } from "../support/interrupted-run";
import { DEPLOYED, EMPTY, errorOf, listed } from "../support/programs";
import { useService } from "../support/service";

const service = useService();
const SHORT: ResourceOptions = { timeouts: { create: 3, update: 60 } };
const WITH_ALERTS = { ...DEPLOYED, alerts: { cpu: 5 }, watchdogEnabled: false };

test.each([
  ["an empty instance that is to be booted", { ...EMPTY, booted: true }],
  ["an instance that is not to be booted", { ...DEPLOYED, booted: false }],
])("a create of %s completes when it is offline", async (_, args) => {
  const { deployment } = await deployed(service, "Instance", args);
  expect(deployment.recorded().outputs.status).toBe("offline");
  expect(await deployment.preview(args)).toBe("same");
});

test("a wait that times out fails with the ID, everything known so far, and the reason", async () => {
  const deployment = new Deployment(service, "Instance");
  const error: HandlerError = await errorOf(deployment.up(DEPLOYED, SHORT));
  const [live] = await listed(service, "/compute/instances");
  expect(error.id).toBe(String(live?.id));
  expect(error.message).toMatch(/"provisioning" after 3 seconds.*pulumi up.*customTimeouts/);
  expect(error.state).toMatchObject({ status: "provisioning", region: "us-east", rootPass: DEPLOYED.rootPass });
});

test("the next up resumes the wait, even after one that timed out again, and creates no second instance", async () => {
  const deployment = new Deployment(service, "Instance");
  await errorOf(deployment.up(DEPLOYED, SHORT));
  const { id } = deployment.recorded();
  await errorOf(deployment.up(DEPLOYED, { timeouts: { update: 2 } }));
  expect(deployment.recorded().id).toBe(id);
  expect(await deployment.preview(DEPLOYED)).toBe("update");
  expect(await deployment.up(DEPLOYED)).toBe("update");
  expect(deployment.recorded().outputs.status).toBe("running");
  expect(service.timesSent("POST /compute/instances")).toBe(1);
  expect(await deployment.up(DEPLOYED)).toBe("same");
});

test("preview explains the update that resumes an unfinished operation, and no other update", async () => {
  const deployment = new Deployment(service, "Instance");
  const reason = "The last operation did not finish; this update resumes it.";
  await errorOf(deployment.up(DEPLOYED, SHORT));
  expect(service.messages()).not.toContain(reason);
  await deployment.preview(DEPLOYED);
  expect(service.messages().filter((message) => message === reason)).toHaveLength(1);
  await deployment.up(DEPLOYED);
  const before = service.messages().length;
  await deployment.preview({ ...DEPLOYED, tags: ["blue"] });
  expect(service.messages().slice(before)).not.toContain(reason);
});

test("a refresh in between does not discard the unfinished create, and keeps the program's inputs", async () => {
  const args = { ...DEPLOYED, tags: ["blue"], watchdogEnabled: false };
  const deployment = new Deployment(service, "Instance");
  await errorOf(deployment.up(args, SHORT));
  const { inputs } = deployment.recorded();
  await deployment.refresh();
  expect(deployment.recorded().inputs).toEqual(inputs);
  expect(deployment.recorded().initErrors).toBeUndefined();
  expect(await deployment.preview(args)).toBe("update");
  expect(await deployment.up(args)).toBe("update");
  expect(deployment.recorded().outputs).toMatchObject({ status: "running", watchdogEnabled: false });
  expect(await deployment.refresh()).toBe("same");
  expect(await deployment.up(args)).toBe("same");
});

test("a failure between the POST and the PUT keeps the ID, and the next up completes the rest", async () => {
  const deployment = new Deployment(service, "Instance");
  service.emulator.faults.add({ method: "PUT", path: "/compute/instances/*", effect: { kind: "status", status: 400 } });
  const error: HandlerError = await errorOf(deployment.up(WITH_ALERTS));
  expect(error.id).toBe(deployment.recorded().id);
  expect(await deployment.up(WITH_ALERTS)).toBe("update");
  expect(await listed(service, "/compute/instances")).toMatchObject([
    { alerts: { cpu: 5 }, watchdog_enabled: false, status: "running" },
  ]);
  expect(service.timesSent("POST /compute/instances")).toBe(1);
  expect(await deployment.up(WITH_ALERTS)).toBe("same");
});

test("the next up boots an instance that went offline meanwhile", async () => {
  const deployment = new Deployment(service, "Instance");
  await errorOf(deployment.up(DEPLOYED, SHORT));
  service.emulator.poke("instance", Number(deployment.recorded().id), { power: "off" });
  expect(await deployment.up(DEPLOYED)).toBe("update");
  expect(deployment.recorded().outputs.status).toBe("running");
});

test("an unfinished instance is replaced if the program changes its region, and deleted if it no longer declares it", async () => {
  const deployment = new Deployment(service, "Instance");
  await errorOf(deployment.up(DEPLOYED, SHORT));
  expect(await deployment.up({ ...DEPLOYED, region: "eu-west" })).toBe("replace");
  expect(await listed(service, "/compute/instances")).toMatchObject([{ region: "eu-west", status: "running" }]);
  const other = new Deployment(service, "Instance");
  await errorOf(other.up({ ...DEPLOYED, label: "other" }, SHORT));
  await other.destroy();
  expect(await listed(service, "/compute/instances")).toHaveLength(1);
});

test("an interrupted update stops waiting, and keeps the ID", async () => {
  const deployment = new Deployment(service, "Instance");
  const isSent = (): boolean => service.timesSent("POST /compute/instances") > 0;
  const error = await errorOfInterrupted(deployment, DEPLOYED, isSent);
  expect(error.message).toContain("stopped by the user");
  expect(deployment.recorded().initErrors).toHaveLength(1);
  expect(await deployment.up(DEPLOYED)).toBe("update");
  expect(service.timesSent("POST /compute/instances")).toBe(1);
});

test("an interrupted resize stops waiting, and the next up waits for it instead of requesting another", async () => {
  const { deployment } = await deployed(service, "Instance", DEPLOYED);
  const bigger = { ...DEPLOYED, type: "g6-standard-1" };
  const resize = `POST /compute/instances/${deployment.recorded().id}/resize`;
  const error = await errorOfInterrupted(deployment, bigger, () => service.timesSent(resize) > 0);
  expect(error.message).toContain("stopped by the user");
  expect(deployment.recorded().initErrors).toHaveLength(1);
  expect(await deployment.up(bigger)).toBe("update");
  expect(service.writes()).toEqual([resize]);
  expect(deployment.recorded().outputs).toMatchObject({ type: "g6-standard-1", status: "running" });
});

test("waits for a new instance that the API does not show at once", async () => {
  const deployment = new Deployment(service, "Instance");
  const effect = { kind: "status", status: 404, body: { errors: [{ reason: "Not found" }] } } as const;
  service.emulator.faults.add({ method: "GET", path: "/compute/instances/*", times: 3, effect });
  expect(await deployment.up(DEPLOYED)).toBe("create");
  expect(deployment.recorded().outputs.status).toBe("running");
});

test("waits through an unknown status", async () => {
  const deployment = new Deployment(service, "Instance");
  const effect = { kind: "status", status: 200, body: { id: 10_001, status: "hovering" } } as const;
  service.emulator.faults.add({ method: "GET", path: "/compute/instances/*", times: 2, effect });
  expect(await deployment.up(DEPLOYED)).toBe("create");
  expect(service.messages()).toEqual(expect.arrayContaining([expect.stringContaining("hovering")]));
});
