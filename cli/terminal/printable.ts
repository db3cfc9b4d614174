/** Escapes what a terminal would interpret, except line breaks: messages may quote files and API responses. */
export function printable(text: string): string {
  const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return text.replace(/(?!\n)[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu, escaped);
}
