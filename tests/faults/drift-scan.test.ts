import { outcomeOf } from "../../cli/drift/verdict";
import { deployed } from "../support/deployed";
import { Deployment } from "../support/deployment";
import { exported, inShort, scanOf } from "../support/drift-scan";
import { FAULTS, faultOf, strikesOf, timesOf } from "../support/exchange-faults";
import type { Strike } from "../support/exchange-faults";
import type { Exported } from "../support/exported-stack";
import { aZone, DEPLOYED, MASTER } from "../support/programs";
import { useService } from "../support/service";

const service = useService();

/** A stack with more records than single reads are worth, one of them changed by hand, and a zone that nobody manages. */
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

/** A service that keeps saying that an object is missing, at its own path, is believed. */
const isBelieved = ({ path, effect, lasting }: Strike & { readonly path: string }): boolean =>
  path.endsWith("*") && "status" in effect && effect.status === 404 && lasting !== "once";

test.each(PATHS)("no fault at %s makes a scan say what is not so", async (path) => {
  const stack = await aDriftedStack();
  service.forget();
  const strikes = strikesOf(FAULTS).filter((strike) => !isBelieved({ path, ...strike }));
  for (const strike of strikes) {
    service.emulator.faults.add({ method: "GET", path, times: timesOf(strike), ...faultOf(strike) });
    const { findings } = await scanOf(service, stack);
    service.emulator.faults.clear();
    const { what, lasting } = strike;
    const sure = inShort(findings.filter(({ state }) => state !== "unchecked"));
    const isAllFound = sure.length === ALL_FOUND.length;
    const outcome = outcomeOf(findings, ["modified", "deleted", "unhealthy", "unmanaged"]);
    // Whatever is reported is so; whatever is not reported makes the scan incomplete.
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
  "a list at %s that leaves out what single reads show hides and deletes nothing",
  async (path) => {
    const stack = await aDriftedStack();
    const body = { data: [], page: 1, pages: 1, results: 0 };
    service.emulator.faults.add({
      method: "GET",
      path,
      times: "always",
      effect: { kind: "status", status: 200, body },
    });
    const { findings } = await scanOf(service, stack, { looksForUnmanaged: false });
    expect(inShort(findings)).toEqual(["modified DomainRecord target"]);
  },
);
