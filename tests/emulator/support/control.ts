import { request } from "node:http";
import type { Reply, Started } from "./client";

/** A response, which may be the page. */
interface RawReply {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly text: string;
}

/** A control request, `GET /state`, as the browser or program that sends these headers would send it. */
export function control(
  client: Started,
  line: string,
  headers: Record<string, string> = {},
  body?: unknown,
): Promise<RawReply> {
  return exchange(client, line.replace(" ", " /_emulator"), headers, body === undefined ? "" : JSON.stringify(body));
}

/** A request with exactly these headers, as it is: `GET /v4/domains`. */
export function exchange(
  { emulator }: Started,
  line: string,
  headers: Record<string, string>,
  body: string | Uint8Array = "",
): Promise<RawReply> {
  const [method = "", path = ""] = line.split(" ");
  return new Promise((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port: emulator.port, method, path, headers }, (answer) => {
      let text = "";
      answer.on("data", (data) => (text += String(data)));
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

/** A control request of a program, which needs no token. */
export function askControl(client: Started, line: string, body?: unknown): Promise<Reply> {
  const [method = "", path = ""] = line.split(" ");
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  return client.send(method, `/_emulator${path}`, { headers: { Authorization: "" }, ...sent });
}

interface Section {
  readonly kind: string;
  readonly total: number;
  readonly found: number;
  readonly statuses: Record<string, number>;
  readonly rows: ReadonlyArray<{ readonly id: number; readonly title: string; readonly [field: string]: unknown }>;
}

/** What the dashboard shows. */
export async function stateOf(client: Started, find = "") {
  const { text } = await control(client, `GET /state?find=${encodeURIComponent(find)}`);
  const state = JSON.parse(text) as State;
  const sectionOf = (kind: string) => state.resources.find((section) => section.kind === kind) as Section;
  return { state, sectionOf, text };
}

/** The parts of a state that the tests read. */
interface State {
  readonly resources: readonly Section[];
  readonly jobs: readonly unknown[];
  readonly faults: readonly unknown[];
  readonly clock: unknown;
  readonly requests: { readonly total: number; readonly latest: readonly unknown[] };
}
