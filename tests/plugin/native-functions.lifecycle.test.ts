import * as messages from "@pulumi/pulumi/proto/provider_pb";
import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import type { JavaScriptValue } from "google-protobuf/google/protobuf/struct_pb";
import { OPTIONS } from "../../provider/lifecycle/state";
import { call, configured, pluginFor } from "../support/native-front-end";
import { schema } from "../support/package-schema";
import { asset, aZone, EMPTY, messageOf, MONGO } from "../support/programs";
import { useService } from "../support/service";
import { Deployment } from "../support/deployment";

const service = useService({ provisionMs: 0 });
const SECRET = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270" };

type Inputs = Record<string, JavaScriptValue>;

/** A process of the plugin, with these inputs of its provider. */
function plugin(inputs: Inputs = {}) {
  const host = pluginFor(service, inputs);
  const check = (method: "check" | "checkConfig", urn: string, news: Inputs): Promise<messages.CheckResponse> => {
    const request = new messages.CheckRequest();
    request.setUrn(urn);
    request.setNews(Struct.fromJavaScript(news));
    return call(host[method], request);
  };
  return {
    async invoke(function_: string, args: Inputs, isPreview = false): Promise<Inputs> {
      const request = new messages.InvokeRequest();
      request.setTok(`compute:index:${function_}`);
      request.setArgs(Struct.fromJavaScript(args));
      request.setPreview(isPreview);
      const response = await call<messages.InvokeResponse>(host.invoke, request);
      return response.getReturn()?.toJavaScript() ?? {};
    },
    async read(kind: string, id: string, timeoutSec: number): Promise<string> {
      const request = new messages.ReadRequest();
      request.setUrn(`urn:pulumi:dev::shop::compute:index:${kind}::web`);
      request.setId(id);
      request.setTimeout(timeoutSec);
      return (await call<messages.ReadResponse>(host.read, request)).getId();
    },
    async refusals(kind: string, news: Inputs): Promise<string[][]> {
      const response = await check("check", `urn:pulumi:dev::shop::compute:index:${kind}::web`, news);
      return response.getFailuresList().map((failure) => [failure.getProperty(), failure.getReason()]);
    },
    async check(kind: string, news: Inputs): Promise<Inputs> {
      const response = await check("check", `urn:pulumi:dev::shop::compute:index:${kind}::web`, news);
      expect(response.getFailuresList()).toEqual([]);
      return response.getInputs()?.toJavaScript() ?? {};
    },
    async checkProvider(news: Inputs, urn = ""): Promise<string[]> {
      return (await check("checkConfig", urn, news)).getFailuresList().map((failure) => failure.getReason());
    },
    async diffProvider(olds: Inputs, news: Inputs): Promise<messages.DiffResponse> {
      const request = new messages.DiffRequest();
      request.setOlds(Struct.fromJavaScript(olds));
      request.setNews(Struct.fromJavaScript(news));
      return call(host.diffConfig, request);
    },
  };
}

