import * as compute from "../../provider";
import type { Values } from "../../provider/definition/values";
import { anAccount, withIds } from "../support/data-source-account";
import { dataSourceForms } from "../support/data-source-forms";
import { providedBy, useDataSources } from "../support/data-sources";
import { messageOf } from "../support/programs";

const service = useDataSources();

const { plain, output } = dataSourceForms(service);

/** Values of the input that replaces the ID: an existing one, one that nearly matches, and that of another resource. */
type Spelled = readonly [is: string, nearly: string, other: string];
type Known = readonly [name: string, by: string, list: string, noun: string, values: Spelled, id: string];

const KNOWN: readonly Known[] = [
  ["getInstance", "label", "/compute/instances", "instance", ["web", "Webb", "empty"], "instance"],
  ["getImage", "label", "/images", "image", ["Debian 11", "Debain 11", "Gentoo"], "compute/debian11"],
  [
    "getMongoDatabase",
    "label",
    "/databases/mongodb/instances",
    "MongoDB database",
    ["orders", "order", "carts"],
    "mongo",
  ],
  ["getMysqlDatabase", "label", "/databases/mysql/instances", "MySQL database", ["users", "user", "users"], "mysql"],
  ["getDomain", "domain", "/domains", "domain", ["one.example", "onee.example", "two.example"], "domain"],
];

describe.each(KNOWN)("%s by its %s", (name, by, list, noun, [is, nearly, other], which) => {
  let id: unknown;
  let envelope: Values;
  beforeEach(async () => {
    ({ id } = withIds({ id: which }, await anAccount(service)));
    envelope = await service.ask("GET", list);
    service.forget();
  });
  const answerOnce = (body: unknown, status = 200): void => {
    service.emulator.faults.add({ method: "GET", path: list, times: 1, effect: { kind: "status", status, body } });
  };
  const itself = (): Values => (envelope.data as Values[]).find((each) => each[by] === is) ?? {};

  test("finds the resource with one request, same as by its ID, also as an output", async () => {
    const found = await plain(name, { [by]: is });
    expect(service.asked()).toEqual([`GET ${list}`]);
    expect(service.filters()).toEqual([{ [by]: is }]);
    expect(found).toEqual(await plain(name, { id }));
    expect(await output(name, { [by]: is })).toMatchObject({ id, [by]: is });
  });

  test("finds it if the API ignores filters, rejects them, or returns nothing for this one", async () => {
    const answers: readonly (readonly [unknown, number])[] = [
      [envelope, 200],
      [{ errors: [{ field: "X-Filter", reason: "Cannot filter on it" }] }, 400],
      [{ data: [], page: 1, pages: 1, results: 0 }, 200],
    ];
    for (const [body, status] of answers) {
      answerOnce(body, status);
      expect(await plain(name, { [by]: is })).toMatchObject({ id });
    }
    // It is on a later page.
    answerOnce({ data: [{ ...itself(), id: 4711, [by]: "another" }], page: 1, pages: 2, results: 2 });
    expect(await plain(name, { [by]: is })).toMatchObject({ id });
  });

  test("fails for an unknown name, with the nearest one, the existing ones, and what to do", async () => {
    const message = await messageOf(plain(name, { [by]: nearly }));
    expect(message).toContain(`${name}: No ${noun} with ${by} "${nearly}" is visible to this token`);
    expect(message).toContain(`did you mean "${is}"? Check`);
    expect(message).toContain(other);
    expect(message).toContain(`Check the ${by} and the provider's account.`);
    expect(await messageOf(output(name, { [by]: nearly }))).toBe(message);
  });

  test("fails for an ambiguous name, with the IDs, and what to do", async () => {
    answerOnce({ ...envelope, results: 2, data: [{ ...itself(), id: 4711 }, itself()] });
    const message = await messageOf(plain(name, { [by]: is }));
    expect(message).toContain(`${name}: More than one ${noun} has ${by} "${is}" (2).`);
    expect(message).toContain(` IDs: 4711, ${String(id)}.`);
    expect(message).toContain(`${name}({ id: 4711 })`);
  });

  test("accepts the ID or the name, and sends no request for neither, both or an invalid one", async () => {
    expect(await messageOf(plain(name, {}))).toBe(`${name}: id: is required unless ${by} is given`);
    const both = await messageOf(plain(name, { id, [by]: is }));
    expect(both).toBe(`${name}: ${by}: cannot be combined with id; give only one`);
    expect(await messageOf(plain(name, { [by]: "" }))).toContain(`${by}: must be`);
    expect(service.asked()).toEqual([]);
  });
});

test("reports an account without any such resource, rather than an empty list of names", async () => {
  const message = await messageOf(compute.getDomain({ domain: "one.example" }, service.program()));
  expect(message).toContain('No domain with domain "one.example" is visible to this token, nor is any other domain.');
});

test("finds a domain by its name in capitals and with a trailing period", async () => {
  const { domain } = await anAccount(service);
  expect((await compute.getDomain({ domain: "One.Example." }, service.program())).id).toBe(domain);
  const { domains } = await compute.getDomains({ domain: "One.Example." }, service.program());
  expect(domains.map(({ id }) => id)).toEqual([domain]);
});

test("does not accept a near match of the API's filter", async () => {
  await anAccount(service);
  for (const label of ["we", "WEB", "web "]) {
    expect(await messageOf(compute.getInstance({ label }, service.program()))).toContain("No instance with label");
  }
});

test("finds a public image by its label without a token", async () => {
  const opts = providedBy({ url: service.emulator.url, brand: "compute", token: undefined });
  expect(await output("getImage", { label: "Debian 11" }, opts)).toMatchObject({ id: "compute/debian11" });
});
