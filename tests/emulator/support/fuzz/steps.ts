import fc from "fast-check";
import { anyText } from "../../../support/arbitrary-text";
import { ANSWERS } from "../../../support/schemas/by-route";
import { BODIES, EXTENSIONS, pathFrom } from "./bodies";
import { HEADERS, mutated, QUERIES } from "./mutations";

/** One request; the path follows the version segment. */
export interface Request {
  readonly method: string;
  readonly path: string;
  readonly body?: string | Uint8Array;
  readonly headers?: Record<string, string>;
}

/** One step of a fuzz test: a request, or time that passes. */
export type Step = Request | { readonly passes: number };

const NO_BODY = fc.constant({});

/** Every documented operation. */
export const OPERATIONS: readonly string[] = Object.keys(ANSWERS);

const WITH_BODY = Object.keys(BODIES);

const methodOf = (route: string): string => route.slice(0, route.indexOf(" "));
const templateOf = (route: string): string => route.slice(route.indexOf(" ") + 1);
const bodyOf = (route: string): fc.Arbitrary<Readonly<Record<string, unknown>>> => BODIES[route] ?? NO_BODY;
const takesBody = (method: string): boolean => method === "POST" || method === "PUT";

/** A request as a client would send it. */
function sensible(route: string): fc.Arbitrary<Request> {
  const method = methodOf(route);
  return fc.record({
    method: fc.constant(method),
    path: pathFrom(templateOf(route)),
    ...(takesBody(method) ? { body: bodyOf(route).map((body) => JSON.stringify(body)) } : {}),
  });
}

/** The same with something invalid: values, headers, query. */
function distorted(route: string): fc.Arbitrary<Request> {
  const method = methodOf(route);
  const path = fc.tuple(pathFrom(templateOf(route)), QUERIES).map((parts) => parts.join(""));
  return fc.record(
    {
      method: fc.constant(method),
      path,
      headers: HEADERS,
      ...(takesBody(method) ? { body: bodyOf(route).chain(mutated) } : {}),
    },
    { requiredKeys: ["method", "path"] },
  );
}

/** Any method on any path. */
const stray: fc.Arbitrary<Request> = fc
  .tuple(
    fc.constantFrom("GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH"),
    fc.oneof(
      fc.constantFrom(...OPERATIONS, ...EXTENSIONS).chain((route) => pathFrom(templateOf(route))),
      fc.array(anyText().map((text) => `/${encodeURIComponent(text)}`)).map((parts) => parts.join("")),
      fc.array(fc.nat({ max: 255 })).map((bytes) => `/${bytes.map((byte) => `%${byte.toString(16)}`).join("")}`),
    ),
  )
  .map(([method, path]) => ({ method, path }));

const passes = fc.constantFrom(0, 1_000, 60_000, 3_600_000, 90_000_000).map((ms) => ({ passes: ms }));

/** What a fuzz test does, step by step. */
export const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...OPERATIONS).chain(sensible) },
    { weight: 6, arbitrary: fc.constantFrom(...WITH_BODY).chain(sensible) },
    { weight: 4, arbitrary: fc.constantFrom(...OPERATIONS).chain(distorted) },
    { weight: 12, arbitrary: fc.constantFrom(...WITH_BODY).chain(distorted) },
    { weight: 3, arbitrary: fc.constantFrom(...EXTENSIONS).chain(sensible) },
    { weight: 2, arbitrary: fc.constantFrom(...EXTENSIONS).chain(distorted) },
    { weight: 1, arbitrary: stray },
    { weight: 3, arbitrary: passes },
  ),
  { minLength: 1, maxLength: 60, size: "max" },
);
