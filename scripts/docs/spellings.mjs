// Spellings of an argument's value that the service, or the comparison, treats alike.
import { code } from "./markdown.mjs";

export function spellingsSection({ args }) {
  const merging = "Omitted members keep their current value.";
  const lines = Object.entries(args).flatMap(([name, { compare, sent }]) => {
    const merged = sent?.mergedIntoLive;
    const says = [compare?.canonical?.says, compare?.by?.says, merged === true ? merging : merged?.says];
    const said = [...new Set(says.filter(Boolean))];
    return said.length > 0 ? [`- ${code(name)}: ${said.join(" ")}`] : [];
  });
  if (lines.length === 0) return [];
  const why = "The API normalizes these values. An equivalent form is neither a change nor drift.";
  return ["### Equivalent values", [why, "", ...lines]];
}
