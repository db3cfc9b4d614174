import { diagnose } from "../../cli/recover/diagnose";
import { stackStateOf } from "../../cli/state/stack-state";
import type { Values } from "../../provider/definition/values";
import { parseExport } from "../../provider/shared/exported-state";
import { specimenOf } from "../kinds";
import { asBridged, exportOf } from "../support/exported-stack";
import type { CrashPoint } from "../support/killed-process";
import { Machine } from "../support/machine";
import { aZone, listed, messageOf } from "../support/programs";
import { askedOf } from "../support/recovered";
import { useService } from "../support/service";
import { Stack } from "../support/stack";
import type { Declaration } from "../support/stack";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../support/time";

const service = useService({ provisionMs: 0 });

const CARRIED_OUT = { exchange: "first POST", moment: "after the commit, before the response" } as const;
const NOT_SENT = { exchange: "first POST", moment: "before the request is sent" } as const;
const AT_ITS_BEGINNING = { exchange: 2, moment: "before the request is sent" } as const;
const MAY_HAVE =
  /^An update that was killed \(state of .*\) may have created domain record \d+\/\d+ for this resource, but /;

/** A record and another zone; each command runs on a machine of its own. */
async function aStack() {
  const domainId = await aZone(service);
  const stack = new Stack(service);
  const newMachine = (): Machine => new Machine(service, () => stack.export());
  const record = (target = "192.0.2.1"): Declaration => {
    return { kind: "DomainRecord", name: "www", args: { domainId, type: "A", name: "www", target } };
  };
  const set = (...names: readonly string[]): Declaration => {
    const records = names.map((name) => ({ type: "A", name, target: "192.0.2.1" }));
    return { kind: "DomainRecordSet", name: "set", args: { domainId, records } };
  };
  const other = (tag: string): Declaration => {
    const args = { domain: "other.example", type: "master", soaEmail: "a@other.example", tags: [tag] };
    return { kind: "Domain", name: "other", args };
  };
  const up = (program: readonly Declaration[], machine = newMachine()) =>
    machine.run((process) => stack.up(program, process));
  const kill = async (program: readonly Declaration[], point: CrashPoint, machine = newMachine()): Promise<void> => {
    const { wasKilled } = await machine.runCounted((process) => stack.up(program, process), point);
    expect(wasKilled).toBe(true);
    // The service carries out what was under way.
    await service.ask("GET", "/domains");
    service.said.length = 0;
  };
  const live = () => listed(service, `/domains/${domainId}/records`);
  const create = () =>
    service.ask("POST", `/domains/${domainId}/records`, { type: "A", name: "www", target: "192.0.2.1" });
  return { domainId, stack, newMachine, record, set, other, up, kill, live, create };
}

test("the result of a killed update is adopted, and not called a duplicate, if two pending operations explain it", async () => {
  const { stack, record, up, kill, live } = await aStack();
  await kill([record()], NOT_SENT);
  service.clock.advance(20 * MINUTE_MS);
  await kill([record()], CARRIED_OUT);
  service.clock.advance(MINUTE_MS);
  expect(await up([record()])).toEqual(["create"]);
  expect(await live()).toHaveLength(1);
  expect(stack.recorded()).toHaveLength(1);
  expect(service.warnings().filter((text) => !text.startsWith("Adopted"))).toEqual([]);
});

test("a result that is much older than the last write of the state stops the create", async () => {
  const { stack, newMachine, record, other, up, kill, live } = await aStack();
  await up([other("one")]);
  await kill([other("one"), record()], CARRIED_OUT);
  service.clock.advance(HOUR_MS);
  await newMachine().run((process) => stack.refresh(process));
  service.clock.advance(2 * MINUTE_MS);
  expect(await messageOf(up([other("one"), record()]))).toMatch(MAY_HAVE);
  expect(await live()).toHaveLength(1);
});

test("what a resource of the bridged provider manages is never the result", async () => {
  const { stack, record, up, kill, create, live } = await aStack();
  await kill([record()], NOT_SENT);
  const { id } = await create();
  const own = { kind: "DomainRecord", name: "www", id: String(id), inputs: {}, outputs: record().args as Values };
  const bridged = parseExport(exportOf([asBridged(own)])).resources.at(-1);
  const exportState = (): string => {
    const { version, deployment } = JSON.parse(stack.export()) as { version: number; deployment: Values };
    return JSON.stringify({ version, deployment: { ...deployment, resources: [bridged] } });
  };
  expect(await up([record()], new Machine(service, exportState))).toEqual(["create"]);
  expect(await live()).toHaveLength(2);
});

