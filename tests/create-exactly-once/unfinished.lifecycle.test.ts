import type { Values } from "../../provider/definition/values";
import { deployed, Deployment } from "../support/deployment";
import type { HandlerError, ResourceOptions } from "../support/deployment";
import { errorOfInterrupted } from "../support/interrupted-run";
import { DEPLOYED, EMPTY, errorOf, listed } from "../support/programs";
import { useService } from "../support/service";

const service = useService();
const SHORT: ResourceOptions = { timeouts: { create: 3, update: 60 } };
const POST = "POST /compute/instances";

/** An instance whose create timed out, and the error. */
async function anUnfinished(args: Values = DEPLOYED) {
  const deployment = new Deployment(service, "Instance");
  const error: HandlerError = await errorOf(deployment.up(args, SHORT));
  return { deployment, error, id: deployment.recorded().id };
}

test.each([
  ["an empty instance that is to be booted", { ...EMPTY, booted: true }],
  ["an instance that is not to be booted", { ...DEPLOYED, booted: false }],
])("a create of %s completes when it is offline", async (_, args) => {
  const { deployment } = await deployed(service, "Instance", args);
  expect(deployment.recorded().outputs.status).toBe("offline");
  expect(await deployment.preview(args)).toBe("same");
});

test("a wait that times out fails with the ID, everything known so far, and the reason", async () => {
  const { error } = await anUnfinished();
  const [live] = await listed(service, "/compute/instances");
  expect(error.id).toBe(String(live?.id));
  expect(error.message).toMatch(/"provisioning" after 3 seconds.*the same command again.*customTimeouts/);
  expect(error.state).toMatchObject({ status: "provisioning", region: "us-east", rootPass: DEPLOYED.rootPass });
});

test("the next up resumes the wait, even after another timeout; preview explains that update, and no other", async () => {
  const reason = "The last operation did not finish; this update resumes it.";
  const explanations = () => service.messages().filter((message) => message === reason).length;
  const { deployment, id } = await anUnfinished();
  expect(explanations()).toBe(0);
  await errorOf(deployment.up(DEPLOYED, { timeouts: { update: 2 } }));
  expect(deployment.recorded().id).toBe(id);
  const before = explanations();
  expect(await deployment.preview(DEPLOYED)).toBe("update");
  expect(explanations()).toBe(before + 1);
  expect(await deployment.up(DEPLOYED)).toBe("update");
  expect(deployment.recorded().outputs.status).toBe("running");
  expect(service.timesSent(POST)).toBe(1);
  expect(await deployment.up(DEPLOYED)).toBe("same");
  const after = explanations();
  await deployment.preview({ ...DEPLOYED, tags: ["blue"] });
  expect(explanations()).toBe(after);
});

test("a refresh in between does not discard the unfinished create, and keeps the program's inputs", async () => {
  const args = { ...DEPLOYED, tags: ["blue"], watchdogEnabled: false };
  const { deployment } = await anUnfinished(args);
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

test("the next up boots an instance that went offline, replaces it in another region, or deletes it", async () => {
  const { deployment, id } = await anUnfinished();
  service.emulator.poke("instance", Number(id), { power: "off" });
  expect(await deployment.copy().up(DEPLOYED)).toBe("update");
  expect(await listed(service, "/compute/instances")).toMatchObject([{ status: "running" }]);
  expect(await deployment.up({ ...DEPLOYED, region: "eu-west" })).toBe("replace");
  expect(await listed(service, "/compute/instances")).toMatchObject([{ region: "eu-west", status: "running" }]);
  const { deployment: other } = await anUnfinished({ ...DEPLOYED, label: "other" });
  await other.destroy();
  expect(await listed(service, "/compute/instances")).toHaveLength(1);
});

test("an interrupted create or resize stops waiting, and the next up waits for it without another request", async () => {
  const bigger = { ...DEPLOYED, type: "g6-standard-1" };
  const deployment = new Deployment(service, "Instance");
  for (const [args, request] of [
    [DEPLOYED, () => POST],
    [bigger, () => `${POST}/${deployment.recorded().id}/resize`],
  ] as const) {
    service.forget();
    const error = await errorOfInterrupted(deployment, args, () => service.timesSent(request()) > 0);
    expect(error.message).toContain("stopped by the user");
    expect(deployment.recorded().initErrors).toHaveLength(1);
    expect(await deployment.up(args)).toBe("update");
    expect(service.writes()).toEqual([request()]);
    expect(deployment.recorded().outputs).toMatchObject({ type: args.type, status: "running" });
  }
});

test.each([
  ["a new instance that the API does not show at once", 404, { errors: [{ reason: "Not found" }] }, []],
  ["an unknown status", 200, { id: 10_001, status: "hovering" }, [expect.stringContaining("hovering")]],
])("waits through %s", async (_, status, body, messages) => {
  const deployment = new Deployment(service, "Instance");
  const effect = { kind: "status", status, body } as const;
  service.emulator.faults.add({ method: "GET", path: "/compute/instances/*", times: 2, effect });
  expect(await deployment.up(DEPLOYED)).toBe("create");
  expect(deployment.recorded().outputs.status).toBe("running");
  expect(service.messages()).toEqual(expect.arrayContaining(messages));
});
