export { identifyContent } from "./content-hash";
export { createWithUpload, findOwnOrDiscard, sendsContent } from "./create-with-upload";
