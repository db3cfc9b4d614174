import { readdirSync, statSync } from "node:fs";
import path from "node:path";
import { AGES } from "../journal/ages";
import { Entries } from "../journal/entries";
import { JournalFiles } from "../journal/files";
import type { JournalLine } from "../journal/lines";
import type { JournalOwner } from "./journal-place";

export type Stack = Omit<JournalOwner, "settings" | "backend">;

/**
 * What interrupted updates of other stacks noted, since the journal of this stack was last changed, if it has one: one of them may have been
 * renamed to it, or its project. Only stacks of the same organization, backend and API count.
 */
export function notesOfOthers(
  stack: Stack,
  directory: string,
  placeOf: (stack: Stack) => string | undefined,
): readonly JournalLine[] {
  return siblings(directory).flatMap((folder) => {
    const files = new JournalFiles(folder).read().filter(({ isInUse }) => !isInUse);
    const lines = files.flatMap((file) => file.lines);
    const open = new Map<string, string>();
    for (const { id, heir, urn, at, isSettled, isReturned } of new Entries("", lines).all) {
      const [, name = "", project = "", rest = ""] = /^urn:pulumi:([^:]*)::([^:]*)::(.*)$/s.exec(heir ?? urn) ?? [];
      const isOpen = !isSettled && !isReturned && Date.now() - at <= AGES.returnedMs;
      // Its name is made from all that it belongs to.
      if (isOpen && placeOf({ ...stack, stack: name, project }) === folder)
        open.set(id, `urn:pulumi:${stack.stack}::${stack.project}::${rest}`);
    }
    return lines.flatMap((line) => {
      const heir = open.get(line.intent);
      if (heir === undefined || !(line.does === "note" || line.does === "answer")) return [];
      return [line.does === "note" ? { ...line, heir } : line];
    });
  });
}

/** The journals that were changed after this one. Empty if they cannot be read: then no stack was renamed here. */
function siblings(directory: string): string[] {
  const base = path.dirname(directory);
  try {
    const entries = readdirSync(base, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    const changedAt = (folder: string): number => statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    const others = entries.map(({ name }) => path.join(base, name)).filter((folder) => folder !== directory);
    return others.filter((folder) => changedAt(folder) >= changedAt(directory));
  } catch {
    return [];
  }
}
