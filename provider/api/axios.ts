import { createRequire } from "node:module";
import type { AxiosStatic } from "axios";

let loaded: AxiosStatic | undefined;

/** Loads axios with the first request: most programs send none, nor does a preview without changes. */
export function loadAxios(): AxiosStatic {
  loaded ??= createRequire(__filename)("axios") as AxiosStatic;
  return loaded;
}
