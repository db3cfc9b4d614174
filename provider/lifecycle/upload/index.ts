export { identifyContent } from "./content-hash";
export { createWithUpload, findOwnOrDiscard, sendsContent } from "./create-with-upload";
export { awaitsContent, stateWithoutData } from "./reserve";
