/** Whether the text matches a pattern in which `*` stands for any characters. */
export function matchesGlob(pattern: string, text: string): boolean {
  const parts = pattern.split("*").map((part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`, "su").test(text);
}
