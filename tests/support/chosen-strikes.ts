import type { RequestLogEntry } from "../../emulator";

/** One exchange with the service, of those that an operation needs when nothing breaks. */
export interface Exchange {
  /** Its place among them, from 1. */
  readonly nth: number;
  /** What it asks for, and at which moment; exchanges that agree in that fail in the same way, so they are a class. */
  readonly kind: string;
}

/** An exchange, and what breaks it. */
export interface Struck<S> {
  readonly exchange: Exchange;
  readonly strike: S;
}

/**
 * The exchanges of an operation, from the service's log. A read before the write is another class than the same read after it, which
 * waits for what was written or looks for it.
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
 * Of the whole table, each pair of a fault and a class of exchanges once, in one of the fault's forms: these alternate from fault to
 * fault and from class to class. The faults go round the places of the class, in whichever operation these are, so a class with no
 * more places than faults is struck at each.
 */
export function chosenStrikes<S>(
  operations: readonly (readonly Exchange[])[],
  faults: readonly (readonly S[])[],
): Struck<S>[][] {
  const chosen = operations.map((): Struck<S>[] => []);
  [...placesByKind(operations).values()].forEach((places, nth) => {
    faults.forEach((forms, turn) => {
      // Each round begins one place further, so that forms that alternate do not keep to every other place.
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
