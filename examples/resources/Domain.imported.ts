// From a name server, or as its secondary
import * as compute from "pulumi-compute";

// Takes the records that the zone has at that moment, by a zone transfer.
new compute.Domain("moved", {
  domain: "example.net",
  type: "master",
  importFrom: { remoteNameserver: "ns1.example.net" },
});

// Follows the zone of another server for good.
new compute.Domain("secondary", {
  domain: "example.com",
  type: "slave",
  masterIps: ["192.0.2.53"],
});
