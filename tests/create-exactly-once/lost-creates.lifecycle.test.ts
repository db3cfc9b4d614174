import { diagnose } from "../../cli/recover/diagnose";
import type { DiagnoseOptions } from "../../cli/recover/diagnose";
import { repaired } from "../../cli/recover/repair";
import { stackStateOf } from "../../cli/state/stack-state";
import type { Values } from "../../provider/definition/values";
import { parseExport } from "../../provider/shared/exported-state";
import { postedLives, specimenOf } from "../kinds";
import { Deployment, expectOnly, placed } from "../support/deployment";
import { exported, exportOf } from "../support/exported-stack";
import type { Handlers } from "../support/front-end";
import { Machine } from "../support/machine";
import { nativeFrontEnd } from "../support/native-front-end";
import { messageOf, ownIn } from "../support/programs";
import { askedOf } from "../support/recovered";
import { useService } from "../support/service";
import type { Service } from "../support/service";
import { HOUR_MS } from "../support/time";

/** Each command runs on a machine of its own, as in CI: only the state is the same. */
const services = [useService({ provisionMs: 0 }), useService({ provisionMs: 0 }, nativeFrontEnd)];

const DOWN = { kind: "status", status: 503 } as const;

const EMPTY = { region: "us-east", type: "g6-nanode-1", label: "web" };

/** One life of each kind. */
const LIVES = [...new Map(postedLives.map((life) => [life.kind, life])).values()];

const messageFrom = (error: unknown): string => (error as Error).message;

/** Creates of a kind that are lost, and commands on another machine. */
function losses(service: Service, kind: string, needs = specimenOf(kind).needs) {
  const elsewhere = <T>(work: (handlers: Handlers) => Promise<T>, exportState?: () => string): Promise<T> =>
    new Machine(service, exportState).run((process) => work(process(kind)));

  /** Its POST was carried out or not, and the search for its result failed, too. */
  async function lost(isCarriedOut: boolean, fields: Values) {
    const { args, list } = await placed(service, kind, fields, needs);
    const deployment = new Deployment(service, kind);
    const { faults } = service.emulator;
    const effect = isCarriedOut ? ({ kind: "lostResponse" } as const) : ({ kind: "status", status: 502 } as const);
    faults.add({ method: "POST", path: list, effect, times: "always" });
    faults.add({ method: "GET", path: `${list}*`, nth: 2, effect: DOWN, times: "always" });
    const message = elsewhere((handlers) => messageOf(deployment.up(args, {}, handlers)));
    expect(await message).toContain("continues the search on any machine");
    faults.clear();
    service.forget();
    service.said.length = 0;
    return { args, list, deployment };
  }
  return { elsewhere, lost };
}

