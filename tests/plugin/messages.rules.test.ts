import { printable, withoutSecrets } from "../../provider/shared/shown";
import { messageOf, progressCounter } from "../../provider/lifecycle/wording/messages";
import { throttled } from "../../provider/plugin/progress";
import { instantClock } from "../support/instant-clock";

test.each([
  [new Error("why"), "why"],
  [Object.assign(new Error(" "), { code: "ECONNREFUSED" }), "ECONNREFUSED"],
  [new AggregateError([new Error("one"), new Error("two")]), "one; two"],
  [new TypeError(""), "TypeError"],
])("an error without a message is told by what else it has: %p", (error, text) => {
  expect(messageOf(error)).toBe(text);
});

test("escapes terminal control characters", () => {
  expect(printable("\u001b[31mred\u001b[0m\u0007 a\nb\r\tc\u0000\u007f\u0085\u009b2J")).toBe(
    String.raw`\u001b[31mred\u001b[0m\u0007 a\nb\r\tc\u0000\u007f\u0085\u009b2J`,
  );
});

test("escapes characters that change the text direction or end a line", () => {
  expect(printable("pay \u202e001\u202c \u2066x\u2069 \u200f\u061c\u2028\u2029")).toBe(
    String.raw`pay \u202e001\u202c \u2066x\u2069 \u200f\u061c\u2028\u2029`,
  );
});

test("leaves letters of any script, punctuation and symbols unchanged", () => {
  const text = `zone "münchen.example" – 東京 שלום 👩‍💻 100 % <{ }> \\n`;
  expect(printable(text)).toBe(text);
});

test("escapes color markup of the engine's display, on which the CLI may panic", () => {
  expect(printable("a <{%nothing%}> b")).toBe(String.raw`a <\u007b%nothing%}> b`);
});

test("removes a secret with control characters before escaping them", () => {
  expect(withoutSecrets("you sent two\nlines\u0007", ["two\nlines"])).toBe(String.raw`you sent [secret]\u0007`);
});

function saying(watched: boolean) {
  const clock = instantClock();
  const said: string[] = [];
  return { clock, said, say: throttled((message) => void said.push(message), { clock, watched }) };
}

test("prints a new message immediately, the first without a time", () => {
  const { clock, said, say } = saying(false);
  say("provisioning");
  clock.advance(1000);
  say("booting");
  expect(said).toEqual(["provisioning", "booting (1 s)"]);
});

test("repeats a message in a log only once a minute", () => {
  const { clock, said, say } = saying(false);
  for (let second = 0; second <= 180; second++) {
    say("booting");
    clock.advance(1000);
  }
  expect(said).toEqual(["booting", "booting (60 s)", "booting (120 s)", "booting (180 s)"]);
});

test("prints a message once and without a time in a terminal, which shows the duration itself", () => {
  const { clock, said, say } = saying(true);
  for (let second = 0; second <= 10; second++) {
    say(second < 8 ? "provisioning" : "booting");
    clock.advance(1000);
  }
  expect(said).toEqual(["provisioning", "booting"]);
});

test("treats a message that returns after another as new", () => {
  const { said, say } = saying(false);
  ["a", "b", "a", "a"].forEach(say);
  expect(said).toEqual(["a", "b", "a"]);
});

test.each([
  [true, ["1 of 90 records", "2 of 90 records", "3 of 90 records"]],
  [false, ["1 of 90 records", "16 of 90 records (15 s)", "31 of 90 records (30 s)"]],
])("prints a count at intervals, more often in a terminal (%p)", (watched, first) => {
  const { clock, said, say } = saying(watched);
  for (let count = 1; count <= 90; count++) {
    say(`${count} of 90 records`);
    clock.advance(1000);
  }
  expect(said.slice(0, 3)).toEqual(first);
  expect(said).toHaveLength(watched ? 90 : 6);
});

test("prints simultaneous counts as one message", () => {
  const { said, say } = saying(true);
  for (let count = 1; count <= 90; count++) say(`${count} of 90 records`);
  expect(said).toEqual(["1 of 90 records"]);
});

test("counts at most a hundred times, whatever the number of items", () => {
  const counts = (total: number): string[] => {
    const said: string[] = [];
    const count = progressCounter(total, "records", (message) => void said.push(message));
    for (let done = 0; done < total; done++) count();
    return said;
  };
  expect(counts(1)).toEqual(["1 of 1 records"]);
  expect(counts(200).slice(0, 2)).toEqual(["2 of 200 records", "4 of 200 records"]);
  for (const total of [100, 200, 4000]) expect(counts(total)).toHaveLength(100);
  expect(counts(4000).slice(-2)).toEqual(["3,960 of 4,000 records", "all 4,000 records"]);
});
