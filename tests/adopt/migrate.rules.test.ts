import { mkdirSync, readFileSync, symlinkSync } from "node:fs";
import path from "node:path";
import { migrateCommand } from "../../cli/migrate/command";
import { temporaryFolder } from "../support/temporary-folder";

const ROOT = path.resolve(__dirname, "..", "..");

/** The declarations of the bridged provider's package, laid out as they are there. */
function bridgedPackage(): Record<string, string> {
  const classes = {
    Instance: {
      args: "label, region, type, image, rootPass, resizeDisk, metadatas, privateIp, backupsEnabled",
      outputs: "ipAddress, ipv4s, privateIpAddress, ipv6, status, disks, configs",
    },
    Image: { args: "label, filePath, fileHash, region, linodeId, diskId", outputs: "" },
    Domain: { args: "domain, type, soaEmail, tags", outputs: "" },
    DomainRecord: { args: "domainId, name, recordType, target, port, weight, priority, tag", outputs: "" },
    DatabaseMysql: {
      args: "label, engineId, region, type, allowLists, sslConnection, updates",
      outputs: "hostPrimary, rootPassword",
    },
    Volume: { args: "label, size, linodeId", outputs: "" },
    Provider: { args: "token, url, apiVersion", outputs: "" },
  };
  const names = (list: string): string[] => list.split(", ").filter((name) => name !== "");
  const files = Object.entries(classes).map(([name, { args, outputs }]) => {
    const base = name === "Provider" ? "ProviderResource" : "CustomResource";
    const members = [...names(args), ...names(outputs)].map((one) => `readonly ${one}: pulumi.Output<any>;`).join(" ");
    const inputs = names(args)
      .map((one) => `${one}?: pulumi.Input<any>;`)
      .join(" ");
    return [
      name.toLowerCase(),
      `import * as pulumi from "@pulumi/pulumi";
       export declare class ${name} extends pulumi.${base} { ${members} constructor(name: string, args?: ${name}Args, opts?: pulumi.CustomResourceOptions); }
       export interface ${name}Args { ${inputs} }`,
    ] as const;
  });
  const exports = Object.keys(classes).map((name) => {
    const file = JSON.stringify(`./${name.toLowerCase()}`);
    return `export { ${name}Args } from ${file}; export type ${name} = import(${file}).${name}; export declare const ${name}: typeof import(${file}).${name};`;
  });
  const index = [
    ...exports,
    "export declare function getRegions(): Promise<any>; export declare function getInstanceTypesOutput(): any; export declare function getKernels(): any;",
  ].join("\n");
  return Object.fromEntries(
    [["package.json", '{ "name": "@pulumi/linode", "version": "3.12.0", "types": "index.d.ts" }'] as const]
      .concat([["index.d.ts", index] as never, ...files.map(([name, text]) => [`${name}.d.ts`, text] as never)])
      .map(([name, text]) => [`node_modules/@pulumi/linode/${name}`, text]),
  );
}

const CONFIG = {
  compilerOptions: {
    target: "es2022",
    module: "nodenext",
    strict: true,
    skipLibCheck: true,
    types: [],
    paths: { "pulumi-compute": [path.join(ROOT, "provider", "index.ts")] },
  },
};

/** What the stack contains: of the bridged provider, at this version, a resource that stays, and what uses the explicit provider. */
function exported(version: string, users: readonly string[] = []): string {
  const urn = (type: string, name: string): string => `urn:pulumi:dev::shop::${type}::${name}`;
  const resource = (type: string, name: string, more: object = {}): object => ({
    type,
    urn: urn(type, name),
    id: "1",
    ...more,
  });
  const resources = [
    resource("pulumi:providers:linode", "default_3_12_0", { inputs: { version, token: { ciphertext: "v1:abc" } } }),
    resource("pulumi:providers:linode", "other"),
    resource("linode:index/domain:Domain", "zone"),
    resource("linode:index/volume:Volume", "data"),
    ...users.map((type) => resource(type, "user", { provider: `${urn("pulumi:providers:linode", "other")}::1` })),
  ];
  return JSON.stringify({ version: 3, deployment: { resources } });
}

