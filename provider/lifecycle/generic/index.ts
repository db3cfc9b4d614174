export { genericHandlers } from "./handlers";
