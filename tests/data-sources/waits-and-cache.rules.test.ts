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
  const said: string[] = [];
  const current = (): string => statuses[Math.min(clock.slept.length, statuses.length - 1)] ?? "active";
  const read = () => (current() === "active" ? Promise.resolve(CREDENTIALS) : Promise.reject(refusal));
  const send = () => Promise.resolve({ status: current() });
  const say = (message: string): void => void said.push(message);
  return {
    clock,
    said,
    look: () => whileActive(read, { path: "/database", name: "database 5" }, { send, clock, say }),
  };
}

test("reads an active database once, without waiting", async () => {
  const { look, clock } = databaseThatIs("active");
  expect(await look()).toBe(CREDENTIALS);
  expect(clock.slept).toEqual([]);
});

test("waits out a temporary status and reports it", async () => {
  const { look, clock, said } = databaseThatIs("provisioning", "updating", "active");
  expect(await look()).toBe(CREDENTIALS);
  expect(clock.slept).toEqual([5_000, 5_000]);
  expect(said).toEqual([
    "waiting for the database 5 to become active (now provisioning)",
    "waiting for the database 5 to become active (now updating)",
  ]);
});

test("stops waiting immediately at a permanent status", async () => {
  const { look, clock } = databaseThatIs("updating", "failed");
  expect(await messageOf(look())).toContain("is failed");
  expect(clock.slept).toHaveLength(1);
});

test("stops waiting after an hour", async () => {
  const { look, clock } = databaseThatIs("restoring");
  expect(await messageOf(look())).toContain("is restoring");
  expect(clock.now()).toBe(3_600_000);
});

test("a rejection that isn't due to the status is an error after a second attempt", async () => {
  const { clock, said } = databaseThatIs();
  const read = jest.fn(() => Promise.reject(refusal));
  const send = () => Promise.resolve({ status: "active" });
  const waiting = whileActive(
    read,
    { path: "/database", name: "database 5" },
    { send, clock, say: (text) => void said.push(text) },
  );
  expect(await messageOf(waiting)).toContain("not now");
  expect(read).toHaveBeenCalledTimes(2);
});

test("stops waiting when the engine has exited", async () => {
  const engine = new AbortController();
  const waiting = whileActive(
    () => Promise.reject(refusal),
    { path: "/database", name: "database 5" },
    {
      send: () => Promise.resolve({ status: "provisioning" }),
      clock: instantClock(),
      signal: engine.signal,
      say: () => engine.abort(new Error("The engine has exited.")),
    },
  );
  expect(await messageOf(waiting)).toBe("The engine has exited.");
});

test("each update in a process has its own responses", async () => {
  let n = 0;
  const load = () => Promise.resolve({ n: ++n });
  const [first, second] = [{}, {}];
  expect(await resultInRun(first, "key", load)).toEqual({ n: 1 });
  expect(await resultInRun(second, "key", load)).toEqual({ n: 2 });
  expect(await resultInRun(first, "key", load)).toEqual({ n: 1 });
});

test("a process without an engine has one cache", async () => {
  const load = jest.fn(() => Promise.resolve({}));
  await resultInRun(undefined, "key", load);
  await resultInRun(undefined, "key", load);
  expect(load).toHaveBeenCalledTimes(1);
});
