import type { Values } from "../../provider/definition/values";
import { BRIDGED_DEFAULTS } from "../../provider/lifecycle/state";
import { managedAs } from "../../provider/resources/registry";
import { nameIn } from "../../provider/shared/exported-state";
import type { Exported, ExportedResource } from "../../provider/shared/exported-state";
import { inputHere, provider } from "./bridged";
import { isEmpty } from "./corrections";

const TYPES = /^linode:/;
export const PROVIDERS = "pulumi:providers:";

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
  const moves = bridged.filter(hasCounterpart);
  const stays = bridged.filter((one) => !moves.includes(one));
  const providers = resources.filter(({ type }) => type === provider.bridged?.type);
  const [first, ...others] = new Set(providers.flatMap(({ inputs = {} }) => inputs.version ?? []));
  const explicit = providers.filter((one) => !isDefaultProvider(one));
  return {
    moves,
    stays,
    version: typeof first === "string" && others.length === 0 ? first : "",
    settings: providers.find(isDefaultProvider)?.inputs ?? {},
    movesProviders: explicit.every(({ urn }) => !stays.some((one) => one.provider?.startsWith(`${urn}::`))),
  };
}

/** A provider that the engine has made. */
export function isDefaultProvider({ type, urn }: ExportedResource): boolean {
  return type.startsWith(PROVIDERS) && hasDefaultName(urn);
}

/** Whether the URN of a provider has a name that the engine gives: of any package, and of any version. */
export function hasDefaultName(urn: string): boolean {
  return /^default(_|$)/.test(nameIn(urn));
}

/** The inputs that the program has set. */
export function inputsGiven({ type, inputs = {} }: ExportedResource): Values {
  const strip = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(strip);
    if (typeof value !== "object" || value === null) return value;
    const { [BRIDGED_DEFAULTS]: added, __internal: _, ...members } = value as Values;
    const own = Object.entries(members).filter(([name]) => !(Array.isArray(added) && added.includes(name)));
    return Object.fromEntries(own.map(([name, member]) => [name, strip(member)]));
  };
  // These say which plugin it is.
  const { version: _version, pluginDownloadURL: _url, ...settings } = inputs;
  return strip(type.startsWith(PROVIDERS) ? settings : inputs) as Values;
}

/** Whether this package has the type, and all inputs that the program has set. */
function hasCounterpart(one: ExportedResource): boolean {
  const definition = managedAs(one.type);
  const given = Object.entries(inputsGiven(one));
  return (
    definition !== undefined &&
    given.every(([name, value]) => isEmpty(value) || inputHere(definition, name) !== undefined)
  );
}
