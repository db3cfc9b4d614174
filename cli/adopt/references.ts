import type { Values } from "../../provider/definition/values";
import { capitalize } from "../../provider/lifecycle/wording";
import { unshownArguments } from "../../provider/lifecycle/object";
import { comparable } from "../../provider/lifecycle/state";
import { Code } from "../typescript/code";
import type { ResourceDeclaration } from "../typescript/code";
import type { FoundResource } from "./found";
import { adoptable, listNamedBy } from "./kinds";
import type { Managed } from "./managed";
import type { ResourceNames } from "./names";
import type { ComputedOutput } from "./terraform/outputs";

/** What resolving the references of one resource requires about all resources. */
export interface ReferenceContext {
  readonly names: ReadonlyMap<FoundResource, ResourceNames>;
  readonly files: ReadonlyMap<FoundResource, string>;
  readonly positions: ReadonlyMap<FoundResource, number>;
  /** Files, each after those that it may import. */
  readonly order: readonly string[];
  /** Resources by API list and ID. */
  readonly targets: ReadonlyMap<string, FoundResource>;
  /** What the given stacks already manage. */
  readonly managed: Pick<Managed, "resources" | "isExtended">;
  /** Outputs that may be the source of a value of the resource. */
  readonly outputs: (one: FoundResource, value: string) => readonly ComputedOutput[];
  /** Referenced resources, with the files that refer to them. */
  readonly used: Map<FoundResource, Set<string>>;
  /** Config keys of the secrets that the program requires. */
  readonly secrets: Set<string>;
}

export function targetsIn(all: readonly FoundResource[]): Map<string, FoundResource> {
  const objects = all.filter(({ records }) => records === undefined);
  return new Map(objects.map((one) => [`${one.definition.collection} ${one.id}`, one]));
}

/** The resources to which these inputs may refer. */
export function sourcesOf(
  one: FoundResource,
  values: Values,
  { targets, outputs }: Pick<ReferenceContext, "targets" | "outputs">,
): FoundResource[] {
  return Object.entries(values).flatMap(([name, value]) => {
    const target = targets.get(`${listNamedBy(one.definition, name)} ${String(value)}`);
    const texts = [value].flat().filter((text) => typeof text === "string");
    return [...(target ? [target] : []), ...texts.flatMap((text) => outputs(one, text)).map(({ of }) => of)];
  });
}

/** The inputs, with variables in place of IDs, and with required secrets read from config. */
export function resolved(
  one: FoundResource,
  values: Values,
  world: ReferenceContext,
): Pick<ResourceDeclaration, "args" | "comments"> {
  const comments: string[] = [];
  const named = Object.entries(values).map(([name, value]): [string, unknown] => {
    const list = listNamedBy(one.definition, name);
    const target = world.targets.get(`${list} ${String(value)}`);
    if (target && mayUse(one, target, world)) {
      return [name, new Code(`${world.names.get(target)?.variable ?? ""}.id`)];
    }
    const owner = world.managed.resources.find(({ kind, id }) => id === String(value) && isOfList(kind, list));
    if (owner)
      comments.push(
        `${name}: the ID of ${owner.kind} "${owner.name}" in ${owner.stack}. You can use its \`id\` here. If the file that imports this one declares it, move it to a separate file first.`,
      );
    return [name, withOutputs(one, [name, value], world)];
  });
  const secrets = unshownArguments(one.definition, values).filter((name) => one.definition.args[name]?.secret);
  const notShown = secrets.map((name): [string, unknown] => {
    const key = secretKey(name, world);
    world.secrets.add(key);
    return [name, new Code(`config.requireSecret(${JSON.stringify(key)})`)];
  });
  return { args: inDeclaredOrder(one, [...named, ...notShown]), comments };
}

/** The value, with an output in place of each text that is equivalent to it. */
function withOutputs(one: FoundResource, [name, value]: readonly [string, unknown], world: ReferenceContext): unknown {
  const form = (text: string): string => {
    const whole = Array.isArray(value) ? [text] : text;
    return JSON.stringify(comparable(one.definition.args[name], whole, one.state));
  };
  const replaced = (text: unknown): unknown => {
    if (typeof text !== "string") return text;
    const source = world.outputs(one, text).find((output) => form(output.value) === form(text));
    if (!source || !mayUse(one, source.of, world)) return text;
    return new Code(`${world.names.get(source.of)?.variable ?? ""}.${source.path}`);
  };
  return Array.isArray(value) ? value.map(replaced) : replaced(value);
}

/** An existing program may use the plain name for a secret of its own. */
function secretKey(name: string, { managed }: ReferenceContext): string {
  return managed.isExtended ? `adopted${capitalize(name)}` : name;
}

function inDeclaredOrder({ definition }: FoundResource, entries: readonly [string, unknown][]): Values {
  const names = Object.keys(definition.args);
  return Object.fromEntries([...entries].sort(([one], [other]) => names.indexOf(one) - names.indexOf(other)));
}

function isOfList(kind: string, list: string | undefined): boolean {
  return adoptable.some((one) => one.kind === kind && one.collection === list);
}

/** Whether the other is declared before, and in no later file, which could import this one. If so, records the reference. */
function mayUse(
  one: FoundResource,
  target: FoundResource,
  { files, order, positions, used }: ReferenceContext,
): boolean {
  const [from = "", to = ""] = [files.get(one), files.get(target)];
  if (order.indexOf(to) > order.indexOf(from)) return false;
  if (from === to && (positions.get(target) ?? 0) >= (positions.get(one) ?? 0)) return false;
  used.set(target, (used.get(target) ?? new Set()).add(from));
  return true;
}
