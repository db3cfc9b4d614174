import type { Clock } from "../../provider/api/clock";
import type { Values } from "../../provider/definition/values";
import type { Journal } from "../../provider/journal/journal";
import { diagnose } from "../../cli/recover/diagnose";
import type { Diagnosis } from "../../cli/recover/conclude";
import { repaired } from "../../cli/recover/repair";
import { stackStateOf } from "../../cli/state/stack-state";
import { ACTION_KINDS, aWorldFor } from "../support/action-worlds";
import { exportOf, shownSecret } from "../support/exported-stack";
import type { Exported, ExportedPending } from "../support/exported-stack";
import { anInstance as anInstanceWithBackups, aSnapshot } from "../support/action-programs";
import { Deployment, placed } from "../support/deployment";
import { aZone, EMPTY, listed, MASTER } from "../support/programs";
import { askedOf } from "../support/recovered";
import { useService } from "../support/service";
import { useStoppedRuns } from "../support/stack";
import { HOUR_MS } from "../support/time";

const service = useService();
const runs = useStoppedRuns(service);

const WEB = { ...EMPTY, label: "web", booted: false };

const creating = (kind: string, inputs: Values, more: Values = {}, name = "web"): ExportedPending => ({
  type: "creating",
  kind,
  name,
  inputs,
  more,
});
const PENDING = [creating("Instance", WEB)];

const urnOf = (name: string, kind = "Instance"): string =>
  `urn:pulumi:dev::shop::pulumi-nodejs:dynamic/compute:${kind}::${name}`;

interface Circumstances {
  readonly resources?: readonly Exported[];
  readonly accepted?: readonly string[];
  /** How long after the interruption the command runs. */
  readonly laterMs?: number;
  readonly writtenAt?: number;
  readonly clock?: Clock;
  readonly journal?: Journal;
  readonly isNative?: boolean;
}

/** What `recover` finds for a stack that was interrupted now. */
function found(
  pending: readonly ExportedPending[],
  {
    resources = [],
    accepted = [],
    laterMs = HOUR_MS,
    writtenAt = service.clock.today(),
    clock = service.clock,
    journal,
    isNative = false,
  }: Circumstances = {},
): Promise<readonly Diagnosis[]> {
  const state = stackStateOf(exportOf(resources, { pending, writtenAt, isNative }), "dev");
  const more = { accepted, clock, journal: journal && (() => journal) };
  return diagnose(state, { ...askedOf(service), nowMs: writtenAt + laterMs, ...more });
}

/** Expects this result, about these IDs, and an explanation with this text. */
async function expectOne(found: ReturnType<typeof diagnose>, [result, ...ids]: readonly string[], text: string) {
  const [diagnosis] = await found;
  expect(diagnosis).toMatchObject({ result, ids, explanation: expect.stringContaining(text) });
  if (result === "created") expect(diagnosis?.found?.id).toBe(ids[0]);
}
/** Expects this result, about these IDs, of each operation. */
async function expectInShort(found: ReturnType<typeof diagnose>, ...expected: readonly (readonly unknown[])[]) {
  expect((await found).map(({ result, ids }) => [result, ...ids])).toEqual(expected);
}
/** A resource of the stack, as the program declares `web`. */
const anEntry = (id: string, name = "web", more: Values = {}): Exported => ({
  kind: "Instance",
  name,
  id,
  inputs: WEB,
  outputs: WEB,
  more,
});

async function anInstance(label = "web", more: Values = {}): Promise<string> {
  const { id } = await service.ask("POST", "/compute/instances", { ...EMPTY, label, booted: false, ...more });
  service.forget();
  return String(id);
}

test.each([
  ["soon after it", 30_000],
  ["soon after it, on a machine whose clock is behind", -120_000],
  ["soon after it, on a machine whose clock is ahead", 120_000],
])("waits %s until the API must show the result of a create", async (_, laterMs) => {
  const late = {
    ...service.clock,
    sleep: async (ms: number) => {
      await anInstance();
      return service.clock.sleep(ms);
    },
  };
  await expectInShort(found(PENDING, { laterMs, clock: late }), ["created", expect.any(String)]);
  expect(service.clock.slept).toEqual([60_000]);
});

