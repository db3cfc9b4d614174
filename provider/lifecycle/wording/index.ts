export { excerpt, excerpts } from "./excerpts";
export { firstPart, lastPart, nearest, unknownArgument, unknownName } from "./nearest";
export {
  RESUMES,
  UNCONFIRMED,
  createUnconfirmed,
  UNFINISHED,
  capitalize,
  formatCount,
  progressCounter,
  commaList,
  messageOf,
  money,
  resourceName,
  sentence,
  when,
  willFail,
} from "./messages";
export type { Said } from "./said";
