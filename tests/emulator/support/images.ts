import type { IncomingMessage, OutgoingHttpHeaders } from "node:http";
import { request } from "node:http";
import { setImmediate } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import type { EmulatorOptions } from "../../../emulator/index";
import type { Client, Reply, Started } from "./client";
import { start } from "./client";

/** The limit of a wait. */
const MAX_LOOKS = 1_000_000;

/** An image; its id is a text, unlike every other id. */
export interface ImageBody {
  readonly [field: string]: unknown;
  readonly id: string;
  readonly status: string;
  readonly size: number;
  readonly created: string;
  readonly updated: string;
}

/** The response to POST /images/upload. */
interface Announced {
  readonly image: ImageBody;
  readonly upload_to: string;
}

/** The data of an image of two MB. */
export const DATA = gzipSync(Buffer.alloc(1024 * 1024 + 1));

/** Creates an upload. */
export async function announce(client: Client, fields: object = {}): Promise<Announced> {
  return (await client.create("/images/upload", {
    label: "mine",
    region: "us-east",
    ...fields,
  })) as unknown as Announced;
}

/** A pending upload, with the current view of its image. */
export async function pending(client: Client, fields: object = {}) {
  const { image, upload_to: to } = await announce(client, fields);
  const path = `/images/${image.id}`;
  const view = async () => imageOf(await client.get(path));
  return { image, path, to, view, status: async () => (await view()).status };
}

/** The same on a separate emulator. */
export async function announced(options: EmulatorOptions = {}) {
  const client = await start(options);
  return { client, ...(await pending(client)) };
}

/** Sends the data of an image; without a token, because the URL is the credential. */
export async function upload(to: string, body: RequestInit["body"] = DATA, init: RequestInit = {}): Promise<Response> {
  const headers = { "Content-Type": "application/octet-stream" };
  return fetch(to, { method: "PUT", body, headers, ...init });
}

/** Sends the head of an upload; without a Content-Length, the data is chunked. */
export function beginUpload(to: string, headers: OutgoingHttpHeaders = {}) {
  const type = { "Content-Type": "application/octet-stream" };
  const sent = request(to, { method: "PUT", headers: { ...type, ...headers } });
  const answer = new Promise<IncomingMessage>((resolve, reject) => sent.on("response", resolve).on("error", reject));
  sent.flushHeaders();
  return { request: sent, answer };
}

/** An upload whose first bytes have arrived. */
export async function arrived(client: Started, to: string, bytes = 100, headers?: OutgoingHttpHeaders) {
  const begun = beginUpload(to, headers);
  begun.request.write(DATA.subarray(0, bytes));
  for (let looks = 0; client.emulator.requests().byRoute["PUT /upload/{id}"] === undefined; looks += 1) {
    if (looks > MAX_LOOKS) throw new Error("no upload has arrived");
    await setImmediate();
  }
  return begun;
}

/** The reason of a rejected upload. */
export async function reasonOf(response: Response): Promise<string> {
  const { errors } = (await response.json()) as { errors: [{ reason: string }] };
  return errors[0].reason;
}

/** A private image that is available. */
export async function uploaded(client: Started, fields: object = {}): Promise<ImageBody> {
  const { image, upload_to } = await announce(client, fields);
  const { status } = await upload(upload_to);
  if (status !== 200) throw new Error(`PUT ${upload_to}: ${status}`);
  client.emulator.clock.advance(10_000);
  return imageOf(await client.get(`/images/${image.id}`));
}

/** The image in a response. */
export function imageOf(reply: Reply): ImageBody {
  return reply.body as unknown as ImageBody;
}

/** The ids of the private images in a list. */
export function privateIdsIn(list: Reply): string[] {
  return list.body.data.map((image) => String(image.id)).filter((id) => id.startsWith("private/"));
}
