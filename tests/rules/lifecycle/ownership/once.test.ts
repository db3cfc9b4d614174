import { ApiError, NetworkError } from "../../../../provider/api/errors";
import type { Values } from "../../../../provider/definition/values";
import type { Context } from "../../../../provider/lifecycle/context";
import { once } from "../../../../provider/lifecycle/ownership/once";

const LOST = new NetworkError("POST /domains", "ECONNRESET", true);
const REFUSED = new ApiError("POST /domains", 400, [{ reason: "no" }]);
const CONFLICT = new ApiError("POST /domains", 409, [{ reason: "exists" }]);

/** What happens to each attempt, one after another, and what the looks find. */
interface Story {
  readonly responses: readonly (Values | Error)[];
  readonly afterLoss?: readonly (Values | undefined)[];
  readonly afterRefusal?: readonly (Values | Error | undefined)[];
  readonly isAborted?: true;
  /** Nothing can show afterwards what a request without a clear response made. */
  readonly isWithoutLook?: true;
}

/** Runs a POST, and tells what was done in which order. */
async function outcomeOf({ responses, afterLoss = [], afterRefusal = [], isAborted, isWithoutLook }: Story) {
  const steps: string[] = [];
  const [answers, losses, refusals] = [[...responses], [...afterLoss], [...afterRefusal]];
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
      const answered = (made?: string): Promise<void> =>
        Promise.resolve(void steps.push(`answered ${intent}: ${made}`));
      return Promise.resolve({ intent, answered });
    },
    afterRefusal: () => {
      steps.push("looked after a refusal");
      const found = refusals.shift();
      return found instanceof Error ? Promise.reject(found) : Promise.resolve(found);
    },
    ...(isWithoutLook
      ? {}
      : {
          afterLoss: () => {
            steps.push("looked after a loss");
            return Promise.resolve(losses.shift());
          },
        }),
    unclear: (last) => new Error(`unclear: ${last.message}`),
  }).catch((error: unknown) => (error as Error).message);
  return { steps, result };
}

test("a POST is pending before it is sent, and answered with the id of its result", async () => {
  expect(await outcomeOf({ responses: [{ id: 7 }] })).toEqual({
    steps: ["pending 1", "sent", "answered 1: 7"],
    result: { id: 7 },
  });
});

test("a refusal settles it, and nothing is sent again", async () => {
  const { steps, result } = await outcomeOf({ responses: [REFUSED] });
  expect(steps).toEqual(["pending 1", "sent", "settled 1"]);
  expect(result).toBe(REFUSED.message);
});

test("a 409 is believed only where nothing shows a result", async () => {
  const carriedOut = await outcomeOf({ responses: [CONFLICT], afterRefusal: [{ id: 7 }] });
  expect(carriedOut.steps).toEqual(["pending 1", "sent", "looked after a refusal", "answered 1: 7"]);
  const refused = await outcomeOf({ responses: [CONFLICT] });
  expect(refused.steps).toEqual(["pending 1", "sent", "looked after a refusal", "settled 1"]);
});

test("a refusal stays pending where the look after it fails", async () => {
  const { steps, result } = await outcomeOf({ responses: [CONFLICT], afterRefusal: [new Error("no list")] });
  expect(steps).toEqual(["pending 1", "sent", "looked after a refusal"]);
  expect(result).toBe("no list");
});

test("what an unclear response made is its result, without another attempt", async () => {
  const { steps } = await outcomeOf({ responses: [LOST], afterLoss: [{ id: 7 }] });
  expect(steps).toEqual(["pending 1", "sent", "looked after a loss", "answered 1: 7"]);
});

test("it is sent a second time only when a look has shown nothing, and never a third time", async () => {
  const { steps, result } = await outcomeOf({ responses: [LOST, LOST], afterLoss: [undefined, undefined] });
  const attempt = (n: number): string[] => [`pending ${n}`, "sent", "looked after a loss"];
  expect(steps).toEqual([...attempt(1), ...attempt(2)]);
  expect(result).toBe(`unclear: ${LOST.message}`);
});

test("a second attempt may be refused because of what the first one made, which is recorded for the first one", async () => {
  const { steps, result } = await outcomeOf({ responses: [LOST, REFUSED], afterLoss: [undefined, { id: 7 }] });
  expect(steps.slice(3)).toEqual(["pending 2", "sent", "settled 2", "looked after a loss", "answered 1: 7"]);
  expect(result).toEqual({ id: 7 });
});

test("nothing is sent a second time after Ctrl-C, or where no look can show that nothing was made", async () => {
  expect(
    (await outcomeOf({ responses: [LOST], isAborted: true })).steps.filter((step) => step === "sent"),
  ).toHaveLength(1);
  const single = await outcomeOf({ responses: [LOST], isWithoutLook: true });
  expect(single.steps).toEqual(["pending 1", "sent"]);
  expect(single.result).toBe(`unclear: ${LOST.message}`);
});
