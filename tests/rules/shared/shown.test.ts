import { printable, withoutSecrets } from "../../../provider/shared/shown";

test("what a terminal would obey is written out", () => {
  expect(printable("\u001b[31mred\u001b[0m\u0007 a\nb\r\tc\u0000\u007f\u0085\u009b2J")).toBe(
    String.raw`\u001b[31mred\u001b[0m\u0007 a\nb\r\tc\u0000\u007f\u0085\u009b2J`,
  );
});

test("what turns the direction of writing, or ends a line, is written out", () => {
  expect(printable("pay \u202e001\u202c \u2066x\u2069 \u200f\u061c\u2028\u2029")).toBe(
    String.raw`pay \u202e001\u202c \u2066x\u2069 \u200f\u061c\u2028\u2029`,
  );
});

test("letters of any script, signs and symbols stay as they are", () => {
  const text = `zone "münchen.example" – 東京 שלום 👩‍💻 100 % <{ }> \\n`;
  expect(printable(text)).toBe(text);
});

test("a colour of the engine's display, over which the CLI may panic, is none any more", () => {
  expect(printable("a <{%nothing%}> b")).toBe(String.raw`a <\u007b%nothing%}> b`);
});

test("a secret with control characters is taken out before they are written out", () => {
  expect(withoutSecrets("you sent two\nlines", ["two\nlines"])).toBe("you sent [secret]");
});
