import type { Values } from "../../provider/definition/values";
import { anOriginal, clonesOf, PLACE, writesBelow } from "../support/clones";
import { Deployment } from "../support/deployment";
import { faultOf, FAULTS, REFUSAL, AMBIGUOUS_RESPONSES } from "../support/exchange-faults";
import { testExchanges } from "../support/exchange-tables";
import { listed } from "../support/programs";
import { useService } from "../support/service";
import { expectSettled } from "../support/settled";
import { isWhole } from "../support/whole-suite";

/**
 * Breaks, one after another, every exchange of a create that clones an instance. Then the faults end, and the next update must
 * put everything right: one clone, in state, matching the program, and the source unchanged.
 */
const service = useService({ provisionMs: 1 });

const wanted = (instanceId: number): Values => ({
  ...PLACE,
  cloneFrom: { instanceId },
  tags: ["new"],
  booted: true,
  rootPass: "another-horse-2",
  // In `npm test`, clone.lifecycle and resources/every-exchange break the requests for them.
  ...(isWhole ? { interfaces: [{ purpose: "vlan", label: "back" }] } : {}),
});

testExchanges("$operation survives any fault at any exchange", {
  service,
  rows: [{ operation: "a clone" }],
  faults: [...FAULTS, REFUSAL],
  async survives(_, disturbed) {
    service.emulator.reset();
    const source = await anOriginal(service);
    const args = wanted(source);
    const deployment = new Deployment(service, "Instance");
    await disturbed(() => deployment.up(args));

    await deployment.up(args);
    const clones = await clonesOf(service, source);
    expect(clones.map(({ id }) => String(id))).toEqual([deployment.recorded().id]);
    expect(clones).toMatchObject([{ status: "running", tags: ["new"], image: "compute/debian11" }]);
    const [config] = await listed(service, `/compute/instances/${deployment.recorded().id}/configs`);
    if (isWhole) expect(config).toMatchObject({ interfaces: [{ label: "back" }] });
    expect((await service.ask("GET", `/compute/instances/${source}`)).status).toBe("running");
    await expectSettled(deployment, args);
  },
});

test.each(AMBIGUOUS_RESPONSES)(
  "clones exactly once, with or without a label, when the POST gets $what",
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
      expect(writesBelow(service)).toEqual(Array.from({ length: answer.happened ? 1 : 2 }, () => "POST /clone"));
      expect(await deployment.up(args)).toBe("same");
    }
  },
);
