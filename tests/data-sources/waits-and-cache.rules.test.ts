import { ApiError } from "../../provider/api/errors";
import { whileActive } from "../../provider/data-sources/while-active";
import { resultInRun } from "../../provider/sdk/data-sources/run-cache";
import { instantClock } from "../support/instant-clock";
import { messageOf } from "../support/programs";

const refusal = new ApiError("GET /credentials", 400, [{ reason: "not now" }]);
const CREDENTIALS = { username: "root" };

/** A database that passes through these statuses and returns its credentials only while "active". */
function databaseThatIs(...statuses: string[]) {
  const clock = instantClock();
  const say = jest.fn<void, [string]>();
  const engine = new AbortController();
  const current = () => statuses[Math.min(clock.slept.length, statuses.length - 1)];
  const read = jest.fn(() => (current() === "active" ? Promise.resolve(CREDENTIALS) : Promise.reject(refusal)));
  const send = () => Promise.resolve({ status: current() });
  const options = { send, clock, say, signal: engine.signal };
  return {
    clock,
    say,
    engine,
    read,
    look: () => whileActive(read, { path: "/database", name: "database 5" }, options),
  };
}

test("reads an active database once, without waiting", async () => {
  const { look, clock, read } = databaseThatIs("active");
  expect(await look()).toBe(CREDENTIALS);
  expect(clock.slept).toEqual([]);
  expect(read).toHaveBeenCalledTimes(1);
});

test("waits out a temporary status and reports it", async () => {
  const { look, clock, say } = databaseThatIs("provisioning", "updating", "active");
  expect(await look()).toBe(CREDENTIALS);
  expect(clock.slept).toEqual([5_000, 5_000]);
  expect(say.mock.calls).toEqual([
    ["waiting for the database 5 to become active (now provisioning)"],
    ["waiting for the database 5 to become active (now updating)"],
  ]);
});

test.each([
  ["immediately at a permanent status", ["updating", "failed"], "is failed", 5_000],
  ["after an hour", ["restoring"], "is restoring", 3_600_000],
])("stops waiting %s", async (_, statuses, message, waitedMs) => {
  const { look, clock } = databaseThatIs(...statuses);
  expect(await messageOf(look())).toContain(message);
  expect(clock.now()).toBe(waitedMs);
});

test("a rejection that isn't due to the status is an error after a second attempt", async () => {
  const { look, read } = databaseThatIs("active");
  read.mockRejectedValue(refusal);
  expect(await messageOf(look())).toContain("not now");
  expect(read).toHaveBeenCalledTimes(2);
});

test("stops waiting when the engine has exited", async () => {
  const { look, say, engine } = databaseThatIs("provisioning");
  say.mockImplementation(() => engine.abort(new Error("The engine has exited.")));
  expect(await messageOf(look())).toBe("The engine has exited.");
});

test("each update in a process has its own responses, and a process without an engine has one cache", async () => {
  let n = 0;
  const load = () => Promise.resolve({ n: ++n });
  const [first, second] = [{}, {}];
  const found = [];
  for (const run of [first, second, first, undefined, undefined]) found.push(await resultInRun(run, "key", load));
  expect(found).toEqual([{ n: 1 }, { n: 2 }, { n: 1 }, { n: 3 }, { n: 3 }]);
});
