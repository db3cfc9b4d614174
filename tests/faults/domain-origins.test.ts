import type { FaultEffect, FaultPhase } from "../../emulator";
import type { Values } from "../../provider/definition";
import { Deployment } from "../support/deployment";
import { aSource, SHOP, shopNameserver } from "../support/origins";
import { listed } from "../support/programs";
import { useService } from "../support/service";

/**
 * Breaks, one after another, every exchange of a create that brings a zone from somewhere else; then the service is well again,
 * and the next run must put everything right: one zone, in the state, as the program wants it, with its records.
 */
const service = useService({ provisionMs: 1 });
jest.setTimeout(60_000);

const WANTED = { domain: SHOP, type: "master", soaEmail: "admin@shop.example", description: "The shop" };

const WAYS = [
  { way: "clone", brought: async () => ({ cloneFrom: await aSource(service) }) },
  { way: "import", brought: async () => ({ importFrom: { remoteNameserver: (await shopNameserver()).address } }) },
];

const FAULTS: readonly { what: string; effect: FaultEffect; phase?: FaultPhase }[] = [
  { what: "a reset before the deed", effect: { kind: "reset" } },
  { what: "a reset after the deed", effect: { kind: "lostResponse" } },
  { what: "half an answer", effect: { kind: "truncate" } },
  { what: "a 500 before the deed", effect: { kind: "status", status: 500 } },
  { what: "a 500 after the deed", effect: { kind: "status", status: 500 }, phase: "after" },
  { what: "a page with 502", effect: { kind: "html", status: 502 } },
  { what: "a page with 200 after the deed", effect: { kind: "html", status: 200 }, phase: "after" },
  { what: "a 429", effect: { kind: "status", status: 429, headers: { "Retry-After": "5" } } },
  { what: "a 401", effect: { kind: "status", status: 401 } },
];

const rows = WAYS.flatMap((row) =>
  FAULTS.flatMap((fault) => (["once", "from then on"] as const).map((lasting) => ({ ...row, ...fault, lasting }))),
);

const MOST_EXCHANGES = 30;

/** @returns whether the create had so many exchanges that the fault could strike. */
async function survivesFaultAt(
  nth: number,
  { brought, effect, phase, lasting }: (typeof rows)[number],
): Promise<boolean> {
  service.emulator.reset();
  const args: Values = { ...WANTED, ...(await brought()) };
  const deployment = new Deployment(service, "Domain");
  const times = lasting === "once" ? 1 : "always";
  service.emulator.faults.add({ path: "/**", nth, times, effect, ...(phase ? { phase } : {}) });
  await deployment.up(args).catch(() => undefined);
  const [report] = service.emulator.faults.list();
  service.emulator.faults.clear();

  await recover(deployment, args);
  const shops = (await listed(service, "/domains")).filter(({ domain }) => domain === SHOP);
  expect(shops.map(({ id }) => String(id))).toEqual([deployment.recorded().id]);
  expect(await listed(service, `/domains/${deployment.recorded().id}/records`)).not.toEqual([]);
  expect(await deployment.up(args)).toBe("same");
  expect(await deployment.refresh()).toBe("same");
  expect(await deployment.up(args)).toBe("same");
  return report !== undefined && report.fired > 0;
}

/** The next `up`; a zone that only a person can say is ours is imported, as the message says, by a program that agrees with it. */
async function recover(deployment: Deployment, args: Values): Promise<void> {
  try {
    await deployment.up(args);
  } catch (error) {
    const id = /`import: "(\d+)"`/.exec((error as Error).message)?.[1];
    if (deployment.state !== undefined || id === undefined) throw error;
    const { soaEmail: _email, description: _description, ...agreeing } = args;
    const { soa_email: soaEmail } = await service.ask("GET", `/domains/${id}`);
    await deployment.up({ ...agreeing, soaEmail }, { import: id });
    await deployment.up(args);
  }
}

test.each(rows)("the create by $way survives $what, $lasting, at any exchange", async (row) => {
  let nth = 1;
  while (nth < MOST_EXCHANGES && (await survivesFaultAt(nth, row))) nth++;
  expect(nth).toBeGreaterThan(1);
  expect(nth).toBeLessThan(MOST_EXCHANGES);
});
