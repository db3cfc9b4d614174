import type { Allowance } from "./allowance";
import type { Clock } from "./clock";
import { CloudError } from "./errors";
import { createWindows } from "./windows";

/** How a request waits for its turn. */
export interface WaitOptions {
  /** End the wait. */
  readonly signal?: AbortSignal | undefined;
  readonly stop?: AbortSignal | undefined;
  /** After this time, in the clock's milliseconds, there is no point in sending it. */
  readonly deadlineMs?: number | undefined;
  /** Called from time to time during the wait. */
  readonly tell?: ((message: string) => void) | undefined;
}

/** A request that waits for its turn. */
interface Attempt<T> {
  readonly send: () => Promise<T>;
  /** What its response says about the limit. */
  readonly allowanceOf: (answer: T) => Allowance | undefined;
}

/** Sends requests no faster than the service's limits allow, as far as its responses show them. */
export interface Limiter {
  /**
   * Sends when it is this request's turn, and learns from the response.
   * @throws CloudError when its turn would come after the deadline, and the signal's reason when it aborts; in both cases nothing is sent.
   */
  withSlot<T>(route: string, options: WaitOptions, attempt: Attempt<T>): Promise<T>;
}

interface Waiting {
  readonly route: string;
  readonly options: WaitOptions;
  toldAt: number;
  readonly go: () => void;
  readonly giveUp: (why: Error) => void;
}

const REMIND_MS = 10_000;
const WAITING = "waiting for the service's rate limit";

export function createLimiter(clock: Clock): Limiter {
  const windows = createWindows();
  const queue = new Set<Waiting>();
  const watched = new WeakSet<AbortSignal>();
  let alarm: { at: number; off: AbortController } | undefined;

  /** Lets every request go that may go, in order of arrival. */
  function proceed(): void {
    let nextAt = Infinity;
    const closed = new Map<string, number>();
    for (const waiting of queue) {
      const { route } = waiting;
      const at = closed.get(route) ?? windows.closedUntil(route, clock.now());
      if (at === undefined) {
        queue.delete(waiting);
        windows.begin(route);
        waiting.go();
        continue;
      }
      closed.set(route, at);
      if (at === 0) continue;
      if (at > (waiting.options.deadlineMs ?? Infinity)) {
        leave(waiting, tooLate(route, at - clock.now()));
        continue;
      }
      if (clock.now() - waiting.toldAt >= REMIND_MS) {
        waiting.toldAt = clock.now();
        waiting.options.tell?.(WAITING);
      }
      nextAt = Math.min(nextAt, at);
    }
    wakeAt(nextAt);
  }

  function wakeAt(at: number): void {
    if (alarm?.at === at) return;
    alarm?.off.abort();
    alarm = undefined;
    if (at === Infinity) return;
    const own = (alarm = { at, off: new AbortController() });
    clock.sleep(at - clock.now(), own.off.signal).then(
      () => {
        if (alarm !== own) return;
        alarm = undefined;
        proceed();
      },
      () => undefined,
    );
  }

  /** One listener for each signal, however many requests wait with it. */
  function watch(signal: AbortSignal): void {
    if (watched.has(signal)) return;
    watched.add(signal);
    const abort = (): void => {
      for (const waiting of queue) if (signalsOf(waiting).includes(signal)) leave(waiting, signal.reason as Error);
      proceed();
    };
    signal.addEventListener("abort", abort, { once: true });
  }

  function leave(waiting: Waiting, why: Error): void {
    queue.delete(waiting);
    waiting.giveUp(why);
  }

  function waitForTurn(route: string, options: WaitOptions): Promise<void> {
    return new Promise((go, giveUp) => {
      const waiting: Waiting = { route, options, toldAt: -Infinity, go, giveUp };
      queue.add(waiting);
      proceed();
      if (!queue.has(waiting)) return;
      const aborted = signalsOf(waiting).find((signal) => signal.aborted);
      if (aborted) leave(waiting, aborted.reason as Error);
      signalsOf(waiting).forEach(watch);
    });
  }

  return {
    async withSlot(route, options, { send, allowanceOf }) {
      await waitForTurn(route, options);
      try {
        const answer = await send();
        windows.learn(route, allowanceOf(answer), clock.now());
        return answer;
      } finally {
        windows.end(route);
        proceed();
      }
    },
  };
}

function signalsOf({ options: { signal, stop } }: Waiting): AbortSignal[] {
  return [signal, stop].filter((one) => one !== undefined);
}

function tooLate(route: string, inMs: number): CloudError {
  return new CloudError(
    `${route} was not sent: the service's rate limit allows it in ${Math.ceil(inMs / 1000)} seconds, ` +
      "which is after this operation's deadline. Run `pulumi up` again, or allow more time with customTimeouts.",
  );
}
