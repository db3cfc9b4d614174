import { CloudError, isAmbiguous } from "../../api/errors";
import type { UploadRule } from "../../definition/creation";
import type { Values } from "../../definition/values";
import { claim, findOwnAfterRefusal, journalledPosts, lookForMade } from "../ownership";
import { withoutId } from "../context";
import { sentence } from "../wording";
import type { Context, Operation } from "../context";
import { discard } from "./discard";

/** The answer to a reservation. */
interface Reserved {
  readonly live: Values;
  readonly address: string;
}

/**
 * Reserves the object. A reservation whose answer got lost is useless: its object is looked for and deleted before
 * another one is sent, once.
 */
export async function reserve(operation: Operation, rule: UploadRule): Promise<Reserved> {
  const { definition, args, deadline, context } = operation;
  const { path, body } = rule.reserve(args);
  const posts = journalledPosts(operation);
  const rejectReason = (answer: Values): string | undefined => withoutId(definition)(reservedBy(rule, answer));
  const beforeRepeat = async (refusedAtMs: number): Promise<undefined> => {
    const made = await findOwnAfterRefusal(operation, { body, ...posts.known }, refusedAtMs);
    if (made?.status === rule.awaiting) await discard(operation, made);
  };
  for (let attempt = 1; ; attempt++) {
    try {
      const request = { method: "POST", path, body, deadlineMs: deadline.at, rejectReason, beforeRepeat } as const;
      const answer = await posts.send(request);
      const reserved = reservedIn(rule, answer, context);
      claim(operation, reserved.live);
      await posts.made(reserved.live.id);
      return reserved;
    } catch (error) {
      if (!isAmbiguous(error)) throw error;
      const made = await lookForMade(operation, { body, ...posts.known });
      if (made?.status === rule.awaiting) await discard(operation, made, error);
      if (attempt < 2 && !context.signal.aborted) continue;
      throw new CloudError(
        `${attempt === 1 ? "The reservation" : "Two reservations"} of this ${definition.noun} got no clear answer, and nothing is left of ` +
          `it. Run \`pulumi up\` again when the service is well; nothing was recorded. The last answer: ${sentence(error)}`,
      );
    }
  }
}

/** The object in the answer. The answer may be anything. */
function reservedBy({ object }: UploadRule, answer: Values): Values {
  const live = answer[object];
  return typeof live === "object" && live !== null ? (live as Values) : {};
}

function reservedIn(rule: UploadRule, answer: Values, { memory }: Context): Reserved {
  const [live, address] = [reservedBy(rule, answer), answer[rule.address]];
  if (typeof address !== "string" || !URL.canParse(address)) {
    throw new CloudError(
      `The service reserved the upload with id ${String(live.id)} without an address for its data. The service ` +
        "deletes an upload without data by itself after a day.",
    );
  }
  const { pathname, search, searchParams } = new URL(address);
  for (const secret of [address, `${pathname}${search}`, ...searchParams.values()]) {
    if (secret.length >= 16) memory.secrets.add(secret);
  }
  return { live, address };
}
