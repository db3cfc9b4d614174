import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";
import { sendsFor } from "../../provider/api/user-agent";
import { newImage, PACKED, servedAt, upload } from "../support/image-data";
import { useService } from "../support/service";
import packageJson from "../../package.json";

const service = useService();
const US = `pulumi-compute/${packageJson.version}`;

/** Each User-Agent with the first segments of the paths that it was sent to, on any server of this process. */
async function agentsWhile(work: () => Promise<unknown>): Promise<Record<string, Set<string>>> {
  const agents: Record<string, Set<string>> = {};
  const note = (message: unknown): void => {
    const { url = "", headers } = (message as { readonly request: IncomingMessage }).request;
    (agents[headers["user-agent"] ?? "none"] ??= new Set()).add(url.split("/")[1] ?? "");
  };
  subscribe("http.server.request.start", note);
  await work().finally(() => unsubscribe("http.server.request.start", note));
  return agents;
}

test("every request names the package and its version: to the API, to the upload URL, and to the server of a source", async () => {
  const moved = (await servedAt(PACKED)).replace(/[^/]+$/, "moved");
  const agents = await agentsWhile(() => newImage(service).up(upload(moved)));
  expect(Object.keys(agents)).toEqual([US]);
  expect(agents[US]).toEqual(new Set(["v4", "moved", "disk.img", "upload"]));
  expect(new Set(service.requests().map(({ userAgent }) => userAgent))).toEqual(new Set([US]));
});

test("the requests of a command name it, too", async () => {
  sendsFor("drift");
  await newImage(service).up(upload(await servedAt(PACKED)));
  expect(new Set(service.requests().map(({ userAgent }) => userAgent))).toEqual(new Set([`${US} (drift)`]));
});
