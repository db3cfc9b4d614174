import type { FaultEffect, FaultPhase } from "../../emulator";

/** What may happen to an exchange with the API. */
export interface ExchangeFault {
  readonly what: string;
  readonly effect: FaultEffect;
  readonly phase?: FaultPhase;
}

const status = (code: number): FaultEffect => ({ kind: "status", status: code });
const page = (code: number): FaultEffect => ({ kind: "html", status: code });

/** An ambiguous response: the request may or may not have taken effect. */
interface AmbiguousResponse extends ExchangeFault {
  readonly happened: boolean;
}

export const AMBIGUOUS_RESPONSES: readonly AmbiguousResponse[] = [
  { what: "a reset before the request takes effect", effect: { kind: "reset" }, phase: "before", happened: false },
  { what: "a reset after the request took effect", effect: { kind: "reset" }, phase: "after", happened: true },
  { what: "a reset during the response", effect: { kind: "reset" }, phase: "during", happened: true },
  { what: "a lost response", effect: { kind: "lostResponse" }, happened: true },
  { what: "a truncated response", effect: { kind: "truncate" }, happened: true },
  { what: "a 500 before the request takes effect", effect: status(500), phase: "before", happened: false },
  { what: "a 500 after the request took effect", effect: status(500), phase: "after", happened: true },
  { what: "a 503 before the request takes effect", effect: status(503), phase: "before", happened: false },
  { what: "a 504 after the request took effect", effect: status(504), phase: "after", happened: true },
  { what: "a page with 200 after the request took effect", effect: page(200), phase: "after", happened: true },
  { what: "a page with 502 before the request takes effect", effect: page(502), phase: "before", happened: false },
  { what: "a page with 502 after the request took effect", effect: page(502), phase: "after", happened: true },
];

const ambiguous = (...names: readonly string[]): ExchangeFault[] =>
  AMBIGUOUS_RESPONSES.flatMap(({ happened: _, ...fault }) => (names.includes(fault.what) ? [fault] : []));

/** Faults that are temporary or that a person must fix, and that are unrelated to the request itself. */
export const FAULTS: readonly ExchangeFault[] = [
  ...ambiguous(
    "a reset before the request takes effect",
    "a 500 before the request takes effect",
    "a lost response",
    "a truncated response",
    "a 500 after the request took effect",
    "a page with 200 after the request took effect",
  ),
  { what: "a page with 502", effect: page(502) },
  { what: "a 429", effect: { kind: "status", status: 429, headers: { "Retry-After": "120" } } },
  { what: "a 401", effect: status(401) },
  { what: "a 403", effect: status(403) },
  { what: "a 404", effect: status(404) },
  {
    what: "an empty object after the request took effect",
    effect: { kind: "status", status: 200, body: {} },
    phase: "after",
  },
];

/** Some of them; @throws Error for an unknown one. */
export function faultsNamed(...names: readonly string[]): ExchangeFault[] {
  return names.map((name) => {
    const fault = FAULTS.find(({ what }) => what === name);
    if (!fault) throw new Error(`tests/support/exchange-faults.ts has no fault "${name}"`);
    return fault;
  });
}

/** The API rejects a valid request. */
export const REFUSAL: ExchangeFault = { what: "a 400", effect: status(400) };

/** Rejections that may hide that the request was carried out. */
export const LATE_REJECTIONS: readonly AmbiguousResponse[] = [409, 422, 429].map((code) => ({
  what: `HTTP ${code} after the request took effect`,
  effect: status(code),
  phase: "after",
  happened: true,
}));

/** Whether a fault hits one exchange, or all from there on. */
export const LASTING = ["once", "from then on"] as const;

/** A fault in one exchange with the API, or in all from there on. */
export interface Strike extends ExchangeFault {
  readonly lasting: (typeof LASTING)[number];
}

/** Each fault twice, as rows of a `test.each`: once, and lasting. */
export function strikesOf(
  faults: readonly ExchangeFault[],
  durations: readonly Strike["lasting"][] = LASTING,
): Strike[] {
  return faults.flatMap((fault) => durations.map((lasting) => ({ ...fault, lasting })));
}

/** A fault in the emulator's format, without the requests that it hits. */
export function faultOf({ effect, phase }: Pick<ExchangeFault, "effect" | "phase">) {
  return { effect, ...(phase ? { phase } : {}) };
}

/** How often a fault fires. */
export function timesOf({ lasting }: Pick<Strike, "lasting">): 1 | "always" {
  return lasting === "once" ? 1 : "always";
}
