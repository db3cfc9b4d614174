import type { FaultEffect, FaultPhase } from "../../emulator";
import { ACTION_KINDS, aWorldFor, pass } from "../support/action-programs";
import { Deployment } from "../support/deployment";
import { errorOf } from "../support/programs";
import { useService } from "../support/service";

const service = useService();
jest.setTimeout(60_000);

/** Kinds of which the service shows too little to tell whether a lost request has been heeded when all is over. */
const UNTOLD = ["InstanceRestore", "InstanceClone", "MongoDatabaseRestore", "MongoDatabasePatch"];

/** Answers that leave open whether the POST had its effect. */
const UNCLEAR: readonly { what: string; effect: FaultEffect; phase?: FaultPhase; happened: boolean }[] = [
  { what: "no answer after the deed", effect: { kind: "lostResponse" }, happened: true },
  { what: "a reset before the deed", effect: { kind: "reset" }, phase: "before", happened: false },
  { what: "half an answer", effect: { kind: "truncate" }, happened: true },
  { what: "a 500 after the deed", effect: { kind: "status", status: 500 }, phase: "after", happened: true },
  { what: "a 503 before the deed", effect: { kind: "status", status: 503 }, phase: "before", happened: false },
  { what: "a page with 200 after the deed", effect: { kind: "html", status: 200 }, phase: "after", happened: true },
  { what: "a page with 502 before the deed", effect: { kind: "html", status: 502 }, phase: "before", happened: false },
];

const rows = ACTION_KINDS.flatMap((kind) => UNCLEAR.map((fault) => ({ kind, ...fault })));

describe.each(rows.filter(({ happened }) => happened))("$kind whose POST gets $what", ({ kind, effect, phase }) => {
  test("is seen to have happened, and not repeated", async () => {
    const { args, post, timesDone } = await aWorldFor(service, kind);
    const [method, path] = post.split(" ") as [string, string];
    service.emulator.faults.add({ method, path, effect, ...(phase ? { phase } : {}) });
    const deployment = new Deployment(service, kind);
    expect(await deployment.up(args)).toBe("create");
    expect(service.writes()).toEqual([post]);
    expect(await timesDone()).toBe(1);
    expect(await deployment.up(args)).toBe("same");
    expect(await deployment.refresh()).toBe("same");
  });
});

describe.each(rows.filter(({ happened }) => !happened))("$kind whose POST gets $what", ({ kind, effect, phase }) => {
  test("is not repeated by itself; the error says how to go on, and that works", async () => {
    const { args, post, timesDone } = await aWorldFor(service, kind);
    const [method, path] = post.split(" ") as [string, string];
    service.emulator.faults.add({ method, path, effect, ...(phase ? { phase } : {}) });
    const deployment = new Deployment(service, kind);
    const error = await errorOf(deployment.up(args));
    expect(service.writes()).toEqual([post]);
    expect(await timesDone()).toBe(0);
    if (UNTOLD.includes(kind)) {
      expect(error.message).toMatch(/unclear.*not asked twice.*change triggers.*remove the resource from the program/);
      expect((await errorOf(deployment.up(args))).message).toContain("change triggers");
      expect(service.writes()).toEqual([post]);
      expect(await deployment.up({ ...args, triggers: ["again"] })).toBe("replace");
    } else {
      expect(error.message).toMatch(/was not repeated.*Nothing was recorded; run `pulumi up` again/);
      expect(deployment.state).toBeUndefined();
      expect(await deployment.up(args)).toBe("create");
    }
    expect(service.writes()).toEqual([post, post]);
    expect(await timesDone()).toBe(1);
  });
});

/** What breaks every exchange of a run, one after another, once or from there on; the next runs must not do it twice. */
const FAULTS: readonly { what: string; effect: FaultEffect; phase?: FaultPhase }[] = [
  { what: "a reset before the deed", effect: { kind: "reset" } },
  { what: "a reset after the deed", effect: { kind: "lostResponse" } },
  { what: "a 500 after the deed", effect: { kind: "status", status: 500 }, phase: "after" },
  { what: "a 429", effect: { kind: "status", status: 429, headers: { "Retry-After": "5" } } },
  { what: "a 401", effect: { kind: "status", status: 401 } },
];

const MOST_EXCHANGES = 30;

const everyExchange = ACTION_KINDS.flatMap((kind) =>
  FAULTS.flatMap((fault) => (["once", "from then on"] as const).map((lasting) => ({ kind, ...fault, lasting }))),
);

type Row = (typeof everyExchange)[number];

/** @returns whether the run had so many exchanges that the fault could strike. */
async function survivesFaultAt(nth: number, { kind, effect, phase, lasting }: Row): Promise<boolean> {
  service.emulator.reset();
  const { args, post, timesDone } = await aWorldFor(service, kind);
  const deployment = new Deployment(service, kind);
  const times = lasting === "once" ? 1 : "always";
  service.emulator.faults.add({ path: "/**", nth, times, effect, ...(phase ? { phase } : {}) });
  await deployment.up(args).catch(() => undefined);
  const [report] = service.emulator.faults.list();
  service.emulator.faults.clear();
  const recovered = await deployment.up(args).then(
    () => true,
    () => false,
  );
  pass(service);
  const done = await timesDone();
  expect({ kind, nth, done: done <= 1 }).toEqual({ kind, nth, done: true });
  if (recovered) {
    expect({ kind, nth, done }).toEqual({ kind, nth, done: 1 });
    expect(await deployment.up(args)).toBe("same");
  } else {
    // Only a person can say what the service does not tell.
    expect(UNTOLD).toContain(kind);
    expect(await deployment.up({ ...args, triggers: ["again"] })).toBe("replace");
  }
  expect(service.writes().filter((write) => write === post).length).toBeLessThanOrEqual(6);
  return report !== undefined && report.fired > 0;
}

test.each(everyExchange)("$kind survives $what, $lasting, at any exchange, and is not done twice", async (row) => {
  let nth = 1;
  while (nth < MOST_EXCHANGES && (await survivesFaultAt(nth, row))) nth++;
  expect(nth).toBeGreaterThan(1);
  expect(nth).toBeLessThan(MOST_EXCHANGES);
});
