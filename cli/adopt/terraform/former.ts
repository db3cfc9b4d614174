import type { Definition } from "../../../provider/definition/definition";
import { toSnake } from "../../../provider/definition/names";
import { namesInPath } from "../../../provider/definition/definition";
import type { Values } from "../../../provider/definition/values";
import { idOf, problemWithId } from "../../../provider/lifecycle/state";
import { didYouMean } from "../../terminal/did-you-mean";
import type { FoundResource } from "../found";
import { adoptable } from "../kinds";
import type { FormerName } from "../names";
import { nameFrom } from "./names";
import { UnfitTerraformStateError, addressOf, resourceAddress } from "./state";
import type { TerraformObject } from "./state";

/** An existing resource, as a Terraform state has it. */
export interface FormerResource extends FormerName {
  readonly definition: Definition;
  /** Pulumi ID. */
  readonly id: string;
  /** Several if the state has the resource more than once. */
  readonly addresses: readonly string[];
  /** Its address in the configuration, and those of the resources that it depends on. */
  readonly resource: string;
  readonly dependencies: readonly string[];
  /** Resource options for the program. */
  readonly options: Values;
}

/** A Terraform state. */
export interface TerraformState {
  readonly all: readonly FormerResource[];
  /** Why others are not adopted. */
  readonly notes: readonly string[];
  /** What the state has of an existing resource. */
  readonly of: (found: Pick<FoundResource, "definition" | "id">) => FormerResource | undefined;
}

const REMEDIES = {
  tainted: "Run `terraform untaint` to keep it, or `terraform apply` to replace it, and use the new state.",
  deposed: "Run `terraform apply` to delete it, before you remove the address from the state.",
};

/**
 * Relates what Terraform manages to existing resources.
 * @param chosen names by address
 * @throws Error for a chosen name that no resource would get
 */
export function relate(objects: readonly TerraformObject[], chosen: ReadonlyMap<string, string>): TerraformState {
  if (objects.length === 0) throw new UnfitTerraformStateError("it has no managed resources");
  const formers = new Map<string, FormerResource>();
  const notes: string[] = [];
  const foreign: string[] = [];
  for (const object of objects) {
    const address = addressOf(object);
    const former = formerOf(object, chosen.get(address));
    if (!former) {
      foreign.push(address);
      continue;
    }
    const reason = reasonAgainst(object, former);
    if (reason !== undefined) {
      notes.push(`Skipped ${address}: ${reason}`);
      continue;
    }
    const known = formers.get(keyOf(former));
    if (known) notes.push(`${address} is the same ${former.definition.noun} as ${known.addresses.join(", ")}.`);
    formers.set(keyOf(former), known ? merged(known, former) : former);
  }
  if (foreign.length > 0)
    notes.push(`These stay with Terraform, because this package has no such resource type: ${foreign.join(", ")}`);
  const all = [...formers.values()];
  rejectUnused(chosen, all);
  return { all, notes, of: (found) => formers.get(keyOf(found)) };
}

/** Undefined for a resource type that this package does not have. */
function formerOf(object: TerraformObject, chosen: string | undefined): FormerResource | undefined {
  const definition = adoptable.find((one) => isOfType(one, object.type));
  if (!definition) return undefined;
  const { attributes, dependencies } = object;
  const places = namesInPath(definition.collection).map((name) => [name, attributes[toSnake(name)]] as const);
  return {
    definition,
    id: idOf(definition, Object.fromEntries(places), attributes),
    addresses: [addressOf(object)],
    name: chosen ?? nameFrom(object),
    isChosen: chosen !== undefined,
    resource: resourceAddress(object),
    dependencies,
    options: optionsOf(object),
  };
}

/** The bridged provider's type is made from Terraform's: `linode:index/domainRecord:DomainRecord` from `linode_domain_record`. */
function isOfType({ bridged }: Definition, type: string): boolean {
  const [, provider, name = ""] = /^(\w+):index\/(\w+):/.exec(bridged?.type ?? "") ?? [];
  // A later version of a type manages the same resources.
  return type.replace(/_v\d+$/, "") === `${provider}_${toSnake(name)}`;
}

function reasonAgainst({ leaving }: TerraformObject, { definition, id }: FormerResource): string | undefined {
  if (leaving) return `it is ${leaving}. ${REMEDIES[leaving]}`;
  const problem = problemWithId(definition, id);
  return problem === undefined ? undefined : `"${id}" ${problem}.`;
}

/** A resource type may delete first, so the opposite is an option. */
function optionsOf({ attributes, createsFirst }: TerraformObject): Values {
  const timeouts = Object.entries(attributes.timeouts ?? {}).filter(
    ([name, value]) => ["create", "update", "delete"].includes(name) && typeof value === "string",
  );
  return {
    ...(createsFirst ? { deleteBeforeReplace: false } : {}),
    ...(timeouts.length > 0 ? { customTimeouts: Object.fromEntries(timeouts) } : {}),
  };
}

function merged(first: FormerResource, second: FormerResource): FormerResource {
  const named = second.isChosen ? second : first;
  return { ...named, addresses: [...first.addresses, ...second.addresses] };
}

function rejectUnused(chosen: ReadonlyMap<string, string>, all: readonly FormerResource[]): void {
  const addresses = all.flatMap((one) => one.addresses);
  const unknown = [...chosen.keys()].find((address) => !addresses.includes(address));
  if (unknown !== undefined)
    throw new Error(`--names: no resource to adopt has the address ${unknown}${didYouMean(unknown, addresses)}`);
  const names = all.filter(({ isChosen }) => isChosen).map(({ definition, name }) => `${definition.kind} "${name}"`);
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined) throw new Error(`--names: two resources would be ${twice}.`);
}

function keyOf({ definition, id }: Pick<FoundResource, "definition" | "id">): string {
  return `${definition.kind} ${id}`;
}
