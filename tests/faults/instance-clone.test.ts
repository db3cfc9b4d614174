import type { FaultEffect, FaultPhase } from "../../emulator";
import type { Values } from "../../provider/definition/values";
import { anOriginal, clonesOf, PLACE, writesBelow } from "../support/clones";
import { Deployment } from "../support/deployment";
import { FAULTS, LASTING, REFUSAL, strike } from "../support/exchange-faults";
import { listed } from "../support/programs";
import { useService } from "../support/service";

/**
 * Breaks, one after another, every exchange of a create that clones an instance; then the service is well again, and the next run
 * must put everything right: one clone, in the state, as the program wants it, and the source as it was.
 */
const service = useService({ provisionMs: 1 });
jest.setTimeout(60_000);

const wanted = (instanceId: number): Values => ({
  ...{ ...PLACE, cloneFrom: { instanceId }, tags: ["new"], booted: true, rootPass: "another-horse-2" },
  interfaces: [{ purpose: "vlan", label: "back" }],
});

const rows = [...FAULTS, REFUSAL].flatMap((fault) => LASTING.map((lasting) => ({ ...fault, lasting })));

const MOST_EXCHANGES = 40;

/** @returns whether the create had so many exchanges that the fault could strike. */
async function survivesFaultAt(nth: number, row: (typeof rows)[number]): Promise<boolean> {
  service.emulator.reset();
  const source = await anOriginal(service);
  const args = wanted(source);
  const deployment = new Deployment(service, "Instance");
  strike(service, nth, row);
  await deployment.up(args).catch(() => undefined);
  const [report] = service.emulator.faults.list();
  service.emulator.faults.clear();

  await deployment.up(args);
  const clones = await clonesOf(service, source);
  expect(clones.map(({ id }) => String(id))).toEqual([deployment.recorded().id]);
  expect(clones).toMatchObject([{ status: "running", tags: ["new"], image: "compute/debian11" }]);
  const [config] = await listed(service, `/compute/instances/${deployment.recorded().id}/configs`);
  expect(config).toMatchObject({ interfaces: [{ label: "back" }] });
  expect((await service.ask("GET", `/compute/instances/${source}`)).status).toBe("running");
  expect(await deployment.up(args)).toBe("same");
  expect(await deployment.refresh()).toBe("same");
  expect(await deployment.up(args)).toBe("same");
  return report !== undefined && report.fired > 0;
}

test.each(rows)("a clone survives $what, $lasting, at any exchange", async (row) => {
  let nth = 1;
  while (nth < MOST_EXCHANGES && (await survivesFaultAt(nth, row))) nth++;
  expect(nth).toBeGreaterThan(1);
  expect(nth).toBeLessThan(MOST_EXCHANGES);
});

const UNCLEAR: readonly { what: string; effect: FaultEffect; phase: FaultPhase; sent: number }[] = [
  { what: "a reset before the deed", effect: { kind: "reset" }, phase: "before", sent: 2 },
  { what: "a reset after the deed", effect: { kind: "reset" }, phase: "after", sent: 1 },
  { what: "a 502 page after the deed", effect: { kind: "html", status: 502 }, phase: "after", sent: 1 },
  { what: "a 500 before the deed", effect: { kind: "status", status: 500 }, phase: "before", sent: 2 },
  { what: "a page with 200 after the deed", effect: { kind: "html", status: 200 }, phase: "after", sent: 1 },
];

test.each(UNCLEAR)("the answer to the POST is $what: cloned exactly once, with or without a label", async (row) => {
  for (const label of [{}, { label: "green" }]) {
    service.emulator.reset();
    const source = await anOriginal(service);
    const args = { ...PLACE, ...label, cloneFrom: { instanceId: source } };
    const { effect, phase, sent } = row;
    service.emulator.faults.add({ method: "POST", path: "/compute/instances/*/clone", effect, phase });
    const deployment = new Deployment(service, "Instance");
    await deployment.up(args);
    const clones = await clonesOf(service, source);
    expect(clones.map(({ id }) => String(id))).toEqual([deployment.recorded().id]);
    expect(writesBelow(service)).toEqual(Array.from({ length: sent }, () => "POST /clone"));
    expect(await deployment.up(args)).toBe("same");
  }
});
