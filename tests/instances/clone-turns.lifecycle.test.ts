import type { Values } from "../../provider/definition/values";
import { anOriginal, clonesOf, foreignClones, PLACE, writesBelow } from "../support/clones";
import { Deployment } from "../support/deployment";
import type { HandlerError } from "../support/deployment";
import { errorOf, listed, messageOf } from "../support/programs";
import { useService } from "../support/service";

const service = useService();
const clonePosts = () => service.requests().filter(({ method, path }) => method === "POST" && path.endsWith("/clone"));
const from = (instanceId: number): Values => ({ ...PLACE, cloneFrom: { instanceId } });

const clones = (count: number): Deployment[] =>
  Array.from({ length: count }, (_, index) => new Deployment(service, "Instance", `c-${index}`));

/** The most clones in progress at once, according to the API's events. */
async function mostAtOnce(): Promise<number> {
  const events = (await listed(service, "/account/events")).filter(({ action }) => action === "compute_clone");
  const spans = events.map(({ created, duration }) => {
    const begin = Date.parse(`${String(created)}Z`);
    return { begin, end: begin + Number(duration) * 1000 };
  });
  return Math.max(...spans.map(({ begin }) => spans.filter((one) => one.begin <= begin && begin < one.end).length));
}

describe("clones of one source", () => {
  test("are queued in one process, so that never more than five run", async () => {
    const source = await anOriginal(service);
    const handlers = service.process()("Instance");
    await Promise.all(clones(12).map((deployment) => deployment.up(from(source), {}, handlers)));
    expect(await clonesOf(service, source)).toHaveLength(12);
    expect(clonePosts().map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 200));
    expect(await mostAtOnce()).toBe(5);
    expect(service.messages()).toContain(`queued: no more than 5 clones of instance ${source} are created at once`);
  });

  test("give the place of a failed one to the next", async () => {
    const source = await anOriginal(service);
    const handlers = service.process()("Instance");
    service.emulator.faults.add({ path: "/**/clone", times: 5, effect: { kind: "status", status: 403 } });
    const ended = await Promise.allSettled(clones(6).map((deployment) => deployment.up(from(source), {}, handlers)));
    expect(ended.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await clonesOf(service, source)).toHaveLength(1);
  });

  test("include a sixth that waits while other processes create five, and prints why", async () => {
    const source = await anOriginal(service);
    await foreignClones(service, source, 5);
    const deployment = new Deployment(service, "Instance");
    await deployment.up(from(source));
    const statuses = clonePosts().map(({ status }) => status);
    expect(statuses.at(0)).toBe(400);
    expect(statuses.filter((status) => status !== 400)).toEqual([200]);
    expect(statuses.at(-1)).toBe(200);
    expect(service.messages()).toContainEqual(
      expect.stringMatching(/At most 5 clones.*; waiting to clone instance \d+/),
    );
    expect(await clonesOf(service, source)).toHaveLength(6);
    expect(await deployment.up(from(source))).toBe("same");
  });

  test("of two processes are never more than five either, because rejected ones are retried", async () => {
    const source = await anOriginal(service);
    const processes = [service.process()("Instance"), service.process()("Instance")];
    await Promise.all(clones(12).map((one, index) => one.up(from(source), {}, processes[index % 2])));
    expect(clonePosts().map(({ status }) => status)).toContain(400);
    expect(await clonesOf(service, source)).toHaveLength(12);
    expect(await mostAtOnce()).toBe(5);
  });

  test("of different sources do not wait for each other", async () => {
    const sources = [await anOriginal(service), await anOriginal(service, { label: "other" })];
    const handlers = service.process()("Instance");
    await Promise.all(clones(6).map((one, index) => one.up(from(sources[index % 2] ?? 0), {}, handlers)));
    expect(service.messages().filter((message) => message.includes("queued"))).toEqual([]);
  });

  test("that are queued are not started once the process is stopped", async () => {
    const source = await anOriginal(service);
    const controller = new AbortController();
    const handlers = service.process({ signal: controller.signal })("Instance");
    const deployments = clones(7);
    const runs = Promise.allSettled(deployments.map((deployment) => deployment.up(from(source), {}, handlers)));
    while (clonePosts().filter(({ status }) => status === 200).length < 5) await new Promise(setImmediate);
    controller.abort(new Error("stopped by the user"));
    expect((await runs).map(({ status }) => status)).toEqual(Array.from({ length: 7 }, () => "rejected"));
    expect(clonePosts()).toHaveLength(5);
    expect(deployments.filter(({ state }) => state !== undefined)).toHaveLength(5);
  });
});

