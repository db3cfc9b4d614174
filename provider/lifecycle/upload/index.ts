export { identifyContent } from "./content-hash";
export type { Identified } from "./content-hash";
export { createWithUpload, findOwnOrDiscard } from "./create-with-upload";
export { awaitsContent, stateWithoutData } from "./reserve";
