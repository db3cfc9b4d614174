import { canonicalPublicKey } from "../../../provider/normalise/public-key";

test.each(["ssh-rsa AAAA", " ssh-rsa AAAA\n", "\tssh-rsa AAAA\r\n"])(
  "%p is the key without what is around it",
  (key) => {
    expect(canonicalPublicKey(key)).toBe("ssh-rsa AAAA");
  },
);
