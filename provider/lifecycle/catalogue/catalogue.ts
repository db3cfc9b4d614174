import { ApiError, CancelledError, CloudError, isNotFound, isNotOffered } from "../../api/errors";
import { readList } from "../../api/paging";
import { encodedId } from "../../definition/path";
import type { Values } from "../../definition/values";
import { lastPart, listed, sentence } from "../wording";
import type { Asked, CatalogueResult, Context, RunMemory } from "../context";
import type { Failure } from "../../definition/types";

/** How long a catalogue that does not answer is asked again. The service itself judges every request anyway. */
const PREVIEW_TIMEOUT_MS = 10_000;

/** All entries of a catalogue, read once per run. */
export function readCatalogue(path: string, context: Context): Promise<CatalogueResult> {
  return lookOnce(path, context, () => readList(context.send, { path, ...previewLimits(context) }));
}

/** The entries on the first page of a catalogue, read once per run. */
export function readFirstPage(path: string, context: Context): Promise<CatalogueResult> {
  return lookOnce(path, context, async () => {
    const { data } = await context.send({ method: "GET", path, ...previewLimits(context) });
    return Array.isArray(data) ? (data as readonly Values[]) : [];
  });
}

/** The entry with this id, if any, read once per run. */
export function readEntry(path: string, id: string, context: Context): Promise<CatalogueResult> {
  // A path with dot segments leads elsewhere.
  if (id.split("/").some((part) => /^\.*$/.test(part))) return Promise.resolve({ entries: [] });
  const own = `${path}/${encodedId(id)}`;
  return lookOnce(own, context, async () => {
    try {
      const entry = await context.send({ method: "GET", path: own, ...previewLimits(context) });
      return lastPart(String(entry.id)) === lastPart(id) ? [entry] : [];
    } catch (error) {
      if (isNotFound(error)) return [];
      throw error;
    }
  });
}

/** Limits for a preview's question: it needs no token, ends with Ctrl-C, and is not retried for long. */
export function previewLimits({ clock, signal }: Context) {
  return { isPublic: true, signal, deadlineMs: clock.now() + PREVIEW_TIMEOUT_MS };
}

/** What could not be read is not asked for again in this run: that would cost time, and nothing depends on it. */
function lookOnce(path: string, context: Context, load: () => Promise<readonly Values[]>): Promise<CatalogueResult> {
  return context.memory.catalogues.once(path, async () => {
    try {
      return { entries: await load() };
    } catch (error) {
      if (!(error instanceof CloudError) || error instanceof CancelledError) throw error;
      if (isNotOffered(error) || isNotAllowed(error)) return {};
      warnOnce("what the program names", error, context);
      return { problem: error };
    }
  });
}

/** A token may be allowed to create what it may not list; one without any rights learns so from its first operation. */
function isNotAllowed(error: CloudError): boolean {
  return error instanceof ApiError && [401, 403].includes(error.status);
}

const warned = new WeakSet<RunMemory>();

/** Warns once per run that the service could not be asked; not again for every resource. */
export function warnOnce(what: string, error: CloudError, context: Context): void {
  if (warned.has(context.memory)) return;
  warned.add(context.memory);
  context.warn(
    `Could not check ${what}: ${sentence(error)} An update will still report what the service does not have.`,
  );
}

/**
 * Failures of arguments whose catalogue entry, such as the region, lacks a needed capability. A capability that no
 * entry has at all may have another name at this service, which will judge.
 */
export async function missingCapabilities(
  { definition, args: news, context }: Asked,
  olds: Values,
  isAsked: (name: string) => boolean,
): Promise<readonly Failure[]> {
  const needs = (definition.checks?.capabilities ?? []).filter(
    ({ of, when }) => typeof news[of] === "string" && when(news) && (isAsked(of) || !when(olds)),
  );
  const failures = await Promise.all(
    needs.map(async ({ of: path, capability, what }) => {
      const { entries = [] } = await readCatalogue(definition.args[path]?.catalogue?.path ?? "", context);
      const able = entries.filter(({ capabilities }) => has(capabilities, capability)).map(({ id }) => String(id));
      const isListed = entries.some(({ id }) => id === news[path]);
      if (!isListed || able.length === 0 || able.includes(String(news[path]))) return [];
      const reason = `is "${String(news[path])}", which does not have "${capability}", as ${what} needs; these have it: ${listed(able)}`;
      return [{ path, reason }];
    }),
  );
  return failures.flat();
}

function has(capabilities: unknown, capability: string): boolean {
  if (!Array.isArray(capabilities)) return false;
  return capabilities.some((one) => String(one).toLowerCase() === capability.toLowerCase());
}
