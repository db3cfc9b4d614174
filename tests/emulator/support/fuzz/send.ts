import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { Agent, request } from "node:http";
import { text as readText } from "node:stream/consumers";
import { checkAnswer } from "../../../support/schemas/check-answer";
import type { Body, Started } from "../client";
import type { Request } from "./steps";

/** A status and a JSON body, without fields if the response was empty. */
export interface Answer {
  readonly status: number;
  readonly body: Body;
}

const agent = new Agent({ keepAlive: true });

/** Sends a request as is, at half the cost of `fetch`, and compares the response with its schema. */
export async function sendRequest(
  client: Started,
  { method, path, body = "", headers = {} }: Request,
): Promise<Answer> {
  const { port, token } = client.emulator;
  const all = {
    Authorization: `Bearer ${token}`,
    "Content-Type": "application/json",
    "Content-Length": Buffer.byteLength(body),
    ...headers,
  };
  const sent = request({ agent, host: "127.0.0.1", port, method, path: `/v4${path}`, headers: all });
  sent.end(body);
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  const text = await readText(response);
  const status = response.statusCode ?? 0;
  if (text === "") return { status, body: {} as Body };
  const answer = JSON.parse(text) as Body;
  checkAnswer({ method, path: `/v4${path}`, status, body: answer, brand: "compute" });
  return { status, body: answer };
}
