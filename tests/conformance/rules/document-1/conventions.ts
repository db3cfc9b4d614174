import { asUser, DEBIAN } from "../../../emulator/support/client";
import { EMPTY, empty, INSTANCES } from "../../../emulator/support/instances";
import { expectTwoPages, list, PAGE } from "../../lists";
import { rule } from "../../rule";
import { expectFailure, expectRefusal, expectSuccess } from "../../support";
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
    .test(async (service) => {
      for (let made = 0; made < PAGE.objects; made++) await service.create(INSTANCES, EMPTY);
      await expectTwoPages(service, INSTANCES);
    }),
  rule("1.conventions.paging-images", SECTION)
    .states("The list of images comes in pages as well")
    .test(async (service) => {
      const there = (await list(service, "/images")).length;
      for (let made = there; made < PAGE.objects; made++) await startUpload(service);
      await expectTwoPages(service, "/images");
    }),
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
