import type { UploadRule } from "../../definition/creation";
import type { Definition } from "../../definition/definition";
import { CloudError, NotFoundError } from "../../api/errors";
import { isObject } from "../../definition/values";
import type { Values } from "../../definition/values";
import { claim, memoryKey } from "../identity";
import { objectEvidence, once } from "../ownership";
import { UnfinishedError, givenArguments, idOf, locate, optionsOf, unfinishedState } from "../state";
import { capitalize, createUnconfirmed, sentence } from "../wording";
import { rejectWithoutId } from "../context";
import type { ResourceCall, Context, Operation } from "../context";
import { confirmMissing, deleteObject } from "../waiting";

export function uploadRule({ creation, kind }: Definition): UploadRule {
  const upload = creation?.upload;
  if (!upload) throw new Error(`${kind} has no data to send`);
  return upload;
}

/** Deletes a reserved resource that will never receive its data. */
export async function discardReservation(call: ResourceCall, live: Values, reason?: unknown): Promise<void> {
  const { definition, args, context } = call;
  const id = idOf(definition, args, live);
  const location = locate(definition, id);
  try {
    await deleteObject(location, context).catch((error: unknown) => {
      if (error instanceof NotFoundError) return confirmMissing(definition, error, context);
      throw error;
    });
  } catch (error) {
    throw leftBehind(call, live, { reason, error });
  }
  context.memory.objects.noteDeleted(memoryKey(definition, id));
  // A later update need not search for it.
  context.journal.noteInState({ urn: optionsOf(args).urn ?? "", location });
}

/** Whether the resource still awaits its data. Its upload URL was only in the response to the reservation. */
export function awaitsContent({ creation }: Definition, { status }: Values): boolean {
  return creation?.upload !== undefined && status === creation.upload.status;
}

/** The state of a resource that still awaits its data. It lacks the data, so the next update replaces the resource. */
export function stateWithoutData({ definition, args }: ResourceCall, live: Values): Values {
  const { from, by } = uploadRule(definition);
  const { [from]: _from, [by]: _by, ...reached } = args;
  return unfinishedState({ definition, args: reached }, live, { args: givenArguments(definition, reached) });
}

/** The error for a resource that could not be deleted, with the state to record. */
function leftBehind(
  call: ResourceCall,
  live: Values,
  { reason, error }: { readonly reason: unknown; readonly error: unknown },
): UnfinishedError {
  const { definition, args } = call;
  const id = idOf(definition, args, live);
  const state = stateWithoutData(call, live);
  const first = reason === undefined ? "" : `${sentence(reason)} `;
  const message =
    `${first}Could not delete the incomplete ${definition.noun} ${id}: ${sentence(error)} ` +
    "Run the same command again to replace it.";
  return new UnfinishedError({ id, state }, new CloudError(message));
}

/** The response to a reservation. */
interface Reserved {
  readonly live: Values;
  readonly address: string;
}

/** Warns about a resource without data that nobody can upload to, but that may be someone else's. The service deletes it. */
export function warnOfReservation({ definition, args, context }: ResourceCall, live: Values): void {
  const id = idOf(definition, args, live);
  context.warn(
    `${capitalize(definition.noun)} ${id} awaits its data. An interrupted upload of this resource may have reserved it, but it may also be ` +
      "someone else's, so it was not deleted. If it gets no data, the service deletes it after 24 hours.",
  );
}

/**
 * Reserves the resource. A reservation without its response is useless, so there is a second and last attempt. What the first one may have
 * reserved is only named.
 */
export async function reserve(operation: Operation, rule: UploadRule): Promise<Reserved> {
  const { definition, args, context } = operation;
  const { path, body } = rule.request(args);
  const evidence = objectEvidence(operation, body);
  const noted: (string | undefined)[] = [];
  const name = (made: Values | undefined): undefined => {
    if (!made || !awaitsContent(definition, made)) return;
    warnOfReservation(operation, made);
    for (const intent of noted) context.journal.settle(intent);
  };
  const response = await once({
    context,
    request: {
      path,
      body,
      rejectReason: (response) => rejectWithoutId(definition)(reservedBy(rule, response)),
    },
    idOf: (response) => String(reservedBy(rule, response).id),
    note: async () => {
      const latest = await evidence.note();
      noted.push(latest);
      return latest;
    },
    afterRejection: async (rejectedAtMs) => name(await evidence.afterRejection(rejectedAtMs)),
    afterAmbiguousResponse: async (last) => name(await evidence.afterAmbiguousResponse(last)),
    ambiguousError: (last) => new CloudError(createUnconfirmed(definition.noun, ", so nothing was uploaded", last)),
  });
  const reserved = reservedIn(rule, response, context);
  claim(operation, reserved.live);
  return reserved;
}

/** The resource in the response, or an empty object if the response is malformed. */
function reservedBy({ reserved }: UploadRule, response: Values): Values {
  const [live] = reserved(response);
  return isObject(live) ? live : {};
}

function reservedIn(rule: UploadRule, response: Values, { memory }: Context): Reserved {
  const [live, [, address]] = [reservedBy(rule, response), rule.reserved(response)];
  if (typeof address !== "string" || !URL.canParse(address)) {
    throw new CloudError(
      `The API reserved upload ${String(live.id)}, but returned no upload URL. Run the same command again. ` +
        "The service deletes uploads without data after a day.",
    );
  }
  const { pathname, search, searchParams } = new URL(address);
  for (const secret of [address, `${pathname}${search}`, ...searchParams.values()]) {
    if (secret.length >= 16) memory.noteSecret(secret);
  }
  return { live, address };
}
