import { rule } from "../../rule";

const NO_SERVER = "The emulator runs no database server.";

/** What no response of the API can prove. */
export const UNTESTED_RULES = [
  rule("2.cluster.nodes", "Document 2, Database")
    .states("A cluster of 3 has a primary node and two replicas")
    .untestable(`${NO_SERVER} That the size can be chosen: \`2.create.cluster-size-3\`.`),
  rule("2.cluster.public-address", "Document 2, What the service does")
    .states("MongoDB is reached at public addresses; private ones are still in development")
    .untestable(NO_SERVER),
  rule("2.allow-list.empty-blocks", "Document 2, Rule 6")
    .states("An empty `allow_list` lets nobody connect")
    .untestable(`${NO_SERVER} That the list can be empty: \`2.default.allow-list\`.`),
  rule("2.allow-list.controls", "Document 2, What the service does")
    .states("The `allow_list` decides who may connect")
    .untestable(NO_SERVER),
  rule("2.ssl.required", "Document 2, Database")
    .states("With `ssl_connection`, connecting needs SSL credentials")
    .untestable(NO_SERVER),
  rule("2.credentials.root", "Document 2, Credentials and certificate")
    .states("The credentials are those of the root user")
    .untestable(NO_SERVER),
  rule("2.compression.ratio", "Document 2, MongoDB additional fields")
    .states("Compression with zlip saves more and costs more than with snappy")
    .untestable(NO_SERVER),
  rule("2.maintenance.patches", "Document 2, What the service does")
    .states("The operating system is patched by itself in the maintenance window")
    .untestable("No response shows how far the operating system is patched."),
  rule("2.maintenance.engine-change", "Document 2, What the service does")
    .states("For another engine version, make a new database and move the data")
    .untestable("Advice to callers. That an update changes no engine: `2.update.nothing-else`."),
  rule("2.version.release", "Document 2, Versioning")
    .states("The interface is described as of release 4.130.0")
    .untestable(
      "Says which release was described, not how the service responds. The path segment v4: `2.version.segment`.",
    ),
];
