import { offlineHost, optionsFor } from "../support/contract";

const KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIB alice@example";

async function failuresOf(args: object): Promise<unknown> {
  return (await offlineHost("SshKey").check({}, { ...args, ...optionsFor("SshKey") })).failures;
}

test.each(["", "laptop", "desk_2-b", "x".repeat(64)])("the label %p is accepted", async (label) => {
  expect(await failuresOf({ label, sshKey: `${KEY}\n` })).toEqual([]);
});

test.each([
  [{ label: "my laptop", sshKey: KEY }, "label", 'must have letters, digits, "-" and "_" only'],
  [{ label: "x".repeat(65), sshKey: KEY }, "label", "must have 0 to 64 characters (it has 65)"],
  [{ sshKey: `${KEY}\n${KEY}` }, "sshKey", "must be one line"],
  [{ sshKey: "ssh-ed448 AAAA" }, "sshKey", 'must begin with the type of a public key, such as "ssh-ed25519"'],
  [{ sshKey: "ssh-rsa" }, "sshKey", "must have the key's data, in Base64, after its type"],
  [{ sshKey: "ssh-rsa %%%" }, "sshKey", "must have the key's data, in Base64, after its type"],
  [{}, "sshKey", "is required"],
])("%p is refused at preview", async (args, property, reason) => {
  expect(await failuresOf(args)).toEqual([{ property, reason }]);
});
