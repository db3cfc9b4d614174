import type { Emulator } from "../../emulator";

/** A JSON object in a response. */
export type Wire = Record<string, unknown>;

/** The API's response to a direct request, whatever its status. */
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

/** The same for a request that must succeed. */
export async function ask(emulator: Emulator, method: string, path: string, body?: Wire): Promise<Wire> {
  const { ok, status, answer } = await answerOf(emulator, method, path, body);
  if (!ok) throw new Error(`${method} ${path}: HTTP ${status} ${JSON.stringify(answer)}`);
  return answer;
}
