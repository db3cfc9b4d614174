import * as pulumi from "@pulumi/pulumi";
import * as compute from "../../provider";
import type { OfMongoDatabaseArgs } from "../../provider";
import { startEmulator } from "../../emulator";
import { anAccount } from "../support/data-source-account";
import { providedBy, useDataSources, valueOf } from "../support/data-sources";
import { messageOf } from "../support/programs";

const service = useDataSources({
  tokens: [
    { token: "only-domains", scopes: ["domains:read_only"] },
    { token: "reads-databases", scopes: ["databases:read_only"] },
    { token: "guest", username: "guest", restricted: true },
  ],
});

test("an unknown token fails with what to check, and is not printed", async () => {
  const message = await messageOf(compute.getInstances({}, service.program("made-up-token")));
  expect(message).toContain("getInstances: GET /compute/instances returned HTTP 401: Invalid Token");
  expect(message).toContain("check the token (compute:token or COMPUTE_TOKEN) and its scopes");
  expect(message).not.toContain("made-up-token");
});

test("removes a token that the API echoes, and an input that the program marks as secret, from the message", async () => {
  const body = { errors: [{ reason: "Bearer only-domains is not welcome" }] };
  service.emulator.faults.add({ method: "GET", path: "/domains", effect: { kind: "status", status: 403, body } });
  expect(await messageOf(compute.getDomains({}, service.program("only-domains")))).toContain("Bearer [secret] is not");
  const label = pulumi.secret("horse-battery");
  const message = await messageOf(valueOf(compute.getInstanceOutput({ label }, service.program())));
  expect(message).toContain('with label "[secret]"');
});

test("names the scope that the token lacks", async () => {
  const { mongo } = await anAccount(service);
  expect(await messageOf(compute.getInstances({}, service.program("only-domains")))).toContain("computes:read_only");
  const opts = service.program("reads-databases");
  expect((await compute.getMongoDatabases({}, opts)).databases).toHaveLength(2);
  const backups = compute.getMongoDatabaseBackups({ databaseId: mongo }, opts);
  expect(await messageOf(backups)).toContain("Use a token with the scope databases:read_write");
});

test("reports a resource without a grant as forbidden, not as missing", async () => {
  const { domain } = await anAccount(service);
  const message = await messageOf(compute.getDomain({ id: domain }, service.program("guest")));
  expect(message).toContain("HTTP 403: Unauthorized");
  expect(message).toContain("a read grant");
  expect(message).not.toContain("there is no");
});

test("without a token, reads regions, public images and engines, and otherwise shows how to set one", async () => {
  const url = service.emulator.url;
  const opts = providedBy({ url, brand: "compute", token: undefined });
  expect((await compute.getRegions({}, opts)).regions).not.toEqual([]);
  expect((await compute.getImages({}, opts)).images).not.toEqual([]);
  expect((await compute.getDatabaseEngines({}, opts)).engines).not.toEqual([]);
  service.forget();
  expect(await messageOf(compute.getDatabases({}, opts))).toContain("COMPUTE_TOKEN");
  expect(service.asked()).toEqual([]);
});

describe("an API with nothing beyond the documents", () => {
  const bare = useDataSources({ documentedOnly: true });

  test("does not offer the disks of an existing instance, or plans, and the error names the next step", async () => {
    const { id } = await bare.ask("POST", "/compute/instances", { region: "us-east", type: "g6-nanode-1" });
    const disks = await messageOf(compute.getInstanceDisks({ instanceId: Number(id) }, bare.program()));
    expect(disks).toContain("getInstanceDisks: The API does not offer this (GET /compute/instances/");
    expect(disks).toContain("from the service's console");
    const types = await messageOf(compute.getTypes({}, bare.program()));
    expect(types).toContain("getTypes: The API does not offer this");
    expect(types).toContain("Use the plan IDs in the service's price list.");
  });
});

