import type { Started } from "../../../emulator/support/client";
import { asUser, DEBIAN } from "../../../emulator/support/client";
import { EMPTY, empty, INSTANCES } from "../../../emulator/support/instances";
import { rule } from "../../rule";
import { expectFailure, expectRefusal, expectSuccess, expectTwoPages, filtered, list } from "../../support";
import { FIRST, startUpload } from "./support";

const SECTION = "Document 1, Conventions";
const ENDPOINTS = "Document 1, Endpoints";
const FAILURES = "Document 1, Errors; Conventions";

const LISTS = { instances: INSTANCES, regions: "/regions", images: "/images" };

/** Requests that fail, each for another reason: method, path after the version, body. */
const FAILING = [
  ["GET", `${INSTANCES}/1`],
  ["GET", "/regions/nowhere"],
  ["GET", "/images/private/1"],
  ["GET", "/nothing/here"],
  ["PUT", INSTANCES, "{}"],
  ["POST", INSTANCES, "{"],
  ["POST", INSTANCES, "{}"],
  ["DELETE", `${INSTANCES}/1`],
  ["POST", `${INSTANCES}/1/boot`],
] as const;

export const CONVENTION_RULES = [
  ...Object.entries(LISTS).map(([name, path]) =>
    rule(`1.conventions.envelope-${name}`, SECTION)
      .states(`The list of ${name} comes as data, page, pages and results`)
      .test(async (service) => {
        for (const label of ["one", "two"]) await service.create(INSTANCES, { ...EMPTY, label });
        const body = expectSuccess(await service.get(path));
        expect(body).toMatchObject({ page: 1, pages: 1, results: body.data.length });
        expect(body.data.length).toBeGreaterThan(1);
      }),
  ),
  ...Object.entries(LISTS).map(([name, path]) =>
    rule(`1.conventions.page-parameters-${name}`, ENDPOINTS)
      .states(`The list of ${name} takes page and page_size, both integers`)
      .test(async (service) => {
        const body = expectSuccess(await service.get(`${path}?page=1&page_size=100`));
        expect(body).toMatchObject({ page: 1, pages: 1 });
        expectRefusal(await service.get(`${path}?page=first`), "page");
        expectRefusal(await service.get(`${path}?page_size=many`), "page_size");
      }),
  ),
  rule("1.errors.body", FAILURES)
    .states("A failing operation returns errors, a list of objects with a reason")
    .test(async (service) => {
      for (const [method, path, body] of FAILING) {
        expectFailure(await service.send(method, `/v4${path}`, body === undefined ? {} : { body }));
      }
    }),
  rule("1.errors.field-of-value", FAILURES)
    .states("An error about a value of a request names its field")
    .test(async (service) => {
      expectRefusal(await service.post(INSTANCES, { ...EMPTY, label: "x" }), "label");
      const { errors } = (await service.post(INSTANCES, {})).body;
      expect(errors.map(({ field }) => field).sort()).toEqual(["region", "type"]);
    }),
  rule("1.errors.field-always", "Document 1, Errors; Conventions")
    .states("Every error has a field")
    .deviates(
      "an error that concerns no field, such as an unknown id or a busy instance, has none, as in the real service",
    ),
  rule("1.conventions.paging-instances", SECTION)
    .states("page tells which page a response has, pages how many there are, results how many objects on all of them")
    .test((service) => expectTwoPages(service, INSTANCES, () => service.create(INSTANCES, EMPTY))),
  rule("1.conventions.paging-images", SECTION)
    .states("The list of images comes in pages as well")
    .test((service) => expectTwoPages(service, "/images", () => startUpload(service))),
  rule("1.conventions.api-url", "Document 1, Conventions; Versioning")
    .states("The API URL ends with the version segment v4, and no path is served without it")
    .test(async (service) => {
      expect(service.emulator.url).toMatch(/\/v4$/);
      for (const path of [...Object.values(LISTS), "/regions/us-east", "/images/compute/debian11"]) {
        expectSuccess(await service.send("GET", `/v4${path}`));
        expectFailure(await service.send("GET", path));
      }
    }),
  rule("1.conventions.json-responses", SECTION)
    .states("Responses are JSON, of successes and of failures")
    .test(async (service) => {
      const replies = [await service.get("/regions"), await service.get("/nothing"), await service.post(INSTANCES, {})];
      replies.push(await service.post(INSTANCES, EMPTY), await service.delete(`${INSTANCES}/${FIRST.instance}`));
      for (const { headers, body } of replies) {
        expect(headers.get("content-type")).toMatch(/^application\/json\b/);
        expect(body).toBeInstanceOf(Object);
      }
    }),
  rule("1.conventions.json-requests", SECTION)
    .states("The body of a request is JSON, sent with the content type application/json")
    .test(async (service) => {
      const send = (body: string) => service.send("POST", `/v4${INSTANCES}`, { body });
      expectRefusal(await send(new URLSearchParams(EMPTY).toString()));
      expectSuccess(await send(JSON.stringify(EMPTY)));
      for (const type of ["text/plain", "application/x-www-form-urlencoded", "application/jsonp"]) {
        const init = { body: JSON.stringify(EMPTY), headers: { "Content-Type": type } };
        expectRefusal(await service.send("POST", `/v4${INSTANCES}`, init));
      }
    }),
  rule("1.conventions.credential-header", "Document 1, Conventions; Authentication")
    .states("The access token comes as a bearer token in the header Authorization")
    .test(async (service) => {
      const { token } = service.emulator;
      expectSuccess(await service.get(INSTANCES, { Authorization: `Bearer ${token}` }));
      const basic = Buffer.from(`${token}:`).toString("base64");
      for (const header of ["", token, `Basic ${basic}`]) {
        expectFailure(await service.get(`${INSTANCES}?access_token=${token}`, { Authorization: header }));
      }
      expectFailure(await asUser(service, `${token}x`).get(INSTANCES));
    }),
  rule("1.conventions.neutral-word", "Document 1, Introduction")
    .states("The word compute stands for the brand in paths and in the ids of public images")
    .test(async (service) => {
      expect(DEBIAN.image).toMatch(/^compute\//);
      expect(await service.create(INSTANCES, DEBIAN)).toMatchObject({ image: DEBIAN.image });
      expectFailure(await service.get("/linode/instances"));
      expectRefusal(await service.post(INSTANCES, { ...DEBIAN, image: "linode/debian11" }), "image");
    }),
  rule("1.paths.instance-id", ENDPOINTS)
    .states("The id of an instance in a path is an integer")
    .testOn(empty, async (service, { id }) => {
      expectSuccess(await service.get(`${INSTANCES}/${id}`));
      for (const wrong of ["web", `${id}.5`, `${id}x`]) expectFailure(await service.get(`${INSTANCES}/${wrong}`));
    }),
  rule("1.paths.image-id", ENDPOINTS)
    .states("The id of an image stands in a path with its slash as it is")
    .test(async (service) => {
      expect(expectSuccess(await service.get(`/images/${DEBIAN.image}`))).toMatchObject({ id: DEBIAN.image });
      const { image } = await startUpload(service);
      expect(image.id).toMatch(/^private\//);
      expect(expectSuccess(await service.get(`/images/${image.id}`))).toMatchObject({ id: image.id });
    }),
  rule("1.charges", "Document 1, What the service does")
    .states("Creating or cloning an instance costs money")
    .untestable("Billing is not part of the interface."),
];

// The document does not show how a filter is sent; every client of the API sends the header X-Filter.

const INSTANCE_FIELDS = ["id", "label", "group", "tags", "region", "image", "ipv4"] as const;

/** One of two instances that differ in each field. */
async function oneOfTwo(service: Started) {
  const fields = { label: "first", group: "one", tags: ["blue", "red"] };
  const first = await service.create(INSTANCES, { ...DEBIAN, ...fields });
  await service.create(INSTANCES, { ...EMPTY, region: "eu-west", group: "two", tags: ["green"] });
  return first;
}

/** Fields of images, each with a value of some of them, and one of the others or of none. */
const IMAGE_FIELDS = [
  ["label", "Debian 11", "Debian 1"],
  ["deprecated", true, false],
  ["is_public", false, true],
  ["size", 1300, 1],
  ["type", "manual", "automatic"],
  ["vendor", "Debian", "Nobody"],
] as const;

export const FILTER_RULES = [
  ...INSTANCE_FIELDS.map((field) =>
    rule(`1.filter.instance-${field}`, "Document 1, Instance")
      .states(`Instances can be filtered on ${field}`)
      .testOn(oneOfTwo, async (service, { id, [field]: value }) => {
        const wanted: unknown = Array.isArray(value) ? value[0] : value;
        expect(await filtered(service, INSTANCES, { [field]: wanted })).toEqual([id]);
        expect(await filtered(service, INSTANCES, { [field]: field === "id" ? 1 : "other" })).toEqual([]);
      }),
  ),
  ...IMAGE_FIELDS.map(([field, value, other]) =>
    rule(`1.filter.image-${field}`, "Document 1, Image")
      .states(`Images can be filtered on ${field}`)
      .testOn(startUpload, async (service) => {
        const all = await list(service, "/images");
        const having = (wanted: unknown) => all.filter((image) => image[field] === wanted).map(({ id }) => id);
        expect(having(value).length).toBeGreaterThan(0);
        expect(having(other).length).toBeLessThan(all.length);
        for (const wanted of [value, other]) {
          expect(await filtered(service, "/images", { [field]: wanted })).toEqual(having(wanted));
        }
      }),
  ),
];

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
