import { recover } from "../../cli/recover/recover";
import type { Outcome, Flags } from "../../cli/recover/recover";
import type { PulumiCli } from "../../cli/state/pulumi";
import type { Values } from "../../provider/definition/values";
import { asBridged, exportOf } from "../support/exported-stack";
import type { Exported, ExportedPending, ExportOptions } from "../support/exported-stack";
import { aZone, EMPTY } from "../support/programs";
import { askedOf } from "../support/recovered";
import { useService } from "../support/service";

const service = useService();

const RECORD = { type: "A", name: "www", target: "192.0.2.1" };
const WEB = { ...EMPTY, label: "web", booted: false };
const ASKED: Flags = { stack: "dev", apply: false, accepted: [], discarded: [] };

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
  config = (): Promise<Readonly<Record<string, string>>> => Promise.resolve({});
  preview = () => Promise.reject(new Error("recover needs no preview"));
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
  type: "creating",
  kind,
  name,
  inputs,
});
/** A resource of a stack. */
const anEntry = (kind: string, id: string, inputs: Values, name = "web"): Exported => ({
  kind,
  name,
  id,
  inputs,
  outputs: inputs,
});

const recovered = (stack: PulumiCli, flags: Partial<Flags>): Promise<Outcome> =>
  recover(stack, { ...ASKED, ...flags }, askedOf(service));

/** A record, created now, and the interrupted create that led to it. */
async function aRecord() {
  const domainId = await aZone(service);
  const created = await service.ask("POST", `/domains/${domainId}/records`, RECORD);
  service.forget();
  const inputs = { ...RECORD, domainId };
  return { id: `${domainId}/${String(created.id)}`, inputs, own: creating("DomainRecord", inputs) };
}

/** A stack with this interrupted create, and another one in the same backend. */
function twoStacks(pending: ExportedPending, resources: readonly Exported[], more: ExportOptions = {}): FakeStack {
  const stack = aStack([pending]);
  stack.others.set("other", exportOf(resources, { stack: "other", ...more }));
  return stack;
}

describe("another stack of the backend", () => {
  const EXPLICIT = { "compute:explicit": "true", "compute:url": "https://other.example/v4" };
  const here = () => ({ brand: "compute", url: new URL(service.emulator.url).origin });
  const there = () => ({ ...here(), url: "https://other.example" });

  test.each<[string, () => Values | Promise<Values>, Values, "theirs" | "ours" | "unknown"]>([
    ["keeps what it manages", here, {}, "theirs"],
    [
      "keeps what it manages, also with another brand and a URL of another name",
      async () => ({ brand: "linode", url: there().url, id: (await service.ask("GET", "/account")).euuid }),
      {},
      "theirs",
    ],
    [
      "may manage something else with the same ID, in another account",
      () => ({ ...here(), id: "another" }),
      {},
      "ours",
    ],
    ["is named if its state shows another URL without an account", there, {}, "unknown"],
    ["is named if only its provider shows another URL", () => ({}), EXPLICIT, "unknown"],
    ["is named if its state shows no account", () => ({}), { "compute:url": EXPLICIT["compute:url"] }, "unknown"],
  ])("%s", async (_, account, provider, whose) => {
    const { id, inputs, own } = await aRecord();
    const shown = await account();
    const applied = { args: Object.keys(inputs), ...("url" in shown ? { account: shown } : {}) };
    const theirs = { ...anEntry("DomainRecord", id, inputs), outputs: { ...inputs, __applied: applied } };
    const stack = twoStacks(own, [theirs], { provider });
    const { diagnoses } = await recovered(stack, {});
    const result = { theirs: "not-created", ours: "created", unknown: "undecided" }[whose];
    expect(diagnoses).toMatchObject([{ result, ids: whose === "theirs" ? [] : [id] }]);
    if (whose !== "unknown") return;
    expect(diagnoses[0]?.explanation).toContain("stack organization/shop/other has web with this ID");
    expect((await recovered(stack, { accepted: [id] })).canRepair).toBe(true);
  });

  test("keeps what a resource of the bridged provider manages", async () => {
    const { id, inputs, own } = await aRecord();
    const stack = twoStacks(own, [asBridged(anEntry("DomainRecord", id, inputs))], { providerType: "linode" });
    expect((await recovered(stack, {})).diagnoses).toMatchObject([{ result: "not-created", ids: [] }]);
  });

  test("may be creating the same: then the user decides", async () => {
    const { id, inputs, own } = await aRecord();
    const stack = twoStacks(own, [], { pending: [creating("DomainRecord", { ...inputs, name: "WWW" }, "theirs")] });
    const { diagnoses } = await recovered(stack, {});
    expect(diagnoses).toMatchObject([{ result: "undecided", ids: [id] }]);
    expect(diagnoses[0]?.explanation).toContain("stack organization/shop/other");
    expect((await recovered(stack, { accepted: [id] })).canRepair).toBe(true);
  });

  test("is named if it cannot be read", async () => {
    const { id, own } = await aRecord();
    const stack = aStack([own]);
    stack.others.set("unreadable", "");
    const { unread, diagnoses } = await recovered(stack, {});
    expect(unread).toEqual(["unreadable: forbidden"]);
    expect(diagnoses).toMatchObject([{ result: "created", ids: [id] }]);
  });
});

