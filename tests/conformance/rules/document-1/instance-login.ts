import { asUser, DEBIAN } from "../../../emulator/support/client";
import { INSTANCES } from "../../../emulator/support/instances";
import { rule } from "../../rule";
import { expectRefusal, expectSuccess } from "../../support";
import { withTokens } from "./support";

const CREATE = "Document 1, Instance create request";

/** A public key as ssh-keygen writes it. */
const KEY = `ssh-ed25519 ${Buffer.from(`\0\0\0\x0bssh-ed25519\0\0\0 ${"k".repeat(32)}`).toString("base64")} me@example.org`;

export const INSTANCE_LOGIN_RULES = [
  rule("1.create.root-pass-used", CREATE)
    .states("The root password is that of the root user on the new disk")
    .untestable("Nobody can log in to an emulated instance."),
  rule("1.create.authorized-keys", CREATE)
    .states("authorized_keys is a list of public SSH keys")
    .test(async (service) => {
      expectSuccess(await service.post(INSTANCES, { ...DEBIAN, authorized_keys: [KEY] }));
      expectRefusal(await service.post(INSTANCES, { ...DEBIAN, authorized_keys: [KEY, 5] }), "authorized_keys");
    }),
  rule("1.create.authorized-keys-used", CREATE)
    .states("The given keys, and those of the given users, are appended to the root user's authorized keys")
    .untestable("What is on an emulated disk is not visible."),
  rule("1.create.authorized-users-without-key", CREATE)
    .states("A user in authorized_users must have an SSH key on the profile already")
    .test(async (service) => {
      expectRefusal(await service.post(INSTANCES, { ...DEBIAN, authorized_users: ["admin"] }), "authorized_users");
      expectRefusal(await service.post(INSTANCES, { ...DEBIAN, authorized_users: ["nobody"] }), "authorized_users");
    }),
  rule("1.create.authorized-users-with-key", CREATE, {
    options: withTokens({ token: "alice", username: "alice" }),
    usesExtensions: true,
  })
    .states("A user can be authorized once an SSH key stands on the profile, put there by POST /profile/sshkeys")
    .test(async (service) => {
      expectSuccess(await asUser(service, "alice").post("/profile/sshkeys", { label: "laptop", ssh_key: KEY }));
      expectSuccess(await service.post(INSTANCES, { ...DEBIAN, authorized_users: ["alice"] }));
      const both = { ...DEBIAN, authorized_users: ["alice", "admin"] };
      expectRefusal(await service.post(INSTANCES, both), "authorized_users");
    }),
];
