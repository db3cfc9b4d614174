import { createRequire } from "node:module";
import type { AxiosStatic } from "axios";

let loaded: AxiosStatic | undefined;

/** Loads axios with the first request: most programs send none, nor does a preview without changes. */
export function loadAxios(): AxiosStatic {
  loaded ??= createRequire(__filename)("axios") as AxiosStatic;
  return loaded;
}

/** What stopped a request that got no response: the code of the library's error, which itself may hold secrets. */
export function codeOf(error: unknown): string {
  return (loadAxios().isAxiosError(error) ? error.code : undefined) ?? "unknown error";
}
