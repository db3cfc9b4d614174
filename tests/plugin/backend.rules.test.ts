import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parse } from "yaml";
import { backendFolder, backendOf, UnknownBackendError } from "../../provider/plugin/backend";
import { temporaryFolder } from "../support/temporary-folder";

/** A project with its program in a separate directory, and a Pulumi home directory. */
function aPlace(files: Readonly<Record<string, string>> = {}) {
  const root = temporaryFolder();
  const folders = { program: path.join(root, "shop", "src"), home: path.join(root, "home") };
  for (const folder of Object.values(folders)) mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(root, name), text);
  const ask = (environment: NodeJS.ProcessEnv = {}): string =>
    backendOf({ PULUMI_HOME: folders.home, ...environment }, folders.program, (text) => parse(text) as unknown);
  return { root, ask };
}

const LOGIN = { "home/credentials.json": '{ "current": "https://login.example.com" }' };
const PROJECT = { "shop/Pulumi.yaml": "name: shop\nbackend:\n  url: s3://project\n" };

test("PULUMI_BACKEND_URL takes precedence over the project, and the project over the last login", () => {
  const { ask } = aPlace({ ...PROJECT, ...LOGIN });
  expect(ask({ PULUMI_BACKEND_URL: "file:///variable" })).toBe("file:///variable");
  expect(ask()).toBe("s3://project");
  expect(aPlace(LOGIN).ask()).toBe("https://login.example.com");
});

test.each(["Pulumi.yml", "Pulumi.json"])("the project file may be %s", (name) => {
  const { ask } = aPlace({ [`shop/${name}`]: '{ "name": "shop", "backend": { "url": "s3://project" } }', ...LOGIN });
  expect(ask()).toBe("s3://project");
});

test.each(["name: shop\n", "name: shop\ndescription: has no backend\n", "name: shop\nbackend: {}\n", "backend\n"])(
  "uses the last login for a project without a backend: %j",
  (text) => {
    expect(aPlace({ "shop/Pulumi.yaml": text, ...LOGIN }).ask()).toBe("https://login.example.com");
  },
);

test("reads the login from PULUMI_CREDENTIALS_PATH", () => {
  const { root, ask } = aPlace({ "credentials.json": '{ "current": "file:///elsewhere" }', ...LOGIN });
  expect(ask({ PULUMI_CREDENTIALS_PATH: root })).toBe("file:///elsewhere");
});

test("without a login, uses Pulumi Cloud or PULUMI_API", () => {
  expect(aPlace().ask()).toBe("");
  expect(aPlace().ask({ PULUMI_API: "https://cloud.example.com" })).toBe("https://cloud.example.com");
});

test("two clones of a project with a relative backend path have different backends", () => {
  const project = { "shop/Pulumi.yaml": "name: shop\nbackend:\n  url: file://./state\n" };
  const [one, other] = [aPlace(project), aPlace(project)];
  expect(one.ask()).toBe(`file://./state of ${path.join(one.root, "shop")}`);
  expect(other.ask()).not.toBe(one.ask());
});

test.each(["file:///srv/state", "file://~/state", "file://C:/Users/ada/state", "file://D:\\state"])(
  "%s names the same backend in every project",
  (url) => expect(aPlace().ask({ PULUMI_BACKEND_URL: url })).toBe(url),
);

test.each([
  ["file:///srv/state", path.posix, "/srv/state"],
  ["file://./state?no_tmp_dir=true", path.posix, "/srv/shop/state"],
  ["file://C:/Users/ada/state", path.win32, "C:\\Users\\ada\\state"],
  ["file:///C:/Users/ada/state", path.win32, "C:\\Users\\ada\\state"],
  ["s3://bucket", path.posix, undefined],
])("the locks of %s are in the folder that Pulumi uses", (url, paths, folder) => {
  expect(backendFolder(url, "/srv/shop", paths)).toBe(folder);
});

test.each([
  ["project", { "shop/Pulumi.yaml": "name: shop\nbackend: [\n" }, "Pulumi.yaml"],
  ["login", { "home/credentials.json": "{" }, "credentials.json"],
])("a %s that can't be read makes the backend unknown and is named in the error", (_, files, name) => {
  const { ask } = aPlace(files);
  expect(() => ask()).toThrow(UnknownBackendError);
  expect(() => ask()).toThrow(new RegExp(`${name} cannot be read`));
  expect(ask({ PULUMI_BACKEND_URL: "file:///variable" })).toBe("file:///variable");
});
