import { postedLives } from "../kinds";
import { Deployment, expectOnly, placed } from "../support/deployment";
import type { Handlers } from "../support/front-end";
import { Machine } from "../support/machine";
import { nativeFrontEnd } from "../support/native-front-end";
import { messageOf, ownIn } from "../support/programs";
import { useService } from "../support/service";

/** Each command runs on a machine of its own, as in CI: only the state is the same. */
const services = [useService({ provisionMs: 0 }), useService({ provisionMs: 0 }, nativeFrontEnd)];

const DOWN = { kind: "status", status: 503 } as const;

/** One life of each kind. */
const LIVES = [...new Map(postedLives.map((life) => [life.kind, life])).values()];

describe.each(services)("a create without a response, on another machine", (service) => {
  describe.each(LIVES)("$title", ({ kind, needs, args: fields }) => {
    const elsewhere = <T>(work: (handlers: Handlers) => Promise<T>): Promise<T> =>
      new Machine(service).run((process) => work(process(kind)));

    /** Its POST was carried out or not, and the search for its result failed, too. */
    async function lost(isCarriedOut: boolean) {
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

    test("is found by a refresh", async () => {
      const { args, list, deployment } = await lost(true);
      await elsewhere((handlers) => deployment.refresh(handlers));
      await expectOnly(service, list, deployment);
      await elsewhere((handlers) => deployment.up(args, {}, handlers));
      expect(await ownIn(service, list)).toHaveLength(1);
      expect(await elsewhere((handlers) => deployment.up(args, {}, handlers))).toBe("same");
    });

    test("is found and deleted by a destroy", async () => {
      const { list, deployment } = await lost(true);
      await elsewhere((handlers) => deployment.destroy(handlers));
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
});
