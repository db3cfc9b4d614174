import type { Client, Reply, Started } from "../../../emulator/support/client";
import { asUser, clientOf, DEBIAN } from "../../../emulator/support/client";
import { EMPTY, INSTANCES } from "../../../emulator/support/instances";
import { list } from "../../lists";
import type { Rule } from "../../rule";
import { expectFailure, expectRefusal, expectSuccess } from "../../support";
import { statedIn } from "../stated-in";
import type { ImageBody } from "./support";
import { backedUp, FIRST, startUpload, withTokens } from "./support";

const AUTHENTICATION = "Document 1, Authentication";
const rule = statedIn(AUTHENTICATION);

/** Headers of a request without credentials. */
const ANONYMOUS = { Authorization: "" };

const WITHOUT = { token: "without", username: "walter", restricted: true, grants: [] };
const WITH = { token: "with", username: "wilma", restricted: true, grants: ["add_computes"] };

const SCOPES = "Document 1, Authentication (scopes)";

/** The subjects of the operations: an offline instance, its snapshot, and a private image. */
interface Objects {
  readonly path: string;
  readonly id: number;
  readonly backup: number;
  /** An instance without the backup service. */
  readonly other: number;
  readonly image: ImageBody;
}

type Operation = (client: Client, objects: Objects) => Promise<Reply>;

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

async function prepare(service: Started): Promise<Objects> {
  const { id, backup } = await backedUp(service);
  service.emulator.poke("instance", id, { power: "off" });
  const other = await service.create(INSTANCES, EMPTY);
  const { image } = await startUpload(service);
  return { path: `${INSTANCES}/${id}`, id, backup: backup.id, other: other.id, image };
}

/** A token named after its scopes. */
const scoped = (scopes: string) => ({ token: scopes, scopes: scopes.split("+") });

/** Fails unless the operation fails with each insufficient token, and then succeeds with the sufficient one. */
function scopeRule(name: string, operation: Operation, enough: string, lacking: readonly string[]): Rule {
  return {
    id: `1.scopes.${name}`,
    section: SCOPES,
    states: `The operation ${name} needs the scope ${enough.replace("+", " and ")}`,
    options: withTokens(...[enough, ...lacking].map(scoped)),
    test: async (service) => {
      const objects = await prepare(service);
      for (const token of lacking) expectRefusal(await operation(asUser(service, token), objects));
      expectSuccess(await operation(asUser(service, enough), objects));
    },
  };
}

const rulesFor = (operations: { readonly [name: string]: Operation }, enough: string, lacking: readonly string[]) =>
  Object.entries(operations).map(([name, operation]) => scopeRule(name, operation, enough, lacking));

const [COMPUTES_READ, COMPUTES_WRITE] = ["computes:read_only", "computes:read_write"];
const [IMAGES_READ, IMAGES_WRITE] = ["images:read_only", "images:read_write"];