describe.each(services)("a create without a response, on another machine", (service) => {
  describe.each(LIVES)("$title", ({ kind, needs, args: fields }) => {
    const { elsewhere, ...of } = losses(service, kind, needs);
    const lost = (isCarriedOut: boolean) => of.lost(isCarriedOut, fields);

    test("is found by the next up, without a second one", async () => {
      const { args, list, deployment } = await lost(true);
      expect(await elsewhere((handlers) => deployment.up(args, {}, handlers))).toBe("replace");
      await expectOnly(service, list, deployment);
      expect(service.writes()).not.toContain(`POST ${list}`);
      expect(await elsewhere((handlers) => deployment.up(args, {}, handlers))).toBe("same");
    });

    test("is created by the next up if the request was not carried out", async () => {
      const { args, list, deployment } = await lost(false);
      expect(await elsewhere((handlers) => deployment.up(args, {}, handlers))).toBe("replace");
      expect(await ownIn(service, list)).toHaveLength(1);
      expect(service.writes().some((one) => one.startsWith("DELETE"))).toBe(false);
    });

    test("is found by a refresh, also without a journal", async () => {
      const { args, list, deployment } = await lost(true);
      await deployment.refresh(service.process()(kind));
      await expectOnly(service, list, deployment);
      await elsewhere((handlers) => deployment.up(args, {}, handlers));
      expect(await ownIn(service, list)).toHaveLength(1);
      expect(await elsewhere((handlers) => deployment.up(args, {}, handlers))).toBe("same");
    });

    test("is found and deleted by a destroy, after it was renamed and a refresh was previewed", async () => {
      const { list, deployment } = await lost(true);
      const machine = new Machine(service);
      const on = <T>(work: (handlers: Handlers) => Promise<T>) => machine.run((process) => work(process(kind)));
      const renamed = new Deployment(service, kind, "renamed");
      renamed.state = deployment.state;
      const previewed = renamed.copy();
      await on((handlers) => previewed.refresh(handlers));
      expect(previewed.recorded().id).not.toMatch(/^pending-/);
      await on((handlers) => renamed.destroy(handlers));
      expect(await ownIn(service, list)).toEqual([]);
    });

    test("is imported by its ID", async () => {
      const { args, list, deployment } = await lost(true);
      const [object] = await ownIn(service, list);
      const zone = "domainId" in args ? `${Number(args.domainId)}/` : "";
      await elsewhere((handlers) => deployment.up(args, { import: `${zone}${String(object?.id)}` }, handlers));
      await expectOnly(service, list, deployment);
      expect(service.writes()).toEqual([]);
    });

    test("stays in the state while the service is down", async () => {
      const { args, list, deployment } = await lost(true);
      service.emulator.faults.add({ method: "GET", path: `${list}*`, effect: DOWN, times: "always" });
      for (const run of [
        (handlers: Handlers) => deployment.up(args, {}, handlers),
        (handlers: Handlers) => deployment.refresh(handlers),
        (handlers: Handlers) => deployment.destroy(handlers),
      ]) {
        await elsewhere((handlers) => messageOf(run(handlers)));
        expect(deployment.recorded().id).toMatch(/^pending-/);
      }
      service.emulator.faults.clear();
      await elsewhere((handlers) => deployment.up(args, {}, handlers));
      expect(await ownIn(service, list)).toHaveLength(1);
    });
  });

  const { elsewhere, lost } = losses(service, "Instance");

  /** What `recover` finds, and the IDs in the state that it repairs if everything is decided. */
  async function recovered(deployment: Deployment, decisions: Partial<DiagnoseOptions> = {}) {
    const text = exportOf([exported("Instance", deployment)], { isNative: service === services[1] });
    const found = await diagnose(stackStateOf(text, "dev"), { ...askedOf(service), ...decisions });
    const { resources } = parseExport(repaired(text, found, new Date(service.clock.today())));
    const decided = found.some(({ result }) => result === "undecided") ? undefined : resources.slice(1);
    return { results: found.map(({ result, ids }) => [result, ...ids]), said: found[0]?.explanation, decided };
  }

  test("is recorded by recover", async () => {
    const { args, list, deployment } = await lost(true, EMPTY);
    const [object] = await ownIn(service, list);
    const { results, decided } = await recovered(deployment);
    expect(results).toEqual([["created", String(object?.id)]]);
    expect(decided).toMatchObject([
      { id: String(object?.id), outputs: { label: "web", __applied: { unfinished: true } } },
    ]);
    const { id = "", inputs = {}, outputs = {} } = decided?.[0] ?? {};
    deployment.state = { id, inputs, outputs };
    await elsewhere((handlers) => deployment.up(args, {}, handlers));
    await expectOnly(service, list, deployment);
  });

  test("is left out by recover once its request can't be carried out any more, or if its user says so", async () => {
    const { list, deployment } = await lost(false, EMPTY);
    const early = await recovered(deployment);
    expect(early).toMatchObject({ results: [["undecided"]], decided: undefined });
    expect(early.said).toContain("Run `pulumi up --refresh`");
    expect(await recovered(deployment, { discarded: ["web"] })).toMatchObject({
      results: [["discarded"]],
      decided: [],
    });
    service.clock.advance(HOUR_MS);
    expect(await recovered(deployment)).toMatchObject({ results: [["not-created"]], decided: [] });
    expect(await ownIn(service, list)).toEqual([]);
  });

  test("is what its user accepts in recover, if something else fits", async () => {
    const { list, deployment } = await lost(false, EMPTY);
    const theirs = String((await service.ask("POST", list, { ...EMPTY, tags: ["theirs"] })).id);
    const { results, said } = await recovered(deployment);
    expect(results).toEqual([["undecided", theirs]]);
    expect(said).toContain("these inputs differ: tags");
    const { decided } = await recovered(deployment, { accepted: [theirs] });
    expect(decided).toMatchObject([{ id: theirs }]);
  });

  test("is not searched for by recover in another account", async () => {
    const { deployment } = await lost(true, EMPTY);
    (deployment.recorded().outputs.__applied as { account: Values }).account.id = "another";
    const { results, said } = await recovered(deployment);
    expect(results).toEqual([["undecided"]]);
    expect(said).toContain("but the settings lead to account");
  });

  test("is deleted, before another one is created, if the program has changed what cannot be updated", async () => {
    const { args, list, deployment } = await lost(true, EMPTY);
    expect(await elsewhere((handlers) => deployment.up({ ...args, region: "eu-west" }, {}, handlers))).toBe("replace");
    await expectOnly(service, list, deployment);
    expect(await ownIn(service, list)).toMatchObject([{ region: "eu-west" }]);
  });

  test.each(["up", "refresh", "destroy"] as const)(
    "is not what somebody else created with other inputs: %s",
    async (does) => {
      const { args, list, deployment } = await lost(false, EMPTY);
      const theirs = await service.ask("POST", list, {
        region: "us-east",
        type: "g6-nanode-1",
        label: "web",
        tags: ["theirs"],
      });
      service.forget();
      const outcome = await elsewhere<unknown>((handlers) =>
        does === "up" ? deployment.up(args, {}, handlers) : deployment[does](handlers),
      ).catch(messageFrom);
      expect(deployment.state?.id).not.toBe(String(theirs.id));
      expect(service.writes()).toEqual([]);
      expect([outcome, ...service.warnings()].join()).toContain("these inputs differ: tags");
    },
  );

  test.each(["up", "refresh", "destroy"] as const)("is not searched for in another account: %s", async (does) => {
    const { args, deployment } = await lost(true, EMPTY);
    const { id } = deployment.recorded();
    const applied = deployment.recorded().outputs.__applied as { account: Values };
    applied.account.id = "another";
    const message = await elsewhere((handlers) =>
      messageOf(does === "up" ? deployment.up(args, {}, handlers) : deployment[does](handlers)),
    );
    expect(message).toContain("but the settings lead to account");
    expect(deployment.recorded().id).toBe(id);
    expect(service.writes()).toEqual([]);
  });

  test("is not an equal record that another resource of the stack manages", async () => {
    const records = losses(service, "DomainRecord");
    const { args, list, deployment } = await records.lost(false, { type: "A", name: "www", target: "192.0.2.1" });
    const equal = new Deployment(service, "DomainRecord", "equal");
    await new Machine(service).run((process) => equal.up(args, {}, process("DomainRecord")));
    const state = exportOf([{ kind: "DomainRecord", name: "equal", ...equal.recorded() }]);
    await records.elsewhere(
      (handlers) => deployment.destroy(handlers),
      () => state,
    );
    await expectOnly(service, list, equal);
  });

  test("is found as a member of a set, although the list shows it late", async () => {
    const set = losses(service, "DomainRecordSet");
    const [www, mail] = ["www", "mail"].map((name) => ({ type: "A", name, target: "192.0.2.1" }));
    const { args, list } = await placed(service, "DomainRecordSet", { records: [www] });
    const deployment = new Deployment(service, "DomainRecordSet");
    await set.elsewhere((handlers) => deployment.up(args, {}, handlers));
    const { faults } = service.emulator;
    const wanted = { ...args, records: [www, mail] };
    faults.add({ method: "POST", path: list, effect: { kind: "lostResponse" } });
    faults.add({ method: "GET", path: `${list}*`, nth: 2, effect: DOWN, times: "always" });
    await set.elsewhere((handlers) => messageOf(deployment.up(wanted, {}, handlers)));
    faults.clear();
    faults.add({ method: "GET", path: `${list}*`, effect: { kind: "stale", writes: 1 }, times: 3 });
    await set.elsewhere((handlers) => deployment.up(wanted, {}, handlers));
    expect(await ownIn(service, list)).toHaveLength(2);
  });
});
