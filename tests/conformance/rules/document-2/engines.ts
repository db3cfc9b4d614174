import { filtered, list } from "../../lists";
import { fieldRules, rule } from "../../rule";
import { expectFailure, expectSuccess, observedOnce } from "../../support";
import { ENGINES, KINDS } from "./databases";

const SECTION = "Document 2, Engine";
const FIELDS = {
  id: "An engine's id is its type and its version with a slash between them",
  engine: "An engine shows its type as text",
  version: "An engine shows its version as text",
};

/** Every engine, as the list shows it and alone. */
const shown = observedOnce(async (service) => {
  const listed = await list(service, ENGINES);
  const alone = [];
  for (const { id } of listed) alone.push(expectSuccess(await service.get(`${ENGINES}/${id}`)));
  expect(alone).toEqual(listed);
  for (const { id, engine, version } of listed) expect(id).toBe(`${String(engine)}/${String(version)}`);
  return listed;
});

/** The available engines. */
export const ENGINE_RULES = [
  ...fieldRules("2.engine.", SECTION, FIELDS, shown),
  ...["engine", "version"].map((field) =>
    rule(`2.engine.filter-${field}`, SECTION)
      .states(`Engines can be filtered by \`${field}\``)
      .test(async (service) => {
        const all = await list(service, ENGINES);
        const [{ [field]: value }] = all as readonly [(typeof all)[number]];
        const expected = all.filter((engine) => engine[field] === value).map(({ id }) => id);
        expect(expected.length).toBeLessThan(all.length);
        expect(await filtered(service, ENGINES, { [field]: value })).toEqual(expected);
        expect(await filtered(service, ENGINES, { [field]: "nothing" })).toEqual([]);
      }),
  ),
  rule("2.engine.both-kinds", "Document 2, What the service does")
    .states("The catalogue has engines of MongoDB and of MySQL")
    .test(async (service) => {
      const kinds = (await list(service, ENGINES)).map(({ engine }) => engine);
      for (const kind of KINDS) expect(kinds).toContain(kind);
    }),
  rule("2.engine.literal-slash", "Document 2, Endpoints")
    .states("The slash of an engine's id stands in the path as it is")
    .test(async (service) => {
      for (const { id } of await shown(service)) expect(String(id)).toContain("/");
    }),
  rule("2.engine.page", "Document 2, Endpoints")
    .states("The list of engines takes `page` and `page_size`")
    .test(async (service) => {
      const all = await list(service, ENGINES);
      const first = expectSuccess(await service.get(`${ENGINES}?page=1&page_size=25`));
      expect(first).toEqual({ data: all, page: 1, pages: 1, results: all.length });
    }),
  rule("2.engine.unknown", "Document 2, Errors")
    .states("An engine that the catalogue does not have returns the error body")
    .test(async (service) => {
      expectFailure(await service.get(`${ENGINES}/mongodb/0.0.1`));
    }),
];
