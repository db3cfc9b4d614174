import type { RequestLogEntry } from "../../../../emulator/index";
import { ANSWERS } from "../../../support/schemas/by-route";

/** The brand that the real service's clients use for `compute`. */
export const BRAND = "linode";

/** Every operation of the documents. */
export const DOCUMENTED: readonly string[] = Object.keys(ANSWERS);

/** The operation of a request in the documents' notation, or an undocumented one in the same style. */
function operationOf({ method, route, path }: RequestLogEntry): string {
  const template = (route ?? path).replace(new RegExp(`^/${BRAND}(?=/)`), "/compute");
  return `${method} ${template.replace(/\{\+\w+\}/g, "{+}").replace(/\{\w+\}/g, "{}")}`;
}

/** The documented operations among the requests that succeeded, in the order of the documents. */
export function documentedOperations(log: readonly RequestLogEntry[]): string[] {
  const done = new Set(log.filter(({ status }) => status >= 200 && status < 300).map(operationOf));
  return DOCUMENTED.filter((operation) => done.has(operation));
}