/** Runs the command in a project with these files. */
async function migrate(files: Readonly<Record<string, string>>, { state = exported("3.12.0"), write = true } = {}) {
  const folder = temporaryFolder({
    ...bridgedPackage(),
    ...files,
    "tsconfig.json": JSON.stringify(CONFIG),
    "package.json": "{}",
    "state.json": state,
  });
  symlinkSync(path.join(ROOT, "node_modules", "typescript"), path.join(folder, "node_modules", "typescript"));
  symlinkSync(
    path.join(ROOT, "node_modules", "@pulumi", "pulumi"),
    path.join(folder, "node_modules", "@pulumi", "pulumi"),
  );
  const printed = jest.spyOn(process.stdout, "write").mockReturnValue(true);
  try {
    await migrateCommand.run([
      "--cwd",
      folder,
      "--state",
      path.join(folder, "state.json"),
      ...(write ? ["--write"] : []),
    ]);
    const text = printed.mock.calls.map(([part]) => String(part)).join("");
    const section = (title: string): string[] =>
      text
        .split("\n\n")
        .find((one) => one.startsWith(title))
        ?.trimEnd()
        .split("\n")
        .slice(1)
        .map((line) => line.trim()) ?? [];
    return { text, section, read: (name: string) => readFileSync(path.join(folder, name), "utf8") };
  } finally {
    printed.mockRestore();
  }
}

