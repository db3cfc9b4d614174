import type { Values } from "../../../provider/definition/values";
import { Code } from "../../typescript/code";
import { inputHere, LACKS, outputHere, pathHere } from "../bridged";
import { hasDefaultName } from "../stack";
import type { Declared } from "./declared";
import type { Resolver } from "./sources";

/** The resource options that a state has, and which of them need the user. `deleteBeforeReplace` and aliases are not in a state. */
export function optionsOf(
  { resource, here }: Declared,
  args: Values,
  resolver: Resolver,
): { options: Values; problems: string[] } {
  const { parent = "", provider = "", protect, retainOnDelete, customTimeouts = {}, deletedWith = "" } = resource;
  const definition = here && "outputs" in here ? here : undefined;
  const problems: string[] = [];
  const hereOf = (path: string): string[] => {
    const [renamed, head] = pathHere(path, (name) => (here ? inputHere(here, name) : name));
    if (renamed === undefined) problems.push(`ignoreChanges: ${head} ${LACKS}`);
    return renamed === undefined ? [] : [renamed];
  };
  // Those of the bridged provider itself are secret here, too, or have no counterpart.
  const secretOutputs = (resource.additionalSecretOutputs ?? []).flatMap((name) => {
    const own = definition ? outputHere(definition, name) : name;
    const isSecret =
      definition && own !== undefined && (definition.args[own]?.secret ?? definition.outputs.from[own]?.secret);
    return own === undefined || isSecret ? [] : [own];
  });
  const timeouts = Object.entries(customTimeouts).flatMap(([name, sec]) => (sec > 0 ? [[name, `${sec}s`]] : []));
  const [providerUrn = ""] = provider.split(/::(?=[^:]*$)/);
  const used = new Set(referredTo(args));
  const others = (resource.dependencies ?? []).flatMap((urn) => {
    const variable = urn === parent ? undefined : resolver.variableOf(urn);
    return variable && !used.has(variable.text) ? [variable] : [];
  });
  const options = {
    parent: resolver.variableOf(parent),
    provider: resolver.variableOf(providerUrn, (other) => isMoving(other) === isMoving({ here })),
    dependsOn: listed(others),
    deletedWith: resolver.variableOf(deletedWith),
    protect,
    retainOnDelete,
    ignoreChanges: listed((resource.ignoreChanges ?? []).flatMap(hereOf)),
    additionalSecretOutputs: listed(secretOutputs),
    customTimeouts: timeouts.length > 0 ? (Object.fromEntries(timeouts) as Values) : undefined,
  };
  const isExplicit = providerUrn !== "" && !hasDefaultName(providerUrn);
  if (isExplicit && options.provider === undefined)
    problems.push("its provider stays, because others that stay use it: declare a compute.Provider beside it");
  const set = Object.entries(options).filter(([, value]) => value !== undefined && value !== false);
  return { options: Object.fromEntries(set), problems };
}

const isMoving = ({ here }: Pick<Declared, "here">): boolean => here !== undefined;

function listed<T>(values: readonly T[]): readonly T[] | undefined {
  return values.length > 0 ? values : undefined;
}

/** The variables in values. */
function referredTo(value: unknown): string[] {
  if (value instanceof Code) return value.text.match(/(?<![\w$."'])[A-Za-z_$][\w$]*(?=\.)/g) ?? [];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(referredTo) : [];
}
