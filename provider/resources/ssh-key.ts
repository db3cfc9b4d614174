import { described } from "../definition/types";
import { define } from "../definition/definition";
import { fields } from "../definition/outputs";
import { text } from "../definition/types";

/** Inputs of an `SshKey` (Linode API v4, Linode Create). */
export interface SshKeyArgs {
  /** Name shown in listings, of 1 to 64 characters; need not be unique. Generated from the resource's name if omitted. Updates in place. */
  label?: string;
  /** The public key in OpenSSH format, as `ssh-keygen` writes it. Another key replaces the resource. */
  sshKey: string;
}

/** Outputs of an `SshKey` (Linode API v4, Linode Create). */
export interface SshKeyState {
  /** Name shown in listings. */
  label: string;
  /** The public key. */
  sshKey: string;
  /** When it was created, in UTC. */
  created: string;
}

/**
 * A public SSH key in the profile of the token's user (Linode API v4, Linode Create). An instance with the user's name in
 * `authorizedUsers` accepts it for root.
 *
 *     const laptop = new compute.SshKey("laptop", { sshKey: readFileSync("id_ed25519.pub", "utf8") });
 *
 * `label` updates in place; another `sshKey` replaces it. Import ID: the key's ID.
 */
export const sshKey = define<SshKeyArgs, SshKeyState>({
  kind: "SshKey",
  noun: "SSH key",
  describedIn: "Linode API v4, Linode Create",
  collection: "/profile/sshkeys",
  args: {
    label: { type: text(1, 64) },
    sshKey: {
      type: text(1, Infinity),
      required: true,
      sent: { in: "create" },
      compare: {
        canonical: described("Whitespace around the key is ignored.", (key: unknown) => String(key).trim()),
      },
      change: { replaces: true },
    },
  },
  outputs: { from: fields("created"), neverNull: ["label", "sshKey"], movedBy: { label: [], created: [] } },
  identity: { by: ["label", "sshKey"], unique: false, generated: "label" },
  deadlines: { createSec: 5 * 60, updateSec: 5 * 60, deleteSec: 5 * 60 },
});