test("an equal object stops the create if the run may have written the state itself", async () => {
  const { record, other, up, kill, create, live } = await aStack();
  await up([other("one")]);
  await kill([other("one"), record()], NOT_SENT);
  service.clock.advance(DAY_MS);
  await create();
  expect(await messageOf(up([other("two"), record()]))).toMatch(MAY_HAVE);
  expect(await live()).toHaveLength(1);
});

test.each(["other inputs", "another domain"])(
  "what this machine has noted for %s does not hide the pending operation",
  async (where) => {
    const { newMachine, record, up, kill, live } = await aStack();
    const machine = newMachine();
    const elsewhere = { ...record(), args: { ...record().args, domainId: await aZone(service, "elsewhere.example") } };
    await kill([where === "other inputs" ? record("192.0.2.9") : elsewhere], NOT_SENT, machine);
    service.clock.advance(3 * MINUTE_MS);
    await kill([record()], CARRIED_OUT);
    service.clock.advance(MINUTE_MS);
    await up([record()], machine);
    expect(await live()).toHaveLength(1);
  },
);

test("a create that was killed before it sent anything is not searched for on this machine", async () => {
  const { stack, newMachine, record, up, kill, create, live } = await aStack();
  const machine = newMachine();
  await create();
  service.clock.advance(2 * MINUTE_MS);
  await kill([record()], AT_ITS_BEGINNING, machine);
  expect(stack.pendingCreates()).toHaveLength(1);
  await machine.run((process) => stack.foresee([record()], process));
  expect(await up([record()], machine)).toEqual(["create"]);
  expect(await live()).toHaveLength(2);
});

test("what an action may have made stops it as well if the run may have written the state itself", async () => {
  const { other, up, kill } = await aStack();
  const args = { ...(await specimenOf("MongoDatabaseBackup").needs(service)), label: "snapshot" };
  const backup: Declaration = { kind: "MongoDatabaseBackup", name: "backup", args };
  await up([other("one")]);
  await kill([other("one"), backup], CARRIED_OUT);
  service.clock.advance(2 * MINUTE_MS);
  service.forget();
  expect(await messageOf(up([other("two"), backup]))).toMatch(/may have created .*, but the state does not show when/);
  expect(service.writes()).toEqual([expect.stringMatching(/^PUT/)]);
});

test.each(["create", "update"])(
  "a member that a killed %s of a set made is named if the program no longer declares it",
  async (killed) => {
    const { domainId, set, up, kill, live } = await aStack();
    if (killed === "update") await up([set("b")]);
    await kill([set("a", "b")], CARRIED_OUT);
    const made = (await live()).find(({ name }) => name === "a");
    service.clock.advance(MINUTE_MS);
    await up([set("b", "c")]);
    expect(service.warnings()).toEqual([
      expect.stringContaining(
        `may have created domain record ${domainId}/${String(made?.id)} (a A) for DomainRecordSet "set"`,
      ),
    ]);
  },
);

/** What `recover` finds on this machine, with its journal. */
function recovered(stack: Stack, machine: Machine, accepted: readonly string[] = []) {
  const journal = machine.journal();
  return diagnose(stackStateOf(stack.export(), "dev"), { ...askedOf(service), accepted, journal: () => journal });
}

const OUTAGE = {
  method: "GET",
  path: "/domains/*/records",
  times: "always",
  effect: { kind: "status", status: 403 },
} as const;

/** A create that was carried out, but an hour before a refresh has written the state, so that a person must decide. */
async function anUndecidedCreate() {
  const world = await aStack();
  const { stack, newMachine, record, other, up, kill } = world;
  const program = [other("one"), record()];
  await up([other("one")]);
  await kill(program, CARRIED_OUT);
  service.clock.advance(HOUR_MS);
  await newMachine().run((process) => stack.refresh(process));
  service.clock.advance(2 * MINUTE_MS);
  return { ...world, program };
}