test("concludes after one minute by its own clock that several creates had no effect, with one list before and after", async () => {
  const pending = ["one", "two", "three"].map((label) => creating("Instance", { ...WEB, label }, {}, label));
  await expectInShort(found(pending, { laterMs: 0 }), ["not-created"], ["not-created"], ["not-created"]);
  expect(service.clock.slept).toEqual([60_000]);
  expect(service.requests().map(({ method, path }) => `${method} ${path}`)).toEqual([
    "GET /compute/instances",
    "GET /compute/instances",
  ]);
});

test("does not wait long after the interruption, or if everything was found", async () => {
  await expectInShort(found(PENDING), ["not-created"]);
  await anInstance();
  await found(PENDING, { laterMs: 0 });
  expect(service.clock.slept).toEqual([]);
});

test("does not conclude from the list of another account that a create had no effect", async () => {
  const account = { brand: "compute", url: "https://api.example.com", id: "0728944B" };
  const outputs = { ...WEB, __applied: { args: [], account } };
  const resources = [{ kind: "Instance", name: "other", id: "5", inputs: WEB, outputs }];
  await expectOne(found(PENDING, { resources }), ["undecided"], "is in account 0728944B at https://api.example.com");
});

test.each([
  ["twenty minutes before", -HOUR_MS / 3],
  ["six minutes after", HOUR_MS / 10],
])("leaves an identical resource that was created %s the last write of the state to the user", async (_, awayMs) => {
  const id = await anInstance();
  await expectOne(
    found(PENDING, { writtenAt: service.clock.today() - awayMs }),
    ["undecided", id],
    "it was created at another time",
  );
});

describe("an interrupted replacement", () => {
  const MOVED = { ...WEB, label: "web-2", region: "eu-west" };
  const foundMoved = (circumstances: Circumstances) => found([creating("Instance", MOVED)], circumstances);
  const aMovedOne = () => anInstance("web-2", { region: "eu-west" });

  /** The resource that state has under the name of the pending operation. */
  async function anOldOne(label = "old"): Promise<Exported> {
    const id = await anInstance(label);
    const { created } = await service.ask("GET", `/compute/instances/${id}`);
    service.clock.advance(HOUR_MS);
    return { ...anEntry(id), outputs: { ...WEB, created } };
  }

  test("leads to a new resource that is recorded next to the old one", async () => {
    const old = await anOldOne();
    const id = await aMovedOne();
    await expectOne(foundMoved({ resources: [old] }), ["created", id], `deletes ${old.id}, which it replaces`);
  });

  test("of a resource that was created a minute before is found, also if the command looks twice", async () => {
    const id = await anInstance("old");
    const { created } = await service.ask("GET", `/compute/instances/${id}`);
    service.clock.advance(60_000);
    const moved = await aMovedOne();
    const pending = [creating("Instance", MOVED), creating("Instance", WEB, {}, "other")];
    const resources = [{ ...anEntry(id), outputs: { ...WEB, created } }];
    await expectInShort(found(pending, { resources, laterMs: 0 }), ["created", moved], ["not-created"]);
  });

  test("leads to nothing if there is no new resource", async () => {
    await expectOne(foundMoved({ resources: [await anOldOne()] }), ["not-created"], "State still has");
  });

  test("leaves one to the user that is older than the one in state", async () => {
    const older = await anInstance();
    service.clock.advance(1000);
    const newer = await anOldOne("web-b");
    await expectOne(
      found(PENDING, { resources: [newer], accepted: [older] }),
      ["undecided", older],
      `it is older than ${newer.id}`,
    );
  });

  test("names one, and cannot record it, if state shows that a later update created the resource", async () => {
    const old = { ...(await anOldOne()), more: { created: "2026-01-01T00:00:00Z" } };
    const id = await aMovedOne();
    await expectOne(foundMoved({ resources: [old] }), ["discarded", id], `A later update has recorded ${old.id}`);
    await expectOne(
      foundMoved({ resources: [old], accepted: [id] }),
      ["undecided", id],
      `A later update has recorded ${old.id}`,
    );
    const replacing = [creating("Instance", MOVED, old.more)];
    await expectInShort(found(replacing, { resources: [old] }), ["created", id]);
  });

  test("leaves one to the user if state does not show when the old one was created", async () => {
    const resources = [{ ...(await anOldOne()), outputs: WEB }];
    const id = await aMovedOne();
    await expectInShort(foundMoved({ resources }), ["undecided", id]);
    await expectInShort(foundMoved({ resources, accepted: [id] }), ["created", id]);
  });
});

