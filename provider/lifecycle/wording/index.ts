export { firstPart, lastPart, nearest, unknownArgument, unknownName } from "./nearest";
export {
  UNFINISHED,
  capitalize,
  formatCount,
  countingUp,
  commaList,
  messageOf,
  resourceName,
  sentence,
} from "./messages";
