import type { Values } from "../../provider/definition/values";
import { Deployment } from "../support/deployment";
import { FAULTS } from "../support/exchange-faults";
import { testExchanges } from "../support/exchange-tables";
import { aSource, SHOP, shopNameserver } from "../support/origins";
import { listed } from "../support/programs";
import { recover } from "../support/recovery";
import { useService } from "../support/service";
import { expectSettled } from "../support/settled";

/**
 * Breaks, one after another, every exchange of a create that clones or imports a zone. Then the faults end, and the next update
 * must put everything right: one zone, in state, matching the program, with its records.
 */
const service = useService({ provisionMs: 1 });

const WANTED = { domain: SHOP, type: "master", soaEmail: "admin@shop.example", description: "The shop" };

const WAYS = [
  { way: "clone", brought: async () => ({ cloneFrom: await aSource(service) }) },
  { way: "import", brought: async () => ({ importFrom: { remoteNameserver: (await shopNameserver()).address } }) },
];

testExchanges("a create by $way survives any fault at any exchange", {
  service,
  rows: WAYS,
  faults: FAULTS,
  async survives({ brought }, disturbed) {
    service.emulator.reset();
    const args: Values = { ...WANTED, ...(await brought()) };
    const deployment = new Deployment(service, "Domain");
    await disturbed(() => deployment.up(args));

    await recover(deployment, args, (id) => agreeingWith(id, args));
    const shops = (await listed(service, "/domains")).filter(({ domain }) => domain === SHOP);
    expect(shops.map(({ id }) => String(id))).toEqual([deployment.recorded().id]);
    expect(await listed(service, `/domains/${deployment.recorded().id}/records`)).not.toEqual([]);
    await expectSettled(deployment, args);
  },
});

/** The inputs without those that the zone may not have yet: an import fails if the program differs from the zone. */
async function agreeingWith(id: string, { description: _description, ...args }: Values): Promise<Values> {
  const { soa_email: soaEmail } = await service.ask("GET", `/domains/${id}`);
  return { ...args, soaEmail };
}
