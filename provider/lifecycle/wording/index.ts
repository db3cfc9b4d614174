export { unknownArgument, unknownName } from "./did-you-mean";
export { withGivenValues } from "./given-values";
export { UNFINISHED, capital, counted, countingUp, listed, messageOf, resourceName, sentence } from "./messages";
export { firstPart, lastPart, nearest } from "./nearest";
