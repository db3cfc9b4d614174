export { inspect, readInAccount } from "./inspect";
export type { Deviation, Inspection } from "./inspect";
export { eventText, eventTitle, lastEventOf, newestEvents, timeText } from "./last-events";
export { previewOverwritten } from "./overwritten";
export type { EventsByPath, LastEvent } from "./last-events";