/** Lines of a program, before and after. */
const ROWS: readonly (readonly [what: string, before: string, after: string])[] = [
  [
    "the import, for what this package does not have as well",
    'import * as linode from "@pulumi/linode";',
    'import * as linode from "@pulumi/linode";\nimport * as compute from "pulumi-compute";',
  ],
  ["other imports", 'import * as pulumi from "@pulumi/pulumi";', 'import * as pulumi from "@pulumi/pulumi";'],
  [
    "a class of the same name",
    'const zone = new linode.Domain("zone", { domain: "a.example", type: "master", soaEmail: "a@a.example" });',
    'const zone = new compute.Domain("zone", { domain: "a.example", type: "master", soaEmail: "a@a.example" });',
  ],
  [
    "a password that the other provider generated",
    'const web = new linode.Instance("web", { region: "us-east", type: "g6-nanode-1", image: "linode/debian11" });',
    'const web = new compute.Instance("web", { region: "us-east", type: "g6-nanode-1", image: "linode/debian11", rootPass: new pulumi.Config().requireSecret("rootPass") });',
  ],
  [
    "inputs without a counterpart, and several lines",
    'const disk = new linode.Image("disk", {\n  label: "disk", // kept\n  filePath: "disk.img.gz",\n  fileHash: "abc",\n  region: "us-east",\n});',
    'const disk = new compute.Image("disk", {\n  label: "disk", // kept\n  source: "disk.img.gz",\n  region: "us-east",\n});',
  ],
  [
    "a class of another name, its defaults, and the number of a day",
    'const sql = new linode.DatabaseMysql("sql", {\n  engineId: "mysql/8.0.26",\n  region: "us-east",\n  type: "g6-nanode-1",\n  allowLists: [pulumi.interpolate`${web.ipAddress}/32`],\n  updates: { frequency: "weekly", dayOfWeek: "saturday" },\n}, { ignoreChanges: ["allowLists[0]", "label"] });',
    'const sql = new compute.MysqlDatabase("sql", {\n  engine: "mysql/8.0.26",\n  region: "us-east",\n  type: "g6-nanode-1",\n  allowList: [pulumi.interpolate`${web.publicIpv4}/32`],\n  updates: { frequency: "weekly", dayOfWeek: 7 },\n  sslConnection: false,\n}, { ignoreChanges: ["allowList[0]", "label"] });',
  ],
  [
    "IDs",
    'new linode.DomainRecord("a", { domainId: zone.id.apply(Number), recordType: "A", target: web.ipAddress, port: 0, weight: 0 });',
    'new compute.DomainRecord("a", { domainId: zone.id, type: "A", target: web.publicIpv4 });',
  ],
  [
    "zeros in front of the rest",
    'new linode.DomainRecord("b", { port: 0, priority: 5, domainId: zone.id.apply((id) => parseInt(id, 10)), recordType: "MX", target: "b.example" });',
    'new compute.DomainRecord("b", { priority: 5, domainId: zone.id, type: "MX", target: "b.example" });',
  ],
  [
    "a part of the inputs, and a shorthand",
    'function record(args: Omit<linode.DomainRecordArgs, "domainId">, recordType: "A") {',
    'function record(args: OmitFromEach<compute.DomainRecordArgs, "domainId">, recordType: "A") {',
  ],
  [
    "",
    '  new linode.DomainRecord("c", { domainId: zone.id.apply(Number), ...args });',
    '  new compute.DomainRecord("c", { domainId: zone.id, ...args });',
  ],
  [
    "",
    '  return record({ recordType, target: "192.0.2.1" }, args.recordType as "A");',
    '  return record({ type: recordType, target: "192.0.2.1" }, args.type as "A");',
  ],
  [
    "",
    '}\nrecord({ recordType: "A", target: "192.0.2.1", weight: 0 }, "A");',
    '}\nrecord({ type: "A", target: "192.0.2.1" }, "A");',
  ],
  [
    "a resource that stays, and its outputs",
    'const box = new linode.Instance("box", { region: "us-east", type: "g6-nanode-1", metadatas: [{ userData: web.ipAddress }], resizeDisk: false });',
    'const box = new linode.Instance("box", { region: "us-east", type: "g6-nanode-1", metadatas: [{ userData: web.publicIpv4 }], resizeDisk: false });',
  ],
  [
    "what this package does not have",
    'new linode.Volume("data", { label: "data", size: 10, linodeId: web.id.apply(Number) });',
    'new linode.Volume("data", { label: "data", size: 10, linodeId: web.id.apply(Number) });',
  ],
  [
    "outputs",
    "export const all = [web.ipv4s, web.privateIpAddress, box.ipAddress, sql.hostPrimary, linode.getRegions()];",
    "export const all = [web.ipv4, web.ipv4[1], box.ipAddress, sql.hosts.primary, linode.getRegions()];",
  ],
  [
    "a provider",
    'const other = new linode.Provider("other", { token: "made-up", url: "https://api.linode.com", apiVersion: "v4" });',
    'const other = new compute.Provider("other", { token: "made-up", url: "https://api.linode.com/v4" });',
  ],
  [
    "the providers of a component",
    'new pulumi.ComponentResource("a:b:C", "c", {}, { providers: { linode: other } });',
    'new pulumi.ComponentResource("a:b:C", "c", {}, { providers: [other] });',
  ],
];
const END =
  "\n/** `Omit` for each alternative of a union. */\ntype OmitFromEach<T, K extends string> = T extends unknown ? Omit<T, K> : never;\n";

test("edits of each construct, after which the program compiles", async () => {
  const before = `${ROWS.map(([, text]) => text).join("\n")}\n`;
  const { section, read } = await migrate({ "index.ts": before });
  expect(read("index.ts")).toBe(`${ROWS.map(([, , text]) => text).join("\n")}\n${END}`);
  expect(section("To do by hand")).toEqual([]);
  expect(section("Stays")).toEqual([
    expect.stringMatching(/^index.ts:\d+:13 Instance "box": it uses metadatas$/),
    expect.stringMatching(/^index.ts:\d+:5 linode.Volume$/),
    expect.stringMatching(
      /^index.ts:\d+:\d+ linode.getRegions \(pulumi-compute has getRegions, with other inputs and outputs\)$/,
    ),
    "linode:index/volume:Volume data",
  ]);
});

