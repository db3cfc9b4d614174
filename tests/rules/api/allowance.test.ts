import { allowanceIn, secondsIn } from "../../../provider/api/limiter";
import { steppedClock } from "../../support/stepped-clock";

const TODAY_MS = 1_700_000_000_000;
const clock = steppedClock(TODAY_MS);
const LIMITS = { "x-ratelimit-limit": "800", "x-ratelimit-remaining": "799", "x-ratelimit-reset": "1700000030" };
const told = (status: number, headers: Record<string, string>) =>
  allowanceIn("GET /domains", { status, headers }, clock);

test("an answer shows how many requests are left, and until when", () => {
  const allowance = { key: "800", limit: 800, remaining: 799, window: 1_700_000_030, untilMs: 30_000 };
  expect(told(200, LIMITS)).toEqual(allowance);
  expect(told(404, LIMITS)).toEqual(allowance);
});

test("the service's own seconds go before its date, which another clock may have made", () => {
  expect(told(200, { ...LIMITS, "retry-after": "7" })).toMatchObject({ window: 1_700_000_030, untilMs: 7000 });
});

test.each([
  ["of a 503", 503, "3600"],
  ["of a refusal because of work that will pass", 400, "1"],
])("Retry-After %s is the end of something else", (_, status, seconds) => {
  expect(told(status, { ...LIMITS, "retry-after": seconds })).toMatchObject({ remaining: 799, untilMs: 30_000 });
});

test("after a 429 nothing is left, whatever the headers say", () => {
  expect(told(429, { ...LIMITS, "retry-after": "7" })).toMatchObject({ key: "800", remaining: 0, untilMs: 7000 });
  expect(told(429, { "retry-after": "7" })).toMatchObject({ key: "GET /domains", remaining: 0, untilMs: 7000 });
});

test.each([
  ["no headers", 200, {}],
  ["a limit without an end", 200, { "x-ratelimit-limit": "800", "x-ratelimit-remaining": "0" }],
  ["an end without a limit", 200, { "retry-after": "7" }],
  ["no numbers", 200, { ...LIMITS, "x-ratelimit-remaining": "few" }],
  ["a 429 that does not say when", 429, {}],
  ["a window that ends in 30,000 years", 429, { "retry-after": "999999999999" }],
])("%s tells nothing", (_, status, headers) => expect(told(status, headers)).toBeUndefined());

test("an end in milliseconds is understood", () => {
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
])("Retry-After %p is %p seconds", (header, seconds) => expect(secondsIn(header)).toBe(seconds));
