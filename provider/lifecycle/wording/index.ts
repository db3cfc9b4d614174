export { firstPart, lastPart, nearest, unknownArgument, unknownName } from "./nearest";
export { withGivenValues } from "./given-values";
export { UNFINISHED, capital, counted, countingUp, listed, messageOf, resourceName, sentence } from "./messages";
