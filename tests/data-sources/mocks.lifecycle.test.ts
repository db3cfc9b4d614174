import * as pulumi from "@pulumi/pulumi";
import * as compute from "../../provider";
import { valueOf } from "../support/data-sources";

const called: string[] = [];

beforeAll(() =>
  pulumi.runtime.setMocks({
    newResource: ({ name, inputs }) => ({ id: `${name}-id`, state: inputs as Record<string, unknown> }),
    call: ({ token, inputs }) => {
      called.push(token);
      return { ...(inputs as Record<string, unknown>), password: "of the mocks", domains: [] };
    },
  }),
);

test("mocks handle both forms of a data source by its token, and nothing is sent", async () => {
  expect(await compute.getDomains({ group: "shop" })).toMatchObject({ group: "shop", domains: [] });
  expect(await valueOf(compute.getDomainsOutput({ group: pulumi.output("shop") }))).toMatchObject({ group: "shop" });
  expect(called).toEqual(Array(2).fill("compute:index/getDomains:getDomains"));
});

test("the mocked result of a secret data source is a secret, too", async () => {
  const credentials = compute.getMongoDatabaseCredentialsOutput({ databaseId: 5 });
  expect(await valueOf(credentials)).toMatchObject({ password: "of the mocks" });
  expect(await pulumi.isSecret(credentials)).toBe(true);
});
