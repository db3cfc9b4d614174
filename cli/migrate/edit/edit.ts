import { writeFileSync } from "node:fs";
import path from "node:path";
import type { Outcome } from "../report";
import type { BridgedStack } from "../stack";
import { edited, inNewText } from "./changes";
import type { Changes, Remark } from "./changes";
import { changesOf } from "./codemod";
import { ownFiles, programIn, typescriptIn } from "./typescript";
import { addErrors } from "./verify";

interface Editing {
  readonly directory: string;
  /** By default, those of the project. */
  readonly files: readonly string[];
  /** Whether to write the files. */
  readonly write: boolean;
}

/** Edits the program in a directory. */
export function editProgram(stack: BridgedStack, { directory, files, write }: Editing): Outcome {
  const ts = typescriptIn(directory);
  const program = programIn(ts, directory, files);
  const all = changesOf(ownFiles(program), { ...stack, ts, checker: program.getTypeChecker() });
  const isInstalled = addErrors(ts, program, all);
  for (const { source, edits } of all)
    if (write && edits.length > 0) writeFileSync(source.fileName, edited(source, edits));
  const each = (list: "done" | "byHand" | "stays"): string[] =>
    all.flatMap((one) =>
      [...one[list]]
        .sort((a, b) => a.position - b.position)
        .map((remark) => located(one, remark, { directory, write })),
    );
  return {
    stack,
    done: [write ? "Edited" : "Edits, which --write makes", each("done")],
    byHand: each("byHand"),
    stays: each("stays"),
    secrets: secretsOf(all),
    after: stack.stays.length > 0 || all.some((one) => one.stays.length > 0) ? [] : ["npm uninstall @pulumi/linode"],
    before: isInstalled ? [] : ["npm install PATH/pulumi-compute-VERSION.tgz, then npx tsc --noEmit"],
  };
}

/** Each key, and where it stands. */
function secretsOf(all: readonly Changes[]): string[] {
  const keys = new Set(all.flatMap(({ secrets }) => [...secrets.keys()]));
  return [...keys].map((key) => {
    const names = new Set(all.flatMap(({ secrets }) => secrets.get(key) ?? []));
    return `${key}   # ${key} of ${[...names].join(", ")}; unless it is set; recorded, not sent`;
  });
}

function located(
  { source, edits }: Changes,
  { position, says }: Remark,
  { directory, write }: Pick<Editing, "directory" | "write">,
): string {
  const [text, at] = write ? [edited(source, edits), inNewText(edits, position)] : [source.text, position];
  const line = text.slice(0, at).split("\n").length;
  const column = at - text.lastIndexOf("\n", at - 1);
  return `${path.relative(path.resolve(directory), source.fileName)}:${line}:${column} ${says.replace(/\s*\n\s*/g, " ")}`;
}
