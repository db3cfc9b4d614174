import * as compute from "pulumi-compute";

const zone = new compute.Domain("zone", {
  domain: "example.com",
  type: "master",
  soaEmail: "admin@example.com",
  ttlSec: 3600,
});

// With every record that it has at this moment.
new compute.Domain("copy", {
  domain: "example.org",
  type: "master",
  cloneFrom: zone.id,
});
