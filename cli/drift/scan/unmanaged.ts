import { namesInPath, rootOf } from "../../../provider/definition/definition";
import { sentence } from "../../../provider/lifecycle/wording";
import type { OpenAccount } from "../../account/account";
import type { Finding } from "../report";
import { createdIn, finding, labelIn, tagsIn } from "./findings";
import { whyUnavailable } from "../../account/forbidden";
import { managedIn, mayBeManaged } from "../../state/managed-keys";
import type { StackResource } from "../../state/stack-state";
import { titleOf } from "../../../provider/definition/title";
import type { ScannedList } from "./places";

/** The result of searching the lists of an account. */
export interface Search {
  readonly findings: readonly Finding[];
  /** Keys of all listed resources, managed or not. */
  readonly keys: readonly string[];
}

/** The result for one list, with the title of each resource. */
interface ListSearch extends Search {
  readonly titles: readonly (readonly [key: string, title: string])[];
}

/** Identifies a resource among those of all lists. */
export function titleKey(collection: string, id: string): string {
  return `${collection} ${id}`;
}

interface KnownKeys {
  /** What all stacks manage. */
  readonly all: readonly StackResource[];
  /** Those whose settings lead to this account. */
  readonly reached: ReadonlySet<StackResource>;
  /** Types that a stack uses. If the token cannot list another type, the scan is still complete. */
  readonly kinds: ReadonlySet<string>;
  /** Title keys of resources whose title is secret. */
  readonly untitled: ReadonlySet<string>;
}

/** Lists everything in these places, and returns a finding for everything that no stack manages. */
export async function searchUnmanaged(
  account: OpenAccount,
  places: readonly ScannedList[],
  known: KnownKeys,
): Promise<Search> {
  const searches = await Promise.all(places.map((place) => searchPlace(account, place, known)));
  const titles = new Map(searches.flatMap((search) => search.titles).filter(([key]) => !known.untitled.has(key)));
  return {
    findings: places.flatMap((place, index) => {
      const within = titleAround(place, titles);
      return (searches[index]?.findings ?? []).map((found) =>
        within === "" || found.state !== "unmanaged" ? found : { ...found, within },
      );
    }),
    keys: searches.flatMap(({ keys }) => keys),
  };
}

/** Title of the containing resource, such as a record's domain; empty if there is none, or if its title is unknown. */
function titleAround({ definition, args }: ScannedList, titles: ReadonlyMap<string, string>): string {
  const [parent] = namesInPath(definition.collection);
  if (parent === undefined) return "";
  return titles.get(titleKey(rootOf(definition.collection), String(args[parent]))) ?? "";
}

const REMEDIES = {
  forbidden: "Use a token that may list them",
  unknown: "If the service has them, correct the API URL",
  failed: "Run the command again",
};

async function searchPlace(
  account: OpenAccount,
  { definition, args }: ScannedList,
  known: KnownKeys,
): Promise<ListSearch> {
  const { kind } = definition;
  const { url } = account.settings;
  try {
    return await account.on(definition, async (handlers, context) => {
      const listed = await handlers.list(args, context);
      const { certain, perhaps } = managedIn(context, known.all, (one) => known.reached.has(one));
      const unmanaged = listed.filter((one) => !handlers.objectKeys(one).every((key) => certain.has(key)));
      const findings = unmanaged.map(({ id, state }) => {
        const [owner] = handlers.objectKeys({ id, state }).flatMap((key) => perhaps.get(key) ?? []);
        const reason = owner && { reason: `It may be managed: ${mayBeManaged(owner)}.` };
        const about = { state: "unmanaged", kind, id, account: url, properties: [], ...reason } as const;
        return finding({ ...about, ...labelIn(definition, state), ...tagsIn(state), ...createdIn(state) });
      });
      const keys = listed.flatMap((one) => handlers.objectKeys(one));
      const titles = listed.map(
        ({ id, state }) => [titleKey(definition.collection, id), titleOf(definition, state)] as const,
      );
      return { findings, keys, titles };
    });
  } catch (error) {
    const given = Object.entries(args).filter(([, value]) => ["string", "number"].includes(typeof value));
    const where = given.map(([name, value]) => ` of ${name} ${String(value)}`);
    const why = whyUnavailable(definition, error);
    const remedy = REMEDIES[why ?? "failed"];
    const reason =
      `Could not list ${definition.noun}s${where.join("")}, so unmanaged ones are not in this report. ${remedy}, or skip this ` +
      `search with --no-unmanaged. Cause: ${sentence(error)}`;
    const byChoice = why !== undefined && !known.kinds.has(kind);
    const about = {
      state: "unchecked",
      kind,
      id: where.join("").trim() || "*",
      account: url,
      properties: [],
      reason,
    } as const;
    return { findings: [finding({ ...about, ...(byChoice ? { byChoice } : {}) })], keys: [], titles: [] };
  }
}
