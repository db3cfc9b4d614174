import { ConfigurationError } from "../../../provider/api/errors";
import type { OpenAccount } from "../../account/account";
import type { StackResource, StackState } from "../../state/stack-state";
import type { AccountScan, Finding, ScannedResource } from "../report";
import { aboutResource, finding, findingsOf, scannedResource } from "./findings";
import { groupByAccount } from "../../account/groups";
import { accountScan, warningsOfWrites } from "./rights";
import type { AccountGroup, GroupOptions } from "../../account/groups";
import { withLastEvents } from "./last-events";
import { kindOf } from "../../../provider/resources/registry";
import { placesToSearch } from "./places";
import { isForbidden } from "../../account/forbidden";
import { warningsOfSharing } from "./shared-objects";
import { searchUnmanaged, titleKey } from "./unmanaged";

export interface ScanOptions extends GroupOptions {
  /** Whether to search for unmanaged resources. */
  readonly looksForUnmanaged: boolean;
  /** Called after each resource. */
  readonly onProgress: (done: number, total: number) => void;
}

/** The result of a scan, before findings are suppressed. */
export interface Scan {
  readonly findings: readonly Finding[];
  readonly inSync: readonly ScannedResource[];
  readonly accounts: readonly AccountScan[];
  /** Number of cloud resources in the accounts, managed or not; undefined without a search, or if a list could not be read. */
  readonly objects?: number;
  readonly requests: number;
  readonly warnings: readonly string[];
}

/** Compares the stacks with the API. Reads that fail become findings. */
export async function scan(stacks: readonly StackState[], options: ScanOptions): Promise<Scan> {
  const resources = stacks.flatMap((stack) => stack.resources);
  const managed = stacks.flatMap((stack) => stack.managed);
  const { groups, placed, lost } = groupByAccount(stacks, options);
  if (groups.length > 0 && groups.every(({ account }) => account.settings.token === undefined)) {
    throw new ConfigurationError("No access token. Set COMPUTE_TOKEN. Nothing was compared.");
  }
  const findings = lost.map(([resource, reason]) => unchecked(resource, "", reason));
  const inSync: ScannedResource[] = [];
  const warnings: string[] = [];
  const recorded = new Map(resources.map((resource) => [resource.urn, resource.recordedAt]));
  const recordedAt = (urn: string): number | undefined => recorded.get(urn);
  const objects = new Set<string>();
  let done = lost.length;
  const onInspected = (resource: StackResource, found: readonly Finding[]): void => {
    options.onProgress(++done, resources.length);
    if (found.length === 0) inSync.push(scannedResource(resource));
  };
  for (const group of groups) {
    const { account } = group;
    const found = await inspectAll(group, onInspected);
    if (options.looksForUnmanaged) {
      const search = await searchAround(group, found, managed);
      found.push(...search.findings);
      for (const key of search.keys) objects.add(`${account.settings.url} ${key}`);
    }
    const warn = (message: string): void => void warnings.push(message);
    findings.push(...(await withLastEvents(found, { account, recordedAt, warn })));
  }
  const accounts = groups.map(accountScan);
  const isListUnread = ({ state, resource, byChoice }: Finding): boolean =>
    state === "unchecked" && resource === undefined && !byChoice;
  const areAllListed = options.looksForUnmanaged && groups.length > 0 && !findings.some(isListUnread);
  return {
    findings: withoutRepeats(findings),
    inSync,
    accounts,
    ...(areAllListed ? { objects: objects.size } : {}),
    requests: groups.reduce((sum, { account }) => sum + account.requests(), 0),
    warnings: [...accounts.flatMap(warningsOfWrites), ...warningsOfSharing(placed), ...warnings],
  };
}

/** Inspects all resources concurrently, because concurrent reads share list requests. */
async function inspectAll(
  { account, resources }: AccountGroup,
  onInspected: (resource: StackResource, found: readonly Finding[]) => void,
): Promise<Finding[]> {
  const staying = resources.filter(({ isLeaving }) => !isLeaving);
  const findings = await Promise.all(
    staying.map(async (resource) => {
      const found = await inspect(resource, account);
      onInspected(resource, found);
      return found;
    }),
  );
  return findings.flat();
}

async function inspect(resource: StackResource, account: OpenAccount): Promise<Finding[]> {
  const { url } = account.settings;
  const definition = kindOf(resource);
  if (!definition) {
    const reason = `This version of pulumi-compute does not support resource type ${resource.kind}. Install a newer one.`;
    return [unchecked(resource, url, reason)];
  }
  const { id, state, args, secrets } = resource;
  try {
    const inspection = await account.on(
      definition,
      (handlers, context) => handlers.inspect({ id, state }, args, context),
      { values: [args, state], secrets },
    );
    return findingsOf(resource, definition, { inspection, account: url });
  } catch (error) {
    const byChoice = definition.outputs.readNeedsWrite && isForbidden(error);
    const found = unchecked(resource, url, (error as Error).message);
    return [byChoice ? { ...found, byChoice } : found];
  }
}

function unchecked(resource: StackResource, account: string, reason: string): Finding {
  return finding({ ...aboutResource(resource, account), state: "unchecked", reason });
}

/** Searches for unmanaged resources, but not inside deleted ones. */
function searchAround({ account, resources }: AccountGroup, found: readonly Finding[], all: readonly StackResource[]) {
  const deleted = new Set(found.filter(({ state }) => state === "deleted").map(({ resource }) => resource?.urn));
  const places = placesToSearch(resources.filter(({ urn }) => !deleted.has(urn)));
  const kinds = new Set(resources.map(({ kind }) => kind));
  return searchUnmanaged(account, places, {
    all,
    reached: new Set(resources),
    kinds,
    untitled: new Set(resources.flatMap(withSecretTitle)),
  });
}

/** The key of the resource if the program marks its title as secret; otherwise empty. */
function withSecretTitle(resource: StackResource): string[] {
  const definition = kindOf(resource);
  const isSecret = definition?.identity.by.some((name) => resource.secretNames.has(name));
  return definition && isSecret ? [titleKey(definition.collection, resource.id)] : [];
}

/** Two tokens may have access to the same resource. */
function withoutRepeats(findings: readonly Finding[]): Finding[] {
  return [...new Map(findings.map((found) => [found.fingerprint, found])).values()];
}
