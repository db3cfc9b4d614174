import * as compute from "pulumi-compute";

// The account's own images.
const { images } = compute.getImagesOutput({ isPublic: false });

export const ids = images.apply((all) => all.map(({ id }) => id));
