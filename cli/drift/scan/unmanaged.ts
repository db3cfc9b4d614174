import { namesInPath } from "../../../provider/definition/path";
import type { Account } from "../../account/account";
import { plural } from "../../plural";
import type { Finding } from "../report";
import { createdIn, finding, labelIn, tagsIn } from "./findings";
import { isRefused } from "../../account/refused";
import type { Place } from "./places";

/** What was found in the lists of an account. */
export interface Search {
  readonly findings: readonly Finding[];
  /** Keys of all objects in them, managed or not. */
  readonly keys: readonly string[];
}

/** What is known before the search. */
interface Known {
  /** Keys of the objects that a stack manages. */
  readonly managed: ReadonlySet<string>;
  /** Kinds that a stack has: a list of another kind that the token may not see is left alone. */
  readonly kinds: ReadonlySet<string>;
}

/** Lists everything in these places, and names what no stack manages. */
export async function searchUnmanaged(account: Account, places: readonly Place[], known: Known): Promise<Search> {
  const searches = await Promise.all(places.map((place) => searchPlace(account, place, known)));
  return {
    findings: searches.flatMap(({ findings }) => findings),
    keys: searches.flatMap(({ keys }) => keys),
  };
}

async function searchPlace(account: Account, { definition, args }: Place, known: Known): Promise<Search> {
  const { kind } = definition;
  const { url } = account.settings;
  try {
    return await account.on(definition, async (handlers, context) => {
      const listed = await handlers.list(args, context);
      const strangers = listed.filter((one) => !handlers.objectKeys(one).every((key) => known.managed.has(key)));
      const findings = strangers.map(({ id, state }) => {
        const about = { state: "unmanaged", kind, id, account: url, properties: [] } as const;
        return finding({ ...about, ...labelIn(definition, state), ...tagsIn(state), ...createdIn(state) });
      });
      return { findings, keys: listed.flatMap((one) => handlers.objectKeys(one)) };
    });
  } catch (error) {
    const where = namesInPath(definition.collection).map((name) => ` of ${name} ${String(args[name])}`);
    const reason = `The list of ${plural(definition.noun)}${where.join("")} could not be read: ${(error as Error).message}`;
    const byChoice = isRefused(error) && !known.kinds.has(kind);
    const about = {
      state: "unchecked",
      kind,
      id: where.join("").trim() || "*",
      account: url,
      properties: [],
      reason,
    } as const;
    return { findings: [finding({ ...about, ...(byChoice ? { byChoice } : {}) })], keys: [] };
  }
}
