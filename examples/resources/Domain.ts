import * as compute from "pulumi-compute";

const zone = new compute.Domain("zone", {
  domain: "example.com",
  type: "master",
  soaEmail: "admin@example.com",
  ttlSec: 3600,
});

// Copies all records that the zone has when the copy is created.
new compute.Domain("copy", {
  domain: "example.org",
  type: "master",
  cloneFrom: zone.id,
});
