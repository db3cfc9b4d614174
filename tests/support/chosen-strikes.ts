import type { RequestLogEntry } from "../../emulator";

/** One of the exchanges with the API that an operation needs without faults. */
export interface Exchange {
  /** Its place among them, from 1. */
  readonly nth: number;
  /** Its request, and when it is sent; exchanges with the same kind fail in the same way, so they form a class. */
  readonly kind: string;
}

/** An exchange, and its fault. */
export interface Struck<S> {
  readonly exchange: Exchange;
  readonly strike: S;
}

/**
 * The exchanges of an operation, from the request log. A read before the write is another class than the same read after it, which
 * waits or searches for what was written.
 */
export function exchangesIn(log: readonly RequestLogEntry[]): Exchange[] {
  let moment = "";
  return log.map(({ method, path, route = path }, index) => {
    const request = `${method} ${route}`;
    const exchange = { nth: index + 1, kind: `${request}${moment}` };
    if (method !== "GET") moment = ` after ${request}`;
    return exchange;
  });
}

/** The whole table: every form of every fault at every exchange of each operation. */
export function everyStrike<S>(
  operations: readonly (readonly Exchange[])[],
  faults: readonly (readonly S[])[],
): Struck<S>[][] {
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
export function chosenStrikes<S>(
  operations: readonly (readonly Exchange[])[],
  faults: readonly (readonly S[])[],
): Struck<S>[][] {
  const chosen = operations.map((): Struck<S>[] => []);
  [...placesByKind(operations).values()].forEach((places, nth) => {
    faults.forEach((forms, turn) => {
      // Each round starts one place further, so that alternating forms do not always hit the same places.
      const round = Math.floor(turn / places.length);
      const { operation, exchange } = places[(turn + round) % places.length] as Place;
      chosen[operation]?.push({ exchange, strike: forms[(turn + nth) % forms.length] as S });
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
