import { setMaxListeners } from "node:events";
import { realClock } from "../../provider/api/clock";
import type { ConnectionOptions } from "../../provider/api/connection";
import type { Settings } from "../../provider/api/settings";
import type { Definition } from "../../provider/definition/definition";
import type { Values } from "../../provider/definition/values";
import type { Context } from "../../provider/lifecycle/context";
import { handlersFor } from "../../provider/lifecycle/handlers";
import type { ResourceHandlers } from "../../provider/lifecycle/handlers";
import { openSession } from "../../provider/lifecycle/session";
import { withoutSecrets } from "../../provider/shared/shown";

/** Work on the resources of one kind. */
type Work<T> = (handlers: ResourceHandlers, context: Context) => Promise<T>;

/** One account of the service, as far as its token can see it. */
export interface Account {
  readonly settings: Settings;
  /**
   * Runs the lifecycle for one kind; `values` are those of the resource it is about, `secrets` what its messages must not show.
   * Reads that are asked for together share lists.
   */
  on<T>(
    definition: Definition,
    work: Work<T>,
    about?: { values: readonly Values[]; secrets: readonly unknown[] },
  ): Promise<T>;
  /** How many requests were answered. */
  readonly requests: () => number;
  /** What the token may do, in the service's words: `*`, `domains:read_only …`; undefined until an answer says so. */
  readonly scopes: () => string | undefined;
}

/** How an account is talked to. */
export interface AccountOptions
  extends Pick<ConnectionOptions, "signal" | "retries">, Partial<Pick<ConnectionOptions, "clock">> {
  /** Called with what is waited for, from time to time. */
  readonly onWait?: (message: string) => void;
}

/** For how long a list or an object is asked for again when it cannot be read: a command that only reads can be run again. */
const TROUBLE_MS = 10_000;

/** Opens an account for reading. Sends nothing yet. */
export function openAccount(settings: Settings, { onWait, ...options }: AccountOptions): Account {
  // Any number of requests may be under way.
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
    onAnswer: (headers) => {
      requests++;
      const announced = headers["x-oauth-scopes"];
      if (typeof announced === "string") scopes = announced;
    },
  });
  return {
    settings,
    requests: () => requests,
    scopes: () => scopes,
    on: async (definition, work, about = { values: [], secrets: [] }) => {
      const { resource, secrets } = session.subjectOf(definition, about.values);
      const safe = (text: string): string => withoutSecrets(text, [...secrets(), ...about.secrets]);
      try {
        const progress = (message: string): void => onWait?.(safe(message));
        const sinks = { progress, info: () => undefined, warn: () => undefined };
        return await session.operate({ resource, ...sinks }, (context) => work(handlersFor(definition), context));
      } catch (error) {
        // What failed stays recognisable, but says nothing secret.
        if (error instanceof Error) error.message = safe(error.message);
        throw error;
      }
    },
  };
}
