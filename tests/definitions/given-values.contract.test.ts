import { everyArgument, offlineHost, optionsFor } from "../support/contract";

/** A value that no input accepts, except those that take any word. */
const WRONG = "no;such:value 4711";

const reasons = async (kind: string, args: Record<string, unknown>, options: object = {}): Promise<string[]> => {
  const { failures = [] } = await offlineHost(kind).check({}, { ...args, ...optionsFor(kind, { ...options }) });
  return failures.map(({ reason }) => reason);
};

const DOMAIN = { domain: "example.com", type: "master", soaEmail: "admin@example.com" };

test.each([
  ["a number", { ttlSec: -1 }, "must be an integer from 0 to 2147483647, not -1"],
  ["a string", { type: "primary" }, 'must be one of "master", "slave", not "primary"'],
  ["an item", { axfrIps: ["192.0.2.999"] }, 'must be an IP address or a CIDR range, not "192.0.2.999"'],
  ["an object", { ttlSec: { is: 5 } }, "must be an integer from 0 to 2147483647"],
  ["a long string", { ttlSec: "5".repeat(80) }, "must be an integer from 0 to 2147483647"],
])("an error shows the given value only if it is short and plain: %s", async (_, args, reason) => {
  expect(await reasons("Domain", { ...DOMAIN, ...args })).toEqual([reason]);
});

test("an error shows no value of a secret input", async () => {
  const args = { region: "us-east", type: "g6-nanode-1", image: "compute/debian11", rootPass: 4711 };
  expect(await reasons("Instance", args)).toEqual(["must be a string"]);
});

test.each(everyArgument.map(({ kind, args, name }) => ({ kind, args, name })))(
  "an error doesn't show $name of a $kind if the program marked it, or a part of it, as secret",
  async ({ kind, args, name }) => {
    const wrong = Array.isArray(args[name]) ? [WRONG, 4711] : typeof args[name] === "string" ? 4711 : WRONG;
    const marks = Array.isArray(wrong) ? [name, "*"] : [name];
    const shown = (await reasons(kind, { ...args, [name]: wrong }, { secrets: [marks] })).join();
    expect(shown).not.toContain("4711");
  },
);
