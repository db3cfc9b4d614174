export { identifyContent } from "./content-hash";
export { awaitsContent, createWithUpload, findOwnOrDiscard, sendsContent } from "./create-with-upload";
export { stateWithoutData } from "./reserve";