describe("an up that stopped at an undecided create, run again on the same machine, stops again", () => {
  test("a record that is much older than the last write of the state", async () => {
    const { newMachine, up, live, program } = await anUndecidedCreate();
    const here = newMachine();
    expect(await messageOf(up(program, here))).toMatch(MAY_HAVE);
    service.clock.advance(HOUR_MS);
    expect(await messageOf(up(program, here))).toMatch(MAY_HAVE);
    expect(await live()).toHaveLength(1);
  });
  test.each(["MongoDatabaseRestore", "MongoCredentialsReset", "MongoDatabasePatch", "InstanceRestore"])(
    "%s, whose outcome nothing shows",
    async (kind) => {
      const { newMachine, up, kill } = await aStack();
      const action: Declaration = { kind, name: "action", args: await specimenOf(kind).needs(service) };
      await kill([action], CARRIED_OUT);
      service.clock.advance(HOUR_MS);
      service.forget();
      const here = newMachine();
      expect(await messageOf(up([action], here))).toMatch(/may have sent the request/);
      expect(await messageOf(up([action], here))).toMatch(/may have sent the request/);
      expect(service.writes()).toEqual([]);
    },
  );
});

describe("an up that failed for another reason, run again on the same machine, adopts the result", () => {
  test("an outage", async () => {
    const { stack, newMachine, record, up, kill, live } = await aStack();
    await kill([record()], CARRIED_OUT);
    service.clock.advance(5 * MINUTE_MS);
    const here = newMachine();
    service.emulator.faults.add(OUTAGE);
    await expect(up([record()], here)).rejects.toThrow();
    service.emulator.faults.clear();
    expect(stack.pendingCreates()).toHaveLength(1);
    service.clock.advance(HOUR_MS);
    await up([record()], here);
    expect(await live()).toHaveLength(1);
  });
});

describe("recover on the machine where an up stopped", () => {
  test("finds what its error named", async () => {
    const { stack, newMachine, up, program } = await anUndecidedCreate();
    const here = newMachine();
    const message = await messageOf(up(program, here));
    const [, id = ""] = /--accept (\S+)`/.exec(message) ?? [];
    service.clock.advance(HOUR_MS);
    expect(await recovered(stack, here)).toMatchObject([{ result: "undecided", ids: [id] }]);
    expect(await recovered(stack, here, [id])).toMatchObject([{ result: "created", ids: [id] }]);
  });
  test("finds what another machine created, after an outage here", async () => {
    const { stack, newMachine, record, up, kill, live } = await aStack();
    await kill([record()], CARRIED_OUT);
    const [made] = await live();
    service.clock.advance(5 * MINUTE_MS);
    const here = newMachine();
    service.emulator.faults.add(OUTAGE);
    await expect(up([record()], here)).rejects.toThrow();
    service.emulator.faults.clear();
    service.clock.advance(HOUR_MS);
    expect(await recovered(stack, here)).toMatchObject([
      { result: "created", ids: [expect.stringContaining(String(made?.id))] },
    ]);
  });
});

test("a create that began here sent nothing, but another machine may have, after the operation was cleared", async () => {
  const { stack, newMachine, record, up, kill, live } = await aStack();
  const [one, two] = [newMachine(), newMachine()];
  await kill([record()], AT_ITS_BEGINNING, one);
  service.clock.advance(10_000);
  await two.run((process) => stack.refresh(process, { clearsPendingCreates: true }));
  await kill([record()], CARRIED_OUT, two);
  service.clock.advance(10_000);
  expect(stack.pendingCreates()).toHaveLength(1);
  await up([record()], one);
  expect(await live()).toHaveLength(1);
});

test("a create that ended here says nothing of its replacement on another machine", async () => {
  const { stack, newMachine, record, up, live } = await aStack();
  const [one, two] = [newMachine(), newMachine()];
  await up([record()], one);
  await one.run((process) => stack.preview([record()], process));
  service.clock.advance(30_000);
  const { wasKilled } = await two.runCounted(
    (process) => stack.up([record()], process, { forced: ["www"] }),
    CARRIED_OUT,
  );
  expect(wasKilled).toBe(true);
  await service.ask("GET", "/domains");
  service.clock.advance(2 * MINUTE_MS);
  await one.run((process) => stack.up([record()], process, { forced: ["www"] }));
  expect(await live()).toHaveLength(1);
});

test("recover calls an action discarded that a later update has run, as its page says", async () => {
  const { stack, newMachine, up, kill } = await aStack();
  const args = await specimenOf("MongoCredentialsReset").needs(service);
  const action = (more: Values = {}): Declaration => ({
    kind: "MongoCredentialsReset",
    name: "action",
    args: { ...args, ...more },
  });
  await kill([action()], CARRIED_OUT);
  service.clock.advance(HOUR_MS);
  // As the error says.
  await up([action({ alreadyDone: true })]);
  expect(await up([action()])).toEqual(["same"]);
  expect(await recovered(stack, newMachine())).toMatchObject([{ result: "discarded" }]);
});