test("ignores a resource that the stack manages", async () => {
  const id = await anInstance();
  await expectInShort(found(PENDING, { resources: [anEntry(id, "other")] }), ["not-created"]);
});

test("leaves a resource that differs to the user, who can accept it", async () => {
  const id = await anInstance("web", { tags: ["other"] });
  const args = { ...WEB, tags: ["shop"] };
  const [differing] = await found([creating("Instance", args)]);
  expect(differing?.explanation).toContain("these inputs differ: tags");
  expect(differing?.explanation).toContain(`--accept ${id}`);
  await expectInShort(found([creating("Instance", args)], { accepted: [id] }), ["created", id]);
});

test("warns before a resource is accepted that the next up would replace", async () => {
  await anInstance("web", { region: "eu-west" });
  const [diagnosis] = await found(PENDING);
  expect(diagnosis?.explanation).toContain("these inputs differ: region; the next `pulumi up` would replace it");
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
  await expectOne(found(pending), ["undecided", ...ids], `If nobody needs ${String(ids[1])}, delete it`);
  await expectInShort(found(pending, { accepted: [ids[1] ?? ""] }), ["created", ids[1]]);
});

test("leaves a record in a domain that does not exist to the user", async () => {
  const inputs = { domainId: 4711, type: "A", name: "www", target: "192.0.2.1" };
  await expectInShort(found([creating("DomainRecord", inputs)]), ["undecided"]);
});

test("leaves a resource to the user that may be the result of creates of several resources", async () => {
  const id = await anInstance();
  const pending = [creating("Instance", WEB), creating("Instance", WEB, {}, "twin")];
  await expectInShort(found(pending), ["undecided", id], ["undecided", id]);
});

test("records a resource whose ID one of another type has, too", async () => {
  const id = await anInstance();
  const updating = { ...creating("Domain", MASTER, {}, "zone"), type: "updating", id };
  await expectInShort(found([...PENDING, updating]), ["created", id], ["resumable", id]);
});

test("records the only certain result, and names what else matches", async () => {
  const domainId = await aZone(service);
  const record = { type: "A", name: "www", target: "192.0.2.1" };
  const create = async (): Promise<string> => {
    const { id } = await service.ask("POST", `/domains/${domainId}/records`, record);
    return `${domainId}/${String(id)}`;
  };
  const older = await create();
  service.clock.advance(HOUR_MS);
  const id = await create();
  const pending = [creating("DomainRecord", { ...record, domainId })];
  await expectOne(found(pending), ["created", id], `If nobody needs ${older}, delete it`);
});

