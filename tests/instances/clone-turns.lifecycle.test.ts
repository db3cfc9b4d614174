import type { Values } from "../../provider/definition/values";
import { anOriginal, clonesOf, foreignClones, PLACE, writesBelow } from "../support/clones";
import { Deployment } from "../support/deployment";
import type { Handlers } from "../support/front-end";
import { errorOf, listed, messageOf } from "../support/programs";
import { useService } from "../support/service";

const service = useService();
const CLONE = "/compute/instances/*/clone";
const from = (instanceId: number): Values => ({ ...PLACE, cloneFrom: { instanceId } });
const aClone = (name = "web") => new Deployment(service, "Instance", name);
const process = (signal?: AbortSignal): Handlers => service.process({ ...(signal && { signal }) })("Instance");
/** The statuses of the requests to clone. */
const statuses = (): number[] =>
  service
    .requests()
    .flatMap(({ method, path, status }) => (method === "POST" && path.endsWith("/clone") ? [status] : []));

/** So many clones at once, which take turns with their sources and processes. */
function clonesAtOnce(count: number, sources: readonly number[], processes: readonly Handlers[] = [process()]) {
  const deployments = Array.from({ length: count }, (_, index) => aClone(`c-${index}`));
  const ended = Promise.allSettled(
    deployments.map((deployment, index) =>
      deployment.up(from(sources[index % sources.length] ?? 0), {}, processes[index % processes.length]),
    ),
  );
  /** How many `up`s succeeded. */
  const succeeded = async () => (await ended).filter(({ status }) => status === "fulfilled").length;
  return { deployments, succeeded };
}

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
    expect(await clonesAtOnce(12, [source]).succeeded()).toBe(12);
    expect(await clonesOf(service, source)).toHaveLength(12);
    expect(statuses()).toEqual(Array(12).fill(200));
    expect(await mostAtOnce()).toBe(5);
    expect(service.messages()).toContain(`queued: no more than 5 clones of instance ${source} are created at once`);
  });

  test("give the place of a failed one to the next", async () => {
    const source = await anOriginal(service);
    service.emulator.faults.add({ path: CLONE, times: 5, effect: { kind: "status", status: 403 } });
    expect(await clonesAtOnce(6, [source]).succeeded()).toBe(1);
    expect(await clonesOf(service, source)).toHaveLength(1);
  });

  test("include a sixth that waits while other processes create five, and prints why", async () => {
    const source = await anOriginal(service);
    await foreignClones(service, source, 5);
    const deployment = aClone();
    await deployment.up(from(source));
    expect(statuses().at(0)).toBe(400);
    expect(statuses().filter((status) => status !== 400)).toEqual([200]);
    const waiting = expect.stringMatching(/At most 5 clones.*; waiting to clone instance \d+/);
    expect(service.messages()).toContainEqual(waiting);
    expect(await clonesOf(service, source)).toHaveLength(6);
    expect(await deployment.up(from(source))).toBe("same");
  });

  test("of two processes are never more than five either, because rejected ones are retried", async () => {
    const source = await anOriginal(service);
    expect(await clonesAtOnce(12, [source], [process(), process()]).succeeded()).toBe(12);
    expect(statuses()).toContain(400);
    expect(await clonesOf(service, source)).toHaveLength(12);
    expect(await mostAtOnce()).toBe(5);
  });

  test("of different sources do not wait for each other", async () => {
    const sources = [await anOriginal(service), await anOriginal(service, { label: "other" })];
    expect(await clonesAtOnce(6, sources).succeeded()).toBe(6);
    expect(service.messages().filter((message) => message.includes("queued"))).toEqual([]);
  });

  test("that are queued are not started once the process is stopped", async () => {
    const source = await anOriginal(service);
    const controller = new AbortController();
    const { deployments, succeeded } = clonesAtOnce(7, [source], [process(controller.signal)]);
    while (statuses().filter((status) => status === 200).length < 5) await new Promise(setImmediate);
    controller.abort(new Error("stopped by the user"));
    expect(await succeeded()).toBe(0);
    expect(statuses()).toHaveLength(5);
    expect(deployments.filter(({ state }) => state !== undefined)).toHaveLength(5);
  });
});

describe("a busy source", () => {
  test("is waited for before the clone", async () => {
    const source = await anOriginal(service);
    await service.ask("POST", `/compute/instances/${source}/reboot`);
    await aClone().up(from(source));
    expect(statuses()).toHaveLength(1);
    expect(service.messages()).toContainEqual(expect.stringContaining("is rebooting; waiting to clone instance"));
  });

  test("is waited for even if its status does not show it", async () => {
    const source = await anOriginal(service, { backups_enabled: true });
    await service.ask("POST", `/compute/instances/${source}/backups`, { label: "snap" });
    await aClone().up(from(source));
    expect([statuses().at(0), statuses().at(-1)]).toEqual([400, 200]);
    expect(service.messages()).toContainEqual(expect.stringContaining("Compute busy; waiting to clone"));
  });

  test("beyond the timeout fails the create, with nothing created or recorded", async () => {
    const source = await anOriginal(service);
    const effect = { kind: "status", status: 400, body: { errors: [{ reason: "Compute busy." }] } } as const;
    service.emulator.faults.add({ path: CLONE, times: "always", effect });
    const deployment = aClone();
    const message = await messageOf(deployment.up(from(source), { timeouts: { create: 30 } }));
    expect(message).toMatch(/Could not clone instance \d+ \(.*busy\) after 30 seconds.*customTimeouts/);
    expect(deployment.state).toBeUndefined();
    expect(await clonesOf(service, source)).toEqual([]);
  });

  test("that is being deleted cannot be cloned", async () => {
    const source = await anOriginal(service);
    await service.ask("DELETE", `/compute/instances/${source}`);
    expect(await messageOf(aClone().up(from(source)))).toMatch(/"deleting"|does not exist/);
    expect(statuses()).toEqual([]);
  });
});

test("a rejected clone fails at once, without an ID, or once other clones finish, if waiting does not help", async () => {
  const source = await anOriginal(service, { type: "g6-standard-4" });
  const deployment = aClone();
  expect(await messageOf(deployment.up(from(source)))).toContain("Insufficient space");
  expect(deployment.state).toBeUndefined();
  expect(statuses()).toHaveLength(1);
  const body = { region: PLACE.region, type: "g6-standard-4", label: "foreign" };
  await service.ask("POST", `/compute/instances/${source}/clone`, body);
  expect(await messageOf(deployment.up(from(source)))).toContain("Insufficient space");
});

describe("a clone that exceeds its timeout", () => {
  const options = { timeouts: { create: 1 } };

  test("keeps its ID, and the next up resumes waiting without a second clone", async () => {
    const source = await anOriginal(service);
    const deployment = aClone();
    expect(await messageOf(deployment.up(from(source), options))).toMatch(
      /is still "cloning" after 1 seconds. The ID of the clone is saved in state: run `pulumi up`/,
    );
    expect(await deployment.up(from(source), options)).toBe("update");
    expect(writesBelow(service)).toEqual(["POST /clone"]);
    expect((await service.ask("GET", `/compute/instances/${source}`)).status).toBe("running");
    expect(await deployment.up(from(source), options)).toBe("same");
  });

  test("is waited for even if its source no longer exists by then", async () => {
    const source = await anOriginal(service);
    const args = { ...from(source), booted: true };
    const deployment = aClone();
    await errorOf(deployment.up(args, options));
    await service.ask("DELETE", `/compute/instances/${source}`);
    await deployment.up(args, options);
    expect(deployment.recorded().outputs.status).toBe("running");
  });
});
