import type { Readable } from "node:stream";
import { codeOf, loadAxios } from "./axios";
import { CloudError } from "./errors";
import { isLoopback } from "./settings";

/** A server that sends nothing for this long is not going to send anything more. */
const IDLE_MS = 5 * 60_000;

/**
 * Opens the data at a URL, byte for byte, following redirects. It is the user's own address: no token is sent there.
 * @throws CloudError without the query part of the address, which may hold a signature.
 */
export async function download(
  url: string,
  signal: AbortSignal,
): Promise<{ readonly data: Readable; readonly bytes: number | undefined }> {
  const { origin, pathname } = new URL(url);
  const label = `GET ${origin}${pathname}`;
  const axios = loadAxios();
  try {
    const { status, headers, data } = await axios.get<Readable>(url, {
      responseType: "stream",
      decompress: false,
      maxRedirects: 5,
      timeout: IDLE_MS,
      validateStatus: () => true,
      signal,
      headers: { Accept: "*/*", "Accept-Encoding": "identity" },
      ...(isLoopback(new URL(url)) ? { proxy: false as const } : {}),
    });
    if (status === 200) {
      const length: unknown = headers["content-length"];
      return { data, bytes: typeof length === "string" && /^\d+$/.test(length) ? Number(length) : undefined };
    }
    data.destroy();
    throw new CloudError(`The data could not be downloaded: ${label} returned HTTP ${status}.`);
  } catch (error) {
    if (error instanceof CloudError) throw error;
    if (axios.isCancel(error)) throw signal.reason;
    throw new CloudError(`The data could not be downloaded: ${label} got no response (${codeOf(error)}).`);
  }
}
