import { realClock } from "../../provider/api/clock";
import { CancelledError } from "../../provider/api/errors";

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test("a sleep ends after the given time", async () => {
  const ended = jest.fn();
  void realClock.sleep(1000).then(ended);
  await jest.advanceTimersByTimeAsync(999);
  expect(ended).not.toHaveBeenCalled();
  await jest.advanceTimersByTimeAsync(1);
  expect(ended).toHaveBeenCalled();
});

test("a sleep is rejected immediately on abort and leaves no timer", async () => {
  const controller = new AbortController();
  const sleep = realClock.sleep(1_000_000, controller.signal);
  controller.abort(new CancelledError("stopped"));
  await expect(sleep).rejects.toBeInstanceOf(CancelledError);
  expect(jest.getTimerCount()).toBe(0);
});

test("a sleep with an aborted signal doesn't start", async () => {
  await expect(realClock.sleep(1_000_000, AbortSignal.abort(new CancelledError("stopped")))).rejects.toBeInstanceOf(
    CancelledError,
  );
  expect(jest.getTimerCount()).toBe(0);
});

test("hundreds of sleeps share one listener on a signal and end together on abort", async () => {
  const controller = new AbortController();
  const listen = jest.spyOn(controller.signal, "addEventListener");
  const sleeps = Array.from({ length: 300 }, () => realClock.sleep(1_000_000, controller.signal));
  const short = realClock.sleep(1000, controller.signal);
  expect(listen).toHaveBeenCalledTimes(1);
  await jest.advanceTimersByTimeAsync(1000);
  await short;
  controller.abort(new CancelledError("stopped"));
  const ends = await Promise.allSettled(sleeps);
  expect(ends.map(({ status }) => status)).toEqual(Array.from({ length: 300 }, () => "rejected"));
  expect(jest.getTimerCount()).toBe(0);
});

test("a sleep longer than the maximum timer delay doesn't end early", async () => {
  const ended = jest.fn();
  const DAYS_MS = 60 * 24 * 60 * 60_000;
  void realClock.sleep(DAYS_MS).then(ended);
  await jest.advanceTimersByTimeAsync(DAYS_MS - 1);
  expect(ended).not.toHaveBeenCalled();
  await jest.advanceTimersByTimeAsync(1);
  expect(ended).toHaveBeenCalled();
});
