import { allowanceFrom, secondsFromHeader } from "../../provider/api/limiter";
import { steppedClock } from "../support/stepped-clock";

const TODAY_MS = 1_700_000_000_000;
const clock = steppedClock(TODAY_MS);
const LIMITS = { "x-ratelimit-limit": "800", "x-ratelimit-remaining": "799", "x-ratelimit-reset": "1700000030" };
const told = (status: number, headers: Record<string, string>) =>
  allowanceFrom("GET /domains", { status, headers }, clock);

test("reads the remaining requests and the reset time from the headers", () => {
  const limit = { key: "800", limit: 800, remaining: 799 };
  const allowance = { ...limit, window: 1_700_000_030, untilMs: 30_000, isRejection: false };
  expect(told(200, LIMITS)).toEqual(allowance);
  expect(told(404, LIMITS)).toEqual(allowance);
});

test("prefers the seconds of Retry-After over the reset time, which depends on the API's clock", () => {
  expect(told(200, { ...LIMITS, "retry-after": "7" })).toMatchObject({ window: 1_700_000_030, untilMs: 7000 });
});

test.each([
  ["of a 503", 503, "3600"],
  ["of a 400 for a temporary conflict", 400, "1"],
])("the Retry-After %s doesn't change the end of the window", (_, status, seconds) => {
  expect(told(status, { ...LIMITS, "retry-after": seconds })).toMatchObject({ remaining: 799, untilMs: 30_000 });
});

test("counts no requests as remaining after a 429, whatever the headers say", () => {
  expect(told(429, { ...LIMITS, "retry-after": "7" })).toMatchObject({ key: "800", remaining: 0, untilMs: 7000 });
  expect(told(429, { "retry-after": "7" })).toMatchObject({ key: "GET /domains", remaining: 0, untilMs: 7000 });
});

test.each([
  ["a response without headers", 200, {}],
  ["a limit without a reset time", 200, { "x-ratelimit-limit": "800", "x-ratelimit-remaining": "0" }],
  ["remaining requests without a limit", 200, { "x-ratelimit-remaining": "0", "retry-after": "7" }],
  ["Retry-After without a limit", 200, { "retry-after": "7" }],
  ["values that aren't numbers", 200, { ...LIMITS, "x-ratelimit-remaining": "few" }],
  ["a 429 without a reset time", 429, {}],
  ["a reset time 30,000 years away", 429, { "retry-after": "999999999999" }],
])("reads no rate limit from %s", (_, status, headers) => expect(told(status, headers)).toBeUndefined());

test("accepts a reset time in milliseconds", () => {
  const headers = { ...LIMITS, "x-ratelimit-reset": "1700000030000" };
  expect(told(200, headers)).toMatchObject({ window: 1_700_000_030, untilMs: 30_000 });
});

test.each([
  ["120", 120],
  ["Thu, 01 Jan 1970 00:00:00 GMT", 0],
  ["86400", 86_400],
  ["86401", undefined],
  ["999999999999", undefined],
  ["soon", undefined],
  ["", undefined],
  [undefined, undefined],
])("Retry-After %p is %p seconds", (header, seconds) => expect(secondsFromHeader(header)).toBe(seconds));
