import { rule } from "../../rule";

const IMPORT_TEST = "`tests/emulator/domain-import.emulator.test.ts` proves it with a name server of its own";
const NO_NAME_SERVER = "The emulator answers no DNS queries";

/** What no response of the API can prove, and what needs more than the API. */
export const UNTESTED_RULES = [
  rule("3.import.transfer", "Document 3, Rule 1")
    .states("An import takes over the zone from a name server that allows the transfer (AXFR)")
    .untestable(IMPORT_TEST),
  rule("3.endpoint.domain-import", "Document 3, Endpoints")
    .states("`POST /domains/import` returns the domain")
    .untestable(IMPORT_TEST),
  rule("3.import.sources", "Document 3, Rule 1")
    .states("The transfer is asked for from four addresses of the service, two of each kind")
    .untestable("The document omits the addresses, and the emulator asks from the computer where it runs"),
  rule("3.service.registrar", "Document 3, What the service does")
    .states("The service is no registrar: the owner of a domain points the registrar at its name servers")
    .untestable("Says what is done elsewhere"),
  rule("3.delete.name-servers", "Document 3, Rule 2")
    .states("A deleted domain is removed from the name servers shortly after")
    .untestable(`${NO_NAME_SERVER}. That the API no longer has it: \`3.delete.gone\``),
  rule("3.domain.slave-copy", "Document 3, Domain")
    .states("A master is the authoritative source, a slave a copy of one that can only be read")
    .untestable(`${NO_NAME_SERVER}, and no operation on a slave is said to be refused`),
  rule("3.domain.timers", "Document 3, Domain")
    .states("The `*_sec` fields say when name servers and resolvers expire, refresh, retry and forget")
    .untestable(`${NO_NAME_SERVER}. That they can be set: \`3.domain.set-expire_sec\` and its neighbours`),
  rule("3.domain.transfers", "Document 3, Domain")
    .states("The `axfr_ips` may transfer the zone; without such an intention the list should be empty")
    .untestable(`${NO_NAME_SERVER}. That it can be set: \`3.domain.set-axfr_ips\``),
  rule("3.domain.unique-accounts", "Document 3, Domain")
    .states("A name that another account has is rejected as well")
    .untestable("The emulator is one account. For another user's domain: `3.domain.unique-platform`"),
  rule("3.record.preference", "Document 3, Domain record")
    .states("A lower priority and, among equals, a higher weight is preferred")
    .untestable(`${NO_NAME_SERVER}: preference is the business of who reads them`),
  rule("3.version.release", "Document 3, Versioning")
    .states("The interface is described as of release 4.130.0")
    .untestable(
      "Says which release was described, not how the service responds. The path segment v4: `3.version.segment`",
    ),
];
