// From a name server, or as its secondary
import * as compute from "pulumi-compute";

// Imports the zone's current records by a zone transfer.
new compute.Domain("moved", {
  domain: "example.net",
  type: "master",
  importFrom: { remoteNameserver: "ns1.example.net" },
});

// Stays synchronized with the zone on another name server.
new compute.Domain("secondary", {
  domain: "example.com",
  type: "slave",
  masterIps: ["192.0.2.53"],
});
