import { nearest } from "../../provider/lifecycle/wording";

/** The end of a sentence about an unknown name: the most similar one, if any is similar. */
export function didYouMean(unknown: string, names: readonly string[]): string {
  const [meant] = nearest(unknown, names);
  return meant === undefined ? "." : `; did you mean ${meant}?`;
}
