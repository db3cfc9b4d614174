import * as compute from "pulumi-compute";
import * as pulumi from "@pulumi/pulumi";

/** Declares a server with a name. Called by the program, and by the tests with mocks in place of the engine. */
export function infrastructure() {
  const config = new pulumi.Config();
  const stack = pulumi.getStack();
  const image = compute.getImageOutput({ id: config.get("image") ?? "compute/debian11" });

  const web = new compute.Instance("web", {
    region: "us-east",
    type: stack === "production" ? "g6-standard-2" : "g6-nanode-1",
    image: image.id,
    rootPass: config.requireSecret("rootPass"),
    backupsEnabled: stack === "production",
    // Tag servers whose image is no longer maintained, so that they can be found in a list.
    tags: image.deprecated.apply((deprecated) => (deprecated ? [stack, "outdated"] : [stack])),
  });
  const zone = new compute.Domain("zone", { domain: "example.com", type: "master", soaEmail: "admin@example.com" });
  const www = new compute.DomainRecord("www", {
    domainId: zone.id,
    type: "A",
    name: "www",
    target: web.ipv4[0],
  });
  return { web, zone, www };
}
