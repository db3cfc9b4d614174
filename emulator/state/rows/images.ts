import type { Row } from "../table";

/** A private image of the account (document 1, Image). */
export interface ImageRow extends Row {
  readonly label: string;
  readonly description: string | null;
  readonly created: string;
  readonly updated: string;
  readonly created_by: string;
  readonly type: "manual" | "automatic";
  /** MB. */
  readonly size: number;
  readonly status: "creating" | "pending_upload" | "available";
  readonly expiry: string | null;
  /** Where its data was or is expected; null for an image that was captured. */
  readonly upload: ImageUpload | null;
}

/** A reserved upload (document 1, Upload rules). */
export interface ImageUpload {
  /** Unguessable part of the address. */
  readonly signature: string;
  /** Seconds since 1970, in emulated time: the data must have arrived by then. */
  readonly expires: number;
  readonly region: string;
  /** Whether the data has arrived. It is accepted only once. */
  readonly received: boolean;
}

/** The id of a private image, as the interface writes it (document 1, Image). */
export function privateImageId(id: number): string {
  return `private/${id}`;
}

/** The number in the id of a private image; undefined for any other id. */
export function privateImageNumber(id: string): number | undefined {
  const digits = /^private\/([1-9]\d{0,14})$/.exec(id)?.[1];
  return digits === undefined ? undefined : Number(digits);
}
