import { durationSec } from "../../provider/sdk/duration";

test.each([
  ["90s", 90],
  ["5m", 300],
  ["1h30m", 5400],
  ["1h2m3s", 3723],
  ["1.5h", 5400],
  ["250ms", 0.25],
  ["1m500ms", 60.5],
  ["1us", 1e-6],
  ["1µs", 1e-6],
  ["1ns", 1e-9],
  ["0s", 0],
])("%s is %d seconds", (text, seconds) => expect(durationSec(text)).toBeCloseTo(seconds, 12));

test.each(["", "5", "m", "5x", "5 m", "-5m", "5m ", "1h-3m", "h5", "5m30", "1,5h"])("%p is not a duration", (text) => {
  expect(durationSec(text)).toBeUndefined();
});
