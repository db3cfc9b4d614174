/** The only import of p-retry, whose code the build includes, because Jest with its default settings cannot load ES modules. */
export { default as pRetry } from "p-retry";
