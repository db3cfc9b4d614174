import { pass } from "../support/action-programs";
import { ACTION_KINDS, aWorldFor } from "../support/action-worlds";
import { Deployment } from "../support/deployment";
import { AMBIGUOUS_RESPONSES, faultOf, faultsNamed, LATE_REJECTIONS } from "../support/exchange-faults";
import { testExchanges } from "../support/exchange-tables";
import { errorOf } from "../support/programs";
import { useService } from "../support/service";
import { isWhole } from "../support/whole-suite";

const service = useService();

/** Actions of which the API shows too little to confirm afterwards whether a request without a response took effect. */
const UNVERIFIABLE = ["InstanceRestore", "InstanceClone", "MongoDatabaseRestore", "MongoDatabasePatch"];

/** In `npm test`, each action gets every other response. */
const rows = ACTION_KINDS.flatMap((kind, turn) =>
  [...AMBIGUOUS_RESPONSES, ...LATE_REJECTIONS].flatMap((answer, index) =>
    isWhole || (index + turn) % 2 === 0 ? [{ kind, ...answer }] : [],
  ),
);

/** An action whose POST gets this response, and everything that it needs. */
async function answering({ kind, ...answer }: (typeof rows)[number]) {
  const world = await aWorldFor(service, kind);
  service.emulator.faults.add({ ...world.request, ...faultOf(answer) });
  return { ...world, deployment: new Deployment(service, kind) };
}

test.each(rows.filter(({ happened }) => happened))(
  "$kind whose POST gets $what: detects that the action was carried out and does not repeat it",
  async (row) => {
    const { deployment, args, post, timesDone } = await answering(row);
    expect(await deployment.up(args)).toBe("create");
    expect(service.writes()).toEqual([post]);
    expect(await timesDone()).toBe(1);
    expect(await deployment.up(args)).toBe("same");
    expect(await deployment.refresh()).toBe("same");
  },
);

test.each(rows.filter(({ happened }) => !happened))(
  "$kind whose POST gets $what: does not repeat the action; the error names the next step, which works",
  async (row) => {
    const { deployment, args, post, timesDone } = await answering(row);
    const error = await errorOf(deployment.up(args));
    expect(service.writes()).toEqual([post]);
    expect(await timesDone()).toBe(0);
    if (UNVERIFIABLE.includes(row.kind)) {
      expect(error.message).toMatch(/Could not confirm.*not retried.*set `alreadyDone: true`.*change triggers/);
      expect((await errorOf(deployment.up(args))).message).toContain("change triggers");
      expect(service.writes()).toEqual([post]);
      const said = deployment.copy();
      expect(await said.up({ ...args, alreadyDone: true })).toBe("update");
      expect(await said.up(args)).toBe("same");
      expect(service.writes()).toEqual([post]);
      expect(await deployment.up({ ...args, triggers: ["again"] })).toBe("replace");
    } else {
      expect(error.message).toMatch(/was not retried\. Run the same command again .*state was not changed/);
      expect(deployment.state).toBeUndefined();
      expect(await deployment.up(args)).toBe("create");
    }
    expect(service.writes()).toEqual([post, post]);
    expect(await timesDone()).toBe(1);
  },
);

/** Break each exchange of an update, one after another; the next updates must not repeat the action. */
const faults = faultsNamed(
  "a reset before the request takes effect",
  "a lost response",
  "a 500 after the request took effect",
  "a 429",
  "a 401",
);

testExchanges("$kind survives any fault at any exchange and never runs twice", {
  service,
  rows: ACTION_KINDS.map((kind) => ({ kind })),
  faults,
  async survives({ kind }, disturbed) {
    service.emulator.reset();
    const { args, post, timesDone } = await aWorldFor(service, kind);
    const deployment = new Deployment(service, kind);
    await disturbed(() => deployment.up(args));
    const [{ status }] = await Promise.allSettled([deployment.up(args)]);
    pass(service);
    const done = await timesDone();
    expect(done).toBeLessThanOrEqual(1);
    if (status === "fulfilled") {
      expect(done).toBe(1);
      expect(await deployment.up(args)).toBe("same");
    } else {
      // Only the user can supply what the API does not show.
      expect(UNVERIFIABLE).toContain(kind);
      expect(await deployment.up({ ...args, triggers: ["again"] })).toBe("replace");
    }
    expect(service.timesSent(post)).toBeLessThanOrEqual(6);
  },
});
