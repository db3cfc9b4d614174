import fc from "fast-check";
import type { Values } from "../../provider/definition/values";
import { someOf, twoOf } from "./arbitrary-args";

const TYPES = ["ssh-dss", "ssh-rsa", "ssh-ed25519", "ecdsa-sha2-nistp256", "sk-ecdsa-sha2-nistp256@openssh.com"];
const blank = fc.constantFrom("", " ", "\n", "\r\n");
const comment = fc.constantFrom("", " alice@example", " two words");

const key = fc
  .tuple(blank, fc.constantFrom(...TYPES), fc.stringMatching(/^[A-Za-z0-9+/]{1,400}={0,2}$/), comment, blank)
  .map(([before, type, data, after, end]): Values => ({ sshKey: `${before}${type} ${data}${after}${end}` }));

/** Two with the same key. */
export const twoSshKeys = twoOf(key, () => someOf({ label: fc.stringMatching(/^[A-Za-z0-9_-]{0,64}$/) }));
