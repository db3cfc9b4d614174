/** The build replaces this file by one that has p-retry within: a plain Jest cannot load ES modules. */
export { default as pRetry } from "p-retry";
