import { setMaxListeners } from "node:events";
import { realClock } from "../../provider/api/clock";
import type { ConnectionOptions } from "../../provider/api/connection";
import type { Settings } from "../../provider/api/settings";
import type { Definition } from "../../provider/definition/definition";
import type { Values } from "../../provider/definition/values";
import type { Context } from "../../provider/lifecycle/context";
import { handlersFor } from "../../provider/lifecycle/handlers";
import type { ResourceHandlers } from "../../provider/lifecycle/resource-handlers";
import { openSession } from "../../provider/lifecycle/session";
import type { SessionOptions } from "../../provider/lifecycle/session";
import type { Options } from "../../provider/lifecycle/state";
import { withoutSecrets } from "../../provider/shared/shown";

/** What to do in an account with a resource type. */
export type AccountWork<T> = (handlers: ResourceHandlers, context: Context) => Promise<T>;

/** An account, as far as its token can access it. */
export interface OpenAccount {
  readonly settings: Settings;
  /**
   * Runs `work` with the handlers of a resource type. `about.values` are the inputs and outputs of the resource, `about.secrets`
   * further values to redact from messages. Concurrent reads share list requests.
   */
  on<T>(
    definition: Definition,
    work: AccountWork<T>,
    about?: { values: readonly Values[]; secrets: readonly unknown[] },
  ): Promise<T>;
  /** Runs `work` with direct access to the API. */
  read<T>(work: (context: Context) => Promise<T>): Promise<T>;
  /** Number of responses received. */
  readonly requests: () => number;
  /** OAuth scopes of the token, such as `*` or `domains:read_only …`; undefined until a response contains them. */
  readonly scopes: () => string | undefined;
}

/** How to send requests to an account. */
export interface AccountOptions
  extends
    Pick<ConnectionOptions, "signal" | "retries">,
    Partial<Pick<ConnectionOptions, "clock">>,
    Pick<SessionOptions, "journal"> {
  /** Called during waits, with what the command is waiting for. */
  readonly onWait?: (message: string) => void;
}

/** How long failed reads are retried. Short, because a command that only reads can simply be run again. */
const TROUBLE_MS = 10_000;

/** Identifies the account that the settings lead to. */
export function accountKey({ url, brand, token }: Settings): string {
  return JSON.stringify([url, brand, token]);
}

/** Opens an account, for reading only, without sending a request. */
export function openAccount(settings: Settings, { onWait, ...options }: AccountOptions): OpenAccount {
  // Any number of concurrent requests may listen to the signal.
  setMaxListeners(0, options.signal);
  let requests = 0;
  let scopes: string | undefined;
  const session = openSession({
    settings: () => settings,
    clock: realClock,
    troubleMs: TROUBLE_MS,
    ...options,
    omitsSubResources: true,
    mayWrite: () => Promise.reject(new Error("Rejected a write to an account that is only read. Nothing was sent.")),
    onResponse: (headers) => {
      requests++;
      const announced = headers["x-oauth-scopes"];
      if (typeof announced === "string") scopes = announced;
    },
  });
  const operate = async <T>(resource: Options, secrets: () => unknown[], work: (context: Context) => Promise<T>) => {
    const safe = (text: string): string => withoutSecrets(text, secrets());
    try {
      const progress = (message: string): void => onWait?.(safe(message));
      const sinks = { progress, info: () => undefined, warn: () => undefined };
      return await session.operate({ resource, ...sinks }, work);
    } catch (error) {
      // Redacts the message but keeps the error itself, so that callers can test its class.
      if (error instanceof Error) error.message = safe(error.message);
      throw error;
    }
  };
  return {
    settings,
    requests: () => requests,
    scopes: () => scopes,
    read: (work) => operate({}, () => session.secrets(), work),
    on: (definition, work, about = { values: [], secrets: [] }) => {
      const { resource, secrets } = session.subjectOf(definition, about.values);
      const all = (): unknown[] => [...secrets(), ...about.secrets];
      return operate(resource, all, (context) => work(handlersFor(definition), context));
    },
  };
}
