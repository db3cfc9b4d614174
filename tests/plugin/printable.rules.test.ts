import { printable, withoutSecrets } from "../../provider/shared/shown";

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
  expect(withoutSecrets("you sent two\nlines", ["two\nlines"])).toBe("you sent [secret]");
});
