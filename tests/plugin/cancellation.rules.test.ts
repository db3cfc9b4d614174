import { getMaxListeners } from "node:events";
import { cancellationSignal } from "../../provider/plugin/cancellation";

test("any number of requests may listen for the cancellation without a warning from Node.js", () => {
  const signal = cancellationSignal();
  expect(signal.aborted).toBe(false);
  expect(getMaxListeners(signal)).toBe(Infinity);
});
