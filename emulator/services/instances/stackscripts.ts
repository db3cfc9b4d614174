import type { CatalogueImage } from "../../catalogue/images";
import { ANY_IMAGE } from "../../catalogue/stackscripts";
import type { Problems } from "../../interface/errors";
import type { StackScriptRow } from "../../catalogue/stackscripts";
import type { JsonObject } from "../../json";
import { sent } from "../../json";
import { kind } from "../../state/kind";
import type { World } from "../../world";

/** A user-defined field: an input of a script, declared in a comment of the script. */
interface UserDefinedField {
  readonly name: string;
  readonly label: string;
  /** Absent if a value is required. */
  readonly default?: string;
  readonly example?: string;
  /** Comma-separated values; exactly one can be chosen. */
  readonly oneOf?: string;
  /** Comma-separated values; any number can be chosen. */
  readonly manyOf?: string;
}

/** `<UDF name="x" label="y">`, on one line. */
const DECLARATION = /<UDF\s([^<>\n]*)>/gi;
const ATTRIBUTE = /\b(\w+)="([^"]*)"/g;

/** The scripts of the account. */
export const stackscripts = kind<StackScriptRow>({ table: "stackscripts", noun: "stackscript", firstId: 10_000_001 });

/** Finds a public script of the service, or a script of the account. */
export function findStackScript(world: World, id: number): StackScriptRow | undefined {
  return world.catalogue.stackscripts.get(id) ?? stackscripts.in(world).get(id);
}

/** The fields that a script declares. A declaration without a name is ignored. */
export function userDefinedFields(script: string): UserDefinedField[] {
  return [...script.matchAll(DECLARATION)].flatMap(([, declared = ""]) => {
    const attributes = [...declared.matchAll(ATTRIBUTE)].map(([, key = "", value = ""]): [string, string] => [
      key,
      value,
    ]);
    const { name = "", label = name, default: preset, example, oneOf, manyOf } = Object.fromEntries(attributes);
    if (name === "") return [];
    const optional = Object.entries({ default: preset, example, oneOf, manyOf }).filter(
      ([, value]) => value !== undefined,
    );
    return [{ name, label, ...Object.fromEntries(optional) }];
  });
}

/** Whether a script supports an image; `any/all` excludes deprecated ones. */
export function isCompatible(script: StackScriptRow, image: CatalogueImage): boolean {
  return script.images.includes(image.id) || (script.images.includes(ANY_IMAGE) && !image.deprecated);
}

/** Adds a problem for each input of a script that is missing or invalid (Linode API v4, Linode Create). */
export function checkUserInput(script: StackScriptRow, data: JsonObject, problems: Problems): void {
  for (const field of userDefinedFields(script.script)) {
    const value = sent(data, field.name);
    if (value === undefined || value === null) {
      if (field.default === undefined) problems.add("stackscript_data", `${field.name} is required`);
    } else if (field.oneOf !== undefined && !field.oneOf.split(",").some((choice) => choice.trim() === value)) {
      problems.addUndocumented("stackscript_data", `${field.name} must be one of ${field.oneOf}`);
    }
  }
}
