import type * as pulumi from "@pulumi/pulumi";
import { sshKey } from "../../resources/ssh-key";
import type { SshKeyArgs as Plain, SshKeyState } from "../../resources/ssh-key";
import type { Inputs } from "../resource";
import { resourceClass } from "../resource-class";

export type { SshKeyState } from "../../resources/ssh-key";

/** Arguments of an `SshKey`. */
export type SshKeyArgs = { [K in keyof Plain]: Inputs<Plain>[K] };

/**
 * A public SSH key on the profile of the token's user (document 4, SSH keys). The user's name in `authorizedUsers` of an instance
 * lets the owner of the key log in to it.
 *
 *     const laptop = new compute.SshKey("laptop", { sshKey: readFileSync("id_ed25519.pub", "utf8") });
 *
 * `label` changes in place; another `sshKey` replaces it. Import id: the key's id.
 */
export class SshKey extends resourceClass<SshKey, SshKeyArgs, SshKeyState>(sshKey) {
  /** Reads an existing SSH key that this stack does not manage; an error when there is none with this id. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): SshKey {
    return new SshKey(name, {} as SshKeyArgs, { ...opts, id });
  }
}
