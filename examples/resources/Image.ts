import * as compute from "pulumi-compute";

// Uploaded from a URL; the path of a file ("build/disk.img") or an asset would do as well. The hash says when it is another image.
const golden = new compute.Image("golden", {
  region: "us-east",
  source: "https://images.example.com/base.img.gz",
  sourceHash: "release 7",
  description: "Base of all machines",
});

// Captured: the disk of an instance that exists.
new compute.Image("before-migration", { diskId: 25001 });

export const image = golden.id;
