import type { Values } from "../../provider/definition/values";
import { nameIn } from "../state/exported";
import type { Exported, ExportedResource } from "../state/exported";
import { definitionOfType, provider } from "./bridged";

const TYPES = /^linode:/;

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

export function bridgedStack({ resources }: Exported): BridgedStack {
  const bridged = resources.filter(({ type, delete: isLeaving }) => TYPES.test(type) && !isLeaving);
  const moves = bridged.filter(({ type }) => definitionOfType(type) !== undefined);
  const stays = bridged.filter((one) => !moves.includes(one));
  const providers = resources.filter(({ type }) => type === provider.bridged?.type);
  const isDefault = (one: ExportedResource): boolean => nameIn(one.urn).startsWith("default_");
  const [first, ...others] = new Set(providers.flatMap(({ inputs = {} }) => inputs.version ?? []));
  const explicit = providers.filter((one) => !isDefault(one));
  return {
    moves,
    stays,
    version: typeof first === "string" && others.length === 0 ? first : "",
    settings: providers.find(isDefault)?.inputs ?? {},
    movesProviders: explicit.every(({ urn }) => !stays.some((one) => one.provider?.startsWith(`${urn}::`))),
  };
}
