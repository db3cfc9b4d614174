import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createHost } from "../../provider/plugin/host";
import { aFile } from "../support/image-data";
import { instantClock } from "../support/instant-clock";
import { errorOf } from "../support/programs";
import type { HostError } from "../support/host-front-end";
import type { Handlers } from "../support/contract";

const SIGNATURE = "a-signature-that-nobody-may-read";
const PENDING = { id: "private/5", label: "golden", description: null, status: "pending_upload", size: 0 };

/** An API that echoes the upload URL wherever it can. */
function echoing(): Server {
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    request.resume();
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/bucket/5?signature=${SIGNATURE}`;
    const answer = (status: number, body: object): void =>
      void response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
    const route = `${request.method} ${request.url?.split("?")[0]}`;
    if (route === "POST /v4/images/upload") return answer(200, { image: PENDING, upload_to: address });
    if (route === "GET /v4/images") return answer(200, { data: [], page: 1, pages: 1, results: 0 });
    return answer(403, {
      errors: [{ reason: `no: ${route.startsWith("PUT") ? request.url : address}, ${SIGNATURE}` }],
    });
  });
  return server;
}

test("an error that echoes the upload URL is shown without it, and the state does not contain it either", async () => {
  const server = echoing();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const said: string[] = [];
  const say = (_urn: string | undefined, message: string): void => void said.push(message);
  const image = createHost({
    settings: () => ({
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v4`,
      brand: "compute",
      token: "some-token",
    }),
    clock: instantClock(),
    log: { progress: say, clear: () => Promise.resolve(), arrived: () => Promise.resolve(), info: say, warn: say },
    signal: new AbortController().signal,
    watched: true,
    gatherMs: 0,
  })("Image") as Handlers;
  const urn = "urn:pulumi:dev::shop::pulumi-nodejs:dynamic/compute:Image::golden";
  const news = { region: "us-east", source: aFile(), label: "golden", __options: { urn, organization: "acme" } };
  const { inputs } = await image.check({}, news);
  const error: HostError = await errorOf(image.create(inputs));
  server.close().closeAllConnections();
  expect(error.id).toBe("private/5");
  expect(error.message).toMatch(/HTTP 403.*\[secret\].*Could not delete.*\[secret\]/);
  for (const text of [error.message, error.stack, JSON.stringify(error), said.join()]) {
    expect(text).not.toContain(SIGNATURE);
    expect(text).not.toContain("bucket");
  }
});