export const AUTHENTICATION_RULES: readonly Rule[] = [
  rule(
    "1.authentication.required",
    "Instances and backups are not there for requests without a valid token",
    async (service) => {
      const { id } = await service.create(INSTANCES, EMPTY);
      const stranger = clientOf(service.emulator.url, "unknown");
      for (const path of [INSTANCES, `${INSTANCES}/${id}`, `${INSTANCES}/${id}/backups`]) {
        expectSuccess(await service.get(path));
        expectRefusal(await service.get(path, ANONYMOUS));
        expectRefusal(await stranger.get(path));
      }
      expectRefusal(await stranger.post(INSTANCES, EMPTY));
      expectRefusal(await stranger.delete(`${INSTANCES}/${id}`));
      expect(await list(service, INSTANCES)).toHaveLength(1);
    },
  ),
  {
    id: "1.authentication.public-images",
    section: AUTHENTICATION,
    states: "Public images can be listed and viewed with and without credentials, whatever the scopes are",
    options: withTokens({ token: "other", scopes: ["domains:read_only"] }),
    test: async (service) => {
      const path = `/images/${DEBIAN.image}`;
      const ids = (body: { data: readonly object[] }) => body.data.map((image) => Reflect.get(image, "id") as unknown);
      const known = expectSuccess(await service.get("/images"));
      expect(ids(known)).toContain(DEBIAN.image);
      expect(ids(expectSuccess(await service.get("/images", ANONYMOUS)))).toEqual(ids(known));
      expect(expectSuccess(await service.get(path, ANONYMOUS))).toEqual(expectSuccess(await service.get(path)));
      const other = asUser(service, "other");
      expect(ids(expectSuccess(await other.get("/images")))).toEqual(ids(known));
      expectSuccess(await other.get(path));
    },
  },
  rule("1.authentication.private-images", "Private images need credentials", async (service) => {
    const { image } = await startUpload(service);
    expect((await list(service, "/images")).map(({ id }) => id)).toContain(image.id);
    const anonymously = expectSuccess(await service.get("/images", ANONYMOUS)).data;
    expect(anonymously.map(({ id }) => id)).not.toContain(image.id);
    expectSuccess(await service.get(`/images/${image.id}`));
    expectFailure(await service.get(`/images/${image.id}`, ANONYMOUS));
  }),
  rule(
    "1.authentication.image-changes",
    "Creating, uploading, updating and deleting images needs credentials",
    async (service) => {
      const { image } = await startUpload(service);
      const stranger = clientOf(service.emulator.url, "unknown");
      expectRefusal(await stranger.post("/images/upload", { label: "theirs", region: DEBIAN.region }));
      expectRefusal(await stranger.post("/images", { disk_id: 1, label: "theirs" }));
      expectFailure(await stranger.put(`/images/${image.id}`, { label: "theirs" }));
      expectFailure(await stranger.delete(`/images/${image.id}`));
      expect(expectSuccess(await service.get(`/images/${image.id}`)).label).toBe(image.label);
    },
  ),
  {
    id: "1.authentication.add-computes",
    section: `${AUTHENTICATION}; Creation modes`,
    states: "A restricted user needs the grant add_computes to create an instance",
    options: withTokens(WITHOUT, WITH),
    test: async (service) => {
      expectRefusal(await asUser(service, WITHOUT.token).post(INSTANCES, EMPTY));
      expect(await list(service, INSTANCES)).toEqual([]);
      expectSuccess(await asUser(service, WITH.token).post(INSTANCES, EMPTY));
    },
  },
  {
    id: "1.authentication.unrestricted",
    section: AUTHENTICATION,
    states: "An unrestricted user needs no grant",
    options: withTokens({ token: "free", username: "frida", restricted: false }),
    test: async (service) => {
      const { tags } = await asUser(service, "free").create(INSTANCES, { ...EMPTY, tags: ["one"] });
      expect(tags).toEqual(["one"]);
    },
  },
  {
    id: "1.authentication.oauth",
    section: AUTHENTICATION,
    states: "OAuth tokens are bearer tokens as well, which their scopes limit",
    options: withTokens({ token: "reader", scopes: ["computes:read_only"] }),
    test: async (service) => {
      expectSuccess(await asUser(service, "reader").get(INSTANCES));
      expectRefusal(await asUser(service, "reader").post(INSTANCES, EMPTY));
    },
  },
  ...rulesFor(READS, COMPUTES_READ, [IMAGES_WRITE, "domains:read_only"]),
  ...rulesFor(WRITES, COMPUTES_WRITE, [COMPUTES_READ, IMAGES_WRITE]),
  ...rulesFor(IMAGE_WRITES, IMAGES_WRITE, [IMAGES_READ, COMPUTES_WRITE]),
  scopeRule("image-capture", imageCapture, `${IMAGES_WRITE}+${COMPUTES_READ}`, [
    IMAGES_WRITE,
    COMPUTES_READ,
    `${IMAGES_READ}+${COMPUTES_READ}`,
  ]),
  ...(["list", "view"] as const).map((name): Rule => ({
    id: `1.scopes.image-${name}`,
    section: SCOPES,
    states: `${name === "list" ? "Listing private images" : "Viewing a private image"} needs the scope images:read_only`,
    options: withTokens(...[IMAGES_READ, COMPUTES_WRITE].map(scoped)),
    test: async (service) => {
      const { image } = await startUpload(service);
      const shown = async (token: string) => {
        const { body } = await asUser(service, token).get(name === "list" ? "/images" : `/images/${image.id}`);
        return JSON.stringify(body).includes(JSON.stringify(image));
      };
      expect([await shown(COMPUTES_WRITE), await shown(IMAGES_READ)]).toEqual([false, true]);
    },
  })),
  {
    id: "1.authentication.tokens-issued",
    section: SCOPES,
    states: "A token belongs to a user who was given it",
    untestable: "How tokens are issued, and how long they live, the document does not show.",
  },
];
