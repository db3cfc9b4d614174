import { define } from "../definition/definition";
import { ofText } from "../definition/described";
import { fields } from "../definition/outputs";
import { text } from "../definition/types";
import { canonicalPublicKey } from "../normalise/public-key";

/** What an `SshKey` is made of (document 4, SSH keys). */
export interface SshKeyArgs {
  /**
   * Name shown in listings, 0 to 64 letters, digits, `-` and `_`; not unique. Generated from the resource's name when left out.
   * Changes in place.
   */
  label?: string;
  /**
   * The public key, as `ssh-keygen` writes it: its type (`ssh-dss`, `ssh-rsa`, `ssh-ed25519`, `ecdsa-sha2-nistp256`, …`384`,
   * …`521` or `sk-ecdsa-sha2-nistp256`), its data and perhaps a comment, on one line. Another key replaces the SSH key.
   */
  sshKey: string;
}

/** What an `SshKey` has (document 4, SSH key). */
export interface SshKeyState {
  label: string;
  sshKey: string;
  /** When it was made, in UTC. */
  created: string;
}

export const sshKey = define<SshKeyArgs, SshKeyState>({
  kind: "SshKey",
  noun: "SSH key",
  describedIn: "document 4, SSH keys",
  collection: "/profile/sshkeys",
  args: {
    label: { type: text(0, 64, labelProblem) },
    sshKey: {
      type: text(1, Infinity, keyProblem),
      required: true,
      sent: { in: "create" },
      compare: { canonical: ofText(canonicalPublicKey) },
      change: { replaces: true },
    },
  },
  outputs: {
    from: fields("created"),
    neverNull: ["label", "sshKey"],
    movedBy: { label: [], created: [] },
  },
  identity: { by: ["label", "sshKey"], unique: false, generated: "label" },
  deadlines: { createSec: 5 * 60, updateSec: 5 * 60, deleteSec: 5 * 60 },
});

const TYPES = /^(ssh-(dss|rsa|ed25519)|ecdsa-sha2-nistp(256|384|521)|sk-ecdsa-sha2-nistp256(@openssh\.com)?)$/;

function labelProblem(label: string): string | undefined {
  return /^[A-Za-z0-9_-]*$/.test(label) ? undefined : 'must have letters, digits, "-" and "_" only';
}

function keyProblem(key: string): string | undefined {
  const [type = "", data = ""] = canonicalPublicKey(key).split(" ");
  if (/[\r\n]/.test(canonicalPublicKey(key))) return "must be one line";
  if (!TYPES.test(type)) return 'must begin with the type of a public key, such as "ssh-ed25519"';
  return /^[A-Za-z0-9+/]+=*$/.test(data) ? undefined : "must have the key's data, in Base64, after its type";
}
