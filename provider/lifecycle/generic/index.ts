export { genericHandlers } from "./handlers";
export { inCollection } from "./values";
