import * as compute from "pulumi-compute";

// Without outputs, because the program needs the domains themselves to declare a record in each.
export const records = compute
  .getDomains({ tags: ["shop"] })
  .then(({ domains }) =>
    domains.map(
      ({ id, domain }) =>
        new compute.DomainRecord(`www-${domain}`, { domainId: id, type: "A", name: "www", target: "192.0.2.10" }),
    ),
  );
