/** The build replaces this file with one that bundles p-retry, because Jest with its default settings cannot load ES modules. */
export { default as pRetry } from "p-retry";
