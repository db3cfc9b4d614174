import type { ServerResponse } from "node:http";
import { setTimeout as timer } from "node:timers/promises";
import type { Answer } from "../interface/answer";
import { errorAnswer, jsonAnswer } from "../interface/answer";
import { failure, notFound } from "../interface/errors";
import type { Strike } from "./faults";

/** Waits in real time, without keeping the process alive. Rejects if the emulator is closed meanwhile. */
export function pause(ms: number, closing: AbortSignal): Promise<void> {
  return timer(ms, undefined, { ref: false, signal: closing });
}

/** Sends a response as is. */
export function send(response: ServerResponse, answer: Answer): void {
  response.writeHead(answer.status, headersOf(answer));
  response.end(answer.body);
}

/** Resets the connection, as a crashing server would. */
export function reset(response: ServerResponse): void {
  response.socket?.resetAndDestroy();
}

/** The response that a fault sends instead of the API's, or undefined if it sends none. */
export function substitute(strike: Strike): Answer | undefined {
  const { effect } = strike;
  if (effect.kind === "html") {
    const page = `<html><body><h1>${effect.status}</h1></body></html>`;
    return { status: effect.status, headers: { "Content-Type": "text/html" }, body: page };
  }
  if (effect.kind === "notFound") return errorAnswer(notFound());
  if (effect.kind !== "status") return undefined;
  const headers = effect.headers ?? {};
  if (effect.body === undefined) return errorAnswer(failure(effect.status, reasonOf(effect.status)), headers);
  const answer = jsonAnswer(effect.status, effect.body, headers);
  return typeof effect.body === "string" ? { ...answer, body: effect.body } : answer;
}

/** Sends the response to a processed request with a fault applied. Returns the status sent, or 0 if none was sent. */
export async function sendStruck(
  response: ServerResponse,
  answer: Answer,
  strike: Strike,
  closing: AbortSignal,
): Promise<number> {
  const { effect, phase } = strike;
  if (phase === "during") {
    await sendHalf(response, answer, effect.kind === "delay" ? 0 : 1);
    if (effect.kind === "delay") {
      await pause(effect.ms, closing);
      response.end(secondHalf(answer));
    }
    if (effect.kind === "reset") reset(response);
    if (effect.kind === "truncate") response.socket?.destroy();
    return answer.status;
  }
  if (effect.kind === "delay") await pause(effect.ms, closing);
  if (effect.kind === "reset" || effect.kind === "lostResponse") {
    reset(response);
    return 0;
  }
  const sent = substitute(strike) ?? withHeaders(answer, strike);
  send(response, sent);
  return sent.status;
}

function withHeaders(answer: Answer, { effect }: Strike): Answer {
  if (effect.kind === "contentType") return { ...answer, headers: { ...answer.headers, "Content-Type": effect.value } };
  if (effect.kind !== "headers") return answer;
  const replaced = new Set(Object.keys(effect.headers).map((name) => name.toLowerCase()));
  const kept = Object.entries(answer.headers).filter(([name]) => !replaced.has(name.toLowerCase()));
  return { ...answer, headers: { ...Object.fromEntries(kept), ...effect.headers } };
}

/**
 * Announces the full length and sends the first half of the body.
 * @param atLeast minimum length to announce, so that even an empty response can be truncated
 */
async function sendHalf(response: ServerResponse, answer: Answer, atLeast: number): Promise<void> {
  const announced = Math.max(atLeast, Buffer.byteLength(answer.body));
  response.writeHead(answer.status, { ...headersOf(answer), "Content-Length": String(announced) });
  await new Promise<void>((resolve) => response.write(firstHalf(answer), () => resolve()));
}

function firstHalf(answer: Answer): Buffer {
  const body = Buffer.from(answer.body);
  return body.subarray(0, Math.floor(body.length / 2));
}

function secondHalf(answer: Answer): Buffer {
  return Buffer.from(answer.body).subarray(firstHalf(answer).length);
}

function headersOf(answer: Answer): { [name: string]: string } {
  return { ...answer.headers, "Content-Length": String(Buffer.byteLength(answer.body)) };
}

function reasonOf(status: number): string {
  if (status === 429) return "Too many requests";
  return status >= 500 ? "Please try again later." : "Rejected by a scripted fault";
}
