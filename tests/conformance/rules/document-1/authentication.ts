import { asUser, clientOf, DEBIAN } from "../../../emulator/support/client";
import { EMPTY, INSTANCES } from "../../../emulator/support/instances";
import { list } from "../../lists";
import type { Rule } from "../../rule";
import { expectFailure, expectRefusal, expectSuccess } from "../../support";
import { startUpload, withTokens } from "./support";
import { statedIn } from "../stated-in";

const AUTHENTICATION = "Document 1, Authentication";
const rule = statedIn(AUTHENTICATION);

/** Headers of a request without credentials. */
const ANONYMOUS = { Authorization: "" };

const WITHOUT = { token: "without", username: "walter", restricted: true, grants: [] };
const WITH = { token: "with", username: "wilma", restricted: true, grants: ["add_computes"] };

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
];
