import { ApiError, NetworkError } from "../../provider/api/errors";
import type { Values } from "../../provider/definition/values";
import type { Context } from "../../provider/lifecycle/context";
import { once } from "../../provider/lifecycle/ownership/once";
import { matchingIdentity } from "../../provider/lifecycle/ownership/identity";
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
    journal: { settle: (intent: string) => void steps.push(`settled ${intent}`) },
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
      const noteResponse = (made?: string): Promise<void> =>
        Promise.resolve(void steps.push(`answered ${intent}: ${made}`));
      return Promise.resolve({ id: intent, noteResponse });
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

test("records a POST as pending before it is sent, then the ID of its result", async () => {
  expect(await outcomeOf({ responses: [{ id: 7 }] })).toEqual({
    steps: ["pending 1", "sent", "answered 1: 7"],
    result: { id: 7 },
  });
});

test("a rejection settles the intent, and nothing is sent again", async () => {
  const { steps, result } = await outcomeOf({ responses: [REFUSED] });
  expect(steps).toEqual(["pending 1", "sent", "settled 1"]);
  expect(result).toBe(REFUSED.message);
});

test("accepts a 409 only if a search finds no result", async () => {
  const carriedOut = await outcomeOf({ responses: [CONFLICT], afterRejection: [{ id: 7 }] });
  expect(carriedOut.steps).toEqual(["pending 1", "sent", "looked after a refusal", "answered 1: 7"]);
  const refused = await outcomeOf({ responses: [CONFLICT] });
  expect(refused.steps).toEqual(["pending 1", "sent", "looked after a refusal", "settled 1"]);
});

test("a rejection stays pending if the search after it fails", async () => {
  const { steps, result } = await outcomeOf({ responses: [CONFLICT], afterRejection: [new Error("no list")] });
  expect(steps).toEqual(["pending 1", "sent", "looked after a refusal"]);
  expect(result).toBe("no list");
});

test("returns what a request with an ambiguous response created, without another attempt", async () => {
  const { steps } = await outcomeOf({ responses: [LOST], afterAmbiguous: [{ id: 7 }] });
  expect(steps).toEqual(["pending 1", "sent", "looked after a loss", "answered 1: 7"]);
});

test("sends a second time only if a search finds nothing, and never a third time", async () => {
  const { steps, result } = await outcomeOf({ responses: [LOST, LOST], afterAmbiguous: [undefined, undefined] });
  const attempt = (n: number): string[] => [`pending ${n}`, "sent", "looked after a loss"];
  expect(steps).toEqual([...attempt(1), ...attempt(2)]);
  expect(result).toBe(`unclear: ${LOST.message}`);
});

test("records the result for the first attempt when the second is rejected because the first succeeded", async () => {
  const { steps, result } = await outcomeOf({ responses: [LOST, REFUSED], afterAmbiguous: [undefined, { id: 7 }] });
  expect(steps.slice(3)).toEqual(["pending 2", "sent", "settled 2", "looked after a loss", "answered 1: 7"]);
  expect(result).toEqual({ id: 7 });
});

test("sends nothing a second time after Ctrl-C, or if no search can show that nothing was created", async () => {
  expect(
    (await outcomeOf({ responses: [LOST], isAborted: true })).steps.filter((step) => step === "sent"),
  ).toHaveLength(1);
  const single = await outcomeOf({ responses: [LOST], isWithoutLook: true });
  expect(single.steps).toEqual(["pending 1", "sent"]);
  expect(single.result).toBe(`unclear: ${LOST.message}`);
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
