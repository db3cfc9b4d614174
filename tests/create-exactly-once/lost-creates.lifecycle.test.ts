import type { Values } from "../../provider/definition/values";
import { postedLives, specimenOf } from "../kinds";
import { Deployment, expectOnly, placed } from "../support/deployment";
import { exportOf } from "../support/exported-stack";
import type { Handlers } from "../support/front-end";
import { Machine } from "../support/machine";
import { nativeFrontEnd } from "../support/native-front-end";
import { messageOf, ownIn } from "../support/programs";
import { useService } from "../support/service";
import type { Service } from "../support/service";

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
