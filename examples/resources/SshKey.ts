import * as compute from "pulumi-compute";
import * as pulumi from "@pulumi/pulumi";

const laptop = new compute.SshKey("laptop", {
  sshKey: "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl alice@example.com",
});

// Whoever has the private key can log in as root; `alice` is the token's user.
new compute.Instance(
  "web",
  {
    region: "us-east",
    type: "g6-nanode-1",
    image: "compute/debian11",
    rootPass: new pulumi.Config().requireSecret("rootPass"),
    authorizedUsers: ["alice"],
  },
  { dependsOn: laptop },
);