test.each(["compute", "acme"])(
  "IDs and filters of images use the brand on the wire, and %s in the program",
  async (prefix) => {
    const emulator = await startEmulator({ brand: "acme", provisionMs: 0 });
    try {
      const opts = providedBy({ url: emulator.url, brand: "acme", token: emulator.token });
      const image = `${prefix}/debian11`;
      expect(await compute.getImage({ id: image }, opts)).toMatchObject({ id: "compute/debian11" });
      await valueOf(compute.getInstancesOutput({ image }, opts));
      const asked = emulator.requests().log.map(({ path, filter }) => [path, filter]);
      expect(asked).toEqual([
        ["/images/acme/debian11", undefined],
        ["/acme/instances", '{"image":"acme/debian11"}'],
      ]);
    } finally {
      await emulator.close();
    }
  },
);

describe("a data source with a wrong API URL", () => {
  const at = (settings: { url?: string; brand?: string }) =>
    providedBy({ url: service.emulator.url, brand: "compute", token: service.emulator.token, ...settings });
  const bare = (): string => service.emulator.url.replace(/\/v4$/, "");

  test.each<[string, (opts: pulumi.InvokeOptions) => Promise<unknown>]>([
    ["an image", (opts) => compute.getImage({ id: "compute/debian11" }, opts)],
    ["an image by its label", (opts) => compute.getImage({ label: "Debian 11" }, opts)],
    ["an instance", (opts) => compute.getInstance({ id: 5 }, opts)],
    ["the domains", (opts) => compute.getDomains({}, opts)],
  ])("reports the URL for %s, rather than a missing resource", async (_, look) => {
    const message = await messageOf(look(at({ url: bare() })));
    expect(message).toMatch(/^get\w+: No API found at http\S+ \(GET \/regions failed\)/);
    expect(message).toContain(`set compute:url or COMPUTE_URL to ${bare()}/v4.`);
    expect(message).not.toContain("there is no");
  });

  test("reports a wrong brand, and reads what does not need one", async () => {
    const opts = at({ brand: "acme" });
    for (const look of [
      compute.getImage({ id: "compute/debian11" }, opts),
      compute.getInstances({}, opts),
      compute.getTypes({}, opts),
    ]) {
      expect(await messageOf(look)).toContain('Unknown brand "acme"');
    }
    expect((await compute.getDomains({}, opts)).domains).toEqual([]);
  });
});

type Look = (args: OfMongoDatabaseArgs, opts: pulumi.InvokeOptions) => pulumi.Output<object>;
const CREDENTIALS = { username: expect.any(String), password: expect.stringMatching(/.{8}/) };
const CERTIFICATE = { caCertificate: expect.stringMatching(/^[A-Za-z0-9+/]+=*$/) };

describe.each<[string, string, Look, object]>([
  ["getMongoDatabaseCredentials", "credentials", compute.getMongoDatabaseCredentialsOutput, CREDENTIALS],
  ["getMongoDatabaseCertificate", "ssl", compute.getMongoDatabaseCertificateOutput, CERTIFICATE],
])("%s", (name, path, form, shows) => {
  const look = (databaseId: number): pulumi.Output<object> => form({ databaseId }, service.program());

  test("is a secret output, and so is everything in it", async () => {
    const { mongo } = await anAccount(service);
    const output = look(mongo);
    expect(await valueOf(output)).toEqual(shows);
    expect(await pulumi.isSecret(output)).toBe(true);
    expect(await pulumi.isSecret(output.apply((result) => Object.values(result)))).toBe(true);
    expect(service.asked()).toEqual([`GET /databases/mongodb/instances/${mongo}/${path}`]);
  });

  test("fails for a database that does not exist", async () => {
    expect(await messageOf(valueOf(look(4711)))).toContain(`${name}: No MongoDB database with databaseId 4711`);
  });

  test("fails at once while the database is suspended, failed or degraded, and names the status", async () => {
    const { mongo } = await anAccount(service);
    for (const status of ["suspended", "failed", "degraded"]) {
      service.emulator.poke("database", mongo, { status });
      const message = await messageOf(valueOf(look(mongo)));
      expect(message).toContain(`The MongoDB database ${mongo} is ${status}`);
      expect(message).toContain("only while it is active");
    }
  });
});
