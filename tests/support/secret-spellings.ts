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
    bytes.toString("base64"),
    bytes.toString("base64url"),
    bytes.toString("hex"),
  ];
}
