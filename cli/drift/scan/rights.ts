import type { AccountGroup } from "../../account/groups";
import type { AccountScan } from "../report";

export function accountScan({ account: { settings, scopes }, providers }: AccountGroup): AccountScan {
  const announced = scopes();
  const canWrite = announced === undefined ? undefined : /\*|:read_write/.test(announced);
  return { url: settings.url, providers: [...providers], ...(canWrite === undefined ? {} : { canWrite }) };
}

/** A warning if the token has write access. */
export function warningsOfWrites({ url, providers, canWrite }: AccountScan): string[] {
  if (!canWrite) return [];
  const own = providers.filter((name) => name !== "default");
  const whose = own.length > 0 ? ` (provider ${own.join(", ")})` : "";
  return [`The token for ${url}${whose} can write. A scan only reads: use a token with read_only scopes.`];
}
