// Docstrings as users read them.
import ts from "typescript";

import { withoutCitations } from "./citations.mjs";

/** The docstring of a declaration, for users. */
export function docOf(node) {
  const comment = ts.getJSDocCommentsAndTags(node).findLast((each) => ts.isJSDoc(each))?.comment;
  return withoutCitations(ts.getTextOfJSDocComment(comment) ?? "");
}

/** What stands behind `@throws` in the docstring of a declaration. */
export function throwsOf(node) {
  const tag = ts.getJSDocTags(node).find(({ tagName }) => ["throws", "exception"].includes(tagName.text));
  // The parser takes the first word for a type.
  const text =
    tag
      ?.getText()
      .replace(/^@throws\s*/, "")
      .replace(/^\s*\*\s?/gm, "") ?? "";
  return sentence(withoutCitations(text));
}

/** A docstring as one line. */
export function sentence(doc) {
  return doc.replace(/\s+/g, " ").trim();
}

/** Paragraphs of a docstring, each one line; programs in it apart. */
export function paragraphsOf(doc) {
  const blocks = doc.split(/\n\s*\n/);
  const isProgram = (block) => /^ {4}/.test(block);
  return {
    prose: blocks.filter((block) => !isProgram(block)).map(sentence),
    program: blocks.filter(isProgram).join("\n\n").replace(/^ {4}/gm, ""),
  };
}
