export { identifyContent } from "./content-hash";
export { createWithUpload, findOwnOrDiscard } from "./create-with-upload";
export { awaitsContent, stateWithoutData } from "./reserve";
