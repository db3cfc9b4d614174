import { recover } from "../../cli/recover/recover";
import type { Outcome, Flags } from "../../cli/recover/recover";
import type { PulumiCli } from "../../cli/state/pulumi";
import type { Values } from "../../provider/definition/values";
import { exportOf } from "../support/exported-stack";
import type { Exported, ExportedPending, ExportOptions } from "../support/exported-stack";
import { aZone, EMPTY, listed } from "../support/programs";
import { askedOf } from "../support/recovered";
import { useService } from "../support/service";

const service = useService();

const RECORD = { type: "A", name: "www", target: "192.0.2.1" };
const WEB = { ...EMPTY, label: "web", booted: false };
const ASKED: Flags = { stack: "dev", apply: false, accepted: [], discarded: [], orphans: [] };

/** A stack of the Pulumi CLI, in a backend with others. */
class FakeStack implements PulumiCli {
  readonly imported: string[] = [];
  readonly others = new Map<string, string>();
  isLocked = () => Promise.resolve(false);

  constructor(private text: string) {}

  exportStack = (stack = "dev") =>
    stack === "unreadable"
      ? Promise.reject(new Error("forbidden"))
      : Promise.resolve(this.others.get(stack) ?? this.text);
  importStack = (_: string | undefined, text: string) => {
    this.imported.push(text);
    return Promise.resolve();
  };
  config = () => Promise.resolve({});
  stacks = () => Promise.resolve(["dev", ...this.others.keys()]);

  /** What another command writes. */
  change(): void {
    this.text += " ";
  }

  /** The same stack, which another command changes right after it was read. */
  whileChanging = (): PulumiCli => ({
    ...this,
    exportStack: () => this.exportStack().finally(() => this.change()),
  });
}

function aStack(pending: readonly ExportedPending[], resources: readonly Exported[] = []): FakeStack {
  return new FakeStack(exportOf(resources, { pending, writtenAt: service.clock.today() }));
}

const creating = (kind: string, inputs: Values, name = "web"): ExportedPending => ({
  ...{ type: "creating", kind, name, inputs },
});
/** A resource of a stack. */
const anEntry = (kind: string, id: string, inputs: Values, name = "web"): Exported => ({
  ...{ kind, name, id, inputs, outputs: inputs },
});

const recovered = (stack: PulumiCli, flags: Partial<Flags>): Promise<Outcome> =>
  recover(stack, { ...ASKED, ...flags }, askedOf(service));

/** Identical records, created now. */
async function someRecords(count: number): Promise<{ inputs: Values; ids: string[]; path: string }> {
  const domainId = await aZone(service);
  const path = `/domains/${domainId}/records`;
  const ids: string[] = [];
  for (let made = 0; made < count; made++) {
    const { id } = await service.ask("POST", path, RECORD);
    ids.push(`${domainId}/${String(id)}`);
  }
  service.forget();
  return { inputs: { ...RECORD, domainId }, ids, path };
}

/** So many identical records, and a stack whose interrupted create may have led to each. */
async function aStackWith(count: number) {
  const made = await someRecords(count);
  return { ...made, stack: aStack([creating("DomainRecord", made.inputs)]) };
}

/** A stack with this interrupted create, and another one in the same backend. */
function twoStacks(pending: ExportedPending, resources: readonly Exported[], more: ExportOptions = {}): FakeStack {
  const stack = aStack([pending]);
  stack.others.set("other", exportOf(resources, { stack: "other", ...more }));
  return stack;
}

/** Expects that these IDs are not deleted, with this message. */
async function expectRefused(stack: PulumiCli, ids: readonly string[], message = "Nothing was deleted"): Promise<void> {
  await expect(recovered(stack, { orphans: ids })).rejects.toThrow(message);
  expect(deletions()).toEqual([]);
}

const deletions = () => service.writes().filter((write) => write.startsWith("DELETE"));

