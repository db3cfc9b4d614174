import * as compute from "pulumi-compute";
import * as pulumi from "@pulumi/pulumi";

const config = new pulumi.Config();
const rootPass = config.requireSecret("rootPass");

// A placeholder for a disk image. For a real one, name the file: source: "build/disk.img".
const disk = new pulumi.asset.StringAsset("all the bytes of release 1\n".repeat(100));

// The data is compressed during the upload. Different data replaces the image and the instances.
const golden = new compute.Image("golden", { region: "us-east", source: disk, description: "Base of all machines" });

// An uploaded image is available in every region.
const common = { type: "g6-nanode-1", image: golden.id, rootPass };
const east = new compute.Instance("east", { ...common, region: "us-east" });
const west = new compute.Instance("west", { ...common, region: "eu-west" });

export const image = golden.id;
export const addresses = [east.ipv4[0], west.ipv4[0]];
