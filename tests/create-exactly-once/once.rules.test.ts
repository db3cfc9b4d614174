import { ApiError, NetworkError } from "../../provider/api/errors";
import type { Values } from "../../provider/definition/values";
import type { Context } from "../../provider/lifecycle/context";
import { once } from "../../provider/lifecycle/ownership/once";
import { matchingIdentity } from "../../provider/lifecycle/identity/identity";
import { domainRecord } from "../../provider/resources/domain-record";

const LOST = new NetworkError("POST /domains", "ECONNRESET", true);
const REFUSED = new ApiError("POST /domains", 400, [{ reason: "no" }]);
const CONFLICT = new ApiError("POST /domains", 409, [{ reason: "exists" }]);

/** The response to each attempt, in order, and what the searches find. */
interface Story {
  readonly responses: readonly (Values | Error)[];
  readonly afterAmbiguous?: readonly (Values | undefined)[];
  readonly afterRejection?: readonly (Values | Error | undefined)[];
  readonly isAborted?: true;
  /** No search can show what a request with an ambiguous response created. */
  readonly isWithoutLook?: true;
}

/** Runs a POST and returns the steps in order. */
async function outcomeOf({ responses, afterAmbiguous = [], afterRejection = [], isAborted, isWithoutLook }: Story) {
  const steps: string[] = [];
  const [answers, losses, refusals] = [[...responses], [...afterAmbiguous], [...afterRejection]];
  const controller = new AbortController();
  if (isAborted) controller.abort();
  const context = {
    clock: { now: () => 0 },
    signal: controller.signal,
    journal: {
      settle: (intent: string) => void steps.push(`settled ${intent}`),
      leaveOpen: () => undefined,
      noteResult: (intent: string, made?: string) => Promise.resolve(void steps.push(`answered ${intent}: ${made}`)),
    },
    send: () => {
      steps.push("sent");
      const answer = answers.shift();
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    },
  } as unknown as Context;
  let intents = 0;
  const result = await once({
    context,
    request: { path: "/domains" },
    idOf: ({ id }) => String(id),
    note: () => {
      const intent = String(++intents);
      steps.push(`pending ${intent}`);
      return Promise.resolve(intent);
    },
    afterRejection: () => {
      steps.push("looked after a refusal");
      const found = refusals.shift();
      return found instanceof Error ? Promise.reject(found) : Promise.resolve(found);
    },
    ...(isWithoutLook
      ? {}
      : {
          afterAmbiguousResponse: () => {
            steps.push("looked after a loss");
            return Promise.resolve(losses.shift());
          },
        }),
    ambiguousError: (last) => new Error(`unclear: ${last.message}`),
  }).catch((error: unknown) => (error as Error).message);
  return { steps, result };
}

const MADE = { id: 7 };
const UNCLEAR = `unclear: ${LOST.message}`;
const ONCE_LOST = "pending 1, sent, looked after a loss";

test.each<[string, Story, string, unknown]>([
  [
    "is pending before it is sent, then its result is noted",
    { responses: [MADE] },
    "pending 1, sent, answered 1: 7",
    MADE,
  ],
  [
    "is settled by a rejection, and not sent again",
    { responses: [REFUSED] },
    "pending 1, sent, settled 1",
    REFUSED.message,
  ],
  [
    "was carried out in spite of a 409 if a search finds its result",
    { responses: [CONFLICT], afterRejection: [MADE] },
    "pending 1, sent, looked after a refusal, answered 1: 7",
    MADE,
  ],
  [
    "is settled by a 409 only if a search finds no result",
    { responses: [CONFLICT] },
    "pending 1, sent, looked after a refusal, settled 1",
    CONFLICT.message,
  ],
  [
    "stays pending after a 409 if the search fails",
    { responses: [CONFLICT], afterRejection: [new Error("no list")] },
    "pending 1, sent, looked after a refusal",
    "no list",
  ],
  [
    "is not sent again if a search after an ambiguous response finds its result",
    { responses: [LOST], afterAmbiguous: [MADE] },
    `${ONCE_LOST}, answered 1: 7`,
    MADE,
  ],
  [
    "is sent a second time only if a search finds nothing, and never a third time",
    { responses: [LOST, LOST] },
    `${ONCE_LOST}, ${ONCE_LOST.replace("1", "2")}`,
    UNCLEAR,
  ],
  [
    "has the result of the first attempt if the second is rejected because the first succeeded",
    { responses: [LOST, REFUSED], afterAmbiguous: [undefined, MADE] },
    `${ONCE_LOST}, pending 2, sent, settled 2, looked after a loss, answered 1: 7`,
    MADE,
  ],
  ["is not sent again after Ctrl-C", { responses: [LOST], isAborted: true }, ONCE_LOST, UNCLEAR],
  [
    "is not sent again if no search can show that nothing was created",
    { responses: [LOST], isWithoutLook: true },
    "pending 1, sent",
    UNCLEAR,
  ],
])("a POST %s", async (_, story, steps, result) => {
  expect(await outcomeOf(story)).toEqual({ steps: steps.split(", "), result });
});

const LIVE = { id: 7, type: "A", name: "www", target: "192.0.2.1", created: "2026-01-02T03:04:05" };

test.each<[string, Values, Values, boolean]>([
  ["the same name", { name: "www" }, {}, true],
  ["no name, like an omitted one", {}, { name: "" }, true],
  ["a name, unlike an omitted one", {}, {}, false],
  ["no name, unlike a given one", { name: "www" }, { name: "" }, false],
  ["another name", { name: "mail" }, {}, false],
])("a live record with %s counts as identical or not", (_, name, live, isAlike) => {
  const args = { type: "A", target: "192.0.2.1", ...name };
  expect(matchingIdentity(domainRecord, args, [{ ...LIVE, ...live }])).toHaveLength(isAlike ? 1 : 0);
});
