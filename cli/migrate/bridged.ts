import type { Definition } from "../../provider/definition/definition";
import { described, word } from "../../provider/definition/types";
import type { Values } from "../../provider/definition/values";
import type { AnyType } from "../../provider/definition/types";
import { dataSourceRules } from "../../provider/data-sources/registry";
import type { DataSourceRule } from "../../provider/data-sources/rule";
import { kinds } from "../../provider/resources/registry";

/** The bridged provider's package for Node.js, and a module of it. */
export const PACKAGE = "@pulumi/linode";
export const isOfPackage = (specifier: string): boolean => `${specifier}/`.startsWith(`${PACKAGE}/`);

/** What a resource type, or the provider, declares about its inputs. */
export type DeclaredInputs = Pick<Definition, "args" | "checks" | "bridged">;

const setting = { type: word as AnyType };

export const provider: DeclaredInputs = {
  args: { token: setting, url: setting },
  bridged: {
    type: "pulumi:providers:linode",
    inputs: { apiVersion: undefined },
    values: {
      url: described(
        "must end in the API version: append /v4, or what apiVersion is",
        (url: unknown, _version: string, { apiVersion = "v4" }: Values) =>
          typeof url === "string" && typeof apiVersion === "string" ? withVersion(url, apiVersion) : undefined,
      ),
    },
  },
};

/** The API's version is part of the URL here. */
export function withVersion(url: string, version: string): string {
  return /\/v\d\w*\/?$/.test(url) ? url : `${url.replace(/\/+$/, "")}/${version}`;
}

/** Class name there, which is the last part of the type token. */
const classIn = (type: string): string => type.split(":").at(-1) ?? "";

export function definitionOfClass(name: string): Definition | undefined {
  return kinds.find(({ bridged }) => bridged !== undefined && classIn(bridged.type) === name);
}

/** The interface of a class's inputs. */
const ARGS = /Args$/;

export function definitionOfArgs(name: string): Definition | undefined {
  return ARGS.test(name) ? definitionOfClass(name.replace(ARGS, "")) : undefined;
}

/** What an export of the package is called here; undefined for what this package does not have. */
export function exportHere(name: string): string | undefined {
  const [, inputs = ""] = /(Args)$/.exec(name) ?? [];
  const definition = definitionOfClass(name) ?? definitionOfArgs(name);
  return definition && `${definition.kind}${inputs}`;
}

/** What an input is called here: null if it can be left out without a loss, undefined if it has no counterpart. */
export function inputHere({ bridged, args }: DeclaredInputs, name: string): string | null | undefined {
  if (bridged?.inputs && name in bridged.inputs) return bridged.inputs[name] ?? null;
  return name in args ? name : undefined;
}

/**
 * A path, such as `allowLists[0]`, with its first name as it is here.
 * @param here the name here; null or undefined if there is none
 * @returns the whole path, undefined if the first name has no counterpart; and that name
 */
export function pathHere(
  path: string,
  here: (name: string) => string | null | undefined,
): [string | undefined, string] {
  const [head = "", rest = ""] = path.split(/(?=[.[])(.*)/s);
  const name = here(head);
  return [name === undefined || name === null ? undefined : `${name}${rest}`, head];
}

/** Where an output or a function of that package is here: the data source; undefined if this package does not have it. */
export function dataSourceHere(name: string, definition?: Definition): DataSourceRule | undefined {
  const [, of = "", plural = ""] = /^get(.+?)(s?)(?:Output)?$/.exec(name) ?? [];
  const renamed = RENAMED[of] ?? definitionOfClass(of)?.kind ?? of;
  const wanted = definition ? definition.bridged?.read?.[name] : `get${renamed}${plural}`;
  const isWanted = (one: DataSourceRule): boolean => one.name.toLowerCase() === wanted?.toLowerCase();
  return dataSourceRules.find(isWanted);
}

/** ` (pulumi-compute has getRegions)` for a function that both packages have, whose inputs and results differ; otherwise empty. */
export function similarTo(name: string): string {
  const source = dataSourceHere(name);
  return source ? ` (pulumi-compute has ${source.name}, with other inputs and outputs)` : "";
}

/** What functions of that package are called here, without `get` and the plural. */
const RENAMED: Readonly<Record<string, string>> = { InstanceType: "Type", DatabaseBackup: "MongoDatabaseBackup" };

/** What to do about a use of an output, input or function that this package lacks under any name. */
export const LACKS = "has no equivalent in pulumi-compute";

/** The path of an output here; undefined if it has no counterpart. */
export function outputHere({ bridged, args, outputs }: Definition, name: string): string | undefined {
  if (bridged?.outputs && name in bridged.outputs) return bridged.outputs[name];
  if (bridged?.inputs && name in bridged.inputs) return bridged.inputs[name];
  return name in args || name in outputs.from || ["id", "urn"].includes(name) ? name : undefined;
}
