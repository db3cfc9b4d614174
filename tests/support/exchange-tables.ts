import type { RequestLogEntry } from "../../emulator";
import { familiesIn, faultOf, LASTING, strikesOf, timesOf } from "./exchange-faults";
import type { ExchangeFault, Strike } from "./exchange-faults";
import type { Service } from "./service";

/** Runs an operation, whether it succeeds or fails. */
type Disturbed = (operate: () => Promise<unknown>) => Promise<void>;

/** Operations that must survive any fault in any of their exchanges with the API. */
interface ExchangeTable<Row> {
  readonly service: Service;
  readonly rows: readonly Row[];
  readonly faults: readonly ExchangeFault[];
  /** How long they last; by default some hit one exchange, and some all from there on. */
  readonly lasting?: readonly Strike["lasting"][];
  /**
   * From an empty account: prepares the operation, runs it by `disturbed`, and expects that the next update completes it.
   * @param strike the fault; undefined while the exchanges are recorded
   */
  readonly survives: (row: Row, disturbed: Disturbed, strike: Strike | undefined) => Promise<void>;
}

/** More exchanges than any operation needs. */
const MOST_EXCHANGES = 40;

/**
 * One test for each row, which injects faults into the exchanges of its operation: with `npm run test:all` each fault into each
 * exchange, once and lasting, otherwise one of each family of faults into each class of exchanges in the table, once or lasting.
 */
export function testExchanges<Row extends object>(title: string, table: ExchangeTable<Row>): void {
  const { service, rows, lasting: durations = LASTING } = table;
  const families = familiesIn(table.faults).map((faults) => strikesOf(faults, durations));
  const familyOf = (what: string): number => families.findIndex((one) => one.some((strike) => strike.what === what));
  let recording: Promise<Exchange[][]> | undefined;
  const recorded = () => (recording ??= inTurn(rows, (row) => recordedOf(table, row)));
  const toStrike = async (): Promise<Struck[][]> =>
    (process.env.TEST_ALL ? everyStrike : chosenStrikes)(await recorded(), families);

  test.each(rows.map((row, index) => ({ ...row, index })))(title, async ({ index }) => {
    const struck = (await toStrike())[index] ?? [];
    for (const { exchange, strike } of struck) {
      const { what, lasting } = strike;
      const disturbed: Disturbed = async (operate) => {
        expect(await struckAt(service, exchange.nth, strike, operate)).toEqual(exchange);
      };
      try {
        await table.survives(rows[index] as Row, disturbed, strike);
      } catch (error) {
        throw new Error(`${what}, ${lasting}, at exchange ${exchange.nth}, ${exchange.kind}`, { cause: error });
      }
    }
  });

  test("each family of faults hits each class of exchanges in the table; each fault and each class occur both once and lasting", async () => {
    const pairs = (struck: Struck[][]): string[] => {
      const all = struck
        .flat()
        .flatMap(({ exchange: { kind }, strike: { what, lasting } }) => [
          `${familyOf(what)}: ${kind}`,
          `${what}, ${lasting}`,
          `${lasting}: ${kind}`,
        ]);
      return [...new Set(all)].sort();
    };
    expect(pairs(await toStrike())).toEqual(pairs(everyStrike(await recorded(), families)));
  });
}

/** The exchanges of an operation without faults. */
async function recordedOf<Row>({ service, survives }: ExchangeTable<Row>, row: Row): Promise<Exchange[]> {
  let exchanges: Exchange[] = [];
  await survives(
    row,
    async (operate) => {
      service.forget();
      await operate();
      exchanges = exchangesIn(service.requests());
    },
    undefined,
  );
  expect(exchanges.length).toBeGreaterThan(0);
  expect(exchanges.length).toBeLessThan(MOST_EXCHANGES);
  return exchanges;
}

/**
 * Injects a fault into the nth exchange of an operation, which may fail; afterwards the faults are cleared.
 * @returns the exchange that was hit first
 */
async function struckAt(
  service: Service,
  nth: number,
  strike: Strike,
  operate: () => Promise<unknown>,
): Promise<Exchange | undefined> {
  const { emulator } = service;
  service.forget();
  emulator.faults.add({ path: "/**", nth, times: timesOf(strike), ...faultOf(strike) });
  await operate().catch(() => undefined);
  emulator.faults.clear();
  const requests = service.requests();
  return exchangesIn(requests)[requests.findIndex(({ fault }) => fault !== undefined)];
}

async function inTurn<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (const item of items) results.push(await work(item));
  return results;
}

/** One of the exchanges with the API that an operation needs without faults. */
interface Exchange {
  /** Its place among them, from 1. */
  readonly nth: number;
  /** Its request, and when it is sent; exchanges with the same kind fail in the same way, so they form a class. */
  readonly kind: string;
}

/** An exchange, and its fault. */
interface Struck {
  readonly exchange: Exchange;
  readonly strike: Strike;
}

/**
 * The exchanges of an operation, from the request log. A read before the write is another class than the same read after it, which
 * waits or searches for what was written.
 */
function exchangesIn(log: readonly RequestLogEntry[]): Exchange[] {
  let moment = "";
  return log.map(({ method, path, route = path }, index) => {
    const request = `${method} ${route}`;
    const exchange = { nth: index + 1, kind: `${request}${moment}` };
    if (method !== "GET") moment = ` after ${request}`;
    return exchange;
  });
}

/** The whole table: every form of every fault at every exchange of each operation. */
function everyStrike(operations: readonly (readonly Exchange[])[], faults: readonly (readonly Strike[])[]): Struck[][] {
  const strikes = faults.flat();
  return operations.map((exchanges) =>
    exchanges.flatMap((exchange) => strikes.map((strike) => ({ exchange, strike }))),
  );
}

/**
 * A selection from the whole table: each pair of a fault and a class of exchanges once, in one of the fault's forms, which alternate
 * from fault to fault and from class to class. The faults rotate through the places of the class, across all operations, so a class
 * with no more places than faults is hit at each of them.
 */
function chosenStrikes(
  operations: readonly (readonly Exchange[])[],
  faults: readonly (readonly Strike[])[],
): Struck[][] {
  const chosen = operations.map((): Struck[] => []);
  [...placesByKind(operations).values()].forEach((places, nth) => {
    faults.forEach((forms, turn) => {
      // Each round starts one place further, so that alternating forms do not always hit the same places.
      const round = Math.floor(turn / places.length);
      const { operation, exchange } = places[(turn + round) % places.length] as Place;
      chosen[operation]?.push({ exchange, strike: forms[(turn + nth) % forms.length] as Strike });
    });
  });
  return chosen;
}

interface Place {
  /** The index of the operation. */
  readonly operation: number;
  readonly exchange: Exchange;
}

function placesByKind(operations: readonly (readonly Exchange[])[]): Map<string, Place[]> {
  const byKind = new Map<string, Place[]>();
  operations.forEach((exchanges, operation) => {
    for (const exchange of exchanges) {
      const places = byKind.get(exchange.kind) ?? [];
      byKind.set(exchange.kind, [...places, { operation, exchange }]);
    }
  });
  return byKind;
}
