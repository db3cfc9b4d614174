import { createClient } from "../api/client";
import type { Send } from "../api/client";
import type { Clock } from "../api/clock";
import { createReads } from "../api/reads";
import type { Reads } from "../api/reads";
import type { RetryPolicy } from "../api/retry";
import type { Settings } from "../api/settings";
import { createTransfer } from "../api/transfer";
import type { Transfer } from "../api/transfer";

/** What a connection is made with. */
export interface ConnectionOptions {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly retries?: RetryPolicy;
  /** Asked right before each request that may change something leaves; rejects where nothing may be sent any more. */
  readonly mayWrite?: (() => Promise<void>) | undefined;
  /** How long reads that may be answered together are gathered. */
  readonly gatherMs?: number;
}

/** One account of the service, and the ways to talk to it. */
export interface Connection {
  readonly settings: Settings;
  readonly send: Send;
  readonly reads: Reads;
  readonly transfer: Transfer;
}

/** Sends nothing yet. What was listed before a write no longer counts after it. */
export function openConnection(settings: Settings, { clock, signal, ...options }: ConnectionOptions): Connection {
  const retries = options.retries ? { retries: options.retries } : {};
  const gather = options.gatherMs === undefined ? {} : { gatherMs: options.gatherMs };
  const { mayWrite } = options;
  const client = createClient(settings, { clock, mayWrite, ...retries });
  const reads = createReads(client, { signal, nowMs: () => clock.now(), ...gather });
  const send: Send = (request) => {
    const answer = client(request);
    return request.method === "GET" ? answer : answer.finally(() => reads.forget());
  };
  return { settings, send, reads, transfer: createTransfer({ clock, mayWrite, ...retries }) };
}
