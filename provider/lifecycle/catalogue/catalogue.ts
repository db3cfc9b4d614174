import { loadOnce } from "../../api/once";
import { ApiError, CancelledError, CloudError, isNotFound, isNotOffered } from "../../api/errors";
import { readList } from "../../api/paging";
import type { Values } from "../../definition/values";
import { sentence, lastPart } from "../wording";
import type { Context, Looked, RunMemory } from "../context";

/** For how long a catalogue that does not answer is asked again: the service itself will judge what it is sent. */
const PATIENCE_MS = 10_000;

/** All entries of a catalogue, read once in a run. */
export function readCatalogue(path: string, context: Context): Promise<Looked> {
  return lookOnce(path, context, () => readList(context.send, { path, ...patience(context) }));
}

/** The one entry with this id, or none, asked for once in a run. */
export function readEntry(path: string, id: string, context: Context): Promise<Looked> {
  // A path with dots in it leads elsewhere.
  if (id.split("/").some((part) => /^\.*$/.test(part))) return Promise.resolve({ entries: [] });
  const own = `${path}/${id.split("/").map(encodeURIComponent).join("/")}`;
  return lookOnce(own, context, async () => {
    try {
      const entry = await context.send({ method: "GET", path: own, ...patience(context) });
      return lastPart(String(entry.id)) === lastPart(id) ? [entry] : [];
    } catch (error) {
      if (isNotFound(error)) return [];
      throw error;
    }
  });
}

/** For a question that a preview asks: it works without a token, ends with Ctrl-C, and is not repeated for long. */
export function patience({ clock, signal }: Context) {
  return { isPublic: true, signal, deadlineMs: clock.now() + PATIENCE_MS };
}

/** What could not be read once is not asked for again in this run: it costs time, and nothing depends on it. */
function lookOnce(path: string, context: Context, load: () => Promise<readonly Values[]>): Promise<Looked> {
  return loadOnce(context.memory.catalogues, path, async () => {
    try {
      return { entries: await load() };
    } catch (error) {
      if (!(error instanceof CloudError) || error instanceof CancelledError) throw error;
      if (isNotOffered(error) || isNotAllowed(error)) return {};
      warnOnce("Whether the service has everything that the program names", error, context);
      return { problem: error };
    }
  });
}

/** A token may well create what it may not list; one that may do nothing learns so from the first thing that it does. */
function isNotAllowed(error: CloudError): boolean {
  return error instanceof ApiError && [401, 403].includes(error.status);
}

const warned = new WeakSet<RunMemory>();

/** What one question could not find out is not asked for again and again, and not complained of by every resource. */
export function warnOnce(what: string, error: CloudError, context: Context): void {
  if (warned.has(context.memory)) return;
  warned.add(context.memory);
  context.warn(
    `${what} could not be checked: ${sentence(error)} The service itself will refuse what it does not have.`,
  );
}
