import http from "node:http";
import type { AddressInfo } from "node:net";
import type { Values } from "../../provider/definition/values";
import type { Service } from "./service";

/** An object as another service would show it, from what the emulator shows. */
export type Rewrite = (object: Values) => Values;

/** The same service, whose responses about the objects below a path are rewritten; close it in the end. */
export async function rewritten(service: Service, root: string, rewrite: Rewrite) {
  const proxy = http.createServer((request, response) => {
    const { method, url = "/", headers } = request;
    const forwarded = http.request(new URL(url, service.emulator.url), { method, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.on("error", () => response.destroy());
      answer.on("end", () => {
        const text = Buffer.concat(chunks).toString();
        const { "content-length": _, ...rest } = answer.headers;
        const isHere = answer.statusCode === 200 && url.startsWith(`/v4${root}`);
        response.writeHead(answer.statusCode ?? 500, rest);
        response.end(isHere ? JSON.stringify(asShown(JSON.parse(text) as Values, rewrite)) : text);
      });
    });
    forwarded.on("error", () => response.destroy());
    request.pipe(forwarded);
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/v4`;
  const shown = Object.create(service, {
    emulator: { get: () => Object.create(service.emulator, { url: { value: url } }) as unknown },
    process: { value: (options: object = {}) => service.process({ url, ...options }) },
  }) as Service;
  return { service: shown, close: () => void proxy.close().closeAllConnections() };
}

function asShown(answer: Values, rewrite: Rewrite): Values {
  if (Array.isArray(answer.data)) return { ...answer, data: (answer.data as Values[]).map(rewrite) };
  return Object.keys(answer).length > 0 ? rewrite(answer) : answer;
}
