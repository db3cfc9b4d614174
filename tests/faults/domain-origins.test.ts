import type { Values } from "../../provider/definition/values";
import { Deployment } from "../support/deployment";
import { FAULTS, LASTING, strike } from "../support/exchange-faults";
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

const rows = WAYS.flatMap((row) =>
  FAULTS.flatMap((fault) => LASTING.map((lasting) => ({ ...row, ...fault, lasting }))),
);

const MOST_EXCHANGES = 30;

/** @returns whether the create had so many exchanges that the fault could strike. */
async function survivesFaultAt(nth: number, row: (typeof rows)[number]): Promise<boolean> {
  service.emulator.reset();
  const args: Values = { ...WANTED, ...(await row.brought()) };
  const deployment = new Deployment(service, "Domain");
  strike(service, nth, row);
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