describe("--delete-orphans", () => {
  test("deletes exactly the named one, so that the other one is decided and recorded", async () => {
    const { stack, ids, path } = await aStackWith(2);
    const [kept = "", orphan = ""] = ids;
    const { diagnoses, orphans, isRepaired } = await recovered(stack, { orphans: [orphan], apply: true });
    expect(orphans).toEqual([{ kind: "DomainRecord", id: orphan, isDeleted: true }]);
    expect(diagnoses).toMatchObject([{ result: "created", ids: [kept] }]);
    expect(isRepaired).toBe(true);
    expect(stack.imported).toHaveLength(1);
    expect(await listed(service, path)).toHaveLength(1);
    expect(deletions()).toEqual([`DELETE /domains/${orphan.replace("/", "/records/")}`]);
  });

  test("deletes the only match, so that the next up creates another one", async () => {
    const { stack, ids } = await aStackWith(1);
    const { diagnoses } = await recovered(stack, { orphans: ids });
    expect(diagnoses).toMatchObject([{ result: "not-created" }]);
  });

  test("deletes what an update left that a later one replaced", async () => {
    const { id: older } = await service.ask("POST", "/compute/instances", WEB);
    service.clock.advance(1000);
    const { id: newer, created } = await service.ask("POST", "/compute/instances", { ...WEB, label: "web-2" });
    const resources = [{ kind: "Instance", name: "web", id: String(newer), inputs: WEB, outputs: { ...WEB, created } }];
    const stack = aStack([creating("Instance", WEB)], resources);
    const { diagnoses } = await recovered(stack, { orphans: [String(older)] });
    expect(diagnoses).toMatchObject([{ result: "not-created" }]);
    expect(await listed(service, "/compute/instances")).toMatchObject([{ id: newer }]);
  });

  test.each([
    ["that differs", { ...WEB, tags: ["other"] }],
    ["that has another name", { ...WEB, label: "other" }],
  ])("deletes none %s", async (_, body) => {
    const { id } = await service.ask("POST", "/compute/instances", body);
    service.forget();
    const stack = aStack([creating("Instance", { ...WEB, tags: ["shop"] })]);
    await expectRefused(stack, [String(id)]);
  });

  test("deletes none that was created at another time, or that the stack manages", async () => {
    const { inputs, ids } = await someRecords(2);
    const [managed = "", foreign = ""] = ids;
    service.clock.advance(24 * 3_600_000);
    const resources = [anEntry("DomainRecord", managed, inputs, "other")];
    const stack = aStack([creating("DomainRecord", inputs)], resources);
    for (const id of [managed, foreign]) {
      await expectRefused(stack, [id]);
    }
    expect(deletions()).toEqual([]);
  });

  test("deletes nothing if one of several IDs is not an orphan", async () => {
    const { stack, ids } = await aStackWith(2);
    await expectRefused(stack, [...ids, "1/2"], "--delete-orphans 1/2");
  });

  test("deletes nothing if the state has changed", async () => {
    const { stack, ids } = await aStackWith(1);
    await expectRefused(stack.whileChanging(), ids, "The state has changed");
  });

  test("reports what could not be deleted, and repairs nothing then", async () => {
    const { stack, ids, path } = await aStackWith(1);
    service.emulator.faults.add({ method: "DELETE", path: `${path}/*`, effect: { kind: "status", status: 403 } });
    const { orphans, canRepair, isRepaired } = await recovered(stack, { orphans: ids, apply: true });
    expect(orphans).toMatchObject([
      { id: ids[0], isDeleted: false, problem: expect.stringContaining("403") as string },
    ]);
    expect([canRepair, isRepaired, stack.imported]).toEqual([false, false, []]);
  });
});

describe("another stack of the backend", () => {
  const aRecord = async () => {
    const { inputs, ids } = await someRecords(1);
    const [id = ""] = ids;
    return { id, inputs, own: creating("DomainRecord", inputs) };
  };

  test("keeps what it manages", async () => {
    const { id, inputs, own } = await aRecord();
    const stack = twoStacks(own, [anEntry("DomainRecord", id, inputs)]);
    expect((await recovered(stack, {})).diagnoses).toMatchObject([{ result: "not-created", ids: [] }]);
    await expectRefused(stack, [id]);
  });

  test("may manage something else with the same ID at another API", async () => {
    const { id, inputs, own } = await aRecord();
    const provider = { "compute:url": "https://other.example/v4", "compute:explicit": "true", "compute:token": "t" };
    const stack = twoStacks(own, [anEntry("DomainRecord", id, inputs)], { provider });
    expect((await recovered(stack, {})).diagnoses).toMatchObject([{ result: "created", ids: [id] }]);
  });

  test("may be creating the same: then the user decides", async () => {
    const { id, inputs, own } = await aRecord();
    const stack = twoStacks(own, [], { pending: [creating("DomainRecord", { ...inputs, name: "WWW" }, "theirs")] });
    const { diagnoses } = await recovered(stack, {});
    expect(diagnoses).toMatchObject([{ result: "undecided", ids: [id], proven: [] }]);
    expect(diagnoses[0]?.explanation).toContain("stack organization/shop/other");
    await expectRefused(stack, [id]);
    expect((await recovered(stack, { accepted: [id] })).canRepair).toBe(true);
  });

  test("is named if it cannot be read, and then nothing is deleted", async () => {
    const { id, own } = await aRecord();
    const stack = aStack([own]);
    stack.others.set("unreadable", "");
    const { unread, diagnoses } = await recovered(stack, {});
    expect(unread).toEqual(["unreadable: forbidden"]);
    expect(diagnoses).toMatchObject([{ result: "created", ids: [id] }]);
    await expectRefused(stack, [id], "unreadable: forbidden");
  });
});

