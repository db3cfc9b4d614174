import { CloudError } from "../../api/errors";
import type { UploadRule } from "../../definition/creation";
import type { Values } from "../../definition/values";
import { claim, objectEvidence, once } from "../ownership";
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
 * Reserves the object. A reservation whose response got lost is useless: its object is looked for and deleted before
 * another one is sent, once.
 */
export async function reserve(operation: Operation, rule: UploadRule): Promise<Reserved> {
  const { definition, args, deadline, context } = operation;
  const { path, body } = rule.reserve(args);
  const evidence = objectEvidence(operation, body);
  const discardMade = async (made: Values | undefined): Promise<undefined> => {
    if (made?.status === rule.awaiting) await discard(operation, made);
  };
  const answer = await once({
    context,
    request: {
      path,
      body,
      deadlineMs: deadline.at,
      rejectReason: (answer) => withoutId(definition)(reservedBy(rule, answer)),
    },
    idOf: (answer) => String(reservedBy(rule, answer).id),
    note: () => evidence.note(),
    afterRefusal: async (refusedAtMs) => discardMade(await evidence.afterRefusal(refusedAtMs)),
    afterLoss: async () => discardMade(await evidence.afterLoss()),
    unclear: (last) =>
      new CloudError(
        `Run \`pulumi up\` again when the service is well: reserving this ${definition.noun} got no clear response, and nothing is left of ` +
          `it. Nothing was recorded. The last response: ${sentence(last)}`,
      ),
  });
  const reserved = reservedIn(rule, answer, context);
  claim(operation, reserved.live);
  return reserved;
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
