import type { Values } from "../../provider/definition/values";
import { diagnose } from "../../cli/recover/diagnose";
import type { Diagnosis } from "../../cli/recover/diagnose";
import { repaired } from "../../cli/recover/repair";
import { stackStateOf } from "../../cli/state/stack-state";
import { exportOf, shownSecret } from "../support/exported-stack";
import type { Exported, ExportedPending } from "../support/exported-stack";
import { aZone, EMPTY } from "../support/programs";
import { useService } from "../support/service";

const service = useService();

const HOUR_MS = 3_600_000;
const WEB = { ...EMPTY, label: "web", booted: false };

const creating = (kind: string, inputs: Values, more: Values = {}): ExportedPending => ({
  type: "creating",
  kind,
  name: "web",
  inputs,
  more,
});

interface Circumstances {
  readonly resources?: readonly Exported[];
  readonly accepted?: readonly string[];
  /** How long after the interruption the command runs. */
  readonly laterMs?: number;
  readonly writtenAt?: number;
}

/** What `recover` finds for a stack that was interrupted now. */
function found(
  pending: readonly ExportedPending[],
  { resources = [], accepted = [], laterMs = HOUR_MS, writtenAt = service.clock.today() }: Circumstances = {},
): Promise<readonly Diagnosis[]> {
  const state = stackStateOf(exportOf(resources, { pending, writtenAt }), "dev");
  return diagnose(state, {
    environment: { COMPUTE_URL: service.emulator.url, COMPUTE_TOKEN: service.emulator.token },
    nowMs: writtenAt + laterMs,
    signal: new AbortController().signal,
    accepted,
    clock: service.clock,
    retries: { retries: 3, firstDelayMs: 1, longestDelayMs: 1 },
  });
}

const inShort = (diagnoses: readonly Diagnosis[]) => diagnoses.map(({ result, ids }) => [result, ...ids]);

async function anInstance(label = "web", more: Values = {}): Promise<string> {
  const { id } = await service.ask("POST", "/compute/instances", { ...EMPTY, label, booted: false, ...more });
  service.forget();
  return String(id);
}

test("finds the resource that an interrupted create led to, without a write", async () => {
  const id = await anInstance();
  const [diagnosis] = await found([creating("Instance", WEB)]);
  expect(diagnosis).toMatchObject({ result: "created", ids: [id], found: { id, state: { label: "web" } } });
  expect(service.writes()).toEqual([]);
});

test("finds nothing if the create had no effect", async () => {
  expect(inShort(await found([creating("Instance", WEB)]))).toEqual([["not-created"]]);
});

test("does not conclude that a create had no effect while the API may not show its result yet", async () => {
  const [diagnosis] = await found([creating("Instance", WEB)], { laterMs: 30_000 });
  expect(diagnosis).toMatchObject({
    result: "undecided",
    explanation: expect.stringContaining("in a minute") as string,
  });
});

test.each([
  ["before", -2 * HOUR_MS],
  ["after", 2 * HOUR_MS],
])("leaves an identical resource that was created long %s the create to the user", async (_, awayMs) => {
  const id = await anInstance();
  const [diagnosis] = await found([creating("Instance", WEB)], { writtenAt: service.clock.today() - awayMs });
  expect(diagnosis).toMatchObject({ result: "undecided", ids: [id] });
  expect(diagnosis?.explanation).toContain("not created while the update can have run");
});

test("leaves a create to the user whose resource is already in state", async () => {
  await anInstance();
  const resources = [{ kind: "Instance", name: "web", id: "5", inputs: WEB, outputs: WEB }];
  expect(inShort(await found([creating("Instance", WEB)], { resources }))).toEqual([["undecided", "5"]]);
});

test("ignores a resource that the stack manages", async () => {
  const id = await anInstance();
  const managed = { kind: "Instance", name: "other", id, inputs: WEB, outputs: WEB };
  expect(inShort(await found([creating("Instance", WEB)], { resources: [managed] }))).toEqual([["not-created"]]);
});

test("leaves a resource that differs to the user, who can accept it", async () => {
  const id = await anInstance("web", { tags: ["other"] });
  const args = { ...WEB, tags: ["shop"] };
  const [differing] = await found([creating("Instance", args)]);
  expect(differing?.explanation).toContain("differs in tags");
  expect(differing?.explanation).toContain(`--accept ${id}`);
  expect(inShort(await found([creating("Instance", args)], { accepted: [id] }))).toEqual([["created", id]]);
});

test("does not suggest to accept a resource that the next up would replace", async () => {
  await anInstance("web", { region: "eu-west" });
  const [diagnosis] = await found([creating("Instance", WEB)]);
  expect(diagnosis?.explanation).toContain("change the program to match it first");
  expect(diagnosis?.explanation).not.toContain("--accept");
});

