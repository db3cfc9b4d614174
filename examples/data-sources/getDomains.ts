import * as compute from "pulumi-compute";

// The plain form: the program needs the zones themselves, to declare a record in each.
export const records = compute
  .getDomains({ tags: ["shop"] })
  .then(({ domains }) =>
    domains.map(
      ({ id, domain }) =>
        new compute.DomainRecord(`www-${domain}`, { domainId: id, type: "A", name: "www", target: "192.0.2.10" }),
    ),
  );
