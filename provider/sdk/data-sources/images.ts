import { getImagesRule, getImageRule } from "../../data-sources/images";
import type { GetImageArgs, GetImageResult, GetImagesArgs, GetImagesResult } from "../../data-sources/images";
import { dataSource, openDataSource } from "./data-source";

export type {
  GetImageResult,
  GetImageByLabelArgs,
  GetImageByIdArgs,
  GetImageArgs,
  GetImagesArgs,
  GetImagesResult,
} from "../../data-sources/images";

const images = openDataSource<GetImagesArgs, GetImagesResult>(getImagesRule);
const image = dataSource<GetImageArgs, GetImageResult>(getImageRule);

/** The images that the token can read, optionally filtered; without a token, the public ones (Linode API v4, Images). */
export const getImages = images.now;

/** The images that the token can read, optionally filtered, as an output. */
export const getImagesOutput = images.output;

/**
 * One image, by its ID or its label (Linode API v4, Images). Public images can be read without a token.
 * @throws when the image does not exist, or several have this label.
 */
export const getImage = image.now;

/** One image, as an output. */
export const getImageOutput = image.output;
