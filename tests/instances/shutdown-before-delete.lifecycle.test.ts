import type { Values } from "../../provider/definition/values";
import { writesBelow } from "../support/action-programs";
import { deployed } from "../support/deployment";
import type { Deployment } from "../support/deployment";
import type { Handlers } from "../support/front-end";
import { errorOfStopped } from "../support/interrupted-run";
import { Machine } from "../support/machine";
import { nativeFrontEnd } from "../support/native-front-end";
import { DEPLOYED, EMPTY, errorOf, listed } from "../support/programs";
import { useService } from "../support/service";

const service = useService();
const native = useService({}, nativeFrontEnd);
const STOPPED_FIRST = { ...DEPLOYED, label: "web", shutdownBeforeDelete: true };
const BOTH = ["POST /shutdown", "DELETE "];

const instance = async (args: Values): Promise<Deployment> => (await deployed(service, "Instance", args)).deployment;
const setStatus = (deployment: Deployment, status: string): unknown =>
  service.emulator.poke("instance", Number(deployment.recorded().id), { status });
const refuse = (method: string, path: string, status: number): unknown =>
  service.emulator.faults.add({ method, path, effect: { kind: "status", status }, times: "always" });

test.each<[string, Values, string[]]>([
  ["is shut down first", STOPPED_FIRST, BOTH],
  ["is only deleted by default", DEPLOYED, ["DELETE "]],
  ["is only deleted with false", { ...STOPPED_FIRST, shutdownBeforeDelete: false }, ["DELETE "]],
  ["that is off is only deleted", { ...EMPTY, shutdownBeforeDelete: 60 }, ["DELETE "]],
])("an instance %s", async (_, args, sends) => {
  const deployment = await instance(args);
  await deployment.destroy();
  expect(writesBelow(service)).toEqual(sends);
  expect(await listed(service, "/compute/instances")).toEqual([]);
  expect(service.warnings()).toEqual([]);
});

test("the old instance of a replacement is shut down, and the new one is not", async () => {
  const deployment = await instance({ ...STOPPED_FIRST, label: undefined });
  expect(await deployment.up({ ...STOPPED_FIRST, label: undefined, region: "eu-west" })).toBe("replace");
  expect(writesBelow(service)).toEqual(["POST /compute/instances", ...BOTH]);
  expect(await listed(service, "/compute/instances")).toMatchObject([{ status: "running", region: "eu-west" }]);
});

const limited = (method: string, path: string): unknown => {
  const effect = { kind: "status", status: 429, headers: { "Retry-After": "30" } } as const;
  return service.emulator.faults.add({ method, path, effect });
};
const overloaded = (method: string, path: string): unknown => {
  const effect = { kind: "status", status: 503, headers: { "Retry-After": "3" } } as const;
  return service.emulator.faults.add({ method, path, effect, times: 5 });
};

test.each<[string, (deployment: Deployment) => unknown, RegExp]>([
  ["is answered too late", () => limited("POST", "/**/shutdown"), /asks to wait for 30 seconds/],
  ["cannot begin because the instance cannot be read", () => overloaded("GET", "/compute/instances/*"), /HTTP 503/],
  [
    "is refused",
    () => refuse("POST", "/**/shutdown", 403),
    /^Deleting instance \d+ without a complete shutdown\. .*HTTP 403/,
  ],
  ["is not offered", () => refuse("POST", "/**/shutdown", 404), /does not seem to offer "shutdown"/],
  ["cannot begin in time", (one) => setStatus(one, "stopped"), /It took longer than 5 seconds\.$/],
])("if the shutdown %s, the instance is deleted in time, with a warning", async (_, trouble, warning) => {
  const deployment = await instance({ ...STOPPED_FIRST, shutdownBeforeDelete: 5 });
  await trouble(deployment);
  const begun = service.clock.now();
  await deployment.destroy();
  expect(service.clock.now() - begun).toBeLessThan(30_000);
  expect(await listed(service, "/compute/instances")).toEqual([]);
  expect(service.warnings()).toEqual([expect.stringMatching(warning)]);
});

test("a destroy that fails after the shutdown is continued without another one", async () => {
  const deployment = await instance(STOPPED_FIRST);
  refuse("DELETE", "/compute/instances/*", 403);
  await errorOf(deployment.destroy());
  service.emulator.faults.clear();
  service.forget();
  await deployment.destroy();
  expect(writesBelow(service)).toEqual(["DELETE "]);
});

describe.each([service, native])("after a destroy that failed once the instance was off", (running) => {
  const machine = new Machine(running);
  const on = <T>(work: (handlers: Handlers) => Promise<T>): Promise<T> =>
    machine.run((process) => work(process("Instance")));
  const failedDestroy = async (args: Values): Promise<Deployment> => {
    const { deployment } = await deployed(running, "Instance", args);
    const effect = { kind: "status", status: 403 } as const;
    running.emulator.faults.add({ method: "DELETE", path: "/compute/instances/*", effect });
    await errorOf(on((handlers) => deployment.destroy(handlers)));
    running.said.length = 0;
    return deployment;
  };

  test.each([
    ["running", {}],
    ["offline", { booted: false }],
  ])("the next up has it %s again, and its preview says so", async (status, more) => {
    const args = { ...STOPPED_FIRST, ...more };
    const deployment = await failedDestroy(args);
    const isLeft = status === "running";
    expect(await on((handlers) => deployment.preview(args, {}, handlers))).toBe(isLeft ? "update" : "same");
    const says = expect.stringMatching(/^An interrupted deletion .* this instance; this update restores "running"\.$/);
    expect(running.messages("info")).toEqual(isLeft ? [says] : []);
    expect(await on((handlers) => deployment.up(args, {}, handlers))).toBe(isLeft ? "update" : "same");
    expect(await listed(running, "/compute/instances")).toMatchObject([{ status }]);
    expect(await on((handlers) => deployment.up(args, {}, handlers))).toBe("same");
  });

  test("a destroy that completes leaves nothing to restore for the next one", async () => {
    const deployment = await failedDestroy(STOPPED_FIRST);
    await on((handlers) => deployment.destroy(handlers));
    await on((handlers) => deployment.up(STOPPED_FIRST, {}, handlers));
    expect(await on((handlers) => deployment.preview(STOPPED_FIRST, {}, handlers))).toBe("same");
  });
});

test("an instance that no longer exists is no error", async () => {
  const deployment = await instance(STOPPED_FIRST);
  await service.ask("DELETE", `/compute/instances/${deployment.recorded().id}`);
  service.clock.advance(600_000);
  await deployment.destroy();
  expect(service.warnings()).toEqual([]);
});

test("Ctrl-C during the shutdown deletes nothing; the next destroy goes on", async () => {
  const deployment = await instance(STOPPED_FIRST);
  const destroy = (handlers: Handlers) => deployment.destroy(handlers);
  const error = await errorOfStopped(deployment, destroy, () => writesBelow(service).length > 0);
  expect(error.message).toContain("stopped by the user");
  expect(writesBelow(service)).toEqual(["POST /shutdown"]);
  await deployment.destroy();
  expect(writesBelow(service)).toEqual(BOTH);
});
