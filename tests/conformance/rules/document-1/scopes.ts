import type { Client, Reply, Started } from "../../../emulator/support/client";
import { asUser, DEBIAN } from "../../../emulator/support/client";
import { EMPTY, INSTANCES } from "../../../emulator/support/instances";
import type { Rule } from "../../rule";
import { expectRefusal, expectSuccess } from "../../support";
import type { ImageBody } from "./support";
import { backedUp, FIRST, startUpload, withTokens } from "./support";

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

export const SCOPE_RULES: readonly Rule[] = [
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
