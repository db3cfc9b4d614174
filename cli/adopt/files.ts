import { tagsOf } from "./found";
import type { FoundResource } from "./found";
import { kindInWords } from "./names";
import type { Split } from "./options";

export const INDEX = "index";
const UNTAGGED = "untagged";

/**
 * Maps each resource to its file. Files may only import earlier ones, so resource types are in dependency order, and untagged
 * resources, such as images, come first.
 */
export function fileNames(inOrder: readonly FoundResource[], split: Split): Map<FoundResource, string> {
  if (split === "none") return new Map(inOrder.map((one) => [one, INDEX]));
  if (split === "kind") return new Map(inOrder.map((one) => [one, `${kindInWords(one)}s`]));
  const tags = [...new Set(inOrder.flatMap((one) => tagOf(one) ?? []))].sort();
  const names = namesOf(tags);
  const files = new Map(inOrder.map((one) => [one, names.get(tagOf(one) ?? "") ?? UNTAGGED]));
  return new Map([...files].sort(([, one], [, other]) => Number(other === UNTAGGED) - Number(one === UNTAGGED)));
}

/** The alphabetically first tag of the resource, or else of its parent. */
function tagOf(one: FoundResource): string | undefined {
  const { parent } = one;
  return tagsOf(one).map(String).sort()[0] ?? (parent ? tagOf(parent) : undefined);
}

/** File names by tag, which differ even on file systems that ignore case. */
function namesOf(tags: readonly string[]): Map<string, string> {
  const used = new Set([INDEX, UNTAGGED]);
  return new Map(
    tags.map((tag) => {
      const base =
        tag
          .toLowerCase()
          .replace(/[^a-z0-9]+/g, "-")
          .replace(/^-|-$/g, "")
          .slice(0, 40) || "tag";
      let name = base;
      for (let number = 2; used.has(name); number++) name = `${base}-${number}`;
      used.add(name);
      return [tag, name];
    }),
  );
}
