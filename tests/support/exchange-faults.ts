import type { FaultEffect, FaultPhase } from "../../emulator";
import type { Service } from "./service";

/** What may become of an exchange with the service. */
interface ExchangeFault {
  readonly what: string;
  readonly effect: FaultEffect;
  readonly phase?: FaultPhase;
}

/** Everything that passes, or that a person has to put right, and that says nothing of the request itself. */
export const FAULTS: readonly ExchangeFault[] = [
  { what: "a reset before the deed", effect: { kind: "reset" } },
  { what: "a reset after the deed", effect: { kind: "lostResponse" } },
  { what: "half an answer", effect: { kind: "truncate" } },
  { what: "a 500 before the deed", effect: { kind: "status", status: 500 } },
  { what: "a 500 after the deed", effect: { kind: "status", status: 500 }, phase: "after" },
  { what: "a page with 502", effect: { kind: "html", status: 502 } },
  { what: "a page with 200 after the deed", effect: { kind: "html", status: 200 }, phase: "after" },
  { what: "a 429", effect: { kind: "status", status: 429, headers: { "Retry-After": "5" } } },
  { what: "a 401", effect: { kind: "status", status: 401 } },
  { what: "a 403", effect: { kind: "status", status: 403 } },
  { what: "a 404", effect: { kind: "status", status: 404 } },
  { what: "an empty object after the deed", effect: { kind: "status", status: 200, body: {} }, phase: "after" },
];

/** The service finds fault with a request that there is nothing wrong with. */
export const REFUSAL: ExchangeFault = { what: "a 400", effect: { kind: "status", status: 400 } };

/** Whether a fault strikes one exchange, or all from there on. */
export const LASTING = ["once", "from then on"] as const;

interface Strike extends ExchangeFault {
  readonly lasting: (typeof LASTING)[number];
}

/** Breaks the nth exchange from now. */
export function strike({ emulator }: Service, nth: number, { effect, phase, lasting }: Strike): void {
  const times = lasting === "once" ? 1 : "always";
  emulator.faults.add({ path: "/**", nth, times, effect, ...(phase ? { phase } : {}) });
}
