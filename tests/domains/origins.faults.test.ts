import type { Values } from "../../provider/definition/values";
import { Deployment } from "../support/deployment";
import { AMBIGUOUS_RESPONSES, faultOf, FAULTS } from "../support/exchange-faults";
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
  { way: "clone", path: "/domains/*/clone", brought: async () => ({ cloneFrom: await aSource(service) }) },
  {
    way: "import",
    path: "/domains/import",
    brought: async () => ({ importFrom: { remoteNameserver: (await shopNameserver()).address } }),
  },
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
    const found = await shops();
    expect(found.map(({ id }) => String(id))).toEqual([deployment.recorded().id]);
    expect(await listed(service, `/domains/${deployment.recorded().id}/records`)).not.toEqual([]);
    await expectSettled(deployment, args);
  },
});

// Without an import by the user, which `recover` makes if the update asks for one.
test.each(AMBIGUOUS_RESPONSES)(
  "a zone is cloned or imported exactly once, in one up, when the POST gets $what",
  async ({ happened, ...answer }) => {
    for (const { way, path, brought } of WAYS) {
      service.emulator.reset();
      const args = { ...WANTED, ...(await brought()) };
      service.forget();
      service.emulator.faults.add({ method: "POST", path, ...faultOf(answer) });
      const deployment = new Deployment(service, "Domain");
      expect(await deployment.up(args)).toBe("create");
      expect(await shops()).toMatchObject([{ id: Number(deployment.recorded().id), description: "The shop" }]);
      expect(service.writes().filter((write) => write.endsWith(`/${way}`))).toHaveLength(happened ? 1 : 2);
      expect(await listed(service, `/domains/${deployment.recorded().id}/records`)).not.toEqual([]);
      await expectSettled(deployment, args);
    }
  },
);

async function shops(): Promise<Values[]> {
  return (await listed(service, "/domains")).filter(({ domain }) => domain === SHOP);
}

/** The inputs without those that the zone may not have yet: an import fails if the program differs from the zone. */
async function agreeingWith(id: string, { description: _description, ...args }: Values): Promise<Values> {
  const { soa_email: soaEmail } = await service.ask("GET", `/domains/${id}`);
  return { ...args, soaEmail };
}
