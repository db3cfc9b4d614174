export { unknownName } from "./did-you-mean";
export { capital, listed, messageOf, sentence } from "./messages";
export { firstPart, lastPart, nearest } from "./nearest";