test("leaves several matching records to the user", async () => {
  const domainId = await aZone(service);
  const record = { type: "A", name: "www", target: "192.0.2.1" };
  const ids: string[] = [];
  for (let count = 0; count < 2; count++) {
    const { id } = await service.ask("POST", `/domains/${domainId}/records`, record);
    ids.push(`${domainId}/${id as number}`);
  }
  const pending = [creating("DomainRecord", { ...record, domainId })];
  expect(inShort(await found(pending))).toEqual([["undecided", ...ids]]);
  expect(inShort(await found(pending, { accepted: [ids[1] ?? ""] }))).toEqual([["created", ids[1]]]);
});

test("leaves a domain to the user, because the API does not show when it was created", async () => {
  const id = String(await aZone(service));
  const inputs = { domain: "zone.example", type: "master", soaEmail: "admin@zone.example" };
  const [diagnosis] = await found([creating("Domain", inputs)]);
  expect(diagnosis).toMatchObject({ result: "undecided", ids: [id] });
  expect(diagnosis?.explanation).toContain("does not show when it was created");
});

test("leaves a record in a domain that does not exist to the user", async () => {
  const inputs = { domainId: 4711, type: "A", name: "www", target: "192.0.2.1" };
  expect(inShort(await found([creating("DomainRecord", inputs)]))).toEqual([["undecided"]]);
});

test("leaves a resource to the user that may be the result of several interrupted creates", async () => {
  const id = await anInstance();
  const pending = [creating("Instance", WEB), creating("Instance", WEB)];
  expect(inShort(await found(pending))).toEqual([
    ["undecided", id],
    ["undecided", id],
  ]);
});

test("an interrupted import is resumed", async () => {
  const inputs = { ...WEB, __options: { import: "5" } };
  expect(inShort(await found([creating("Instance", inputs)]))).toEqual([["resumable"]]);
});

test("the state of an image without its data makes the next up replace it", async () => {
  const image = { label: "golden", region: "us-east" };
  await service.ask("POST", "/images/upload", image);
  service.forget();
  const inputs = { ...image, source: "disk.img.gz", sourceHash: "a".repeat(64) };
  const [diagnosis] = await found([creating("Image", inputs)]);
  expect(diagnosis?.result).toBe("created");
  expect(diagnosis?.found?.state).toMatchObject({ label: "golden", status: "pending_upload" });
  expect(diagnosis?.found?.state["sourceHash"]).toBeUndefined();
});

test.each(["updating", "deleting", "reading", "importing"])(
  "an operation interrupted while %s is resumed",
  async (type) => {
    expect(inShort(await found([{ ...creating("Instance", WEB), type, id: "5" }]))).toEqual([["resumable", "5"]]);
    expect(service.requests()).toEqual([]);
  },
);

test("a set is resumed, and an action is left to the user", async () => {
  const domainId = await aZone(service);
  const set = creating("DomainRecordSet", { domainId, records: [] });
  const action = creating("MysqlDatabasePatch", { databaseId: 5 });
  expect(inShort(await found([set, action]))).toEqual([["resumable"], ["undecided"]]);
});

test.each([401, 403, 500])("an HTTP %s proves nothing", async (status) => {
  service.emulator.faults.add({ path: "/**", effect: { kind: "status", status }, times: "always" });
  expect(inShort(await found([creating("Instance", WEB)]))).toEqual([["undecided"]]);
});

describe("the repaired state", () => {
  const NOW = new Date("2026-01-02T03:04:05Z");
  const PASSWORD = "correct-horse-1";
  const inputs = { ...WEB, rootPass: shownSecret(PASSWORD), __provider: "loader" };
  const more = { additionalSecretOutputs: ["__spellings"], dependencies: [] };

  interface Repaired {
    readonly deployment: { readonly resources: readonly Values[]; readonly pending_operations: readonly Values[] };
  }

  async function repair(resources: readonly Exported[] = []): Promise<Repaired["deployment"]> {
    await anInstance();
    const pending = [creating("Instance", inputs, more)];
    const text = exportOf(resources, { pending, writtenAt: service.clock.today() });
    return (JSON.parse(repaired(text, await found(pending, { resources }), NOW)) as Repaired).deployment;
  }

  test("has the resource as an unfinished create, its secrets marked, and no pending operation", async () => {
    const { resources, pending_operations } = await repair();
    expect(pending_operations).toEqual([]);
    expect(resources.at(-1)).toMatchObject({
      inputs,
      outputs: { label: "web", __provider: "loader", __applied: { unfinished: true } },
      created: NOW.toISOString(),
    });
    const shown = JSON.stringify(resources.at(-1)).replaceAll(JSON.stringify(shownSecret(PASSWORD)), "");
    expect(shown).not.toContain(PASSWORD);
  });

  test("no longer has an old half that was already deleted", async () => {
    const old = {
      kind: "Instance",
      name: "web",
      id: "5",
      inputs: WEB,
      outputs: WEB,
      more: { pendingReplacement: true },
    };
    const { resources } = await repair([old]);
    expect(resources).toHaveLength(2);
    expect(resources.map(({ id }) => id)).not.toContain("5");
  });
});