test("records the result of two interrupted creates of the same resource once", async () => {
  const id = await anInstance();
  await expectInShort(found([creating("Instance", WEB), creating("Instance", WEB)]), ["created", id]);
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

test("interrupted updates, deletions, reads and imports are resumed", async () => {
  for (const type of ["updating", "deleting", "reading", "importing"])
    await expectInShort(found([{ ...creating("Instance", WEB), type, id: "5" }]), ["resumable", "5"]);
  const importing = creating("Instance", { ...WEB, __options: { import: "5" } });
  await expectInShort(found([importing]), ["resumable"]);
  expect(service.requests()).toEqual([]);
});

test("records the set with the records that the update created; if there are only older ones, the user decides", async () => {
  const domainId = await aZone(service);
  const [older, newer] = [
    { type: "A", name: "older", target: "192.0.2.1" },
    { type: "A", name: "newer", target: "192.0.2.1" },
  ];
  const set = creating("DomainRecordSet", { domainId, records: [older, newer] });
  await service.ask("POST", `/domains/${domainId}/records`, older);
  service.clock.advance(2 * HOUR_MS);
  await expectOne(found([set]), ["undecided", `${domainId}/records`], "was created at another time");
  const { id } = await service.ask("POST", `/domains/${domainId}/records`, newer);
  const [diagnosis] = await found([set]);
  expect(diagnosis).toMatchObject({ result: "created", ids: [`${domainId}/records`] });
  expect(diagnosis?.found?.state).toMatchObject({ recordIds: [id] });
});

test("records a backup that an action created, and leaves an action that creates nothing to the user", async () => {
  const instanceId = await anInstanceWithBackups(service, "web");
  const snapshot = creating("InstanceSnapshot", { instanceId, label: "mine" });
  await expectInShort(found([snapshot]), ["not-created"]);
  const writtenAt = service.clock.today();
  const backupId = await aSnapshot(service, instanceId, "mine");
  const [created] = await found([snapshot], { writtenAt });
  expect(created).toMatchObject({ result: "created", ids: [`${instanceId}/${backupId}`] });
  const clone = creating("InstanceClone", { instanceId, targetInstanceId: 5 });
  await expectOne(found([clone]), ["undecided"], "alreadyDone");
});

test.each([401, 403, 500])("an HTTP %s proves nothing", async (status) => {
  service.emulator.faults.add({ path: "/**", effect: { kind: "status", status }, times: "always" });
  await expectInShort(found(PENDING), ["undecided"]);
});

describe("with the journal of the interrupted update", () => {
  const RECORD = { type: "A", name: "www", target: "192.0.2.1" };
  const pendingOf = (kind: string, args: Values) => [creating(kind, new Deployment(service, kind).inputsFrom(args))];
  const foundWith = (kind: string, args: Values, more: Circumstances = {}) =>
    found(pendingOf(kind, args), { journal: runs.journal(), ...more });
  /** A zone for a record whose update was killed, with as many identical records before it. */
  async function aKilledRecord(moment: Parameters<typeof runs.killUp>[0], before = 0) {
    const { args, list } = await placed(service, "DomainRecord", RECORD);
    for (let count = 0; count < before; count++) await service.ask("POST", list, RECORD);
    await runs.killUp(moment, "DomainRecord", args);
    return { args, list };
  }
  const idsIn = async (list: string): Promise<string[]> =>
    (await listed(service, list)).map(({ id }) => `${list.split("/")[2] ?? ""}/${String(id)}`);

  test.each(["before the response", "before the state is written"] as const)(
    "a domain is found that was created %s, although the API shows no date",
    async (moment) => {
      await runs.killUp(moment, "Domain", MASTER);
      const [{ id } = {}] = await listed(service, "/domains");
      await expectInShort(foundWith("Domain", MASTER), ["created", String(id)]);
      await expectOne(
        found(pendingOf("Domain", MASTER)),
        ["undecided", String(id)],
        "does not show when it was created",
      );
    },
  );

  test("the ID in the response decides between identical records", async () => {
    const { args, list } = await aKilledRecord("before the state is written");
    await service.ask("POST", list, RECORD);
    const [own = ""] = await idsIn(list);
    await expectInShort(foundWith("DomainRecord", args), ["created", own]);
  });

  test("an identical record that existed before is not the result", async () => {
    const { args, list } = await aKilledRecord("before the request", 1);
    await expectInShort(foundWith("DomainRecord", args), ["not-created"]);
    await expectInShort(found(pendingOf("DomainRecord", args)), ["created", ...(await idsIn(list))]);
  });

  test("a record that was deleted since was created in vain", async () => {
    const { args, list } = await aKilledRecord("before the state is written");
    const [{ id } = {}] = await listed(service, list);
    await service.ask("DELETE", `${list}/${String(id)}`);
    await expectInShort(foundWith("DomainRecord", args), ["not-created"]);
  });

  test("a request of another day proves nothing if the API shows no date", async () => {
    await runs.killUp("before the response", "Domain", MASTER);
    service.clock.advance(25 * HOUR_MS);
    const [{ id } = {}] = await listed(service, "/domains");
    await expectOne(foundWith("Domain", MASTER), ["undecided", String(id)], "does not show when it was created");
  });

  test("a request whose result is in state proves nothing", async () => {
    const { args, list } = await aKilledRecord("before the state is written");
    await service.ask("POST", list, RECORD);
    const [managed = "", other] = await idsIn(list);
    const resources = [{ kind: "DomainRecord", name: "moved", id: managed, inputs: args, outputs: args }];
    await expectInShort(foundWith("DomainRecord", args, { resources }), ["created", other]);
  });

  test.each([
    ...ACTION_KINDS.map((kind) => [kind, "before the response"] as const),
    ["InstanceSnapshot", "before the state is written"] as const,
  ])("the next up on the machine completes %s, killed %s", async (kind, moment) => {
    const { args } = await aWorldFor(service, kind);
    await runs.killUp(moment, kind, args);
    await expectOne(foundWith(kind, args), ["resumable"], "According to the journal on this machine");
  });

  test("the journal is only read", async () => {
    await runs.killUp("before the response", "Domain", MASTER);
    const before = runs.journal().openIntents(urnOf("web", "Domain"));
    await foundWith("Domain", MASTER);
    expect(runs.journal().openIntents(urnOf("web", "Domain"))).toEqual(before);
    expect(service.writes()).toEqual(["POST /domains"]);
  });
});

describe("the repaired state", () => {
  /** The old half of a replacement that deletes first. */
  const DELETED = anEntry("5", "web", { pendingReplacement: true });
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

  test("has a resource of the native plugin, whose state names no secrets", async () => {
    const id = await anInstance();
    const pending = [creating("Instance", { ...WEB, rootPass: PASSWORD })];
    const text = exportOf([], { pending, writtenAt: service.clock.today(), isNative: true });
    const diagnoses = await found(pending, { isNative: true });
    const { deployment } = JSON.parse(repaired(text, diagnoses, NOW)) as Repaired;
    const urn = "urn:pulumi:dev::shop::compute:index:Instance::web";
    expect(deployment.resources.at(-1)).toMatchObject({
      urn,
      id,
      outputs: { label: "web", rootPass: shownSecret(PASSWORD), __options: { urn } },
    });
  });

  test("has the new resource of a replacement in front of the old one, which is still to be deleted", async () => {
    const old = { ...anEntry("5"), outputs: { ...WEB, created: "2020-01-01T00:00:00" } };
    const dependent = { ...old, name: "dependent", id: "6", more: { dependencies: [urnOf("web")] } };
    const { resources } = await repair([old, dependent]);
    expect(resources.slice(1).map(({ urn, delete: isLeaving }) => [urn, isLeaving])).toEqual([
      [urnOf("web"), undefined],
      [urnOf("web"), true],
      [urnOf("dependent"), undefined],
    ]);
    expect(resources[2]).toMatchObject({ id: "5", outputs: old.outputs });
  });

  test("has the new resource before those that depend on it, and no old half that was already deleted", async () => {
    const dependent = { ...DELETED, name: "dependent", id: "6", more: { dependencies: [urnOf("web")] } };
    const { resources } = await repair([DELETED, dependent]);
    expect(resources.slice(1).map(({ urn }) => urn)).toEqual([urnOf("web"), urnOf("dependent")]);
    expect(resources.map(({ id }) => id)).not.toContain("5");
  });
});
