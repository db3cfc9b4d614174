import type { Client, Reply, Started } from "../../../emulator/support/client";
import { asUser, clientOf, DEBIAN } from "../../../emulator/support/client";
import { EMPTY, empty, INSTANCES } from "../../../emulator/support/instances";
import { rule } from "../../rule";
import { expectFailure, expectRefusal, expectSuccess, list } from "../../support";
import { backedUp, FIRST, startUpload, withTokens } from "./support";

const AUTHENTICATION = "Document 1, Authentication";

/** Headers of a request without credentials. */
const ANONYMOUS = { Authorization: "" };

const WITHOUT = { token: "without", username: "walter", restricted: true, grants: [] };
const WITH = { token: "with", username: "wilma", restricted: true, grants: ["add_computes"] };

const SCOPES = "Document 1, Authentication (scopes)";

/** The subjects of the operations: an offline instance, its snapshot, one without the backup service, and a private image. */
async function prepare(service: Started) {
  const { id, path, backup } = await backedUp(service);
  service.emulator.poke("instance", id, { power: "off" });
  const other = await empty(service);
  const { image } = await startUpload(service);
  return { path, id, backup: backup.id, other: other.id, image };
}

type Operation = (client: Client, objects: Awaited<ReturnType<typeof prepare>>) => Promise<Reply>;

const READS: { readonly [name: string]: Operation } = {
  "instance-list": (client) => client.get(INSTANCES),
  "instance-view": (client, { path }) => client.get(path),
  "backup-list": (client, { path }) => client.get(`${path}/backups`),
  "backup-view": (client, { path, backup }) => client.get(`${path}/backups/${backup}`),
};

const WRITES: { readonly [name: string]: Operation } = {
  "instance-create": (client) => client.post(INSTANCES, EMPTY),
  "instance-update": (client, { path }) => client.put(path, { group: "web" }),
  "instance-delete": (client, { path }) => client.delete(path),
  snapshot: (client, { path }) => client.post(`${path}/backups`, { label: "second" }),
  "backups-cancel": (client, { path }) => client.post(`${path}/backups/cancel`),
  "backups-enable": (client, { other }) => client.post(`${INSTANCES}/${other}/backups/enable`),
  restore: (client, { path, id, backup }) =>
    client.post(`${path}/backups/${backup}/restore`, { compute_id: id, overwrite: true }),
  boot: (client, { path }) => client.post(`${path}/boot`),
  clone: (client, { path }) => client.post(`${path}/clone`, EMPTY),
};

const IMAGE_WRITES: { readonly [name: string]: Operation } = {
  "image-update": (client, { image }) => client.put(`/images/${image.id}`, { label: "renamed" }),
  "image-delete": (client, { image }) => client.delete(`/images/${image.id}`),
  "image-upload": (client) => client.post("/images/upload", { label: "other", region: DEBIAN.region }),
};

const imageCapture: Operation = (client) => client.post("/images", { disk_id: FIRST.disk, label: "captured" });

/** A token named after its scopes. */
const scoped = (scopes: string) => ({ token: scopes, scopes: scopes.split("+") });

/** Fails unless the operation fails with each insufficient token, and then succeeds with the sufficient one. */
function scopeRule(name: string, operation: Operation, enough: string, lacking: readonly string[]) {
  return rule(`1.scopes.${name}`, SCOPES, { options: withTokens(...[enough, ...lacking].map(scoped)) })
    .states(`The operation ${name} needs the scope ${enough.replace("+", " and ")}`)
    .testOn(prepare, async (service, objects) => {
      for (const token of lacking) expectRefusal(await operation(asUser(service, token), objects));
      expectSuccess(await operation(asUser(service, enough), objects));
    });
}

const rulesFor = (operations: { readonly [name: string]: Operation }, enough: string, lacking: readonly string[]) =>
  Object.entries(operations).map(([name, operation]) => scopeRule(name, operation, enough, lacking));

const [COMPUTES_READ, COMPUTES_WRITE] = ["computes:read_only", "computes:read_write"];
const [IMAGES_READ, IMAGES_WRITE] = ["images:read_only", "images:read_write"];

