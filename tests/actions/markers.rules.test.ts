import type { Request } from "../../provider/api/client";
import type { ActionDefinition } from "../../provider/definition/definition";
import type { Values } from "../../provider/definition/values";
import type { ActionOperation } from "../../provider/lifecycle/action/evidence";
import { newMarker } from "../../provider/lifecycle/action/evidence";
import { waitForMarker, waitUntilStarted } from "../../provider/lifecycle/action/wait";
import { mongoCredentialsReset } from "../../provider/resources/mongo-database-actions";
import { mongoDatabaseBackup } from "../../provider/resources/mongo-database-backup";
import { instantClock } from "../support/instant-clock";

const ARGS = { databaseId: 1, label: "mine" };
const backup = (id: number, label: string): Values => ({ id, label, type: "snapshot" });

/** An action on an active database, to which the API responds with this. */
function acting(definition: ActionDefinition, response: Values) {
  const clock = instantClock();
  const context = {
    clock,
    send: (_: Request) => Promise.resolve(response),
    reads: { fresh: () => Promise.resolve({ status: "active" }) },
    progress: () => undefined,
  };
  const deadline = { at: 60_000, seconds: 60, operation: "create" };
  return { clock, operation: { definition, args: ARGS, deadline, context } as unknown as ActionOperation };
}

describe("a backup with another label than the requested one", () => {
  const { operation, clock } = acting(mongoDatabaseBackup, { data: [backup(5, "foreign")] });

  test("is not the result of a request that may not have arrived", async () => {
    expect(await newMarker(operation, [], { isAccepted: false })).toBeUndefined();
  });

  test("shows that an accepted request has started, and is its result, because the API may store another label", async () => {
    await waitUntilStarted(operation, []);
    expect(clock.now()).toBe(0);
    expect(await waitForMarker(operation, [], "")).toBe("5");
  });

  test("is not the result if there is one with that label", async () => {
    const both = acting(mongoDatabaseBackup, { data: [backup(5, "foreign"), backup(6, "mine")] });
    expect(await newMarker(both.operation, [], { isAccepted: true })).toBe("6");
  });
});

test.each([
  ["at once if its result is already visible", "new", 0],
  ["after 15 seconds if nothing shows it, because it may already have ended", "old", 15_000],
])("an accepted action counts as started %s", async (_, password, elapsedMs) => {
  const { operation: earlier } = acting(mongoCredentialsReset, { password: "old" });
  const before = await newMarker(earlier, [], { isAccepted: true });
  const { operation, clock } = acting(mongoCredentialsReset, { password });
  await waitUntilStarted(operation, [before ?? ""]);
  expect(clock.now()).toBe(elapsedMs);
});
