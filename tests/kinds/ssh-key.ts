import fc from "fast-check";
import type { Values } from "../../provider/definition/values";
import { someOf, twoOf } from "../support/arbitraries";
import { COUNT, DATE, documented, fields, TEXT } from "./schema";
import { operationsOn, specimen, TIMES } from "./specimen";

/** An SSH key of a profile (Linode API v4, Linode Create). */
const SSH_KEY = documented({ id: COUNT, label: TEXT, ssh_key: TEXT, created: DATE });

const FIRST = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIB alice@example";

const key = fc
  .tuple(fc.constantFrom("ssh-rsa", "ssh-ed25519"), fc.stringMatching(/^[A-Za-z0-9+/]{1,400}={0,2}$/))
  .map(([type, data]): Values => ({ sshKey: `${type} ${data} alice@example` }));

export default specimen("SshKey", {
  variants: [{ label: ["laptop", "desk"], sshKey: [FIRST, "ssh-rsa AAAAB3NzaC1yc2E="] }],
  shows: () => ({ created: TIMES.created }),
  lives: [
    {
      title: "an SSH key",
      args: { label: "laptop", sshKey: `${FIRST}\n` },
      changes: { label: "desk" },
      made: { label: "laptop", ssh_key: FIRST },
      changed: { label: "desk", ssh_key: FIRST },
    },
  ],
  random: [
    { title: "an SSH key", two: twoOf(key, () => someOf({ label: fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/) })) },
  ],
  wire: operationsOn("/profile/sshkeys", SSH_KEY, { post: fields("label", "ssh_key"), put: fields("label") }),
});
