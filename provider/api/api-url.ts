import type { Request, Send } from "./client";
import { CloudError, isNotOffered, UnreadableResponseError } from "./errors";
import { setBy } from "./settings";
import type { Settings } from "./settings";
import { NEUTRAL_BRAND } from "./wire";

/** The API URL and brand in the settings. */
export type Address = Pick<
  Settings,
  "url" | "brand" | "from" | "movedFrom" | "warnsOfEnds" | "previewsDrift" | "showsCost"
>;

/** The API, and the settings that locate it. */
interface LocatedApi {
  readonly send: Send;
  readonly address: Address;
}

/** A path that every API has, which needs neither a token nor the brand; and one with the brand in it. */
const OPEN = "/regions";
const BRANDED = `/${NEUTRAL_BRAND}/instances`;

/**
 * What is wrong with the API URL or the brand, checked after a response that looked as if the path did not exist. Undefined
 * if both are right, or if this cannot be determined.
 */
export async function apiUrlProblem(
  { send, address }: LocatedApi,
  path: string,
  limits: Pick<Request, "signal" | "deadlineMs"> = {},
): Promise<string | undefined> {
  const has = (one: string): Promise<boolean> => pathExists(send, { path: one, isPublic: true, ...limits });
  const isBranded = path.split("/").includes(NEUTRAL_BRAND);
  if (isBranded && (await has(BRANDED))) return undefined;
  if (await has(OPEN)) return isBranded ? wrongBrand(address) : undefined;
  return noApiAt(address);
}

/** Whether the failure means that the path does not exist, not that a proxy rejected the request or that the API is busy or down. */
export function meansNoSuchPath(error: unknown): boolean {
  if (isNotOffered(error)) return true;
  if (!(error instanceof UnreadableResponseError)) return false;
  // Truncated JSON may well come from the API.
  return error.status === 404 || (error.status < 400 && !/json/i.test(error.contentType));
}

async function pathExists(send: Send, request: Omit<Request, "method">): Promise<boolean> {
  try {
    const { data } = await send({ ...request, method: "GET" });
    return Array.isArray(data);
  } catch (error) {
    if (!(error instanceof CloudError)) throw error;
    return !meansNoSuchPath(error);
  }
}

function noApiAt({ url, from }: Address): string {
  const { pathname } = new URL(url);
  const hint = /\/v\d/.test(pathname)
    ? `Set ${setBy("url", from)} to the API URL, for example https://api.example.com/v4.`
    : `The API URL must end with the version: set ${setBy("url", from)} to ${url}/v4.`;
  return `No API found at ${url} (GET ${OPEN} failed). ${hint}`;
}

function wrongBrand({ url, brand, from }: Address): string {
  return (
    `Unknown brand "${brand}" at ${url}: ${OPEN} exists, /${brand}/instances does not. Set ${setBy("brand", from)} to ` +
    "the word that the API uses in paths and image IDs (default: compute)."
  );
}
