import { fileURLToPath } from "node:url";
import { hasUnknown } from "./values";
import type { ArgumentType } from "./types";

/** Where the data of an upload comes from. */
export type UploadSource =
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "url"; readonly url: string };

/** Pulumi represents an asset as an object with this member, and its path, text or URI. */
export const SIGNATURE_KEY = "4dabf18193072939515e22adb298388d";
const ASSET_SIGNATURE = "c44067f5952c0a294b673a41bacd8c17";

const REASON = "must be a file path, an http or https URL, or a file, string or remote asset";

/** A path, a URL or an asset; whether the file exists is checked elsewhere. */
export const uploadSource: ArgumentType<string | object> = {
  describes: "file path, URL or asset",
  form: "asset",
  check: (value, path) => (hasUnknown(value) || sourceOf(value) ? [] : [{ path, reason: REASON }]),
};

/** @returns undefined if the value is not a source. */
export function sourceOf(value: unknown): UploadSource | undefined {
  if (typeof value === "string") return located(value);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const asset = value as Readonly<Record<string, unknown>>;
  if (asset[SIGNATURE_KEY] !== ASSET_SIGNATURE) return undefined;
  if (typeof asset.path === "string" && asset.path !== "") return { kind: "file", path: asset.path };
  if (typeof asset.uri === "string" && asset.uri !== "") return located(asset.uri);
  return typeof asset.text === "string" ? { kind: "text", text: asset.text } : undefined;
}

function located(text: string): UploadSource | undefined {
  if (text === "") return undefined;
  if (!/^(https?|file):\/\//i.test(text)) return { kind: "file", path: text };
  if (!URL.canParse(text)) return undefined;
  return text.toLowerCase().startsWith("file:") ? localFile(text) : { kind: "url", url: text };
}

function localFile(url: string): UploadSource | undefined {
  try {
    return { kind: "file", path: fileURLToPath(url) };
  } catch {
    return undefined;
  }
}
