import type { Rule } from "../rule";
import { asUser, expectRefusal, expectSuccess } from "../support";

const KEYS = "/profile/sshkeys";
const DATA = "AAAAC3NzaC1lZDI1NTE5AAAAIB";
const KEY = `ssh-ed25519 ${DATA} alice@example`;
const TYPES = [
  ...["ssh-dss", "ssh-rsa", "ssh-ed25519", "sk-ecdsa-sha2-nistp256"],
  ...["ecdsa-sha2-nistp256", "ecdsa-sha2-nistp384", "ecdsa-sha2-nistp521"],
];

/** Document 4: SSH keys. */
export const DOCUMENT_4: readonly Rule[] = [
  ...TYPES.map((type): Rule => {
    return {
      id: `4.keys.type-${type}`,
      section: "Document 4, SSH key",
      states: `A key may be of the type ${type}, with a comment or without`,
      test: async (service) => {
        expectSuccess(await service.post(KEYS, { label: "laptop", ssh_key: `${type} ${DATA}` }));
        expectSuccess(await service.post(KEYS, { label: "laptop", ssh_key: `${type} ${DATA} alice@example` }));
      },
    };
  }),
  {
    id: "4.keys.wrong",
    section: "Document 4, SSH key",
    states: "What is no public key is refused, and the field is named",
    test: async (service) => {
      for (const ssh_key of ["", "no", `ssh-ed448 ${DATA}`, "ssh-ed25519 %%%", `${KEY}\n${KEY}`]) {
        expectRefusal(await service.post(KEYS, { label: "laptop", ssh_key }), "ssh_key");
      }
    },
  },
  {
    id: "4.keys.label",
    section: "Document 4, SSH key",
    states: "A label has 0 to 64 letters, digits, hyphens and underscores",
    test: async (service) => {
      const { id } = expectSuccess(await service.post(KEYS, { label: "", ssh_key: KEY }));
      expectSuccess(await service.put(`${KEYS}/${id}`, { label: "x".repeat(64) }));
      for (const label of ["a b", "a.b", "ä", "x".repeat(65)]) {
        expectRefusal(await service.post(KEYS, { label, ssh_key: KEY }), "label");
        expectRefusal(await service.put(`${KEYS}/${id}`, { label }), "label");
      }
    },
  },
  {
    id: "4.keys.update",
    section: "Document 4, Endpoints",
    states: "An update changes the label only",
    test: async (service) => {
      const made = expectSuccess(await service.post(KEYS, { label: "laptop", ssh_key: KEY }));
      const body = { label: "desk", ssh_key: `ssh-rsa ${DATA}` };
      expect(expectSuccess(await service.put(`${KEYS}/${made.id}`, body))).toEqual({ ...made, label: "desk" });
    },
  },
  {
    id: "4.keys.filter",
    section: "Document 4, Endpoints",
    states: "The list can be filtered by label, which several keys may have",
    test: async (service) => {
      for (const label of ["laptop", "desk", "laptop"]) await service.create(KEYS, { label, ssh_key: KEY });
      const filter = { "X-Filter": JSON.stringify({ label: "laptop" }) };
      expect((await service.get(KEYS, filter)).body["results"]).toBe(2);
    },
  },
  {
    id: "4.keys.scopes",
    section: "Document 4, Endpoints",
    states: "Reading needs the scope account:read_only, everything else account:read_write",
    options: { tokens: [{ token: "reader", username: "admin", scopes: ["account:read_only"] }] },
    test: async (service) => {
      expectSuccess(await asUser(service, "reader").get(KEYS));
      expectRefusal(await asUser(service, "reader").post(KEYS, { label: "laptop", ssh_key: KEY }));
    },
  },
];
