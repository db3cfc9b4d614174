import { createClient } from "./client";
import type { Send } from "./client";
import type { Settings } from "./settings";

const clients = new Map<string, Send>();

/** The account's only client in this process, so that all callers share its connections and its rate limit. */
export function clientFor(settings: Settings): Send {
  const key = JSON.stringify(settings);
  const client = clients.get(key) ?? createClient(settings);
  clients.set(key, client);
  return client;
}
