/** The build replaces this file with one that bundles p-retry: Jest without settings cannot load ES modules. */
export { default as pRetry } from "p-retry";
