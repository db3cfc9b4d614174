import { Agent, createServer, request as send } from "node:http";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Emulator } from "../../emulator/index";

/** One address for all copies, so that a token is enough to reach one. */
export interface Front {
  readonly origin: string;
  close(): Promise<void>;
}

/** @param find the copy for the number of a URL, if it has one, and a token */
export async function openFront(
  find: (place: number | undefined, token: string) => Emulator | undefined,
): Promise<Front> {
  const agent = new Agent({ keepAlive: true });
  const serve: RequestListener = (request, response) => {
    const [, number, path = "/"] = /^(?:\/(\d+)(?=\/))?(.*)$/s.exec(request.url ?? "") ?? [];
    const token = (request.headers.authorization ?? "").replace(/^Bearer +/i, "");
    const emulator = find(number === undefined ? undefined : Number(number), token);
    if (emulator) return pass(request, response, { agent, port: emulator.port, path });
    response.writeHead(401, { "Content-Type": "application/json" });
    response.end(JSON.stringify({ errors: [{ reason: "Invalid Token" }] }));
  };
  const server = createServer(serve);
  server.keepAliveTimeout = 75_000;
  server.requestTimeout = 0;
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      agent.destroy();
      await closed;
    },
  };
}

interface Target {
  readonly agent: Agent;
  readonly port: number;
  readonly path: string;
}

/** Passes a request on. Where the copy closes the connection instead of responding, so does this. */
function pass(request: IncomingMessage, response: ServerResponse, target: Target): void {
  const { method, headers } = request;
  const onward = send({ ...target, host: "127.0.0.1", method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
    answer.once("error", () => response.destroy());
  });
  onward.once("error", () => response.destroy());
  response.once("close", () => onward.destroy());
  request.pipe(onward);
}
