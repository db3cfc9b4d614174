import type { Allowance } from "./allowance";

/** Requests that count together until a certain moment, according to the latest responses. */
interface Window {
  number: number;
  limit: number;
  remaining: number;
  /** On the clock. */
  endsAt: number;
}

/** What is known about the service's limits, and what is under way. */
interface Windows {
  /**
   * Whether one more request of the route would be served, as far as is known.
   *
   * @returns undefined if it would; otherwise the time on the clock from which it will, or 0 if that depends on the responses to
   * requests under way.
   */
  closedUntil(route: string, nowMs: number): number | undefined;
  begin(route: string): void;
  end(route: string): void;
  learn(route: string, allowance: Allowance | undefined, nowMs: number): void;
}

/** How many requests of a route go out before its first response shows the limit: no known limit is lower. */
const BEFORE_THE_FIRST_ANSWER = 10;

export function createWindows(): Windows {
  const windows = new Map<string, Window>();
  /** The window of each route that has had a response; undefined if the response named none. */
  const routes = new Map<string, Window | undefined>();
  const underWay = new Map<string, number>();

  /** The window that several routes share is probably the one for routes that nothing is known about. */
  function widest(): Window | undefined {
    const counting = Array.from(routes.values());
    const shared = counting.filter((window, index) => window && counting.indexOf(window) < index);
    return shared.sort((a, b) => (b?.limit ?? 0) - (a?.limit ?? 0))[0];
  }

  /** Requests without a response yet: `remaining` may not include them. Those of unknown routes may count anywhere. */
  function underWayIn(window: Window): number {
    const counting = Array.from(underWay).filter(([route]) => !routes.has(route) || routes.get(route) === window);
    return counting.reduce((sum, [, count]) => sum + count, 0);
  }

  return {
    closedUntil(route, nowMs) {
      if (!routes.has(route) && (underWay.get(route) ?? 0) >= BEFORE_THE_FIRST_ANSWER) return 0;
      const window = routes.has(route) ? routes.get(route) : widest();
      if (!window) return undefined;
      const isOver = nowMs >= window.endsAt;
      // A new window starts with its full number of requests.
      if (underWayIn(window) < (isOver ? Math.max(1, window.limit) : window.remaining)) return undefined;
      return isOver || window.remaining > 0 ? 0 : window.endsAt;
    },
    begin: (route) => void underWay.set(route, (underWay.get(route) ?? 0) + 1),
    end(route) {
      const left = (underWay.get(route) ?? 0) - 1;
      if (left > 0) underWay.set(route, left);
      else underWay.delete(route);
    },
    learn(route, allowance, nowMs) {
      if (!allowance) {
        if (!routes.has(route)) routes.set(route, undefined);
        return;
      }
      const window = windows.get(allowance.key) ?? { number: -1, limit: 0, remaining: 0, endsAt: 0 };
      windows.set(allowance.key, window);
      routes.set(route, window);
      // Responses may overtake each other.
      if (allowance.window < window.number) return;
      const endsAt = nowMs + allowance.untilMs;
      const isSame = allowance.window === window.number && nowMs < window.endsAt;
      window.remaining = isSame ? Math.min(window.remaining, allowance.remaining) : allowance.remaining;
      window.endsAt = isSame ? Math.min(window.endsAt, endsAt) : endsAt;
      window.number = allowance.window;
      window.limit = allowance.limit;
    },
  };
}
