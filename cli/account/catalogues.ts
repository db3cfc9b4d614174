import { apiUrlProblem } from "../../provider/api/api-url";
import { ApiError, ConfigurationError, isNotOffered } from "../../provider/api/errors";
import { readList } from "../../provider/api/paging";
import { LoadCache } from "../../provider/api/reads";
import type { Settings } from "../../provider/api/settings";
import type { Definition } from "../../provider/definition/definition";
import type { Values } from "../../provider/definition/values";
import type { Context } from "../../provider/lifecycle/context";
import { sentence } from "../../provider/lifecycle/wording";
import { accountKey, openAccount } from "./account";
import type { AccountOptions, OpenAccount } from "./account";
import { publicSettingsOf } from "./settings";
import type { StackProvider } from "../state/stack-state";
import { catalogueOf } from "../../provider/lifecycle/cost";

/** How to read the catalogues of the accounts. */
export interface CatalogueOptions extends AccountOptions {
  readonly environment: NodeJS.ProcessEnv;
}

/** The entries of a catalogue, or why they are unknown. */
type Plans = { readonly plans: readonly Values[] } | { readonly unpriced: string };

/** The catalogues of several accounts, each read once. */
export interface Catalogues {
  /**
   * The entries with the prices of a resource type.
   * @throws Error if the API cannot be reached: a report without its prices would be useless
   */
  plansFor(definition: Definition, provider: StackProvider | undefined): Promise<Plans>;
  /** Number of responses received. */
  requests(): number;
}

export function openCatalogues({ environment, ...options }: CatalogueOptions): Catalogues {
  const accounts = new Map<string, OpenAccount>();
  const lists = new LoadCache<Plans>();
  const accountAt = (settings: Settings): OpenAccount => {
    const account = accounts.get(accountKey(settings)) ?? openAccount(settings, options);
    accounts.set(accountKey(settings), account);
    return account;
  };
  return {
    plansFor: (definition, provider) => {
      const path = catalogueOf(definition);
      if (path === undefined) return Promise.resolve({ plans: [] });
      try {
        const account = accountAt(publicSettingsOf(provider, environment));
        const key = `${accountKey(account.settings)} ${path}`;
        return lists.load(key, () => account.on(definition, (_, context) => plansAt(path, context)));
      } catch (error) {
        if (!(error instanceof ConfigurationError)) throw error;
        return Promise.resolve({ unpriced: error.message });
      }
    },
    requests: () => Array.from(accounts.values()).reduce((sum, account) => sum + account.requests(), 0),
  };
}

async function plansAt(path: string, context: Context): Promise<Plans> {
  try {
    return { plans: await readList(context.send, { path, isPublic: true }) };
  } catch (error) {
    const problem = isNotOffered(error) ? await apiUrlProblem(context, path) : undefined;
    const isMissing = isNotOffered(error) && problem === undefined;
    if (isMissing || (error instanceof ApiError && error.status === 403)) {
      return { unpriced: `the prices cannot be read: ${error.message}` };
    }
    throw new Error(`Cannot read the prices: ${problem ?? sentence(error)} Nothing was priced.`, {
      cause: error,
    });
  }
}
