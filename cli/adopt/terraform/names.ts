import { slug } from "../names";
import type { TerraformObject } from "./state";

/** What a resource is called if its module or its key says enough. */
const ONLY = "this";

/** A name for an address: `module.shop.linode_instance.web["a"]` becomes `shop-web-a`. */
export function nameFrom({ module, name, key }: TerraformObject): string {
  const modules = Array.from(
    module.matchAll(/module\.([^.[]+)(?:\[(\d+|"(?:[^"\\]|\\.)*")\])?/g),
    ([, called = "", keyOfModule = ""]) => [called, keyOfModule],
  );
  const own = name === ONLY && (modules.length > 0 || typeof key === "string") ? [] : [name];
  return [...modules.flat(), ...own, String(key ?? "")].flatMap((word) => slug(word) || []).join("-");
}
