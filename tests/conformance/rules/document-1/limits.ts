import { rule } from "../../rule";

export const LIMIT_RULES = [
  rule("1.limits.mail-ports", "Document 1, Limits")
    .states("Instances of accounts made after 2019-11-05 have restricted connections to the ports 25, 465 and 587")
    .untestable("An emulated instance makes no connections."),
  rule("1.limits.rates", "Document 1, Limits")
    .states("There may be limits on the rate of requests and on page_size")
    .untestable("The document gives no values."),
  rule("1.versioning.release", "Document 1, Versioning")
    .states("The reference has the release 4.130.0")
    .untestable("A statement about the reference; the document does not say where the service shows it."),
  rule("1.versioning.group-deprecated", "Document 1, Versioning; Instance")
    .states("The field group is deprecated")
    .untestable("A mark without effect; that group still works is 1.create.group and 1.update.group."),
  rule("1.errors.migration-refused", "Document 1, Errors")
    .states("A migration that cannot start is rejected")
    .untestable("The document shows no endpoint that migrates an instance."),
];
