import { randomBytes, timingSafeEqual } from "node:crypto";
import { IMAGES } from "../../access/guards";
import { MINUTE_MS } from "../../state/clock";
import { imageEntity } from "../entities";
import { failure, notFound, Problems } from "../../interface/errors";
import type { Call, Route } from "../../interface/router";
import { post } from "../../interface/router";
import type { ImageRow, ImageUpload } from "./rows";
import { images } from "./rows";
import { parse, requireFields, text } from "../../interface/validation";
import type { World } from "../../world";
import { IMAGE_DESCRIPTION, IMAGE_LABEL } from "./fields";
import { changeImage, IMAGE, imageDurationOf, newImage } from "./state";
import { viewImage } from "./view";

/** How long the service waits for the data (Linode API v4, Image Upload). */
const UPLOAD_MS = 24 * 60 * MINUTE_MS;

const SIGNATURE_BYTES = 32;

const MIB = 1024 * 1024;

/** The body of an upload request (Linode API v4, Images). */
const SHAPE = { label: IMAGE_LABEL, description: IMAGE_DESCRIPTION, region: text() };

/** Reserves a private image for an upload (Linode API v4, Images). The data is sent to a separate URL. */
export function imageUploadRoutes(world: World): Route[] {
  return [
    post("/images/upload", IMAGES.create, (call) => {
      const { row, upload } = announceUpload(world, call);
      const query = `expires=${seconds(upload.expires)}&signature=${upload.signature}`;
      return { image: viewImage(world, row), upload_to: `${call.origin}/upload/${row.id}?${query}` };
    }),
  ];
}

function announceUpload(world: World, call: Call): { row: ImageRow; upload: ImageUpload } {
  const problems = new Problems(world.documentedOnly);
  const { label = "", description = null, region = "" } = parse(SHAPE, call.body, problems);
  requireFields(["label", "region"], call.body, problems);
  if (!world.catalogue.regions.has(region) && !problems.has("region")) problems.add("region", "region is not valid");
  problems.throwIfAny();
  const signature = randomBytes(SIGNATURE_BYTES).toString("hex");
  const upload = { signature, expires: world.clock.now() + UPLOAD_MS, region, received: false };
  const row = newImage(world, call, { label, description, size: 0, status: "pending_upload", upload });
  const steps = [{ afterMs: UPLOAD_MS, effect: "image.expire" }];
  world.progress.start(IMAGE, row.id, "upload expiry", steps, { background: true });
  return { row, upload };
}

/**
 * The image that an upload belongs to.
 * @param id from the upload URL
 * @param query from the upload URL
 * @throws ErrorResponse 404 if the image does not exist, 403 for a wrong or expired URL, 409 if the data has already arrived.
 */
export function awaitingData(world: World, id: string, query: URLSearchParams): ImageRow {
  const row = images.in(world).get(/^\d+$/.test(id) ? Number(id) : Number.NaN);
  if (row?.upload == null) {
    const isOver = seconds(world.clock.now()) >= Number(query.get("expires") ?? Number.POSITIVE_INFINITY);
    throw isOver ? failure(403, "The upload has expired") : notFound();
  }
  const { upload } = row;
  const isSigned = equal(query.get("signature") ?? "", upload.signature);
  if (!isSigned || query.get("expires") !== String(seconds(upload.expires))) {
    throw failure(403, "The signature of the upload does not match");
  }
  if (row.status !== "pending_upload" || upload.received) throw failure(409, "The image has its data already");
  return row;
}

/** Records that the data has arrived, and starts to process it (Linode API v4, Images). */
export function receiveData(world: World, row: ImageRow, bytes: number): void {
  // The upload can no longer expire.
  world.progress.forget(IMAGE, row.id);
  changeImage(world, row, { upload: row.upload && { ...row.upload, received: true } });
  const event = world.events.begin("image_upload", imageEntity(row));
  const data = { status: "available", size: Math.max(1, Math.ceil(bytes / MIB)) };
  const steps = [{ afterMs: imageDurationOf(world, "process"), effect: "image.patch", data }];
  world.progress.start(IMAGE, row.id, "upload", steps, { event });
}

function seconds(ms: number): number {
  return Math.floor(ms / 1000);
}

/** Compares secrets in constant time. */
function equal(given: string, secret: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(secret)];
  return a.length === b.length && timingSafeEqual(a, b);
}
