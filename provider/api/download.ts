import type { Readable } from "node:stream";
import axios from "axios";
import { CloudError } from "./errors";
import { isLoopback } from "./settings";

/** A server that says nothing for so long will not say anything more. */
const IDLE_MS = 5 * 60_000;

/**
 * Opens what a URL leads to, byte for byte, behind redirects if need be. It is the user's own address: no token goes there.
 * @throws CloudError without the query of the address, which may be a signature.
 */
export async function download(
  url: string,
  signal: AbortSignal,
): Promise<{ readonly data: Readable; readonly bytes: number | undefined }> {
  const { origin, pathname } = new URL(url);
  const label = `GET ${origin}${pathname}`;
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
    throw new CloudError(`${label}, where the data should come from, was answered with HTTP ${status}.`);
  } catch (error) {
    if (error instanceof CloudError) throw error;
    if (axios.isCancel(error)) throw signal.reason;
    const code = (axios.isAxiosError(error) ? error.code : undefined) ?? "unknown error";
    throw new CloudError(`${label}, where the data should come from, got no answer (${code}).`);
  }
}
