import type { Values } from "../../provider/definition/values";
import { offlineHost, optionsFor } from "../support/contract";

const MASTER = { domain: "example.com", type: "master", soaEmail: "admin@example.com" };

async function places(args: Values): Promise<string[]> {
  const { failures = [] } = await offlineHost("Domain").check({}, { ...MASTER, ...args, ...optionsFor("Domain") });
  return failures.map(({ property }) => property);
}

test("a master needs an e-mail address and no master addresses", async () => {
  expect(await places({})).toEqual([]);
  expect(await places({ soaEmail: undefined })).toEqual(["soaEmail"]);
});

test("a slave needs at least one master address and no e-mail address", async () => {
  const slave = { type: "slave", soaEmail: undefined };
  expect(await places({ ...slave, masterIps: ["192.0.2.1"] })).toEqual([]);
  expect(await places({ ...slave })).toEqual(["masterIps"]);
  expect(await places({ ...slave, masterIps: [] })).toEqual(["masterIps"]);
});

const label = (length: number): string => "a".repeat(length);
/** A name of exactly this length with labels of at most 63 characters. */
const nameOf = (length: number): string => {
  const full = `${label(63)}.`.repeat(3);
  return `${full}${label(length - full.length - 4)}.com`;
};

test.each([
  ["of 255 characters", nameOf(255), []],
  ["of 256 characters", nameOf(256), ["domain"]],
  ["with a label of 63 characters", `${label(63)}.com`, []],
  ["with a label of 64 characters", `${label(64)}.com`, ["domain"]],
  ["with a trailing period", "example.com.", []],
  ["with an empty label", "example..com", ["domain"]],
  ["of one label", "localhost", []],
  ["whose labels begin with an asterisk, an underscore and a digit", "*._dmarc.1and1.example", []],
  ["with a space", "exam ple.com", ["domain"]],
  ["with a label that begins with a hyphen", "-a.com", ["domain"]],
  ["with a label that ends with a hyphen", "a-.com", ["domain"]],
  ["in its internationalized form", "bücher.example", ["domain"]],
  ["in its xn-- form", "xn--bcher-kva.example", []],
  ["for reverse lookup", "2.0.192.in-addr.arpa", []],
  ["in uppercase", "EXAMPLE.COM", []],
  ["that is empty", "", ["domain"]],
])("checks a name %s", async (_, domain, expected) => {
  expect(await places({ domain })).toEqual(expected);
});

test.each([
  ["description", 255],
  ["group", 50],
])("%s has 1 to %i characters", async (name, most) => {
  for (const length of [1, most]) expect(await places({ [name]: label(length) })).toEqual([]);
  for (const length of [0, most + 1]) expect(await places({ [name]: label(length) })).toEqual([name]);
});

test.each(["admin", "admin@", "@example.com", "a b@example.com", "a@b@example.com"])(
  "rejects %p as an e-mail address",
  async (soaEmail) => {
    expect(await places({ soaEmail })).toEqual(["soaEmail"]);
  },
);

test.each<[string, Values, string[]]>([
  ["an unknown type", { type: "primary" }, ["type"]],
  ["an unknown status", { status: "paused" }, ["status"]],
  ["a host name among the masters", { masterIps: ["192.0.2.1", "ns.example.com"] }, ["masterIps[1]"]],
  ["a range among the masters", { masterIps: ["192.0.2.0/24"] }, ["masterIps[0]"]],
  ["an invalid range for zone transfers", { axfrIps: ["192.0.2.0/33"] }, ["axfrIps[0]"]],
  ["negative seconds", { ttlSec: -1, expireSec: -1 }, ["expireSec", "ttlSec"]],
])("rejects %s, with the path", async (_, args, expected) => {
  expect((await places(args)).sort()).toEqual(expected);
});
