export { genericHandlers } from "./handlers";
export { definitionIn, inCollection } from "./values";