test("a read waits for a response until its timeout", async () => {
  const id = String(await aZone(service));
  expect(await plugin().read("Domain", id, 600)).toBe(id);
  service.emulator.faults.add({ method: "GET", path: `/domains/${id}`, effect: { kind: "delay", ms: 600_000 } });
  expect(await messageOf(plugin().read("Domain", id, 0.1))).toMatch(
    /^Reading timed out after 0.1 seconds\. .*customTimeouts: { read: /,
  );
});

describe("a function", () => {
  test("returns what the data source of the same name does", async () => {
    const zone = await aZone(service);
    const { domains } = await plugin().invoke("getDomains", { tags: [] });
    expect(domains).toMatchObject([{ id: zone, type: "master" }]);
  });

  test.each(["getMongoDatabaseCredentials", "getMongoDatabaseCertificate"])(
    "%s returns what the schema has, as secrets",
    async (name) => {
      const deployment = new Deployment(service, "MongoDatabase");
      await deployment.up(MONGO);
      const { properties = {} } = schema.functions[`compute:index:${name}`]?.outputs ?? {};
      const secrets = Object.entries(properties).map(([output, { type, secret }]) => {
        expect([type, secret]).toEqual(["string", true]);
        return [output, { ...SECRET, value: expect.any(String) }];
      });
      const found = await plugin().invoke(name, { databaseId: deployment.recorded().id });
      expect(found).toEqual(Object.fromEntries(secrets));
    },
  );

  test("shares the result of equal calls in a preview, and asks each time in an update", async () => {
    await aZone(service);
    const process = plugin();
    for (const isPreview of [true, false]) {
      service.forget();
      await process.invoke("getRegions", {}, isPreview);
      await process.invoke("getRegions", {}, isPreview);
      expect(service.requests()).toHaveLength(isPreview ? 1 : 2);
    }
  });

  test.each<[string, Inputs, RegExp]>([
    ["getNothing", {}, /^This version of pulumi-compute has no function "compute:index:getNothing"\.$/],
    ["getDomain", {}, /^getDomain: id: is required unless domain is given$/],
    ["getDomain", { id: 404 }, /404/],
  ])("%s with %j fails with the reason", async (name, args, reason) => {
    expect(await messageOf(plugin().invoke(name, args))).toMatch(reason);
  });
});

describe("the provider's inputs", () => {
  test("add default tags to those of the resource, as an array or as in the stack config", async () => {
    for (const defaultTags of [["team", "own"], "team, own", '["team", "own"]']) {
      const { tags } = await plugin({ defaultTags }).check("Domain", {
        domain: "a.example",
        type: "master",
        soaEmail: "a@a.example",
        tags: ["own"],
      });
      expect(tags).toEqual(["own", "team"]);
    }
  });

  test("are checked all at once, except what the stack config sets for the default provider", async () => {
    const wrong = { defaultTags: '{"a": 1}', token: 123, url: "ftp://host", tokn: "x", version: "1.0.0" };
    const reasons = await plugin().checkProvider(wrong);
    expect(reasons.map((reason) => reason.split(": ")[0])).toEqual(["defaultTags", "token", "tokn", "url"]);
    const ofDefault = "urn:pulumi:dev::shop::pulumi:providers:compute::default_1_0_0";
    expect(await plugin().checkProvider(wrong, ofDefault)).toEqual([expect.stringMatching(/^defaultTags: must be/)]);
  });

  test("of a changed token are an update of the provider, and never a replacement", async () => {
    const { DIFF_NONE, DIFF_SOME } = messages.DiffResponse.DiffChanges;
    const same = await plugin().diffProvider({ token: "a" }, { token: "a" });
    expect(same.getChanges()).toBe(DIFF_NONE);
    const changed = await plugin().diffProvider({ token: "a" }, { token: "b" });
    expect(changed.getChanges()).toBe(DIFF_SOME);
    expect(changed.getDiffsList()).toEqual(["token"]);
    expect(changed.getReplacesList()).toEqual([]);
  });

  test("of an explicit provider override the environment, which overrides the stack config", () => {
    const before = process.env.COMPUTE_TOKEN;
    process.env.COMPUTE_TOKEN = "of-environment";
    try {
      const tokenOf = (name: string, version = "0.1.0") =>
        configured({ token: { ...SECRET, value: "own" }, version }, name).settings().token;
      expect(tokenOf("other")).toBe("own");
      for (const name of ["default", "default_eu", "default_0_2_0", "default_0_1_0_eu"]) {
        expect([name, tokenOf(name)]).toEqual([name, "own"]);
      }
      const url = "github_/api.github.com/pulumi-compute";
      expect(tokenOf("default", "")).toBe("of-environment");
      expect(tokenOf("default_0_1_0")).toBe("of-environment");
      expect(tokenOf(`default_0_1_0_${url}`)).toBe("of-environment");
      expect(tokenOf(`default_1_0_0_alpha_1_x86-64_${url}`, "1.0.0-alpha.1+x86-64")).toBe("of-environment");
    } finally {
      if (before === undefined) delete process.env.COMPUTE_TOKEN;
      else process.env.COMPUTE_TOKEN = before;
    }
  });
});

test.each([
  ["Zone", "A Zone is a component: import its Domain and its DomainRecords instead."],
  [
    "Imge",
    'This version of pulumi-compute has no resource type "Imge"; did you mean Image? Available: ApiObject, Domain, ',
  ],
])("a resource type that the plugin does not have, such as %s, is explained", async (kind, says) => {
  expect(await messageOf(plugin().check(kind, {}))).toContain(says);
});

test("checked inputs note that the label was generated, so that another URN does not change it", async () => {
  const inputs = await plugin().check("Instance", { region: "us-east", type: "g6-nanode-1" });
  expect(inputs).toMatchObject({ label: expect.stringMatching(/^web-/), [OPTIONS]: { generated: true } });
});

test("a failure names the property of a text, whose value the engine prints, but never of a secret or an object", async () => {
  const wrong = {
    label: "-x",
    rootPass: "short",
    alerts: { cpu: -1 },
    image: { ...SECRET, value: "compute/debain11" },
  };
  const { token } = service.emulator;
  const refusals = await plugin().refusals("Instance", { region: "us-east", type: token, ...wrong });
  expect(refusals).toEqual([
    ["label", expect.stringMatching(/^must have 3/)],
    ["", expect.stringMatching(/^rootPass: /)],
    ["", expect.stringMatching(/^alerts\.cpu: /)],
    ["", expect.stringMatching(/^type: "\[secret\]"/)],
    ["", expect.stringMatching(/^image: /)],
  ]);
});

test("what is derived from a secret is one: the default tags, and the hash of a text", async () => {
  const secretly = plugin({ defaultTags: { ...SECRET, value: '["prod"]' } });
  expect(await secretly.check("Instance", { ...EMPTY, tags: ["web"] })).toMatchObject({
    tags: { ...SECRET, value: ["web", "prod"] },
  });
  const source = { ...SECRET, value: asset({ text: "data" }) } as Inputs;
  expect(await secretly.check("Image", { region: "us-east", source })).toMatchObject({
    sourceHash: { ...SECRET, value: expect.any(String) },
  });
});
