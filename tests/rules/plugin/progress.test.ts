import { throttled } from "../../../provider/plugin/progress";
import { instantClock } from "../../support/instant-clock";

function saying(watched: boolean) {
  const clock = instantClock();
  const said: string[] = [];
  return { clock, said, say: throttled((message) => void said.push(message), { clock, watched }) };
}

test("a new message is passed on at once, the first without a time", () => {
  const { clock, said, say } = saying(false);
  say("provisioning");
  clock.advance(1000);
  say("booting");
  expect(said).toEqual(["provisioning", "booting (1 s)"]);
});

test("in a log a message is said again only once a minute", () => {
  const { clock, said, say } = saying(false);
  for (let second = 0; second <= 180; second++) {
    say("booting");
    clock.advance(1000);
  }
  expect(said).toEqual(["booting", "booting (60 s)", "booting (120 s)", "booting (180 s)"]);
});

test("somebody who watches sees a message once and without a time: the terminal shows how long it takes", () => {
  const { clock, said, say } = saying(true);
  for (let second = 0; second <= 10; second++) {
    say(second < 8 ? "provisioning" : "booting");
    clock.advance(1000);
  }
  expect(said).toEqual(["provisioning", "booting"]);
});

test("a message that comes back after another is new again", () => {
  const { said, say } = saying(false);
  ["a", "b", "a", "a"].forEach(say);
  expect(said).toEqual(["a", "b", "a"]);
});

test.each([
  [true, ["1 of 90 records", "2 of 90 records", "3 of 90 records"]],
  [false, ["1 of 90 records", "16 of 90 records (15 s)", "31 of 90 records (30 s)"]],
])("a count is passed on from time to time, which is more often to somebody who watches (%p)", (watched, first) => {
  const { clock, said, say } = saying(watched);
  for (let count = 1; count <= 90; count++) {
    say(`${count} of 90 records`);
    clock.advance(1000);
  }
  expect(said.slice(0, 3)).toEqual(first);
  expect(said).toHaveLength(watched ? 90 : 6);
});

test("many counts within a moment are one message", () => {
  const { said, say } = saying(true);
  for (let count = 1; count <= 90; count++) say(`${count} of 90 records`);
  expect(said).toEqual(["1 of 90 records"]);
});
