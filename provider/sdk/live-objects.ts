import * as pulumi from "@pulumi/pulumi";
import { locate } from "../lifecycle/state";
import { clientFor } from "../api/accounts";
import { realClock } from "../api/clock";
import { ApiError } from "../api/errors";
import { createReads } from "../api/reads";
import type { Reads } from "../api/reads";
import type { Settings } from "../api/settings";
import type { Definition } from "../definition/definition";
import type { Values } from "../definition/values";

/** How long preview waits for a response, which it can do without. */
const READ_TIMEOUT_MS = 10_000;

interface LiveObject {
  readonly definition: Definition;
  readonly id: string;
}

/** How a preview reads from an account; `isSilent` after the API has failed to respond. */
interface Account {
  readonly reads: Reads;
  isSilent: boolean;
}

/** By the run's engine and settings: the process of an inline program may have several runs, with updates between them. */
const runs = new WeakMap<object, Map<string, Account>>();

/** Stands for the run of a process without an engine. */
const ONLY_RUN = {};

/**
 * Reads a cloud resource in the program's process, during a preview.
 * @throws if it cannot be read; after no response, a 429 or a 5xx, no more requests are sent during this preview.
 */
export async function readLiveObject(
  { definition, id }: LiveObject,
  settings: Settings,
  timeoutMs = READ_TIMEOUT_MS,
): Promise<Values> {
  const account = accountOf(settings, timeoutMs);
  if (account.isSilent) throw new Error("the API did not respond to an earlier request");
  const { collection, ownId } = locate(definition, id);
  try {
    return await account.reads.recent(collection, ownId);
  } catch (error) {
    const isResponse = error instanceof ApiError && error.status < 500 && error.status !== 429;
    if (!isResponse) account.isSilent = true;
    throw error;
  }
}

function accountOf(settings: Settings, timeoutMs: number): Account {
  const run = (pulumi.runtime.getMonitor() as object | undefined) ?? ONLY_RUN;
  const accounts = runs.get(run) ?? new Map<string, Account>();
  runs.set(run, accounts);
  const key = JSON.stringify(settings);
  const account = accounts.get(key) ?? { reads: readsWithTimeout(settings, timeoutMs), isSilent: false };
  accounts.set(key, account);
  return account;
}

function readsWithTimeout(settings: Settings, timeoutMs: number): Reads {
  const send = clientFor(settings);
  return createReads((request) =>
    send({ ...request, signal: AbortSignal.timeout(timeoutMs), deadlineMs: realClock.now() + timeoutMs }),
  );
}