test("what is not sure is listed with its place in the file as it then is, and so is what the compiler finds", async () => {
  const { section, read } = await migrate(
    {
      "zones.ts": `import { Domain, DatabaseMysql as Mysql, Volume } from "@pulumi/linode";
const zone = new Domain("zone", { domain: "a.example", type: "master", soaEmail: "a@a.example" });
const sql = new Mysql("sql", { engineId: "mysql/8.0.26", region: "us-east", type: "t", sslConnection: true, updates: { dayOfWeek: "monday" } });
export const found = [zone.id, sql.rootPassword, (zone as any).domain, Volume];
import { getInstanceTypesOutput, getKernels } from "@pulumi/linode";
`,
      "hosts.ts": `import { Instance, InstanceArgs, Provider } from "@pulumi/linode";
declare const address: string;
new Provider("one", { url: address });
new Provider("two", { url: "https://api.example", apiVersion: "v4beta" });
new Provider("three", { url: "https://api.example", apiVersion: address });
const common = { region: "us-east", type: "g6-nanode-1", resizeDisk: true };
export const web = new Instance("web", { ...common, image: "linode/debian11" });
export const size = [web.disks[0].size, web.configs];
export interface More extends InstanceArgs {}
`,
    },
    { state: exported("4.1.0") },
  );
  expect(read("zones.ts").split("\n")[0]).toBe('import { Volume } from "@pulumi/linode";');
  expect(read("zones.ts").split("\n")[1]).toBe('import { Domain, MysqlDatabase as Mysql } from "pulumi-compute";');
  expect(read("hosts.ts")).toContain('import * as pulumi from "@pulumi/pulumi";');
  expect(section("To do by hand")).toEqual([
    "hosts.ts:4:28 url must end in the API version: append /v4, or what apiVersion is",
    "hosts.ts:6:30 url must end in the API version: append /v4, or what apiVersion is",
    "hosts.ts:9:26 disks of Instance: use compute.getInstanceDisksOutput({ instanceId: web.id }).disks",
    "hosts.ts:9:45 configs of Instance has no equivalent in pulumi-compute",
    expect.stringMatching(/^hosts.ts:10:\d+ the compiler: An interface can only extend/),
    "zones.ts:4:129 updates.dayOfWeek is a number here: 1 is Monday, and 7 is Sunday",
    "zones.ts:5:36 rootPassword of DatabaseMysql has no equivalent in pulumi-compute",
  ]);
  expect(read("hosts.ts")).toContain('new Provider("two", { url: "https://api.example/v4beta" });');
  expect(section("Stays")).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/ getInstanceTypesOutput \(pulumi-compute has getTypes, /),
      expect.stringMatching(/ getKernels$/),
    ]),
  );
});

test("the next steps: settings of the stack without its secrets, and the secrets of the program", async () => {
  const program = `import * as linode from "@pulumi/linode";
new linode.Instance("web", { region: "us-east", type: "g6-nanode-1", image: "linode/debian11" });
new linode.Provider("other", { token: "made-up" });
`;
  const state = exported("5.1.1", ["linode:index/volume:Volume"]);
  const { text, section, read } = await migrate({ "index.ts": program }, { state, write: false });
  expect(read("index.ts")).toBe(program);
  expect(section("Edits, which --write makes")).toHaveLength(4);
  expect(section("To do by hand")).toEqual([
    expect.stringMatching(/^index.ts:3:1 resources that stay use a provider, too/),
  ]);
  expect(section("Next steps")).toEqual(
    expect.arrayContaining([
      "pulumi config set compute:moveFrom linode",
      "pulumi config get linode:token | pulumi config set --secret compute:token",
      'pulumi config set --secret rootPass   # rootPass of "web"; unless it is set; recorded, not sent',
    ]),
  );
  expect(text).not.toContain("v1:abc");
});

test("a project without TypeScript, or without the bridged provider, is an error that says what to install", async () => {
  const run = (folder: string) => migrateCommand.run(["--cwd", folder, "--state", path.join(folder, "state.json")]);
  const files = { "package.json": "{}", "state.json": exported("3.12.0"), "index.ts": "" };
  await expect(run(temporaryFolder(files))).rejects.toThrow("npm install --save-dev typescript@5");
  const installed = temporaryFolder(files);
  mkdirSync(path.join(installed, "node_modules"));
  symlinkSync(path.join(ROOT, "node_modules", "typescript"), path.join(installed, "node_modules", "typescript"));
  await expect(run(installed)).rejects.toThrow("@pulumi/linode is not installed");
});
