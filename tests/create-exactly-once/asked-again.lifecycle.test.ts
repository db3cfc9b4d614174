import type { Values } from "../../provider/definition/values";
import { firstLives } from "../kinds";
import type { Life } from "../kinds/specimen";
import { writesBelow } from "../support/action-programs";
import { deployed, Deployment, expectOnly, expectSettled, placed } from "../support/deployment";
import { AMBIGUOUS_RESPONSES, faultOf } from "../support/exchange-faults";
import { DEPLOYED, errorOf } from "../support/programs";
import { useService } from "../support/service";
import { useStoppedRuns } from "../support/stack";

// With a hook `onError`, the engine asks the same process again, and has no record of what the first attempt made.
const service = useService({ provisionMs: 1_000 });
const runs = useStoppedRuns(service);
const UNREADABLE = { method: "GET", path: "/**", times: "always", effect: { kind: "status", status: 403 } } as const;

const FIRST = [
  ...AMBIGUOUS_RESPONSES.filter(({ what }) => /lost|500 before|page with 200/.test(what)),
  { what: "its response" },
];

/** The place of a life, and how many reads its create sends before its POST, and after it. */
async function rehearsed({ kind, needs, args: fields }: Life) {
  const { args, list } = await placed(service, kind, fields, needs);
  service.forget();
  await new Deployment(service, kind).up(args);
  const methods = service.requests().map(({ method }) => method);
  service.startOver();
  await placed(service, kind, fields, needs);
  service.forget();
  return { args, list, reads: methods.indexOf("POST"), isRead: methods.at(-1) === "GET" };
}

/** A create that fails, and then, without the faults, the same one. */
async function createAgain(kind: string, args: Values): Promise<Deployment> {
  const deployment = new Deployment({ ...service, process: runs.process }, kind);
  const handlers = deployment.process();
  const inputs = await deployment.check(handlers, {}, deployment.inputsFrom(args));
  await errorOf(deployment.create(handlers, inputs));
  service.emulator.faults.clear();
  deployment.state = undefined;
  await deployment.create(handlers, inputs);
  return deployment;
}

describe.each(firstLives)("$title", (life) => {
  test.each(FIRST)(
    "is created once if its POST gets $what, no read succeeds, and it is asked for again",
    async (first) => {
      const { kind } = life;
      const { args, list, reads, isRead } = await rehearsed(life);
      const { faults } = service.emulator;
      if ("effect" in first) faults.add({ method: "POST", path: list, ...faultOf(first), times: "always" });
      faults.add({ ...UNREADABLE, nth: reads + 1 });
      if (!("effect" in first || isRead)) {
        // Nothing is read after the response, so the create does not fail.
        expect(await new Deployment(service, kind).up(args)).toBe("create");
        return;
      }
      const deployment = await createAgain(kind, args);
      await expectOnly(service, list, deployment);
      await expectSettled(deployment, args);
    },
  );
});

test("an update that failed after its write is completed without a second one", async () => {
  const { deployment } = await deployed(service, "Instance", DEPLOYED);
  const before = deployment.recorded();
  const handlers = deployment.process();
  const bigger = { ...DEPLOYED, type: "g6-standard-1" };
  service.emulator.faults.add({ ...UNREADABLE, nth: 3 });
  await errorOf(deployment.up(bigger, {}, handlers));
  service.emulator.faults.clear();
  const inputs = await deployment.check(handlers, before.inputs, deployment.inputsFrom(bigger));
  const recorded = { id: before.id, state: before.outputs };
  expect(await handlers.update(recorded, inputs)).toMatchObject({ type: "g6-standard-1", status: "running" });
  expect(writesBelow(service)).toEqual(["POST /resize"]);
});
