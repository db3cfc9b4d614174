import type { Body, Client } from "../emulator/support/client";
import { expectSuccess } from "./support";

/** All items on the first page of a list. */
export async function list(client: Client, path: string): Promise<readonly Body[]> {
  return expectSuccess(await client.get(path)).data;
}

/** The ids in a list with a filter. */
export async function filtered(client: Client, path: string, filter: object): Promise<readonly unknown[]> {
  const reply = await client.get(path, { "X-Filter": JSON.stringify(filter) });
  return expectSuccess(reply).data.map(({ id }) => id);
}

/** More items than fit on a page of this size, which is valid everywhere. */
export const PAGE = { size: 25, objects: 26 };

/** Fails unless a list of `PAGE.objects` items comes in two pages of `PAGE.size`, with each item once. */
export async function expectTwoPages(client: Client, path: string): Promise<void> {
  const pages = [1, 2].map((page) => client.get(`${path}?page=${page}&page_size=${PAGE.size}`));
  const bodies = (await Promise.all(pages)).map(expectSuccess);
  expect(bodies.map(({ page, pages, results }) => ({ page, pages, results }))).toEqual([
    { page: 1, pages: 2, results: PAGE.objects },
    { page: 2, pages: 2, results: PAGE.objects },
  ]);
  expect(bodies.map(({ data }) => data.length)).toEqual([PAGE.size, PAGE.objects - PAGE.size]);
  expect(new Set(bodies.flatMap(({ data }) => data.map(({ id }) => id))).size).toBe(PAGE.objects);
}
