import { CloudError, isAmbiguous } from "../../api/errors";
import { sourceOf } from "../../definition/source";
import { withTimeLimit } from "../../api/clock";
import { preparePayload } from "./payload";
import type { Payload } from "./payload";
import type { UploadRule } from "../../definition/creation";
import type { Values } from "../../definition/values";
import { memoryKey } from "../identity";
import { findOwnBeforeCreate, withCreateLock } from "../ownership";
import type { FoundBeforeCreate } from "../ownership";
import { idOf, optionsOf } from "../state";
import { announceManaged } from "../context";
import { sentence } from "../wording";
import type { Deadline, ResourceCall, Operation } from "../context";
import { readLive } from "../waiting";
import { awaitsContent, discardReservation, reserve, uploadRule, warnOfReservation } from "./reserve";

/**
 * Finds a resource that an earlier update created but did not record. One that still awaits its data is deleted if the journal has the
 * response to its request; otherwise it is only named.
 */
export async function findOwnOrDiscard(call: ResourceCall): Promise<FoundBeforeCreate> {
  const { definition, context } = call;
  for (;;) {
    const found = await findOwnBeforeCreate(call);
    const { live, request, id } = found.own ?? {};
    if (!live || !awaitsContent(definition, live)) return found;
    if (request?.response?.made === undefined) {
      warnOfReservation(call, live);
      context.journal.settle(request?.id);
    } else {
      context.warn(`Deleted ${definition.noun} ${id}, which an earlier update left without data.`);
      await discardReservation(call, live);
    }
  }
}

/**
 * Reserves the resource, then uploads its data. If the upload fails, the resource is deleted again, and the error has no ID.
 * @throws UnfinishedError with the ID if the deletion fails as well; its state makes the next update replace the resource
 */
export function createWithUpload(operation: Operation): Promise<Values> {
  const { deadline, context } = operation;
  const late = new UploadTimedOutError(deadline);
  return withTimeLimit({ maxMs: deadline.at - context.clock.now(), late, signal: context.signal }, (signal) =>
    createUntil(signal, operation),
  );
}

class UploadTimedOutError extends CloudError {
  constructor({ seconds, operation }: Deadline) {
    super(`The upload timed out after ${seconds} seconds. Raise customTimeouts: { ${operation}: "…" }.`);
  }
}

/** @param signal aborted at the deadline, and after Ctrl-C */
async function createUntil(signal: AbortSignal, operation: Operation): Promise<Values> {
  const { definition, args, deadline, context } = operation;
  const rule = uploadRule(definition);
  const payload = await prepare(operation, rule, signal);
  const { live, address } = await withCreateLock(operation, () => reserve(operation, rule));
  const id = idOf(definition, args, live);
  announceManaged(context, optionsOf(args), memoryKey(definition, id));
  try {
    await context.transfer.upload({
      address,
      open: () => payload.open(),
      signal,
      deadlineMs: deadline.at,
      onProgress: (message) => context.progress(message),
    });
    context.progress("uploaded");
    return live;
  } catch (error) {
    const mayBeUploaded = isAmbiguous(error) || error instanceof UploadTimedOutError;
    const now = mayBeUploaded ? await readLive({ definition, id, context }).catch(() => undefined) : undefined;
    if (now && !awaitsContent(definition, now)) return now;
    await discardReservation(operation, live, error);
    throw new CloudError(`${sentence(error)} The incomplete ${definition.noun} was deleted.`);
  }
}

async function prepare(operation: Operation, rule: UploadRule, signal: AbortSignal): Promise<Payload> {
  const { definition, args, deadline, context } = operation;
  const { transfer, clock } = context;
  const source = sourceOf(args[rule.from]);
  if (!source) throw new CloudError(`Cannot create the ${definition.noun}: ${rule.from} names no data.`);
  const hash = args[rule.by];
  return preparePayload({
    source,
    // A hash from the user need not be that of the data, so it is not verified.
    expectedHash: optionsOf(args).content && typeof hash === "string" ? hash : undefined,
    maxBytes: rule.maxBytes,
    download: (url, stop) => transfer.download(url, stop),
    signal,
    progress: (message) => context.progress(message),
    checkTime: () => {
      if (clock.now() >= deadline.at) throw new UploadTimedOutError(deadline);
    },
  });
}
