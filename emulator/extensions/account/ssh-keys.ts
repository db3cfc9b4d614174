import { listOf } from "../../interface/envelope";
import { notFound, Problems } from "../../interface/errors";
import type { Call, Route } from "../../interface/router";
import { del, get, idOf, post, put } from "../../interface/router";
import { parse, pattern, requireFields, text } from "../../interface/validation";
import type { Service } from "../../service";
import { shown } from "../../service";
import { kind } from "../../state/kind";
import type { Row } from "../../state/table";
import type { World } from "../../world";
import { today } from "../../world";
import { userOf } from "./profile";

/** An SSH key of a user's profile. */
interface SshKeyRow extends Row {
  readonly username: string;
  readonly label: string;
  readonly ssh_key: string;
  readonly created: string;
}

export const sshKeys = kind<SshKeyRow>({
  table: "sshKeys",
  noun: "ssh key",
  firstId: 20_001,
  indexes: { username: (row) => [row.username] },
});

/** SSH keys of the user's profile, used when an instance is created (Linode API v4, Linode Create, authorized_users). */
export const sshKeyService: Service = {
  beyondDocuments: true,
  routes: [sshKeyRoutes],
  shown: [
    shown(sshKeys, {
      heading: "SSH keys",
      title: (row) => row.label,
      facts: { Owner: (row) => row.username },
    }),
  ],
};

const READ = { scopes: ["account:read_only"] };
const WRITE = { scopes: ["account:read_write"] };

const SSH_KEY =
  /^(ssh-(rsa|dss|ed25519)|ecdsa-sha2-nistp(256|384|521)|sk-[a-z0-9-]+@openssh\.com) [A-Za-z0-9+/]+=* *[^\n]*$/;

const SHAPE = {
  label: text(1, 64),
  ssh_key: pattern(text(1), SSH_KEY, "SSH Key must be a public key in OpenSSH format"),
};

/** Stands for the keys of other users, whom the API shows only by the labels of their keys. */
const PLACEHOLDER = `ssh-ed25519 ${"A".repeat(68)} placeholder`;

/** Gives a user of a copied account keys with these labels. */
export function seedKeys(world: World, username: string, labels: readonly unknown[]): void {
  for (const label of labels) {
    sshKeys.in(world).add({ username, label: String(label), ssh_key: PLACEHOLDER, created: today(world) });
  }
}

function sshKeyRoutes(world: World): Route[] {
  const rows = sshKeys.in(world);
  return [
    get("/profile/sshkeys", READ, (call) =>
      listOf(world, call, rows.by("username", userOf(call).username), ["label"], viewKey),
    ),
    post("/profile/sshkeys", WRITE, (call) => {
      const problems = new Problems(world.documentedOnly);
      requireFields(["label", "ssh_key"], call.body, problems);
      const { label = "", ssh_key = "" } = parse(SHAPE, call.body, problems);
      problems.throwIfAny();
      const { username } = userOf(call);
      return viewKey(rows.add({ username, label, ssh_key, created: today(world) }));
    }),
    get("/profile/sshkeys/{id}", READ, (call) => viewKey(keyOf(world, call))),
    put("/profile/sshkeys/{id}", WRITE, (call) => {
      const problems = new Problems(world.documentedOnly);
      const { label } = parse({ label: SHAPE.label }, call.body, problems);
      problems.throwIfAny();
      const row = keyOf(world, call);
      return viewKey(rows.put({ ...row, label: label ?? row.label }));
    }),
    del("/profile/sshkeys/{id}", WRITE, (call) => {
      rows.delete(keyOf(world, call).id);
      return {};
    }),
  ];
}

/** @throws ErrorResponse 404, also for another user's key */
function keyOf(world: World, call: Call): SshKeyRow {
  const row = sshKeys.in(world).get(idOf(call));
  if (row?.username !== userOf(call).username) throw notFound();
  return row;
}

function viewKey({ username: _username, ...shown }: SshKeyRow): unknown {
  return shown;
}
