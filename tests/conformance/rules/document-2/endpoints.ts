import { expectTwoPages, list, PAGE } from "../../lists";
import { endpointRules } from "../../rows";
import { rule } from "../../rule";
import { expectFailure, expectSuccess } from "../../support";
import { activeDatabase, ALL_DATABASES, collection, createDatabase, ENGINES, KINDS } from "./databases";
import { ready, ROWS } from "./rows";

const SECTION = "Document 2, Endpoints";

/** Every endpoint of the document, with the shape of its response. */
export const ENDPOINT_RULES = [
  ...endpointRules(2, ROWS, ready),
  rule("2.endpoint.all-kinds", "Document 2, What the service does")
    .states("One list shows the databases of all kinds together")
    .test(async (service) => {
      const made = [];
      for (const kind of KINDS) {
        for (const name of ["one", "two"]) {
          made.push((await createDatabase(service, kind, { label: `${name}-${kind}` })).body.label);
        }
      }
      const shown = (await list(service, ALL_DATABASES)).map(({ label }) => label);
      expect([...shown].sort()).toEqual(made.sort());
    }),
  ...KINDS.map((kind) =>
    rule(`2.endpoint.${kind}-page`, SECTION)
      .states(`The list of ${kind === "mysql" ? "MySQL" : "MongoDB"} databases takes \`page\` and \`page_size\``)
      .test(async (service) => {
        for (let index = 0; index < PAGE.objects; index++) {
          await createDatabase(service, kind, { label: `database-${index}` });
        }
        await expectTwoPages(service, collection(kind));
      }),
  ),
  rule("2.endpoint.databases-page", SECTION)
    .states("The list of all databases takes `page` and `page_size`")
    .test(async (service) => {
      for (let index = 0; index < PAGE.objects; index++) {
        await createDatabase(service, index % 2 === 0 ? "mongodb" : "mysql", { label: `database-${index}` });
      }
      await expectTwoPages(service, ALL_DATABASES);
    }),
  rule("2.endpoint.integer-ids", SECTION)
    .states("The ids of databases and backups in a path are integers: nothing is found at other text")
    .test(async (service) => {
      for (const kind of KINDS) {
        const { path, body } = await activeDatabase(service, kind);
        expectFailure(await service.get(`${collection(kind)}/${String(body.label)}`));
        if (kind === "mongodb") expectFailure(await service.get(`${path}/backups/latest`));
      }
    }),
  rule("2.version.segment", "Document 2, Versioning")
    .states("The segment v4 is part of every path")
    .test(async (service) => {
      for (const path of [ENGINES, ALL_DATABASES, ...KINDS.map(collection)]) {
        expectSuccess(await service.send("GET", `/v4${path}`));
        expectFailure(await service.send("GET", path));
      }
    }),
];
