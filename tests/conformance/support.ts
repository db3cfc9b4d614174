import type { Body, Client, Reply, Started } from "../emulator/support/client";
import { PROVISION_MS } from "../emulator/support/client";

/** How far the clock moves between two reads: short compared to every job. */
const STEP_MS = PROVISION_MS / 10;

/** Longer than every job. */
export const LONG_MS = 60 * PROVISION_MS;

/**
 * What `observe` returns, observed once for all rules that look at the same responses, and again with `documentedOnly`. It uses
 * the emulator of the first of these rules.
 */
export function observedOnce<T>(observe: (service: Started) => Promise<T>): (service: Started) => Promise<T> {
  const observed = new Map<boolean, Promise<T>>();
  return (service) => {
    const mode = service.options.documentedOnly === true;
    const found = observed.get(mode) ?? observe(service);
    observed.set(mode, found);
    return found;
  };
}

/** Advances the clock until the response to this GET satisfies the condition, and returns it. */
export async function waitFor(service: Started, path: string, wanted: (reply: Reply) => boolean): Promise<Reply> {
  for (let waited = 0; ; waited += STEP_MS) {
    const reply = await service.get(path);
    if (wanted(reply)) return reply;
    if (waited > LONG_MS) throw new Error(`waited in vain at ${path}: ${reply.status} ${JSON.stringify(reply.body)}`);
    service.emulator.clock.advance(STEP_MS);
  }
}

/** Advances the clock until the resource has this status, and returns it. */
export async function waitForStatus(service: Started, path: string, status: string): Promise<Reply["body"]> {
  return (await waitFor(service, path, ({ body }) => body.status === status)).body;
}

/** Advances the clock until nothing exists at this path. */
export async function waitUntilDeleted(service: Started, path: string): Promise<void> {
  await waitFor(service, path, ({ status }) => status >= 400);
}

/** Fails unless the response is an error body with a 4xx status (the documents rarely give an exact one). */
export function expectFailure(reply: Reply): void {
  expect(Math.floor(reply.status / 100)).toBe(4);
  expect(Object.keys(reply.body)).toEqual(["errors"]);
  expect(reply.body.errors.length).toBeGreaterThan(0);
  for (const { reason, ...rest } of reply.body.errors) {
    expect(reason).toEqual(expect.stringMatching(/\S/));
    // An error that concerns no field names none.
    expect([{}, { field: expect.any(String) }]).toContainEqual(rest);
  }
}

/** Fails unless the API understood the request and rejected it, because of this field if one is given. */
export function expectRefusal(reply: Reply, field?: string): void {
  expectFailure(reply);
  // Neither an unknown path nor an unsupported method.
  expect([404, 405]).not.toContain(reply.status);
  if (field === undefined) return;
  const fields = reply.body.errors.map((error) => error.field?.replace(/[.[].*/, ""));
  expect(fields).toContain(field);
}

/** Fails unless the request succeeded; returns the body. */
export function expectSuccess(reply: Reply): Reply["body"] {
  expect([Math.floor(reply.status / 100), typeof reply.body, reply.body.errors]).toEqual([2, "object", undefined]);
  return reply.body;
}

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
const PAGE = { size: 25, objects: 26 };

/** Creates items until there are `PAGE.objects`, and fails unless the list comes in two pages of `PAGE.size`, with each item once. */
export async function expectTwoPages(client: Client, path: string, create: (index: number) => Promise<unknown>) {
  const before = (await list(client, path)).length;
  for (let index = before; index < PAGE.objects; index++) await create(index);
  const pages = [1, 2].map((page) => client.get(`${path}?page=${page}&page_size=${PAGE.size}`));
  const bodies = (await Promise.all(pages)).map(expectSuccess);
  expect(bodies.map(({ page, pages, results }) => ({ page, pages, results }))).toEqual([
    { page: 1, pages: 2, results: PAGE.objects },
    { page: 2, pages: 2, results: PAGE.objects },
  ]);
  expect(bodies.map(({ data }) => data.length)).toEqual([PAGE.size, PAGE.objects - PAGE.size]);
  expect(new Set(bodies.flatMap(({ data }) => data.map(({ id }) => id))).size).toBe(PAGE.objects);
}
