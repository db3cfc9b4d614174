import { getMaxListeners } from "node:events";
import { cancellationSignal } from "../../../provider/plugin/cancellation";

test("any number of requests may heed the end of the run, without a warning of Node", () => {
  const signal = cancellationSignal();
  expect(signal.aborted).toBe(false);
  expect(getMaxListeners(signal)).toBe(Infinity);
});
