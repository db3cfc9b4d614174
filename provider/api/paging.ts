import type { Values } from "../definition";
import type { Request, Send } from "./client";
import { CloudError } from "./errors";

/** One page of a list. */
export interface Page {
  readonly items: readonly Values[];
  readonly pages: number;
}

/** One page; no page size is asked for, because the documents name neither the default nor the bounds. */
export async function readPage(send: Send, request: Omit<Request, "method">, page: number): Promise<Page> {
  const body = await send({ ...request, method: "GET", ...(page > 1 ? { query: { ...request.query, page } } : {}) });
  if (!Array.isArray(body.data)) {
    throw new CloudError(`GET ${request.path} was answered without the list that the documents describe.`);
  }
  return { items: body.data as readonly Values[], pages: typeof body.pages === "number" ? body.pages : 1 };
}

/** All objects of a list, page after page. */
export async function readList(send: Send, request: Omit<Request, "method">, first?: Page): Promise<readonly Values[]> {
  const { items, pages } = first ?? (await readPage(send, request, 1));
  const all = [...items];
  for (let page = 2; page <= pages; page++) all.push(...(await readPage(send, request, page)).items);
  return all;
}