test.each<[string, Partial<Flags>]>([
  ["--apply", { apply: true }],
  ["--delete-orphans", { orphans: ["5"] }],
])("%s fails at once if the stack is locked", async (_, flags) => {
  const stack = aStack([creating("Instance", WEB)]);
  stack.isLocked = () => Promise.resolve(true);
  await expect(recovered(stack, flags)).rejects.toThrow("`pulumi cancel organization/shop/dev`");
  expect(service.requests()).toEqual([]);
});

describe("--discard", () => {
  test.each(["web", "urn:pulumi:dev::shop::pulumi-nodejs:dynamic/compute:Instance::web"])(
    "%s removes an operation about which nothing can be determined",
    async (discarded) => {
      service.emulator.faults.add({ path: "/**", effect: { kind: "status", status: 403 }, times: "always" });
      const stack = aStack([creating("Instance", WEB)]);
      expect((await recovered(stack, {})).canRepair).toBe(false);
      const { diagnoses, isRepaired } = await recovered(stack, { discarded: [discarded], apply: true });
      expect(diagnoses).toMatchObject([{ result: "discarded" }]);
      expect(isRepaired).toBe(true);
      expect(stack.imported.map((text) => (JSON.parse(text) as Values).deployment)).toMatchObject([
        { pending_operations: [] },
      ]);
    },
  );
});

test.each<[string, Partial<Flags>]>([
  ["--discard other", { discarded: ["other"] }],
  ["--accept 5", { accepted: ["5"] }],
])("%s is rejected if no interrupted operation has that name or matches that ID", async (flag, flags) => {
  await expect(recovered(aStack([creating("Instance", WEB)]), flags)).rejects.toThrow(flag);
});

test("--accept explains why a resource cannot be the result", async () => {
  const { id: older } = await service.ask("POST", "/compute/instances", WEB);
  const old = { kind: "Instance", name: "web", id: "5", inputs: WEB, outputs: WEB, more: { created: "2026-01-01" } };
  const { diagnoses } = await recovered(aStack([creating("Instance", WEB)], [old]), { accepted: [String(older)] });
  expect(diagnoses).toMatchObject([
    { result: "undecided", explanation: expect.stringContaining("a later update created 5") as string },
  ]);
});

test("without --apply, nothing is written, and --apply does not overwrite a newer state", async () => {
  const { stack } = await aStackWith(1);
  expect(await recovered(stack, {})).toMatchObject({ canRepair: true, isRepaired: false });
  await expect(recovered(stack.whileChanging(), { apply: true })).rejects.toThrow("The state has changed");
  expect(stack.imported).toEqual([]);
  expect(service.writes()).toEqual([]);
});

test("operations of other packages prevent a repair", async () => {
  const { stack } = await aStackWith(1);
  const text = await stack.exportStack();
  const exported = JSON.parse(text) as { deployment: { pending_operations: unknown[] } };
  exported.deployment.pending_operations.push({ type: "creating", resource: { urn: "urn:x", type: "aws:s3:Bucket" } });
  const outcome = await recovered(new FakeStack(JSON.stringify(exported)), { apply: true });
  expect(outcome).toMatchObject({ canRepair: false, isRepaired: false, state: { foreign: 1 } });
});

test("a damaged export or secret is reported without its text", async () => {
  const secret = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", plaintext: "hunter2" };
  const damaged = await aStack([creating("Instance", { ...WEB, rootPass: secret })]).exportStack();
  for (const text of [damaged, damaged.slice(0, -9)]) {
    const error = await recovered(new FakeStack(text), {}).catch((thrown: unknown) => thrown);
    expect(String(error)).toContain("Cannot read the state of dev");
    expect(String(error)).not.toContain("hunter2");
  }
});
