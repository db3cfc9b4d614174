import type { Values } from "../../provider/definition/values";
import { anOriginal, clonesOf, PLACE } from "../support/clones";
import { Deployment } from "../support/deployment";
import { AMBIGUOUS_RESPONSES, faultOf, FAULTS, REFUSAL } from "../support/exchange-faults";
import { testExchanges } from "../support/exchange-tables";
import { aSource, SHOP, shopNameserver } from "../support/origins";
import { listed } from "../support/programs";
import { recover } from "../support/recovery";
import { useService } from "../support/service";
import { expectSettled } from "../support/settled";
import { isWhole } from "../support/whole-suite";

/**
 * Breaks, one after another, every exchange of a create that clones or imports. Then the faults end, and the next update must put
 * everything right: one resource, in state, matching the program, with what it brings, and the source unchanged.
 */
const service = useService({ provisionMs: 1 });

const ZONE = { domain: SHOP, type: "master", soaEmail: "admin@shop.example", description: "The shop" };
const ZONES = [
  { way: "clone", path: "/domains/*/clone", brought: async () => ({ cloneFrom: await aSource(service) }) },
  {
    way: "import",
    path: "/domains/import",
    brought: async () => ({ importFrom: { remoteNameserver: (await shopNameserver()).address } }),
  },
];

testExchanges("a create of a zone by $way survives any fault at any exchange", {
  service,
  rows: ZONES,
  faults: FAULTS,
  async survives({ brought }, disturbed) {
    service.emulator.reset();
    const args: Values = { ...ZONE, ...(await brought()) };
    const deployment = new Deployment(service, "Domain");
    await disturbed(() => deployment.up(args));

    await recover(deployment, args, (id) => agreeingWith(id, args));
    await expectShop(deployment, args);
  },
});

// Without an import by the user, which `recover` makes if the update asks for one.
test.each(AMBIGUOUS_RESPONSES)(
  "a zone is cloned or imported exactly once, in one up, when the POST gets $what",
  async ({ happened, ...answer }) => {
    for (const { way, path, brought } of ZONES) {
      service.emulator.reset();
      const args = { ...ZONE, ...(await brought()) };
      service.forget();
      service.emulator.faults.add({ method: "POST", path, ...faultOf(answer) });
      const deployment = new Deployment(service, "Domain");
      expect(await deployment.up(args)).toBe("create");
      expect(service.writes().filter((write) => write.endsWith(`/${way}`))).toHaveLength(happened ? 1 : 2);
      await expectShop(deployment, args);
    }
  },
);

async function expectShop(deployment: Deployment, args: Values): Promise<void> {
  const { id } = deployment.recorded();
  const shops = (await listed(service, "/domains")).filter(({ domain }) => domain === SHOP);
  expect(shops).toEqual([expect.objectContaining({ id: Number(id), description: "The shop" })]);
  expect(await listed(service, `/domains/${id}/records`)).not.toEqual([]);
  await expectSettled(deployment, args);
}

/** The inputs without those that the zone may not have yet: an import fails if the program differs from the zone. */
async function agreeingWith(id: string, { description: _description, ...args }: Values): Promise<Values> {
  const { soa_email: soaEmail } = await service.ask("GET", `/domains/${id}`);
  return { ...args, soaEmail };
}

const SET = { tags: ["new"], booted: true, rootPass: "another-horse-2" };
/** In `npm test`, instances/origins and every-exchange break the requests for them. */
const ATTACHED = isWhole ? { interfaces: [{ purpose: "vlan", label: "back" }] } : {};

testExchanges("$operation survives any fault at any exchange", {
  service,
  rows: [{ operation: "a clone of an instance" }],
  faults: [...FAULTS, REFUSAL],
  async survives(_, disturbed) {
    service.emulator.reset();
    const source = await anOriginal(service);
    const args = { ...PLACE, cloneFrom: { instanceId: source }, ...SET, ...ATTACHED };
    const deployment = new Deployment(service, "Instance");
    await disturbed(() => deployment.up(args));

    await deployment.up(args);
    const { id } = deployment.recorded();
    const made = { id: Number(id), status: "running", tags: ["new"], image: "compute/debian11" };
    expect(await clonesOf(service, source)).toEqual([expect.objectContaining(made)]);
    const [config] = await listed(service, `/compute/instances/${id}/configs`);
    if (isWhole) expect(config).toMatchObject({ interfaces: [{ label: "back" }] });
    expect((await service.ask("GET", `/compute/instances/${source}`)).status).toBe("running");
    await expectSettled(deployment, args);
  },
});

test.each(AMBIGUOUS_RESPONSES)(
  "an instance is cloned exactly once, with or without a label, when the POST gets $what",
  async (answer) => {
    for (const label of [{}, { label: "green" }]) {
      service.emulator.reset();
      const source = await anOriginal(service);
      const args = { ...PLACE, ...label, cloneFrom: { instanceId: source } };
      service.emulator.faults.add({ method: "POST", path: "/compute/instances/*/clone", ...faultOf(answer) });
      const deployment = new Deployment(service, "Instance");
      await deployment.up(args);
      const clones = await clonesOf(service, source);
      expect(clones.map(({ id }) => String(id))).toEqual([deployment.recorded().id]);
      expect(service.writes()).toHaveLength(answer.happened ? 1 : 2);
      expect(await deployment.up(args)).toBe("same");
    }
  },
);
