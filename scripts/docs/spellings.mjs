// Spellings of an argument's value that the service, or the comparison, treats alike.
import { code } from "./markdown.mjs";

export function spellingsSection({ args }) {
  const merging = "Members that are left out keep the value that the service has.";
  const lines = Object.entries(args).flatMap(([name, { compare, sent }]) => {
    const merged = sent?.mergedIntoLive;
    const says = [compare?.canonical?.says, compare?.by?.says, merged === true ? merging : merged?.says];
    const said = [...new Set(says.filter(Boolean))];
    return said.length > 0 ? [`- ${code(name)}: ${said.join(" ")}`] : [];
  });
  if (lines.length === 0) return [];
  const why = "The service normalises these values; another spelling of a value is neither a change nor drift.";
  return ["### Equal values", [why, "", ...lines]];
}
