/** The password of instances in tests' programs. */
export const ROOT_PASSWORD = "correct-horse-1";

/** The secrets that a text contains, as they are or encoded. */
export function secretsIn(text: string, secrets: readonly string[]): string[] {
  return secrets.filter((secret) => spellingsOf(secret).some((spelling) => text.includes(spelling)));
}

function spellingsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  return [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
    ...[0, 1, 2].flatMap((offset) => insideBase64(bytes, offset)),
    bytes.toString("hex"),
  ];
}

/** What is in the base64 of any text that contains the bytes after a number of others, by its remainder of three. */
function insideBase64(bytes: Buffer, offset: number): string[] {
  const before = Buffer.alloc(offset);
  const whole = Buffer.concat([before, bytes]);
  const end = Math.floor(whole.length / 3) * 4;
  const texts = (["base64", "base64url"] as const).map((encoding) => whole.toString(encoding));
  return texts.map((text) => text.slice(Math.ceil((offset * 4) / 3), end));
}
