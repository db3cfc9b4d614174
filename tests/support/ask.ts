import type { Emulator } from "../../emulator";

/** A JSON object as the service answers it. */
export type Wire = Record<string, unknown>;

/** What the service answers somebody other than Pulumi, whatever that is. */
export async function answerOf(
  { url, token }: Pick<Emulator, "url" | "token">,
  method: string,
  path: string,
  body?: Wire,
): Promise<{ readonly ok: boolean; readonly status: number; readonly answer: Wire }> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { ok: response.ok, status: response.status, answer: (await response.json()) as Wire };
}

/** The same, where it must be a success. */
export async function ask(emulator: Emulator, method: string, path: string, body?: Wire): Promise<Wire> {
  const { ok, status, answer } = await answerOf(emulator, method, path, body);
  if (!ok) throw new Error(`${method} ${path}: HTTP ${status} ${JSON.stringify(answer)}`);
  return answer;
}