export const AUTHENTICATION_RULES = [
  rule("1.authentication.required", AUTHENTICATION)
    .states("Instances and backups are not there for requests without a valid token")
    .testOn(empty, async (service, { id }) => {
      const stranger = clientOf(service.emulator.url, "unknown");
      for (const path of [INSTANCES, `${INSTANCES}/${id}`, `${INSTANCES}/${id}/backups`]) {
        expectSuccess(await service.get(path));
        expectRefusal(await service.get(path, ANONYMOUS));
        expectRefusal(await stranger.get(path));
      }
      expectRefusal(await stranger.post(INSTANCES, EMPTY));
      expectRefusal(await stranger.delete(`${INSTANCES}/${id}`));
      expect(await list(service, INSTANCES)).toHaveLength(1);
    }),
  rule("1.authentication.public-images", AUTHENTICATION, {
    options: withTokens({ token: "other", scopes: ["domains:read_only"] }),
  })
    .states("Public images can be listed and viewed with and without credentials, whatever the scopes are")
    .test(async (service) => {
      const path = `/images/${DEBIAN.image}`;
      const ids = (body: { data: readonly object[] }) => body.data.map((image) => Reflect.get(image, "id") as unknown);
      const known = expectSuccess(await service.get("/images"));
      expect(ids(known)).toContain(DEBIAN.image);
      expect(ids(expectSuccess(await service.get("/images", ANONYMOUS)))).toEqual(ids(known));
      expect(expectSuccess(await service.get(path, ANONYMOUS))).toEqual(expectSuccess(await service.get(path)));
      const other = asUser(service, "other");
      expect(ids(expectSuccess(await other.get("/images")))).toEqual(ids(known));
      expectSuccess(await other.get(path));
    }),
  rule("1.authentication.private-images", AUTHENTICATION)
    .states("Private images need credentials")
    .testOn(startUpload, async (service, { image }) => {
      expect((await list(service, "/images")).map(({ id }) => id)).toContain(image.id);
      const anonymously = expectSuccess(await service.get("/images", ANONYMOUS)).data;
      expect(anonymously.map(({ id }) => id)).not.toContain(image.id);
      expectSuccess(await service.get(`/images/${image.id}`));
      expectFailure(await service.get(`/images/${image.id}`, ANONYMOUS));
    }),
  rule("1.authentication.image-changes", AUTHENTICATION)
    .states("Creating, uploading, updating and deleting images needs credentials")
    .testOn(startUpload, async (service, { image }) => {
      const stranger = clientOf(service.emulator.url, "unknown");
      expectRefusal(await stranger.post("/images/upload", { label: "theirs", region: DEBIAN.region }));
      expectRefusal(await stranger.post("/images", { disk_id: 1, label: "theirs" }));
      expectFailure(await stranger.put(`/images/${image.id}`, { label: "theirs" }));
      expectFailure(await stranger.delete(`/images/${image.id}`));
      expect(expectSuccess(await service.get(`/images/${image.id}`)).label).toBe(image.label);
    }),
  rule("1.authentication.add-computes", `${AUTHENTICATION}; Creation modes`, { options: withTokens(WITHOUT, WITH) })
    .states("A restricted user needs the grant add_computes to create an instance")
    .test(async (service) => {
      expectRefusal(await asUser(service, WITHOUT.token).post(INSTANCES, EMPTY));
      expect(await list(service, INSTANCES)).toEqual([]);
      expectSuccess(await asUser(service, WITH.token).post(INSTANCES, EMPTY));
    }),
  rule("1.authentication.unrestricted", AUTHENTICATION, {
    options: withTokens({ token: "free", username: "frida", restricted: false }),
  })
    .states("An unrestricted user needs no grant")
    .test(async (service) => {
      const { tags } = await asUser(service, "free").create(INSTANCES, { ...EMPTY, tags: ["one"] });
      expect(tags).toEqual(["one"]);
    }),
  rule("1.authentication.oauth", AUTHENTICATION, {
    options: withTokens({ token: "reader", scopes: ["computes:read_only"] }),
  })
    .states("OAuth tokens are bearer tokens as well, which their scopes limit")
    .test(async (service) => {
      expectSuccess(await asUser(service, "reader").get(INSTANCES));
      expectRefusal(await asUser(service, "reader").post(INSTANCES, EMPTY));
    }),
  ...rulesFor(READS, COMPUTES_READ, [IMAGES_WRITE, "domains:read_only"]),
  ...rulesFor(WRITES, COMPUTES_WRITE, [COMPUTES_READ, IMAGES_WRITE]),
  ...rulesFor(IMAGE_WRITES, IMAGES_WRITE, [IMAGES_READ, COMPUTES_WRITE]),
  scopeRule("image-capture", imageCapture, `${IMAGES_WRITE}+${COMPUTES_READ}`, [
    IMAGES_WRITE,
    COMPUTES_READ,
    `${IMAGES_READ}+${COMPUTES_READ}`,
  ]),
  ...(["list", "view"] as const).map((name) =>
    rule(`1.scopes.image-${name}`, SCOPES, { options: withTokens(...[IMAGES_READ, COMPUTES_WRITE].map(scoped)) })
      .states(
        `${name === "list" ? "Listing private images" : "Viewing a private image"} needs the scope images:read_only`,
      )
      .testOn(startUpload, async (service, { image }) => {
        const shown = async (token: string) => {
          const { body } = await asUser(service, token).get(name === "list" ? "/images" : `/images/${image.id}`);
          return JSON.stringify(body).includes(JSON.stringify(image));
        };
        expect([await shown(COMPUTES_WRITE), await shown(IMAGES_READ)]).toEqual([false, true]);
      }),
  ),
  rule("1.authentication.tokens-issued", SCOPES)
    .states("A token belongs to a user who was given it")
    .untestable("How tokens are issued, and how long they live, the document does not show."),
];
