import * as pulumi from "@pulumi/pulumi";
import * as compute from "../../provider";
import type { OfMongoDatabaseArgs } from "../../provider";
import { anAccount } from "../support/data-source-account";
import { useDataSources, valueOf } from "../support/data-sources";
import { messageOf } from "../support/programs";

const service = useDataSources();

describe.each([
  [
    "getMongoDatabaseCredentials",
    "credentials",
    { username: expect.any(String), password: expect.stringMatching(/.{8}/) },
  ],
  ["getMongoDatabaseCertificate", "ssl", { caCertificate: expect.stringMatching(/^[A-Za-z0-9+/]+=*$/) }],
])("%s", (name, path, shows) => {
  const forms = compute as unknown as Readonly<
    Record<string, (args: OfMongoDatabaseArgs, opts: pulumi.InvokeOptions) => pulumi.Output<object>>
  >;
  const look = (databaseId: number): pulumi.Output<object> => {
    const form = forms[`${name}Output`];
    if (!form) throw new Error(`${name}Output is missing`);
    return form({ databaseId }, service.program());
  };

  test("is a secret output, and so is everything in it", async () => {
    const { mongo } = await anAccount(service);
    const output = look(mongo);
    expect(await valueOf(output)).toEqual(shows);
    expect(await pulumi.isSecret(output)).toBe(true);
    expect(await pulumi.isSecret(output.apply((result) => Object.values(result)))).toBe(true);
    expect(service.asked()).toEqual([`GET /databases/mongodb/instances/${mongo}/${path}`]);
  });

  test("has no plain form", () => expect(forms[name]).toBeUndefined());

  test("fails for a database that does not exist", async () => {
    expect(await messageOf(valueOf(look(4711)))).toContain(`${name}: No MongoDB database with databaseId 4711`);
  });

  test.each(["suspended", "failed", "degraded"])(
    "fails at once while the database is %s, and names the status",
    async (status) => {
      const { mongo } = await anAccount(service);
      service.emulator.poke("database", mongo, { status });
      const message = await messageOf(valueOf(look(mongo)));
      expect(message).toContain(`The MongoDB database ${mongo} is ${status}`);
      expect(message).toContain("only while it is active");
    },
  );
});
