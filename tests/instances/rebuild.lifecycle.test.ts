import type { Values } from "../../provider/definition/values";
import { writesBelow } from "../support/action-programs";
import { deployed, expectSettled } from "../support/deployment";
import type { Deployment } from "../support/deployment";
import { AMBIGUOUS_RESPONSES, faultOf } from "../support/exchange-faults";
import { DEPLOYED, EMPTY, errorOf, messageOf } from "../support/programs";
import { useService } from "../support/service";
import { MOMENTS, useStoppedRuns } from "../support/stack";

const service = useService();
const runs = useStoppedRuns(service);

const KEYS = { authorizedKeys: ["ssh-ed25519 BBBB two@example"] };
const BEFORE = { ...DEPLOYED, label: "web", rebuildOnImageChange: true };
const AFTER = { ...BEFORE, image: "compute/ubuntu22.04" };
const REBUILD = "POST /rebuild";

const instance = async (args: Values): Promise<Deployment> => (await deployed(service, "Instance", args)).deployment;
const pathOf = (deployment: Deployment): string => `/compute/instances/${deployment.recorded().id}`;

test("another image rebuilds in one request, and keeps the ID and the addresses", async () => {
  const deployment = await instance(BEFORE);
  const { id, outputs } = deployment.recorded();
  expect(await deployment.up({ ...AFTER, ...KEYS, rootPass: "another-horse-2" })).toBe("update");
  expect(writesBelow(service)).toEqual([REBUILD]);
  const { ipv4, ipv6 } = outputs;
  expect(deployment.recorded()).toMatchObject({ id, outputs: { image: AFTER.image, status: "running", ipv4, ipv6 } });
  await expectSettled(deployment, { ...AFTER, ...KEYS, rootPass: "another-horse-2" });
});

test.each<[string, Values, Values, string]>([
  ["one that is off stays off", BEFORE, AFTER, "offline"],
  ["one that should run runs", BEFORE, { ...AFTER, booted: true }, "running"],
  ["an empty one gets its image", { ...EMPTY, label: "web" }, { ...AFTER, booted: true }, "running"],
])("of an instance that is off, %s", async (_, before, after, status) => {
  const deployment = await instance(before);
  if (before.image !== undefined) await service.ask("POST", `${pathOf(deployment)}/shutdown`);
  service.clock.advance(600_000);
  service.forget();
  expect(await deployment.up(after)).toBe("update");
  expect(writesBelow(service)[0]).toBe(REBUILD);
  expect(deployment.recorded().outputs).toMatchObject({ image: AFTER.image, status });
});

test("preview warns that the disks are erased; protect needs no exception, and ignoreChanges keeps the image", async () => {
  const deployment = await instance(BEFORE);
  expect(await deployment.preview(AFTER)).toBe("update");
  expect(service.warnings()).toEqual([expect.stringMatching(/^image: rebuilds .* all its disks are erased/)]);
  service.said.length = 0;
  expect(await deployment.preview(AFTER, { ignoreChanges: ["image"] })).toBe("same");
  expect(await deployment.preview(BEFORE)).toBe("same");
  expect(service.warnings()).toEqual([]);
});

test("while the program imports the instance, another image is rejected as before", async () => {
  const deployment = await instance(BEFORE);
  const { id } = deployment.recorded();
  expect(await messageOf(deployment.preview(AFTER, { import: id }))).toMatch(/`import` requires the existing one/);
});

test("without another image, new keys are only recorded, as preview says", async () => {
  const deployment = await instance(BEFORE);
  expect(await deployment.preview({ ...BEFORE, ...KEYS })).toBe("update");
  expect(service.messages("info")).toEqual([
    "authorizedKeys: only recorded in state; the next change of image applies it",
  ]);
  expect(await deployment.up({ ...BEFORE, ...KEYS })).toBe("update");
  expect(service.writes()).toEqual([]);
  const before = service.messages("info").length;
  await deployment.preview({ ...AFTER, authorizedKeys: [] });
  expect(service.messages("info").slice(before).join()).not.toContain("only recorded");
});

test.each<[string, Values, Values]>([
  ["not asked for", { ...BEFORE, rebuildOnImageChange: false }, { ...AFTER, rebuildOnImageChange: false }],
  ["without an image", BEFORE, { ...EMPTY, label: "web", rebuildOnImageChange: true }],
  ["in another region", BEFORE, { ...AFTER, region: "eu-west" }],
])("%s, the instance is replaced", async (_, before, after) => {
  const deployment = await instance(before);
  expect(await deployment.preview(after)).toBe("replace");
  expect(service.warnings()).toEqual([]);
});

test("a change is not announced as a rebuild with replaceOnChanges", async () => {
  const deployment = await instance(BEFORE);
  await deployment.preview(AFTER, { replaceOnChanges: ["image"] });
  expect(service.warnings()).toEqual([]);
});

test("what a rebuild does not keep is rejected with it", async () => {
  const deployment = await instance(BEFORE);
  const refused = await deployment.refusals({ ...AFTER, swapSize: 256, configId: 5, interfaces: [] });
  expect(refused).toHaveLength(3);
  for (const text of refused) expect(text).toMatch(/^(swapSize|configId|interfaces): cannot be combined with rebuild/);
});

test.each(MOMENTS)("killed %s, it is sent once over all updates", async (moment) => {
  const deployment = await instance(BEFORE);
  const after = { ...AFTER, ...KEYS, rootPass: "another-horse-2" };
  await runs.killUp(moment, "Instance", after, deployment);
  expect(await deployment.up(after, {}, runs.process()("Instance"))).toBe("update");
  expect(writesBelow(service).filter((write) => write === REBUILD)).toHaveLength(1);
  expect(deployment.recorded().outputs).toMatchObject({ image: AFTER.image, status: "running" });
  await expectSettled(deployment, after);
});

test.each(AMBIGUOUS_RESPONSES)("with $what, it takes effect once, by the next up", async ({ happened, ...answer }) => {
  const deployment = await instance(BEFORE);
  service.emulator.faults.add({ method: "POST", path: "/**/rebuild", ...faultOf(answer) });
  await errorOf(deployment.up({ ...AFTER, ...KEYS }));
  expect(await deployment.up({ ...AFTER, ...KEYS })).toBe("update");
  expect(writesBelow(service)).toEqual(happened ? [REBUILD] : [REBUILD, REBUILD]);
  await expectSettled(deployment, { ...AFTER, ...KEYS });
});

test("that times out is resumed without another request", async () => {
  const deployment = await instance(BEFORE);
  const error = await errorOf(deployment.up({ ...AFTER, ...KEYS }, { timeouts: { update: 1 } }));
  expect(error.message).toMatch(/Timed out waiting for rebuild/);
  service.forget();
  expect(await deployment.up({ ...AFTER, ...KEYS })).toBe("update");
  expect(service.writes()).toEqual([]);
  expect(deployment.recorded().outputs).toMatchObject({ ...KEYS, status: "running" });
});
