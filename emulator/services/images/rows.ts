import { kind } from "../../state/kind";
import type { Row } from "../../state/table";

/** Linode API v4, Images. */
export const IMAGE_STATUSES = ["creating", "pending_upload", "available"] as const;

/** A private image of the account (Linode API v4, Images). */
export interface ImageRow extends Row {
  readonly label: string;
  readonly description: string | null;
  readonly created: string;
  readonly updated: string;
  readonly created_by: string;
  readonly type: "manual" | "automatic";
  /** MB. */
  readonly size: number;
  readonly status: (typeof IMAGE_STATUSES)[number];
  readonly expiry: string | null;
  /** The upload of the image's data; null for a captured image. */
  readonly upload: ImageUpload | null;
}

/** A reserved upload (Linode API v4, Image Upload). */
export interface ImageUpload {
  /** Unguessable part of the upload URL. */
  readonly signature: string;
  /** Emulated milliseconds since 1970 by which the data must have arrived. */
  readonly expires: number;
  readonly region: string;
  /** Whether the data has arrived. It is accepted only once. */
  readonly received: boolean;
}

export const images = kind<ImageRow>({ table: "images", noun: "image", firstId: 70_001 });

/** ID of a private image in the API (Linode API v4, Images). */
export function privateImageId(id: number): string {
  return `private/${id}`;
}

/** The number in the ID of a private image; undefined for any other ID. */
export function privateImageNumber(id: string): number | undefined {
  const digits = /^private\/([1-9]\d{0,14})$/.exec(id)?.[1];
  return digits === undefined ? undefined : Number(digits);
}
