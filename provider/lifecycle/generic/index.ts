export { definitionAt } from "./definition";
export { genericHandlers } from "./handlers";
