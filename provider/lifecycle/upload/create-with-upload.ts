import { CloudError, mayHaveHappened } from "../../api/errors";
import { sourceOf } from "../../definition/source";
import { prepareParcel } from "./payload";
import type { Parcel } from "./payload";
import type { Definition } from "../../definition/definition";
import type { UploadRule } from "../../definition/creation";
import type { Values } from "../../definition/values";
import { announce } from "./reserve";
import { alone } from "../ownership/one-create-at-a-time";
import { optionsOf } from "../state/context";
import type { Context, Deadline } from "../state/context";
import { discard } from "./discard";
import { sentence } from "../state/sentence";
import { findOwnBeforeCreate } from "../ownership/find-own";
import type { Found } from "../ownership/find-own";
import { memoryKey } from "../ownership/identity";
import { idOf } from "../state/ids";
import { noteHeld } from "../state/run-memory";
import { readLive } from "../waiting/waiter";

export function sendsContent({ creation }: Definition, args: Values): boolean {
  return creation?.upload !== undefined && args[creation.upload.from] !== undefined;
}

/**
 * What an earlier run has made and lost. What still waits for its data is of no use, because only the answer to its announcement
 * told where to send it: it is deleted.
 */
export async function findOwnWithContent(definition: Definition, args: Values, context: Context): Promise<Found> {
  for (;;) {
    const found = await findOwnBeforeCreate(definition, args, context);
    const { own } = found;
    if (!own || own.status !== definition.creation?.upload?.awaiting) return found;
    context.warn(
      `Deleted the ${definition.noun} with id ${idOf(definition, args, own)}, which an earlier run has left without its data.`,
    );
    await discard(definition, ruleOf(definition), args, own, context);
  }
}

/**
 * Announces the object, and sends the data that it is made of. When that fails, the object is deleted again, and the error has
 * no id.
 * @throws UnfinishedError with the id, where even that could not be done; its state makes the next run replace the object.
 */
export async function createWithContent(
  definition: Definition,
  args: Values,
  deadline: Deadline,
  context: Context,
): Promise<Values> {
  const rule = ruleOf(definition);
  const parcel = await prepare(definition, rule, args, deadline, context);
  const { live, address } = await alone(definition, args, context, () =>
    announce(definition, rule, args, deadline, context),
  );
  const id = idOf(definition, args, live);
  noteHeld(context.memory, optionsOf(args).urn, memoryKey(definition, id));
  try {
    await context.transfer.upload({
      address,
      open: () => parcel.open(),
      signal: context.signal,
      deadlineMs: deadline.at,
      tell: (message) => context.progress(message),
    });
    context.progress("uploaded");
    return live;
  } catch (error) {
    const now = mayHaveHappened(error) ? await readLive(definition, id, context).catch(() => undefined) : undefined;
    if (now && now.status !== rule.awaiting) return now;
    await discard(definition, rule, args, live, context, error);
    throw new CloudError(`${sentence(error)} The ${definition.noun} that waited for the data was deleted again.`);
  }
}

async function prepare(
  { noun }: Definition,
  rule: UploadRule,
  args: Values,
  deadline: Deadline,
  { transfer, signal, clock, ...context }: Context,
): Promise<Parcel> {
  const source = sourceOf(args[rule.from]);
  if (!source) throw new CloudError(`The ${noun} cannot be made: ${rule.from} names no data.`);
  const hash = args[rule.hash];
  return prepareParcel({
    source,
    // What the user gave need not be a hash of the data.
    expectedHash: optionsOf(args).content && typeof hash === "string" ? hash : undefined,
    mostBytes: rule.mostBytes,
    download: (url, stop) => transfer.download(url, stop),
    signal,
    progress: (message) => context.progress(message),
    checkTime: () => {
      if (clock.now() < deadline.at) return;
      throw new CloudError(
        `The data was not sent after ${deadline.seconds} seconds. Allow more time with the option ` +
          `customTimeouts: { ${deadline.operation}: "…" }.`,
      );
    },
  });
}

function ruleOf({ creation, kind }: Definition): UploadRule {
  const content = creation?.upload;
  if (!content) throw new Error(`${kind} has no content to send`);
  return content;
}
