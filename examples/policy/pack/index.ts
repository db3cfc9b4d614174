import * as compute from "pulumi-compute";
import { PolicyPack, validateResourceOfType } from "@pulumi/policy";
import type { ReportViolation } from "@pulumi/policy";

const SHORTEST_MAIL_TTL_SEC = 3600;

function forbidEverybody(allowList: string[] = [], report: ReportViolation): void {
  for (const range of allowList.filter((range) => range.endsWith("/0"))) {
    report(`The allow list contains ${range}, which is everybody. List the addresses that need the database.`);
  }
}

function requireLongMailTtl(
  { type, ttlSec }: { type: string; ttlSec?: number | undefined },
  report: ReportViolation,
): void {
  // With 0, or without a value, the domain's default applies.
  if (type !== "MX" || !ttlSec || ttlSec >= SHORTEST_MAIL_TTL_SEC) return;
  report(`The MX record has a TTL of ${ttlSec} seconds: make it ${SHORTEST_MAIL_TTL_SEC} or more.`);
}

// A policy gets the declared inputs, including default tags, with secrets in plain text. Secrets are masked in printed messages.
new PolicyPack("company", {
  // A mandatory policy fails the preview or update; an advisory one only prints a message.
  enforcementLevel: "mandatory",
  policies: [
    {
      name: "instances-have-tags",
      description: "Every instance has a tag that names its owner.",
      validateResource: validateResourceOfType(compute.Instance, ({ tags = [] }, _args, report) => {
        if (tags.length === 0) report("The instance has no tags: add some, or set compute:defaultTags for the stack.");
      }),
    },
    {
      name: "databases-are-not-open",
      description: "No database accepts connections from everywhere.",
      validateResource: [
        validateResourceOfType(compute.MysqlDatabase, ({ allowList }, _args, report) =>
          forbidEverybody(allowList, report),
        ),
        validateResourceOfType(compute.MongoDatabase, ({ allowList }, _args, report) =>
          forbidEverybody(allowList, report),
        ),
      ],
    },
    {
      name: "databases-are-protected",
      description: "Databases have the option protect, so that no change to the program deletes their data.",
      enforcementLevel: "advisory",
      validateResource: (resource, report) => {
        const isDatabase = resource.isType(compute.MysqlDatabase) || resource.isType(compute.MongoDatabase);
        if (isDatabase && !resource.opts.protect) report("The database is not protected: set the option protect.");
      },
    },
    {
      name: "mail-is-cached",
      description: "Resolvers keep MX records for an hour or more.",
      validateResource: [
        validateResourceOfType(compute.DomainRecord, (record, _args, report) => requireLongMailTtl(record, report)),
        validateResourceOfType(compute.DomainRecordSet, ({ records }, _args, report) => {
          for (const record of records ?? []) requireLongMailTtl(record, report);
        }),
      ],
    },
  ],
});
