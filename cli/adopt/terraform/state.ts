import type { Values } from "../../../provider/definition/values";

/** A managed object in a Terraform state. */
export interface TerraformObject {
  /** Address of the module, such as `module.web["a"]`; empty for the root module. */
  readonly module: string;
  readonly type: string;
  readonly name: string;
  /** Key in `for_each`, or index in `count`. */
  readonly key: string | number | undefined;
  readonly attributes: Values;
  /** Resources that it depends on: their addresses, without the keys of instances and modules. */
  readonly dependencies: readonly string[];
  /** Terraform would replace it, or has replaced it and still has to delete it. */
  readonly leaving?: "tainted" | "deposed";
  /** `create_before_destroy`; only a state file has it. */
  readonly createsFirst: boolean;
}

/** A text that is not a Terraform state. The message completes "Cannot use FILE: …", and quotes nothing, because a state has secrets. */
export class UnfitTerraformStateError extends Error {}

/**
 * The managed objects in a state file of version 4, or in the output of `terraform show -json`.
 * @throws UnfitTerraformStateError
 */
export function parseTerraformState(text: string): readonly TerraformObject[] {
  const state = membersOf(parse(text));
  if (state.encrypted_data !== undefined) throw new UnfitTerraformStateError("it is encrypted");
  if (state.planned_values !== undefined) throw new UnfitTerraformStateError("it is a plan");
  if (state.version === 4) return managedIn(state).flatMap(fromStateFile);
  if (state.version !== undefined) throw new UnfitTerraformStateError("it is not a state of version 4");
  if (!/^[01]\./.test(String(state.format_version))) throw new UnfitTerraformStateError("it is not a Terraform state");
  return fromModule(membersOf(membersOf(state.values).root_module));
}

function fromStateFile(resource: Values): TerraformObject[] {
  return listIn(resource, "instances").map((instance) => ({
    ...identityOf(resource, resource.module, instance.index_key),
    attributes: membersOf(instance.attributes),
    dependencies: textsIn(instance.dependencies),
    createsFirst: instance.create_before_destroy === true,
    ...leaving(instance.status === "tainted", instance.deposed),
  }));
}

function fromModule(module: Values): TerraformObject[] {
  const own = managedIn(module).map((resource) => ({
    ...identityOf(resource, module.address, resource.index),
    attributes: membersOf(resource.values),
    dependencies: textsIn(resource.depends_on),
    createsFirst: false,
    ...leaving(resource.tainted === true, resource.deposed_key),
  }));
  return [...own, ...listIn(module, "child_modules").flatMap(fromModule)];
}

function managedIn(place: Values): Values[] {
  return listIn(place, "resources").filter(({ mode }) => mode === "managed");
}

function identityOf(
  { type, name }: Values,
  module: unknown = "",
  key: unknown,
): Pick<TerraformObject, "module" | "type" | "name" | "key"> {
  const isKey = key === undefined || key === null || typeof key === "string" || typeof key === "number";
  if (typeof type === "string" && typeof name === "string" && typeof module === "string" && isKey)
    return { module, type, name, key: key ?? undefined };
  throw new UnfitTerraformStateError("a resource in it has no valid address");
}

function leaving(isTainted: boolean, deposed: unknown): Pick<TerraformObject, "leaving"> {
  if (typeof deposed === "string" && deposed !== "") return { leaving: "deposed" };
  return isTainted ? { leaving: "tainted" } : {};
}

/** As `terraform state list` prints it. */
export function addressOf({ key, ...resource }: TerraformObject): string {
  const address = joined(resource.module, resource);
  return key === undefined ? address : `${address}[${typeof key === "number" ? key : quoted(key)}]`;
}

/** Address of the resource in the configuration, as dependencies name it. */
export function resourceAddress(object: TerraformObject): string {
  return joined(object.module.replace(/\[(?:\d+|"(?:[^"\\]|\\.)*")\]/g, ""), object);
}

function joined(module: string, { type, name }: Pick<TerraformObject, "type" | "name">): string {
  return [module, type, name].filter((part) => part !== "").join(".");
}

/** In Terraform's language, `${` and `%{` begin a template. */
function quoted(key: string): string {
  return JSON.stringify(key).replace(/[$%](?=\{)/g, "$&$&");
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's message quotes the text.
    throw new UnfitTerraformStateError("it is not valid JSON");
  }
}

function membersOf(value: unknown): Values {
  return typeof value === "object" && value !== null ? (value as Values) : {};
}

function listIn(place: Values, name: string): Values[] {
  const list = place[name] ?? [];
  if (!Array.isArray(list)) throw new UnfitTerraformStateError(`its ${name} are not a list`);
  return list.map(membersOf);
}

function textsIn(list: unknown): string[] {
  return Array.isArray(list) ? list.filter((one) => typeof one === "string") : [];
}
