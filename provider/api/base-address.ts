import type { Request, Send } from "./client";
import { CloudError, isNotOffered, UnreadableAnswerError } from "./errors";
import type { Settings } from "./settings";

/** Where the settings say that the service is. */
export type Address = Pick<Settings, "url" | "brand">;

/** The service, and where the settings say that it is. */
interface Service {
  readonly send: Send;
  readonly address: Address;
}

/** A path that every service has, open to everyone and without the brand; and one with the brand in it. */
const OPEN = "/regions";
const BRANDED = "/compute/instances";

/**
 * What is wrong with the base address or the brand, checked after a response that looked as if the path did not exist; undefined
 * where both are right, or where this cannot be determined.
 */
export async function addressProblem(
  { send, address }: Service,
  path: string,
  limits: Pick<Request, "signal" | "deadlineMs"> = {},
): Promise<string | undefined> {
  const has = (one: string): Promise<boolean> => isThere(send, { path: one, isPublic: true, ...limits });
  const isBranded = /^(\/images)?\/compute(\/|$)/.test(path);
  if (isBranded && (await has(BRANDED))) return undefined;
  if (await has(OPEN)) return isBranded ? wrongBrand(address) : undefined;
  return nothingThere(address);
}

/** Whether the failure means that there is no such path, rather than that a proxy refused or that the service is busy or down. */
export function meansNothing(error: unknown): boolean {
  if (isNotOffered(error)) return true;
  if (!(error instanceof UnreadableAnswerError)) return false;
  // JSON that is cut off may well be the service's.
  return error.status === 404 || (error.status < 400 && !/json/i.test(error.contentType));
}

async function isThere(send: Send, request: Omit<Request, "method">): Promise<boolean> {
  try {
    const { data } = await send({ ...request, method: "GET" });
    return Array.isArray(data);
  } catch (error) {
    if (!(error instanceof CloudError)) throw error;
    return !meansNothing(error);
  }
}

function nothingThere({ url }: Address): string {
  const { pathname } = new URL(url);
  const hint = /\/v\d/.test(pathname)
    ? "Set compute:url or COMPUTE_URL to the API URL, for example https://api.example.com/v4."
    : `The API URL must end with the version: set compute:url or COMPUTE_URL to ${url}/v4.`;
  return `No API found at ${url} (GET ${OPEN} failed). ${hint}`;
}

function wrongBrand({ url, brand }: Address): string {
  return (
    `Unknown brand "${brand}" at ${url}: ${OPEN} exists, /${brand}/instances does not. Set compute:brand or COMPUTE_BRAND to the ` +
    "provider name that the API uses in paths and image IDs (default: compute)."
  );
}