test("--apply fails at once if the stack is locked", async () => {
  const stack = aStack([creating("Instance", WEB)]);
  stack.isLocked = () => Promise.resolve(true);
  await expect(recovered(stack, { apply: true })).rejects.toThrow("`pulumi cancel organization/shop/dev`");
  expect(service.requests()).toEqual([]);
});

test.each(["web", "urn:pulumi:dev::shop::pulumi-nodejs:dynamic/compute:Instance::web"])(
  "--discard %s removes an operation about which nothing can be determined",
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

test.each<[string, Partial<Flags>]>([
  ["--discard other", { discarded: ["other"] }],
  ["--accept 5", { accepted: ["5"] }],
])("%s is rejected if no interrupted operation has that name or matches that ID", async (flag, flags) => {
  await expect(recovered(aStack([creating("Instance", WEB)]), flags)).rejects.toThrow(flag);
});

test("only --apply writes, to the state only, and does not overwrite a newer one", async () => {
  const { own } = await aRecord();
  const stack = aStack([own]);
  expect(await recovered(stack, {})).toMatchObject({ canRepair: true, isRepaired: false });
  await expect(recovered(stack.whileChanging(), { apply: true })).rejects.toThrow("The state has changed");
  expect(stack.imported).toEqual([]);
  expect(await recovered(stack, { apply: true })).toMatchObject({ isRepaired: true });
  expect(stack.imported).toHaveLength(1);
  expect(service.writes()).toEqual([]);
});

describe("after a destroy has removed the default provider", () => {
  async function aDestroyedStack(change: (providers: Values[]) => Values[]) {
    const { id, own } = await aRecord();
    const exported = JSON.parse(await aStack([own]).exportStack()) as { deployment: { resources: Values[] } };
    exported.deployment.resources = change(exported.deployment.resources);
    return { id, stack: new FakeStack(JSON.stringify(exported)) };
  }

  test("its account is the one in the stack config, and what was created is named", async () => {
    const { id, stack } = await aDestroyedStack(() => []);
    stack.config = () => Promise.resolve({ "compute:url": service.emulator.url });
    const { diagnoses, canRepair } = await recovered(stack, {});
    expect(diagnoses).toMatchObject([{ result: "undecided", ids: [id] }]);
    expect(diagnoses[0]?.explanation).toContain(`import: "${id}"`);
    expect(canRepair).toBe(false);
  });

  test("what was created is recorded with the provider that has been created since", async () => {
    const { stack } = await aDestroyedStack((providers) => providers.map((one) => ({ ...one, id: "2" })));
    expect(await recovered(stack, { apply: true })).toMatchObject({ isRepaired: true });
    expect(stack.imported.join()).toContain("::default::2");
  });
});

test("operations of other packages prevent a repair", async () => {
  const { own } = await aRecord();
  const text = await aStack([own]).exportStack();
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
