import type { Values } from "../../definition/values";
import type { CatalogueResult, Context } from "../context";
import { lastPart, sentence } from "../wording";
import { ApiError, CloudError, isNotFound, isNotOffered, isCloudFailure } from "../../api/errors";
import { readList } from "../../api/paging";
import { encodedId } from "../../definition/definition";

/** How long a preview tries to read something. The operation itself reads it again, and the API validates every request. */
export const PREVIEW_TIMEOUT_MS = 10_000;

/** Limits for a preview's request: it requires no token, stops on Ctrl-C, and is retried only briefly. */
export function previewLimits({ clock, signal }: Context) {
  return { isPublic: true, signal, deadlineMs: clock.now() + PREVIEW_TIMEOUT_MS };
}

/** All entries of a catalogue, read once per run. */
export function readCatalogue(path: string, context: Context): Promise<CatalogueResult> {
  return loadOnce(path, context, () => readList(context.send, { path, ...previewLimits(context) }));
}

/** The entries on the first page of a catalogue, read once per run. */
export function readFirstPage(path: string, context: Context): Promise<CatalogueResult> {
  return loadOnce(path, context, async () => {
    const { data } = await context.send({ method: "GET", path, ...previewLimits(context) });
    return Array.isArray(data) ? (data as readonly Values[]) : [];
  });
}

/** The entry with this ID, if any, read once per run. */
export function readEntry(list: string, id: string, context: Context): Promise<CatalogueResult> {
  // A path with dot segments would lead elsewhere.
  if (id.split("/").some((part) => /^\.*$/.test(part))) return Promise.resolve({ entries: [] });
  const own = `${list}/${encodedId(id)}`;
  return loadOnce(own, context, async () => {
    try {
      const entry = await context.send({ method: "GET", path: own, ...previewLimits(context) });
      return lastPart(String(entry.id ?? entry.username)) === lastPart(id) ? [entry] : [];
    } catch (error) {
      if (isNotFound(error)) return [];
      throw error;
    }
  });
}

/** A catalogue with prices, as the run has read it before, or else read within that time, without a warning. */
export function readPrices(path: string, withinMs: number, { send, memory }: Context): Promise<CatalogueResult> {
  const signal = AbortSignal.timeout(withinMs);
  const load = (): Promise<readonly Values[]> =>
    readList(send, { path, isPublic: true, signal }).catch((error: unknown) => {
      throw signal.aborted ? new CloudError(`GET ${path} got no response in time.`) : error;
    });
  return memory.catalogues.load(path, () => resultOf(load));
}

/** Failures are not retried in this run: that would cost time for an optional check. */
function loadOnce(path: string, context: Context, load: () => Promise<readonly Values[]>): Promise<CatalogueResult> {
  return context.memory.catalogues.load(path, async () => {
    const result = await resultOf(load);
    if (result.problem) warnOnce("values such as the region", result.problem, context);
    return result;
  });
}

async function resultOf(load: () => Promise<readonly Values[]>): Promise<CatalogueResult> {
  try {
    return { entries: await load() };
  } catch (error) {
    if (!isCloudFailure(error)) throw error;
    return isNotOffered(error) || isNotAllowed(error) ? {} : { problem: error };
  }
}

/** A token may be allowed to create what it may not list. One without any permissions fails at its first operation. */
function isNotAllowed(error: CloudError): boolean {
  return error instanceof ApiError && [401, 403].includes(error.status);
}

const ofRun = () => ({ isWarned: false });

/** Warns once per run, not once per resource, that the API could not be reached. */
export function warnOnce(what: string, error: CloudError, context: Context): void {
  const run = context.memory.of(ofRun);
  if (run.isWarned) return;
  run.isWarned = true;
  context.warn(`Could not validate ${what}: ${sentence(error)} Invalid values will fail during \`pulumi up\`.`);
}
