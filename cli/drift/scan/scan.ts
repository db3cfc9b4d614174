import { ConfigurationError } from "../../../provider/api/errors";
import type { Settings } from "../../../provider/api/settings";
import { openAccount } from "../../account/account";
import type { Account, AccountOptions } from "../../account/account";
import { settingsOf } from "../../account/settings";
import type { StackResource, StackState } from "../../state/stack-state";
import type { AccountScan, Finding, ScannedResource } from "../report";
import { aboutResource, finding, findingsOf, scannedResource } from "./findings";
import { withLastChanges } from "./last-changes";
import { kindOf, managedKeys, placesToSearch } from "./managed";
import type { Placed } from "./managed";
import { isRefused } from "./refused";
import { searchUnmanaged } from "./unmanaged";

export interface ScanOptions extends AccountOptions {
  readonly environment: NodeJS.ProcessEnv;
  /** Whether to look for objects that no stack manages. */
  readonly looksForUnmanaged: boolean;
  /** Called after each resource. */
  readonly onProgress: (done: number, total: number) => void;
}

/** What a scan found, before anything is left out of it. */
export interface Scan {
  readonly findings: readonly Finding[];
  readonly inSync: readonly ScannedResource[];
  readonly accounts: readonly AccountScan[];
  /** How many objects the accounts have, managed or not; undefined where nobody looked. */
  readonly objects?: number;
  readonly requests: number;
  readonly warnings: readonly string[];
}

/** The resources of one account. */
interface Group {
  readonly account: Account;
  readonly providers: Set<string>;
  readonly resources: StackResource[];
}

/** Compares the stacks with the service. Whatever fails becomes a finding. */
export async function scan(stacks: readonly StackState[], options: ScanOptions): Promise<Scan> {
  const resources = stacks.flatMap((stack) => stack.resources);
  const { groups, placed, lost } = grouped(resources, options);
  const findings: Finding[] = [...lost];
  const inSync: ScannedResource[] = [];
  const warnings: string[] = [];
  let objects = 0;
  let done = lost.length;
  for (const { account, resources: own } of groups) {
    const { url } = account.settings;
    const compared = own.filter(({ isLeaving }) => !isLeaving);
    const inspected = await Promise.all(
      compared.map(async (resource) => {
        const found = await inspect(resource, account);
        options.onProgress(++done, resources.length);
        if (found.length === 0) inSync.push(scannedResource(resource));
        return found;
      }),
    );
    const found = inspected.flat();
    if (options.looksForUnmanaged) {
      const gone = new Set(found.filter(({ state }) => state === "deleted").map(({ id }) => id));
      const places = placesToSearch(own.filter(({ id }) => !gone.has(id)));
      const known = { managed: managedKeys(placed, url), kinds: new Set(own.map(({ kind }) => kind)) };
      const search = await searchUnmanaged(account, places, known);
      found.push(...search.findings);
      objects += search.objects;
    }
    findings.push(...(await withLastChanges(account, found, (message) => warnings.push(message))));
  }
  const accounts = groups.map(({ account, providers }) => accountScan(account, providers));
  return {
    findings: withoutRepeats(findings),
    inSync,
    accounts,
    ...(options.looksForUnmanaged && groups.length > 0 ? { objects } : {}),
    requests: groups.reduce((sum, { account }) => sum + account.requests(), 0),
    warnings: [...accounts.filter(({ canWrite }) => canWrite).map(warningOfWrites), ...warnings],
  };
}

async function inspect(resource: StackResource, account: Account): Promise<Finding[]> {
  const { url } = account.settings;
  const definition = kindOf(resource);
  if (!definition) {
    return [
      unchecked(resource, url, `This version of pulumi-compute has no kind ${resource.kind}: install a newer one.`),
    ];
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
    const byChoice = definition.readNeedsWrite && isRefused(error);
    const found = unchecked(resource, url, (error as Error).message);
    return [byChoice ? { ...found, byChoice } : found];
  }
}

function unchecked(resource: StackResource, account: string, reason: string): Finding {
  return finding({ ...aboutResource(resource, account), state: "unchecked", reason });
}

/** The resources by account, and those whose account is not known. */
function grouped(
  resources: readonly StackResource[],
  options: ScanOptions,
): { groups: Group[]; placed: Placed[]; lost: Finding[] } {
  const groups = new Map<string, Group>();
  const placed: Placed[] = [];
  const lost: Finding[] = [];
  const groupOf = (settings: Settings): Group => {
    const key = JSON.stringify(settings);
    const group = groups.get(key) ?? {
      account: openAccount(settings, options),
      providers: new Set(),
      resources: [],
    };
    groups.set(key, group);
    return group;
  };
  for (const resource of resources) {
    try {
      const settings = settingsOf(resource.provider, options.environment);
      const group = groupOf(settings);
      group.resources.push(resource);
      group.providers.add(resource.provider?.name ?? "default");
      placed.push({ resource, url: settings.url });
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error;
      placed.push({ resource, url: undefined });
      lost.push(unchecked(resource, "", error.message));
    }
  }
  if (resources.length === 0) groupOf(settingsOf(undefined, options.environment));
  return { groups: [...groups.values()], placed, lost };
}

function accountScan({ settings, scopes }: Account, providers: ReadonlySet<string>): AccountScan {
  const announced = scopes();
  const canWrite = announced === undefined ? undefined : /\*|:read_write/.test(announced);
  return { url: settings.url, providers: [...providers], ...(canWrite === undefined ? {} : { canWrite }) };
}

function warningOfWrites({ url, providers }: AccountScan): string {
  const whose = providers.length > 0 ? ` (provider ${providers.join(", ")})` : "";
  return `The token for ${url}${whose} may change things. A scan only reads: give it a token with read_only scopes.`;
}

/** Two tokens may see the same object. */
function withoutRepeats(findings: readonly Finding[]): Finding[] {
  return [...new Map(findings.map((found) => [found.fingerprint, found])).values()];
}
