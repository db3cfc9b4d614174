import { createServer } from "node:http";
import type { Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Settings } from "../../provider/api/settings";
import { readLiveObject } from "../../provider/sdk/live-objects";
import { domain } from "../../provider/resources/domain";
import { instance } from "../../provider/resources/instance";
import { messageOf } from "../support/programs";

type Answer = (response: ServerResponse) => void;

/** APIs with one response to everything. */
const servers: Server[] = [];

async function serviceThat(answer: Answer): Promise<{ settings: Settings; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url} ${request.headers.authorization}`);
    answer(response);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { settings: { url: `http://127.0.0.1:${port}/v4`, brand: "compute", token: "mine" }, asked };
}

const says =
  (status: number, body: unknown): Answer =>
  (response) =>
    void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));

afterEach(() => servers.splice(0).forEach((server) => server.close().closeAllConnections()));

test("reads a resource with one request and the token of its account", async () => {
  const { settings, asked } = await serviceThat(says(200, { id: 5, domain: "a.example" }));
  expect(await readLiveObject({ definition: domain, id: "5" }, settings)).toEqual({ id: 5, domain: "a.example" });
  expect(asked).toEqual(["GET /v4/domains/5 Bearer mine"]);
});

test("reads resources that are requested together with one list", async () => {
  const ids = [1, 2, 3, 4, 5, 6, 7];
  const body = { data: ids.map((id) => ({ id })), page: 1, pages: 1, results: ids.length };
  const { settings, asked } = await serviceThat(says(200, body));
  const objects = await Promise.all(
    ids.map((id) => readLiveObject({ definition: instance, id: String(id) }, settings)),
  );
  expect(objects.map(({ id }) => id)).toEqual(ids);
  expect(asked).toHaveLength(1);
});

test("waits only once for an API that does not respond", async () => {
  const { settings, asked } = await serviceThat(() => undefined);
  await messageOf(readLiveObject({ definition: domain, id: "5" }, settings, 50));
  const message = await messageOf(readLiveObject({ definition: instance, id: "6" }, settings, 50));
  expect(message).toBe("the API did not respond to an earlier request");
  // None, if the machine was so busy that the first request timed out before it arrived.
  expect(asked.length).toBeLessThanOrEqual(1);
});

test.each([
  [401, 2],
  [403, 2],
  // Each is requested twice before it counts as deleted.
  [404, 4],
])("still reads other resources after HTTP %p", async (status, requests) => {
  const { settings, asked } = await serviceThat(says(status, { errors: [{ reason: "no" }] }));
  await messageOf(readLiveObject({ definition: domain, id: "5" }, settings));
  await messageOf(readLiveObject({ definition: instance, id: "6" }, settings));
  expect(asked).toHaveLength(requests);
});
