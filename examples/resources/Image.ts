import * as compute from "pulumi-compute";

// Uploads an image from a URL; a file path ("build/disk.img") or an asset also works. A different hash replaces the image.
const golden = new compute.Image("golden", {
  region: "us-east",
  source: "https://images.example.com/base.img.gz",
  sourceHash: "release 7",
  description: "Base of all machines",
});

// Captures the disk of an existing instance.
new compute.Image("before-migration", { diskId: 25001 });

export const image = golden.id;
