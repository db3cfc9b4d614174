import * as compute from "pulumi-compute";
import * as pulumi from "@pulumi/pulumi";

const config = new pulumi.Config();
const debian = compute.getImageOutput({ label: "Debian 11" });

new compute.Instance("web", {
  region: "us-east",
  type: "g6-nanode-1",
  image: debian.id,
  rootPass: config.requireSecret("rootPass"),
});
