import { outcomeOf } from "../../cli/drift/verdict";
import { deployed, Deployment } from "../support/deployment";
import { exported, inShort, scanOf } from "../support/exported-stack";
import { FAULTS, faultOf, LASTING, strikesOf, timesOf } from "../support/exchange-faults";
import type { Strike } from "../support/exchange-faults";
import type { Exported } from "../support/exported-stack";
import { aZone, DEPLOYED, MASTER } from "../support/programs";
import { useService } from "../support/service";
import { isWhole } from "../support/whole-suite";

const service = useService();

/** A stack with too many records to read one by one, one of them changed by hand, and an unmanaged zone. */
async function aDriftedStack(): Promise<Exported[]> {
  const { deployment: zone } = await deployed(service, "Domain", MASTER);
  const domainId = zone.recorded().id;
  const { deployment: web } = await deployed(service, "Instance", DEPLOYED);
  const records: Exported[] = [];
  for (let index = 0; index < 8; index++) {
    const record = new Deployment(service, "DomainRecord", `r${index}`);
    await record.up({ domainId, type: "A", name: `r${index}`, target: "192.0.2.1" });
    records.push(exported("DomainRecord", record, `r${index}`));
  }
  service.emulator.poke("record", Number(records[3]?.id.split("/").at(-1)), { target: "192.0.2.9" });
  await aZone(service, "foreign.example");
  return [exported("Domain", zone, "zone"), exported("Instance", web), ...records];
}

const ALL_FOUND = ["modified DomainRecord target", "unmanaged Domain"];

const PATHS = [
  "/domains",
  "/domains/*/records",
  "/domains/*",
  "/domains/*/records/*",
  "/compute/instances",
  "/account/events",
];

/** A resource whose own path keeps returning 404 counts as deleted. */
const isBelieved = ({ path, effect, lasting }: Strike & { readonly path: string }): boolean =>
  path.endsWith("*") && "status" in effect && effect.status === 404 && lasting !== "once";

/** Both with `npm run test:all`; otherwise one, which alternates from fault to fault and from path to path. */
const durationsOf = (path: string, fault: number): readonly Strike["lasting"][] => {
  const one = (PATHS.indexOf(path) + fault) % 2;
  return isWhole ? LASTING : LASTING.slice(one, one + 1);
};

test.each(PATHS)("no fault at %s causes a false finding", async (path) => {
  const stack = await aDriftedStack();
  service.forget();
  const strikes = FAULTS.flatMap((fault, index) => strikesOf([fault], durationsOf(path, index)));
  for (const strike of strikes.filter((one) => !isBelieved({ path, ...one }))) {
    service.emulator.faults.add({ method: "GET", path, times: timesOf(strike), ...faultOf(strike) });
    const { findings } = await scanOf(service, stack);
    service.emulator.faults.clear();
    const { what, lasting } = strike;
    const sure = inShort(findings.filter(({ state }) => state !== "unchecked"));
    const isAllFound = sure.length === ALL_FOUND.length;
    const outcome = outcomeOf(findings, ["modified", "deleted", "unhealthy", "unmanaged"]);
    // Every reported finding is true; a missing one makes the scan incomplete.
    expect({ what, lasting, untrue: sure.filter((one) => !ALL_FOUND.includes(one)), outcome }).toEqual({
      what,
      lasting,
      untrue: [],
      outcome: isAllFound ? expect.stringMatching(/^(drift|incomplete)$/) : "incomplete",
    });
  }
  expect(service.writes()).toEqual([]);
});

test.each(["/domains", "/domains/*/records", "/compute/instances"])(
  "a list at %s without existing resources hides no drift and reports no deletion",
  async (path) => {
    const stack = await aDriftedStack();
    const effect = { kind: "status", status: 200, body: { data: [], page: 1, pages: 1, results: 0 } } as const;
    service.emulator.faults.add({ method: "GET", path, times: "always", effect });
    const { findings } = await scanOf(service, stack, { looksForUnmanaged: false });
    expect(inShort(findings)).toEqual(["modified DomainRecord target"]);
  },
);
