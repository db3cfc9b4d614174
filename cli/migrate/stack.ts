import type { Values } from "../../provider/definition/values";
import type { Exported, ExportedResource } from "../state/exported";
import { definitionOfType } from "./bridged";

const TYPES = /^linode:/;
const PROVIDER = "pulumi:providers:linode";

/** What a migration needs to know about a stack of the bridged provider. */
export interface BridgedStack {
  /** Resources that this package has as well. */
  readonly moves: readonly ExportedResource[];
  /** Those that it does not have. */
  readonly stays: readonly ExportedResource[];
  /** Version of the bridged provider; empty if it is unknown, or if there are several. */
  readonly version: string;
  /** Inputs of its default provider. */
  readonly settings: Values;
  readonly movesProviders: boolean;
}

export const nameOf = ({ urn }: ExportedResource): string => urn.split("::").slice(3).join("::");

export function bridgedStack({ resources }: Exported): BridgedStack {
  const bridged = resources.filter(({ type, delete: isLeaving }) => TYPES.test(type) && !isLeaving);
  const moves = bridged.filter(({ type }) => definitionOfType(type) !== undefined);
  const stays = bridged.filter((one) => !moves.includes(one));
  const providers = resources.filter(({ type }) => type === PROVIDER);
  const isDefault = (one: ExportedResource): boolean => nameOf(one).startsWith("default_");
  const [first, ...others] = new Set(providers.flatMap(({ inputs = {} }) => inputs.version ?? []));
  const explicit = providers.filter((one) => !isDefault(one));
  return {
    moves,
    stays,
    version: typeof first === "string" && others.length === 0 ? first : "",
    settings: providers.find(isDefault)?.inputs ?? {},
    movesProviders: explicit.every(({ urn }) => !stays.some(({ provider = "" }) => provider.startsWith(`${urn}::`))),
  };
}
