import type { Sample } from "./sample";

/** An uploaded image, with and without a user's hash, and a captured one. */
export const image: Sample = {
  variants: [
    {
      args: {
        label: "golden",
        description: "Base of all machines",
        region: "us-east",
        source: "package.json",
        sourceHash: "release 1",
      },
      others: {
        label: "silver, it's 2.0",
        description: "Another base",
        region: "eu-west",
        source: "https://example.com/disk.img",
        sourceHash: "release 2",
      },
    },
    {
      args: { label: "captured", description: "Of a disk", diskId: 25_001 },
      others: { label: "captured again", description: "Of another disk", diskId: "25002" },
    },
  ],
  shows: () => ({
    size: 25_088,
    status: "available",
    type: "manual",
    createdBy: "admin",
    created: "2024-05-06T07:08:09",
    updated: "2024-05-06T07:08:09",
    isPublic: false,
    deprecated: false,
    eol: null,
    expiry: null,
    vendor: null,
  }),
};