describe("a busy source", () => {
  test("is waited for before the clone", async () => {
    const source = await anOriginal(service);
    await service.ask("POST", `/compute/instances/${source}/reboot`);
    service.forget();
    await new Deployment(service, "Instance").up(from(source));
    expect(clonePosts()).toHaveLength(1);
    expect(service.messages()).toContainEqual(expect.stringContaining("is rebooting; waiting to clone instance"));
  });

  test("is waited for even if its status does not show it", async () => {
    const source = await anOriginal(service, { backups_enabled: true });
    await service.ask("POST", `/compute/instances/${source}/backups`, { label: "snap" });
    service.forget();
    await new Deployment(service, "Instance").up(from(source));
    expect(clonePosts().at(0)).toMatchObject({ status: 400 });
    expect(clonePosts().at(-1)).toMatchObject({ status: 200 });
    expect(service.messages()).toContainEqual(expect.stringContaining("Compute busy; waiting to clone"));
  });

  test("beyond the timeout fails the create, with nothing created or recorded", async () => {
    const source = await anOriginal(service);
    const effect = { kind: "status", status: 400, body: { errors: [{ reason: "Compute busy." }] } } as const;
    service.emulator.faults.add({ path: "/**/clone", times: "always", effect });
    const deployment = new Deployment(service, "Instance");
    const message = await messageOf(deployment.up(from(source), { timeouts: { create: 30 } }));
    expect(message).toMatch(/Could not clone instance \d+ \(.*busy\) after 30 seconds.*customTimeouts/);
    expect(deployment.state).toBeUndefined();
    expect(await clonesOf(service, source)).toEqual([]);
  });

  test("that is being deleted cannot be cloned", async () => {
    const source = await anOriginal(service);
    await service.ask("DELETE", `/compute/instances/${source}`);
    service.forget();
    expect(await messageOf(new Deployment(service, "Instance").up(from(source)))).toMatch(/"deleting"|does not exist/);
    expect(clonePosts()).toEqual([]);
  });
});

describe("a rejected clone", () => {
  test("fails at once, without an ID, if waiting does not help", async () => {
    const source = await anOriginal(service, { type: "g6-standard-4" });
    const deployment = new Deployment(service, "Instance");
    const error: HandlerError = await errorOf(deployment.up(from(source)));
    expect(error.message).toContain("Insufficient space");
    expect(error.id).toBeUndefined();
    expect(clonePosts()).toHaveLength(1);
  });

  test("fails once other clones finish, if waiting did not help", async () => {
    const source = await anOriginal(service, { type: "g6-standard-4" });
    const body = { region: PLACE.region, type: "g6-standard-4", label: "foreign" };
    await service.ask("POST", `/compute/instances/${source}/clone`, body);
    service.forget();
    expect(await messageOf(new Deployment(service, "Instance").up(from(source)))).toContain("Insufficient space");
  });
});

describe("a clone that exceeds its timeout", () => {
  test("keeps its ID, and the next up resumes waiting without a second clone", async () => {
    const source = await anOriginal(service);
    const deployment = new Deployment(service, "Instance");
    const error: HandlerError = await errorOf(deployment.up(from(source), { timeouts: { create: 1 } }));
    expect(error.message).toMatch(
      /is still "cloning" after 1 seconds. The ID of the clone is saved in state: run `pulumi up`/,
    );
    expect(error.id).toBe(deployment.recorded().id);
    expect(await deployment.up(from(source), { timeouts: { create: 1 } })).toBe("update");
    expect(writesBelow(service)).toEqual(["POST /clone"]);
    expect((await service.ask("GET", `/compute/instances/${source}`)).status).toBe("running");
    expect(await deployment.up(from(source), { timeouts: { create: 1 } })).toBe("same");
  });

  test("is waited for even if its source no longer exists by then", async () => {
    const source = await anOriginal(service);
    const args = { ...from(source), booted: true };
    const deployment = new Deployment(service, "Instance");
    await errorOf(deployment.up(args, { timeouts: { create: 1 } }));
    await service.ask("DELETE", `/compute/instances/${source}`);
    await deployment.up(args, { timeouts: { create: 1 } });
    expect(deployment.recorded().outputs.status).toBe("running");
  });
});
