import type { RequestLogEntry } from "../../emulator";
import { faultOf, LASTING, strikesOf, timesOf } from "./exchange-faults";
import type { ExchangeFault, Strike } from "./exchange-faults";
import type { Service } from "./service";

/** Runs an operation, whether it succeeds or fails. */
type Disturbed = (operate: () => Promise<unknown>) => Promise<void>;

/** Operations that must survive any fault in any of their exchanges with the API. */
interface ExchangeTable<Row> {
  readonly service: Service;
  readonly rows: readonly Row[];
  readonly faults: readonly ExchangeFault[];
  /** How long they last; by default each hits one exchange, and all from there on. */
  readonly lasting?: readonly Strike["lasting"][];
  /**
   * From an empty account: prepares the operation, runs it by `disturbed`, and expects that the next update completes it.
   * @param strike the fault; undefined while the exchanges are recorded
   */
  readonly survives: (row: Row, disturbed: Disturbed, strike: Strike | undefined) => Promise<void>;
}

/** More exchanges than any operation needs. */
const MOST_EXCHANGES = 40;

/** Without `npm run test:all`, a row gets every so many of its strikes, another selection than the row before. */
const STRIDE = process.env.TEST_ALL ? 1 : 7;

/** One test for each row, which injects each fault into each exchange of its operation, once and lasting, or a sample of these. */
export function testExchanges<Row extends object>(title: string, table: ExchangeTable<Row>): void {
  const { service, rows, faults, lasting: durations = LASTING } = table;

  test.each(rows.map((row, index) => ({ ...row, index })))(title, async ({ index }) => {
    const row = rows[index] as Row;
    await service.restart();
    const exchanges = await recordedOf(table, row);
    const struck = exchanges.flatMap((exchange) =>
      strikesOf(faults, durations).map((strike) => ({ exchange, strike })),
    );
    for (const { exchange, strike } of struck.filter((_, place) => place % STRIDE === index % STRIDE)) {
      const { what, lasting } = strike;
      const disturbed: Disturbed = async (operate) => {
        expect(await struckAt(service, exchange.nth, strike, operate)).toEqual(exchange);
      };
      try {
        await table.survives(row, disturbed, strike);
      } catch (error) {
        throw new Error(`${what}, ${lasting}, at exchange ${exchange.nth}, ${exchange.kind}`, { cause: error });
      }
    }
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

/** One of the exchanges with the API that an operation needs without faults. */
interface Exchange {
  /** Its place among them, from 1. */
  readonly nth: number;
  /** Its request, and the write after which it is sent. */
  readonly kind: string;
}

/** The exchanges of an operation, from the request log. A read before a write is not the same as after it. */
function exchangesIn(log: readonly RequestLogEntry[]): Exchange[] {
  let moment = "";
  return log.map(({ method, path, route = path }, index) => {
    const request = `${method} ${route}`;
    const exchange = { nth: index + 1, kind: `${request}${moment}` };
    if (method !== "GET") moment = ` after ${request}`;
    return exchange;
  });
}
