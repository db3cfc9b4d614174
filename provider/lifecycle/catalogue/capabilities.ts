import type { Failure } from "../../definition/types";
import type { Values } from "../../definition/values";
import { listed } from "../wording";
import type { Asked } from "../context";
import { readCatalogue } from "./catalogue";

/**
 * Failures of arguments whose catalogue entry, such as the region, lacks a needed capability. A capability that no
 * entry has at all may have another name at this service, which will judge.
 */
export async function missingCapabilities(
  { definition, args: news, context }: Asked,
  olds: Values,
  isAsked: (name: string) => boolean,
): Promise<readonly Failure[]> {
  const needs = (definition.checks?.capabilities ?? []).filter(
    ({ of, when }) => typeof news[of] === "string" && when(news) && (isAsked(of) || !when(olds)),
  );
  const failures = await Promise.all(
    needs.map(async ({ of: path, capability, what }) => {
      const { entries = [] } = await readCatalogue(definition.args[path]?.catalogue?.path ?? "", context);
      const able = entries.filter(({ capabilities }) => has(capabilities, capability)).map(({ id }) => String(id));
      const isListed = entries.some(({ id }) => id === news[path]);
      if (!isListed || able.length === 0 || able.includes(String(news[path]))) return [];
      const reason = `is "${String(news[path])}", which does not have "${capability}", as ${what} needs; these have it: ${listed(able)}`;
      return [{ path, reason }];
    }),
  );
  return failures.flat();
}

function has(capabilities: unknown, capability: string): boolean {
  if (!Array.isArray(capabilities)) return false;
  return capabilities.some((one) => String(one).toLowerCase() === capability.toLowerCase());
}
