import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { contentsOf, pathsOf } from "../support/account-contents";
import { FAULTS, faultOf } from "../support/exchange-faults";
import type { FrontEnd } from "../support/front-end";
import { aZone, EMPTY, MASTER, MYSQL } from "../support/programs";
import { useService } from "../support/service";
import { Stack } from "../support/stack";
import type { Declaration } from "../support/stack";
import { HOUR_MS } from "../support/time";
import { testInWholeSuite } from "../support/whole-suite";

/** One provider process that works for an hour of the emulator's clock while the API fails now and then. */
const service = useService();

const QUARTERS = 4;
const MOST_GROWTH = 1.1;

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

function heapUsed(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

/** Only to detect hangs: through a host, on a busy machine, it takes ten minutes. */
const LONGEST_MS = HOUR_MS;

/** The program's resources, with what changes from round to round. */
function program(zone: number, round: number): Declaration[] {
  const last = (round % 200) + 1;
  const record = (name: string) => ({ type: "A", name, target: `192.0.2.${last}` });
  const records = Array.from({ length: 10 }, (_, index) => record(`h${index}`));
  return [
    { kind: "DomainRecord", name: "www", args: { domainId: zone, ...record("www") } },
    { kind: "DomainRecordSet", name: "set", args: { domainId: zone, records } },
    { kind: "Domain", name: "shop", args: { ...MASTER, description: `round ${round}` } },
    { kind: "Instance", name: "web", args: { ...EMPTY, tags: [`round-${round}`] } },
    { kind: "MysqlDatabase", name: "db", args: { ...MYSQL, allowList: [`192.0.2.${last}`] } },
  ];
}

testInWholeSuite(
  "a process that works for an hour keeps its heap, and loses nothing",
  async () => {
    const zone = await aZone(service);
    const others = await contentsOf(service);
    const stack = new Stack(service);
    const handlers: FrontEnd = service.process();
    const strike = fc.record({ fault: fc.constantFrom(...FAULTS), nth: fc.integer({ min: 1, max: 20 }) });
    const faults = fc.sample(strike, 5000);
    const startedAt = service.clock.today();
    const heap: number[] = [];
    let round = 0;
    while (heap.length < QUARTERS) {
      const { fault, nth } = faults[round % faults.length] as (typeof faults)[number];
      service.emulator.faults.add({ path: "/**", nth, ...faultOf(fault) });
      // A fault may fail a command.
      await stack.up(program(zone, round), handlers).catch(() => undefined);
      await stack.refresh(handlers).catch(() => undefined);
      service.emulator.faults.clear();
      service.forget();
      service.said.length = 0;
      round++;
      if (service.clock.today() - startedAt > ((heap.length + 1) * HOUR_MS) / QUARTERS) heap.push(heapUsed());
    }
    await stack.up(program(zone, round), handlers);
    const recorded = stack.recorded().flatMap(pathsOf);
    const live = [...(await contentsOf(service)).keys()].filter((path) => !others.has(path));
    expect(live.sort()).toEqual(recorded.sort());
    expect((heap.at(-1) ?? 0) / (heap[0] ?? 0)).toBeLessThan(MOST_GROWTH);
  },
  LONGEST_MS,
);
