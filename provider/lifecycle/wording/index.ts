export { firstPart, lastPart, nearest, unknownArgument, unknownName } from "./nearest";
export { UNFINISHED, capital, counted, countingUp, listed, messageOf, resourceName, sentence } from "./messages";
