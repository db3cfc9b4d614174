import type ts from "typescript";
import type { TypeScript } from "./typescript";

/** What the edits of a program depend on. */
export interface ProgramContext {
  readonly ts: TypeScript;
  readonly checker: ts.TypeChecker;
  /** Version of the bridged provider that has recorded the stack. */
  readonly version: string;
  /** Whether no resource that stays uses an explicit provider, so that these can move as well. */
  readonly movesProviders: boolean;
}

/** A text edit: the characters from `start` to `end` are replaced. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** What to tell the user about a place in a file. */
export interface Remark {
  readonly position: number;
  readonly says: string;
}

/** What happens to one file. */
export interface Changes {
  readonly source: ts.SourceFile;
  readonly edits: Edit[];
  /** What the edits do. */
  readonly done: Remark[];
  readonly byHand: Remark[];
  /** Uses of what this package does not have. */
  readonly stays: Remark[];
  /** Keys of the secrets that the program requires in addition, with the names of the resources. */
  readonly secrets: Map<string, readonly string[]>;
}

/** Collects the changes of one file. */
export interface Editor {
  readonly changes: Changes;
  /** Edits at one position keep their order. */
  readonly edit: (start: number, end: number, text: string) => void;
  readonly replace: (node: ts.Node, text: string) => void;
  readonly done: (node: ts.Node, says: string) => void;
  readonly byHand: (node: ts.Node, says: string) => void;
  readonly stays: (node: ts.Node, says: string) => void;
}

export function editorOf(source: ts.SourceFile): Editor {
  const changes: Changes = { source, edits: [], done: [], byHand: [], stays: [], secrets: new Map() };
  const remark = (list: Remark[]) => (node: ts.Node, says: string) =>
    void list.push({ position: node.getStart(source), says });
  const edit = (start: number, end: number, text: string): void => void changes.edits.push({ start, end, text });
  const done = remark(changes.done);
  const replace = (node: ts.Node, text: string): void => {
    edit(node.getStart(source), node.end, text);
    done(node, `${node.getText(source)} → ${text}`);
  };
  return { changes, edit, replace, done, byHand: remark(changes.byHand), stays: remark(changes.stays) };
}

const inOrder = (edits: readonly Edit[]): Edit[] =>
  [...edits].sort((one, other) => one.start - other.start || one.end - other.end);

export function edited({ text }: ts.SourceFile, edits: readonly Edit[]): string {
  let end = 0;
  const parts = inOrder(edits).map((edit) => {
    const kept = text.slice(end, edit.start);
    end = edit.end;
    return kept + edit.text;
  });
  return parts.join("") + text.slice(end);
}

/** Where a position of the old text is in the new one. */
export function inNewText(edits: readonly Edit[], position: number): number {
  const before = edits.filter(({ end, start }) => (start === end ? end < position : end <= position));
  return before.reduce((sum, { start, end, text }) => sum + text.length - (end - start), position);
}

/** Where a position of the new text was in the old one. */
export function inOldText(edits: readonly Edit[], position: number): number {
  let shift = 0;
  for (const { start, end, text } of inOrder(edits)) {
    if (start + shift + text.length > position) return Math.min(position - shift, start);
    shift += text.length - (end - start);
  }
  return position - shift;
}
